"""Every kind of message Countersign can send to Slack and Teams, as JSON files: ``python -m tests.gallery DIR``.

The tests check the same messages against the products' limits (``tests/adapters/slack/test_messages.py``,
``tests/adapters/teams/test_messages.py``); the files are for checks with other tools, and for looking at. Those for Teams
(``tests/teams_gallery.py``) lie in ``DIR/teams``: cards as such, other messages as activities.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from adapters.slack import answers, cards, commands, dialogue, feedback, home, lists, modals, shortcut
from adapters.slack.blocks import Message
from adapters.slack.feedback import Answer
from adapters.slack.lists import Waiting
from adapters.slack.settings import COMMAND
from adapters.slack.shortcut import About
from core import wording as core_wording
from core.domain.approval import Approval, ApprovalState, Handoff, Remark, Ruling, Verdict, Vote
from core.domain.feedback import Complaint, Digest, Feedback
from core.domain.language import Language
from core.domain.outcome import Band, OutcomeKind, Reason
from core.domain.request import Person, PlaceKind
from core.wording import reviewing as wording
from tests import teams_gallery
from tests.adapters.slack.specimens import (
    DANA,
    LEE,
    NASTY,
    NOW,
    QUOTE,
    SAM,
    approval,
    citation,
    draft,
    long_approval,
    long_outcome,
    outcome,
    pending,
    refusal,
    request,
)
from tests.adapters.teams.sent import sent

READ_ALL = "https://acme.slack.com/archives/G01REVIEW/p1767603600000300?thread_ts=1767603600.000200&cid=G01REVIEW"


def messages() -> Iterator[tuple[str, Message]]:
    """Name and message; the parts of a long one are numbered."""
    yield "working", Message(wording.WORKING, [])
    yield from _parts("answer", answers.render(outcome()))
    moderate = f"Moderate confidence (0.84): check the source before you rely on it.\n\n{QUOTE} [1] Exempt entries are listed [2]."
    two = (citation(1), citation(2, url=None, page=None, section="", document="Annual plan"))
    yield from _parts("answer-moderate", answers.render(outcome(text=moderate, band=Band.MODERATE, citations=two)))
    yield from _parts("answer-long", answers.render(long_outcome()))
    nasty = citation(document=NASTY, section=NASTY, quote=NASTY)
    yield from _parts("answer-nasty", answers.render(outcome(text=NASTY, citations=(nasty,))))
    yield from _parts("refusal", answers.render(refusal()))
    yield from _parts(
        "refusal-nearest", answers.render(refusal(nearest=("Travel and Expenses Policy", "Gifts Policy")))
    )
    yield from _parts("pending", answers.render(pending()))
    failed = "Something went wrong on my side and I could not work on this. The operators can see it; please ask again later."
    yield from _parts(
        "failed", answers.render(outcome(OutcomeKind.FAILED, reason=Reason.INTERNAL_ERROR, text=failed, citations=()))
    )
    for kind in (PlaceKind.CHANNEL, PlaceKind.PRIVATE_REPLY):
        yield from _verdicts(kind)
    for state in ApprovalState:
        yield from _card(f"card-{state}", approval(state))
    yield from _card(
        "card-denied-reason", approval(ApprovalState.DENIED, note="The 2024 thresholds no longer hold.\nAsk Treasury.")
    )
    yield from _card("card-direct", approval(request=request(PlaceKind.DIRECT)))
    yield from _card("card-command", approval(request=request(PlaceKind.PRIVATE_REPLY), rule={"quorum": 2}))
    yield from _card("card-nasty", approval(why=NASTY, request=request(question=NASTY), draft=draft(text=NASTY)))
    yield from _card("card-long", long_approval())
    yield from _card("card-long-denied", long_approval(ApprovalState.DENIED, note="Too long to sign.", decided_by=LEE))
    yield from _languages()
    yield from _elsewhere()
    yield from _thumbs()
    asked = request(
        question="and for contractors?", standalone="How many days of annual leave do I have, for contractors?"
    )
    yield from _card("card-follow-up", approval(request=asked))
    for ruling in Ruling:
        yield f"ruling-{ruling}", Message(wording.RULINGS[ruling], [])
    yield from reviews()


def votes(*voters: Person, void: int = 0) -> list[Vote]:
    """Approvals by these, the first so many of them void."""
    return [
        Vote(
            id=f"vote_{at}",
            approval_id="ap_1",
            digest="9c" * 32,
            verdict=Verdict.APPROVE,
            voter=voter,
            note=None,
            cast_at=NOW,
            void=at < void,
        )
        for at, voter in enumerate(voters)
    ]


def reviews() -> Iterator[tuple[str, Message]]:
    """What editing, asking back, withdrawing and lists bring."""
    quorum = {"quorum": 3, "handoff": Handoff(to="slack:C01GENERAL", name="the finance desk")}
    yield from _card("card-quorum", approval(rule=quorum), votes(SAM, LEE))
    edited = approval(rule=quorum, edited_by=LEE, edits=1, level=1, draft=draft(text="Two signatures. [1]"))
    yield from _card("card-edited", edited, votes(SAM, LEE, void=1))
    yield from _card(
        "card-edited-approved",
        edited.model_copy(update={"state": ApprovalState.APPROVED}),
        votes(SAM, LEE, SAM, void=1),
    )
    yield "card-part-unused", cards.unused_part()
    yield "reminder", cards.reminder(approval())
    yield from (
        (f"handed-over-{n}", cards.handed_over(approval(note=note, decided_by=SAM)))
        for n, note in enumerate(["", NASTY])
    )
    for name, text in (("short", "Which fiscal year do you mean?"), ("nasty", NASTY), ("long", "Why so? " * 375)):
        asked = Remark(id="slack:1", approval_id="ap_1", author=SAM, from_asker=False, text=text, said_at=NOW)
        yield f"remark-asked-{name}", cards.remark(asked)
        yield f"remark-answered-{name}", cards.remark(asked.model_copy(update={"author": DANA, "from_asker": True}))
        for kind in (PlaceKind.CHANNEL, PlaceKind.PRIVATE_REPLY):
            yield f"ask-back-{name}-{kind}", dialogue.question(approval(request=request(kind)), asked)
    yield from _parts("pending-direct", lists.with_withdrawal(answers.render(pending()), pending(), None))
    for name, waiting in _waiting():
        for word in (commands.PENDING, commands.INBOX):
            yield f"list-{word}-{name}", commands.render(word, waiting, wording.withdrawing(Ruling.DECIDED))


def _waiting() -> Iterator[tuple[str, Waiting]]:
    many = [approval(id=f"ap_{n}", request=request(question=f"{n}. {NASTY * 5}")) for n in range(30)]
    yield "none", Waiting([], [], paused=False)
    yield "one", Waiting([(approval(), READ_ALL)], [approval()], paused=False)
    yield "many", Waiting([(one, READ_ALL) for one in many], many, paused=True)


def homes() -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and home tab."""
    for name, waiting in _waiting():
        yield f"home-{name}", home.render(waiting)


