"""Every kind of message Countersign can send to Teams, as name and message; ``tests/gallery.py`` writes them to files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from botbuilder.schema import ChannelAccount, Mention

from adapters.teams import answers, cards, dialogue, digest, lists
from adapters.teams.activities import Message
from adapters.teams.greeting import greeting
from adapters.teams.lists import Waiting
from adapters.teams.naming import Named
from core import wording as core_wording
from core.domain.approval import Approval, ApprovalState, Handoff, Remark, Verdict, Vote
from core.domain.feedback import Complaint, Digest, Feedback
from core.domain.language import Language
from core.domain.outcome import Band, OutcomeKind, Reason
from core.domain.request import Person, PlaceKind
from core.wording import reviewing
from tests.adapters.teams.specimens import (
    DANA,
    LEE,
    NASTY,
    NOW,
    OFFICE,
    QUOTE,
    SAM,
    approval,
    citation,
    draft,
    long_approval,
    long_outcome,
    many_citations,
    outcome,
    pending,
    refusal,
    request,
)
from tests.doubles.teams.workspace import GENERAL

READERS = tuple(user.id for user in OFFICE.users.values() if user.key in OFFICE.conversations[GENERAL].members)

MENTIONED = Named(
    "<at>Dana</at>",
    Mention(type="mention", text="<at>Dana</at>", mentioned=ChannelAccount(id=OFFICE.users["dana"].id, name="Dana")),
)


def messages() -> Iterator[tuple[str, Message]]:
    """Name and message; the parts of a long one are numbered."""
    yield from _answers()
    yield from _verdicts()
    yield from _cards()
    yield from _reviews()
    yield from _lists()
    for language in Language:
        for alone in (True, False):
            yield f"greeting-{language}-{'chat' if alone else 'channel'}", greeting(language, alone=alone)


def _answers() -> Iterator[tuple[str, Message]]:
    yield from _parts("answer", answers.render(outcome()))
    yield from _parts("answer-restricted", answers.render(outcome(restricted=True)))
    two = (citation(1), citation(2, url=None, page=None, section="", document="Annual plan"))
    for language in Language:
        text = core_wording.answer(draft(), Band.MODERATE, 0.84, language)
        shown = outcome(text=f"{text}\nExempt entries are listed [2].", band=Band.MODERATE, citations=two)
        yield from _parts(f"answer-{language}", answers.render(shown, language=language))
        refused = core_wording.refusal(Reason.LOW_CONFIDENCE, core_wording.say("whom_to_ask"), language)
        near = refusal(text=refused, nearest=("Travel and Expenses Policy", NASTY))
        yield from _parts(f"refusal-{language}", answers.render(near, language=language))
        private = request(language=language, privately=True)
        for key in ("elsewhere.private", "elsewhere.unreachable"):
            yield f"{key.replace('.', '-')}-{language}", answers.elsewhere(private, key, Named("Dana"))
    yield from _parts("answer-long", answers.render(long_outcome()))
    yield from _parts("answer-many", answers.render(many_citations()))
    crowded = many_citations()
    crowded = crowded.model_copy(update={"text": crowded.text.replace("\n", " ")})
    yield from _parts("answer-crowded", answers.render(crowded))
    nasty = citation(document=NASTY, section=NASTY, quote=NASTY, url='https://policies.acme.test/a)(b>c"d?e=[1]')
    yield from _parts("answer-nasty", answers.render(outcome(text=NASTY, citations=(nasty,))))
    broken = outcome(OutcomeKind.FAILED, reason=Reason.INTERNAL_ERROR, text=core_wording.say("failed.internal_error"))
    yield from _parts("failed", answers.render(broken.model_copy(update={"citations": ()})))
    for why in ("elsewhere.private_lead", "elsewhere.refused"):
        lead = answers.apart(request(question=NASTY), core_wording.say(why))
        yield from _parts(why.replace(".", "-"), answers.render(outcome(), lead))
    yield from _parts("pending", answers.render(pending()))
    yield "pending-alone", lists.under_review(pending().text, "ap_1", None)


def _verdicts() -> Iterator[tuple[str, Message]]:
    for kind in (PlaceKind.CHANNEL, PlaceKind.DIRECT):
        asker = MENTIONED if kind is PlaceKind.CHANNEL else Named("Dana")
        asked = request(kind)
        approved = outcome(reason=Reason.REVIEWER_APPROVED, text=f"{QUOTE} [1]\n\nReviewed by Sam.", reviewed_by="Sam")
        yield from _parts(f"verdict-approved-{kind}", answers.reviewed(asked, approved, asker))
        edited = outcome(reason=Reason.REVIEWER_EDITED, text="Two signatures. [1]\n\nWritten by Sam, not by me.")
        yield from _parts(f"verdict-edited-{kind}", answers.reviewed(asked, edited, asker))
        denied = core_wording.denied("Sam", NASTY)
        shown = outcome(OutcomeKind.DENIED, reason=Reason.REVIEWER_DENIED, text=denied, citations=())
        yield from _parts(f"verdict-denied-{kind}", answers.reviewed(asked, shown, asker))


def _cards() -> Iterator[tuple[str, Message]]:
    for state in ApprovalState:
        yield from _card(f"card-{state}", approval(state))
    yield from _parts("card-read-only", cards.render(approval(), decides=False))
    reason = "The 2024 thresholds no longer hold.\nAsk Treasury."
    yield from _card("card-denied-reason", approval(ApprovalState.DENIED, note=reason))
    yield from _card("card-direct", approval(request=request(PlaceKind.DIRECT)))
    nasty = draft(text=NASTY, citations=(citation(document=NASTY, section=NASTY, quote=NASTY),))
    named = Person(id="teams:1", name=NASTY)
    yield from _card(
        "card-nasty", approval(why=NASTY, request=request(question=NASTY, asker=named), draft=nasty, decided_by=named)
    )
    yield from _card("card-long", long_approval())
    yield from _card("card-long-denied", long_approval(ApprovalState.DENIED, note="So long. " * 300, decided_by=named))
    quorum = {"quorum": 3, "handoff": Handoff(to="teams:19:desk", name=NASTY), "matched": "it is for every answer"}
    yield from _card("card-quorum", approval(rule=quorum), votes(SAM, LEE))
    yield from _card("card-many-votes", long_approval(rule={**quorum, "quorum": 50}), votes(*[named] * 40))
    edited = approval(rule=quorum, edited_by=LEE, edits=1, level=1, draft=draft(text="Two signatures. [1]"))
    yield from _card("card-edited", edited, votes(SAM, LEE, void=1))
    asked = request(question="and for contractors?", standalone="How many days of leave do I have, for contractors?")
    yield from _card("card-follow-up", approval(request=asked))
    yield "card-part-unused", cards.unused_part()


def _reviews() -> Iterator[tuple[str, Message]]:
    yield "reminder", dialogue.reminder(approval())
    for n, note in enumerate(["", NASTY]):
        yield f"handed-over-{n}", dialogue.handed_over(approval(note=note, decided_by=SAM))
    for name, text in (("short", "Which fiscal year do you mean?"), ("nasty", NASTY), ("long", "Why so? " * 375)):
        asked = Remark(id="teams:1", approval_id="ap_1", author=SAM, from_asker=False, text=text, said_at=NOW)
        yield f"remark-asked-{name}", dialogue.remarked(approval(), asked)
        answered = asked.model_copy(update={"author": DANA, "from_asker": True})
        yield f"remark-answered-{name}", dialogue.remarked(approval(), answered)
        for kind in (PlaceKind.CHANNEL, PlaceKind.DIRECT):
            yield f"ask-back-{name}-{kind}", dialogue.question(approval(request=request(kind)), asked)
    for language in Language:
        asked = Remark(id="teams:1", approval_id="ap_1", author=SAM, from_asker=False, text=QUOTE, said_at=NOW)
        yield f"ask-back-{language}", dialogue.question(approval(request=request(language=language)), asked)


def _lists() -> Iterator[tuple[str, Message]]:
    many = [approval(id=f"ap_{n}", request=request(question=f"{n}. {NASTY * 5}")) for n in range(30)]
    for name, waiting in (
        ("none", Waiting([], [], paused=False)),
        ("one", Waiting([approval()], [approval()], paused=False)),
        ("long", Waiting([long_approval()], [], paused=True)),
        ("many", Waiting(many, many, paused=True)),
    ):
        yield f"inbox-{name}", lists.inbox(waiting)
        yield f"pending-{name}", lists.pending(waiting)
    for language in Language:
        own = Waiting([], [approval(request=request(language=language))], paused=False)
        yield f"pending-{language}", lists.pending(own)
    yield "done", lists.done(reviewing.RULINGS["decided"])
    said = [None, "The year is wrong: it says 2024.", NASTY * 2]
    given = [Feedback(exchange_id="ex_1", person=DANA, helpful=False, comment=one, given_at=NOW) for one in said]
    some = tuple(Complaint(feedback=one, question=NASTY, answer=f"{QUOTE} [1]") for one in given)
    some = (*some, some[1].model_copy(update={"answer": None}))
    yield from _parts("digest", digest.messages(Digest(day=NOW.date(), complaints=some)))
    yield from _parts("digest-long", digest.messages(Digest(day=NOW.date(), complaints=some * 16)))


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


def _card(name: str, shown: Approval, cast: Sequence[Vote] = ()) -> Iterator[tuple[str, Message]]:
    yield from _parts(name, cards.render(shown, cast, readers=READERS))


def _parts(name: str, parts: list[Message]) -> Iterator[tuple[str, Message]]:
    for at, message in enumerate(parts, start=1):
        yield (name if len(parts) == 1 else f"{name}-{at}"), message
