"""Answers that do not go where they were asked: restricted ones, and those whose place takes no message."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adapters.slack.modals import ANSWER, WITHDRAW
from core.domain.approval import Remark
from core.domain.feedback import Complaint, Digest, Feedback
from core.domain.language import Language
from core.domain.outcome import Outcome, OutcomeKind, Reason
from core.domain.request import PipelineRequest, Standing
from core.errors import SurfaceError
from core.wording import say
from tests.adapters.slack.specimens import (
    DANA,
    NASTY,
    NOW,
    QUOTE,
    SAM,
    approval,
    long_outcome,
    outcome,
    pending,
    refusal,
)
from tests.doubles.slack import Posted
from tests.scenarios.slack.conftest import Scene

QUESTION = "Who approves entries & why?"


async def asked(scene: Scene, **found: object) -> tuple[Posted, PipelineRequest, str | None]:
    """A question in a channel with its sign of work, and what the program found out of it."""
    posted = await scene.people.mention("U01DANA", "C01GENERAL", QUESTION)
    await scene.desk.settle()
    (request,) = scene.desk.requests.values()
    (sign,) = scene.workspace.thread("C01GENERAL", posted.message.ts)
    return posted, request.model_copy(update=found), sign.ts


@pytest.fixture(autouse=True)
def _only_a_sign_of_work(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests deliver themselves: the desk leaves it at the sign of work."""

    async def answer(request: PipelineRequest) -> None:
        await scene.surface.acknowledge(request)

    monkeypatch.setattr(scene.desk, "_answer", answer)


def direct_words(scene: Scene) -> list[str]:
    return [m.words for m in scene.workspace.top_level(scene.workspace.direct("U01DANA").id)]


@pytest.mark.parametrize("shown", [outcome(), pending()])
async def test_a_restricted_answer_goes_to_the_asker_and_before_all_stands_only_a_note(
    scene: Scene, shown: Outcome
) -> None:
    posted, request, sign = await asked(scene, privately=True)
    for _ in range(2):  # repeated after a crash
        await scene.surface.deliver(request, shown, sign)

    (note,) = scene.workspace.thread("C01GENERAL", posted.message.ts)
    assert note.words == say("elsewhere.private", Language.ENGLISH, asker="@U01DANA")
    (told,) = direct_words(scene)
    assert say("elsewhere.private_lead") in told
    assert QUESTION in told
    assert shown.text in told
    assert not any(QUOTE[:40] in m.words for m in scene.workspace.thread("C01GENERAL", posted.message.ts))


async def test_a_long_restricted_answer_goes_on_in_the_direct_thread(scene: Scene) -> None:
    posted, request, sign = await asked(scene, privately=True)
    await scene.surface.deliver(request, long_outcome(), sign)
    direct = scene.workspace.direct("U01DANA").id
    (first,) = scene.workspace.top_level(direct)
    assert "30." in scene.workspace.thread(direct, first.ts)[-1].words
    assert len(scene.workspace.thread("C01GENERAL", posted.message.ts)) == 1


async def test_where_no_direct_message_can_be_the_asker_alone_sees_it_in_the_channel(scene: Scene) -> None:
    posted, request, sign = await asked(scene, privately=True)
    scene.slack.fail("conversations.open", "user_disabled")
    await scene.surface.deliver(request, outcome(), sign)
    (whisper,) = scene.workspace.whispers("U01DANA")
    assert QUOTE in whisper.words
    assert QUOTE not in scene.workspace.thread("C01GENERAL", posted.message.ts)[0].words


async def test_a_refusal_needs_no_privacy(scene: Scene) -> None:
    posted, request, sign = await asked(scene, privately=True)
    await scene.surface.deliver(request, refusal(), sign)
    assert "I cannot find" in scene.workspace.thread("C01GENERAL", posted.message.ts)[0].words
    assert direct_words(scene) == []


async def test_the_end_of_a_restricted_review_is_told_directly(scene: Scene) -> None:
    posted, request, _ = await asked(scene, privately=True)
    decided = approval(request=request)
    await scene.surface.deliver_verdict(decided, outcome(reason=Reason.REVIEWER_APPROVED))
    assert QUOTE in direct_words(scene)[0]
    assert all(QUOTE not in m.words for m in scene.workspace.thread("C01GENERAL", posted.message.ts))


async def test_what_concerns_a_restricted_review_is_for_the_asker_directly(scene: Scene) -> None:
    posted, request, sign = await asked(scene, privately=True)
    await scene.surface.deliver(request, pending(), sign)
    waiting = approval(request=request)
    question = Remark(
        id="slack:1", approval_id=waiting.id, author=SAM, from_asker=False, text="For which city?", said_at=NOW
    )
    for _ in range(2):  # repeated after a crash
        await scene.surface.ask_back(waiting, question)

    notice, put = scene.workspace.top_level(scene.workspace.direct("U01DANA").id)
    assert list(notice.buttons) == [WITHDRAW]
    assert list(put.buttons) == [ANSWER]
    assert "For which city?" in put.words
    assert scene.workspace.whispers("U01DANA") == []
    assert len(scene.workspace.thread("C01GENERAL", posted.message.ts)) == 1  # the note


async def test_a_review_is_offered_and_asked_back_in_the_askers_language(scene: Scene) -> None:
    posted, request, sign = await asked(scene, language=Language.GERMAN)
    await scene.surface.deliver(request, pending(), sign)
    (offer,) = scene.workspace.whispers("U01DANA")
    assert say("withdraw.offer", Language.GERMAN) in offer.words
    question = Remark(id="slack:1", approval_id="ap_1", author=SAM, from_asker=False, text="Wo?", said_at=NOW)
    await scene.surface.ask_back(approval(request=request), question)
    put = scene.workspace.thread("C01GENERAL", posted.message.ts)[-1]
    assert "@U01DANA @U01SAM prüft Ihre Frage und möchte wissen:\n>Wo?" in put.words