def _languages() -> Iterator[tuple[str, Message]]:
    """An answer with a page, a caution and its buttons, the sign of work, and the help, in every language."""
    for language in Language:
        text = core_wording.answer(draft(), Band.MODERATE, 0.84, language)
        shown = answers.render(outcome(text=text, band=Band.MODERATE), language=language, share=True)
        yield from _parts(f"answer-{language}", shown)
        refused = core_wording.refusal(Reason.LOW_CONFIDENCE, core_wording.say("whom_to_ask"), language)
        near = refusal(text=refused, nearest=("Travel and Expenses Policy",))
        yield from _parts(f"refusal-{language}", answers.render(near, language=language))
        yield f"working-{language}", Message(core_wording.say("working", language), [])
        yield f"withdrawal-offer-{language}", lists.offer("ap_1", language)
        asked = Remark(id="slack:1", approval_id="ap_1", author=SAM, from_asker=False, text=QUOTE, said_at=NOW)
        for kind in (PlaceKind.CHANNEL, PlaceKind.PRIVATE_REPLY):
            yield (
                f"ask-back-{language}-{kind}",
                dialogue.question(approval(request=request(kind, language=language)), asked),
            )
        own = Waiting([], [approval(request=request(language=language))], paused=False)
        yield f"list-pending-{language}", commands.render(commands.PENDING, own)
        yield f"help-{language}", Message(core_wording.say("help", language, command=COMMAND), [])


def _elsewhere() -> Iterator[tuple[str, Message]]:
    """Answers that are shown elsewhere than where they were asked."""
    asked = request(question=NASTY)
    for why in ("elsewhere.private_lead", "elsewhere.refused"):
        lead = answers.apart(asked, core_wording.say(why))
        yield from _parts(why.replace(".", "-"), answers.render(outcome(), lead))
    for language in Language:
        private = request(language=language, privately=True)
        yield f"elsewhere-note-{language}", answers.answered_privately(private)
        yield from _parts(f"shared-{language}", answers.render(outcome(), answers.shared(private), language=language))
    yield from _parts("answer-long-share", answers.render(long_outcome(), share=True))


def _thumbs() -> Iterator[tuple[str, Message]]:
    """What comes of thumbs."""
    said = [None, "The year is wrong: it says 2024.", NASTY * 8]
    given = [
        Feedback(exchange_id=f"ex_{n}", person=DANA, helpful=False, comment=c, given_at=NOW) for n, c in enumerate(said)
    ]
    some = tuple(Complaint(feedback=one, question=NASTY, answer=f"{QUOTE} [1]") for one in given)
    some = (*some, some[1].model_copy(update={"answer": None}))
    yield from _parts("digest", feedback.digest_messages(Digest(day=NOW.date(), complaints=some)))
    yield from _parts("digest-long", feedback.digest_messages(Digest(day=NOW.date(), complaints=some * 16)))
    for language in Language:
        for key in (
            "feedback.thanks",
            "share.done",
            "share.restricted",
            "share.outdated",
            "share.refused",
            "not_taken_down",
        ):
            yield f"{key.replace('.', '-')}-{language}", Message(core_wording.say(key, language), [])


def views() -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and modal."""
    ticket = modals.Ticket("ap_" + "0" * 20, "9c" * 32)
    form = modals.Form(ticket, "G01REVIEW", "1767603600.000200")
    yield "modal-deny", modals.deny_modal(form)
    yield "modal-edit", modals.edit_modal(form, approval())
    yield (
        "modal-edit-nasty",
        modals.edit_modal(form, approval(draft=draft(text=NASTY, citations=(citation(document=NASTY),)))),
    )
    yield "modal-edit-long", modals.edit_modal(form, long_approval())
    yield "modal-ask-back", modals.ask_modal(form)
    yield "modal-hand-over", modals.hand_over_modal(form, NASTY)
    about = About("T01ACME", "C01GENERAL", "1767603600.000100", "1767603600.000200", "https://hooks.slack.test/x")
    for language in Language:
        yield f"modal-answer-{language}", modals.answer_modal(form, language)
        answer = Answer("ex_1", language)
        yield f"modal-feedback-{language}", feedback.modal(feedback.Form(answer, "C01GENERAL", None))
        yield f"modal-shortcut-{language}", shortcut.modal(about, NASTY, language)
    yield "modal-shortcut-long", shortcut.modal(about, "word & " * 2000, None)
    yield "modal-shortcut-empty", shortcut.modal(about, "", None)


def _verdicts(kind: PlaceKind) -> Iterator[tuple[str, Message]]:
    preface = answers.reviewed(request(kind))
    approved = outcome(reason=Reason.REVIEWER_APPROVED, text=f"{QUOTE} [1]\n\nReviewed by sam.", reviewed_by="sam")
    yield from _parts(f"verdict-approved-{kind}", answers.render(approved, preface))
    reason = "sam reviewed my draft and did not release it. Their reason: The 2024 thresholds no longer hold."
    denied = outcome(OutcomeKind.DENIED, reason=Reason.REVIEWER_DENIED, text=reason, citations=())
    yield from _parts(f"verdict-denied-{kind}", answers.render(denied, preface))
    late = "Nobody reviewed my draft in time, so I have no answer for you. This is not a no. Please contact Compliance."
    expired = outcome(OutcomeKind.EXPIRED, reason=Reason.REVIEW_EXPIRED, text=late, citations=())
    yield from _parts(f"verdict-expired-{kind}", answers.render(expired, preface))


def _card(name: str, shown: Approval, cast: Sequence[Vote] = ()) -> Iterator[tuple[str, Message]]:
    yield from _parts(name, cards.render(shown, READ_ALL, cast))


def _parts(name: str, parts: list[Message]) -> Iterator[tuple[str, Message]]:
    for at, message in enumerate(parts, start=1):
        yield (name if len(parts) == 1 else f"{name}-{at}"), message


def main(folder: Path) -> None:
    """Writes the gallery."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, message in messages():
        shown = message.blocks or [{"type": "section", "text": {"type": "mrkdwn", "text": message.text}}]
        (folder / f"{name}.json").write_text(json.dumps({"text": message.text, "blocks": shown}, indent=1))
    for name, view in [*views(), *homes()]:
        (folder / f"{name}.view.json").write_text(json.dumps(view, indent=1))
    (folder / "teams").mkdir(exist_ok=True)
    for name, shown in teams_gallery.messages():
        ending, content = ("card", shown.card) if shown.card else ("activity", sent(shown))
        (folder / "teams" / f"{name}.{ending}.json").write_text(json.dumps(content, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