# -- places that take no message ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "trouble"),
    [
        ("not_in_channel", lambda scene: scene.workspace.channels["C01GENERAL"].members.discard("U01BOT")),
        ("is_archived", lambda scene: setattr(scene.workspace.channels["C01GENERAL"], "archived", True)),
    ],
)
async def test_a_channel_that_takes_no_message_is_a_refusal_for_good_and_the_asker_is_told_directly(
    scene: Scene, code: str, trouble
) -> None:
    _, request, sign = await asked(scene)
    trouble(scene)
    with pytest.raises(SurfaceError) as refused:
        await scene.surface.deliver(request, outcome(), sign)
    assert (refused.value.code, refused.value.permanent) == (code, True)
    assert refused.value.remedy

    for _ in range(2):  # repeated after a crash
        await scene.surface.deliver_directly(request, outcome())
    (told,) = direct_words(scene)
    assert say("elsewhere.refused") in told
    assert QUOTE in told


async def test_an_answer_and_the_end_of_its_review_are_both_told_directly(scene: Scene) -> None:
    _, request, _ = await asked(scene)
    await scene.surface.deliver_directly(request, pending())
    await scene.surface.deliver_directly(
        request, outcome(OutcomeKind.DENIED, reason=Reason.REVIEWER_DENIED, citations=())
    )
    assert len(direct_words(scene)) == 2


async def test_a_deleted_sign_of_work_is_replaced_by_a_new_message(scene: Scene) -> None:
    posted, request, sign = await asked(scene)
    scene.workspace.delete(scene.workspace.thread("C01GENERAL", posted.message.ts)[0])
    for _ in range(2):
        await scene.surface.deliver(request, outcome(), sign)
    (answer,) = scene.workspace.thread("C01GENERAL", posted.message.ts)
    assert QUOTE in answer.words


async def test_a_revoked_token_is_a_refusal_for_good_everywhere(scene: Scene) -> None:
    _, request, sign = await asked(scene)
    scene.slack.revoked = True
    for call in (scene.surface.deliver(request, outcome(), sign), scene.surface.deliver_directly(request, outcome())):
        with pytest.raises(SurfaceError) as refused:
            await call
        assert (refused.value.code, refused.value.permanent) == ("token_revoked", True)
        assert "COUNTERSIGN_SLACK_BOT_TOKEN" in refused.value.remedy


async def test_a_rate_limit_is_waited_out_and_the_answer_comes_once(scene: Scene) -> None:
    posted, request, sign = await asked(scene)
    scene.slack.limit("chat.update", 1)
    await scene.surface.deliver(request, outcome(), sign)
    (answer,) = scene.workspace.thread("C01GENERAL", posted.message.ts)
    assert QUOTE in answer.words
    assert [call.error for call in scene.slack.called("chat.update")] == ["ratelimited", None]


async def test_a_lasting_rate_limit_is_transient_and_says_how_long(scene: Scene) -> None:
    _, request, sign = await asked(scene)
    for _ in range(3):
        scene.slack.fail("chat.update", "ratelimited")
    with pytest.raises(SurfaceError) as refused:
        await scene.surface.deliver(request, outcome(), sign)
    assert not refused.value.permanent


# -- who people are -------------------------------------------------------------------------------------------------------


async def test_members_are_in_their_groups_and_guests_and_other_companies_in_none(scene: Scene) -> None:
    for user in ("U01GUS", "U01EVE"):
        scene.workspace.groups["S01FINANCE"].add(user)
    groups = {}
    for user in ("U01SAM", "U01GUS", "U01EVE"):
        groups[user] = await scene.surface.directory.groups_of(DANA.model_copy(update={"id": f"slack:{user}"}))
    assert groups == {"U01SAM": {"slack:S01FINANCE"}, "U01GUS": set(), "U01EVE": set()}
    assert len(scene.slack.called("usergroups.list")) == 1  # cached


async def test_somebody_of_another_company_is_answered_and_counts_as_external(scene: Scene) -> None:
    posted = await scene.people.mention("U01EVE", "C01SHARED", QUESTION)
    assert posted.acknowledged
    (request,) = scene.desk.requests.values()
    known = await scene.surface.directory.identify(request.asker)
    assert (known.standing, known.email) == (Standing.EXTERNAL, None)


# -- the operators' digest --------------------------------------------------------------------------------------------------


def digest(count: int = 2) -> Digest:
    given = [
        Feedback(
            exchange_id=f"ex_{n}",
            person=DANA,
            helpful=False,
            comment=NASTY if n % 2 else None,
            given_at=NOW + timedelta(minutes=n),
        )
        for n in range(count)
    ]
    return Digest(
        day=NOW.date(), complaints=tuple(Complaint(feedback=one, question=NASTY, answer=QUOTE) for one in given)
    )


@pytest.mark.parametrize("count", [1, 2, 50])
async def test_a_days_thumbs_down_are_posted_once_however_many(scene: Scene, count: int) -> None:
    for _ in range(2):  # repeated after a crash
        await scene.surface.post_digest("G01REVIEW", digest(count))
    (first,) = scene.workspace.top_level("G01REVIEW")
    everything = " ".join(m.words for m in [first, *scene.workspace.thread("G01REVIEW", first.ts)])
    assert all(f"ex_{n} " in everything for n in range(count))
    assert first.words.startswith(f"Answers that did not help · 2026-01-05 · {count}")
