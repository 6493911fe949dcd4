"""A crash between any two calls: what was shown is found again, and nothing is shown twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from adapters.memory.clock import SystemClock
from core.domain.approval import Approval, ApprovalState, Approver, Remark
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import PipelineRequest, PlaceKind
from core.errors import SurfaceError
from core.wording import reviewing as wording
from tests.adapters.slack import specimens
from tests.scenarios.slack.conftest import Scene

REVIEW = {"cards": ("slack:G01REVIEW",), "approvers": (Approver(account="slack:U01SAM"),)}


@pytest.fixture
def transport() -> str:
    """How a request came in makes no difference here."""
    return "http"


async def asked(scene: Scene, kind: PlaceKind) -> PipelineRequest:
    """A question that was taken down, and shown nothing for."""
    channel = "C01GENERAL" if kind is PlaceKind.CHANNEL else scene.workspace.direct("U01DANA").id
    message = scene.workspace.post(channel, "U01DANA", "Who approves entries?")
    place = {"channel": channel, "message": message.ts}
    return specimens.request(kind, place=place, received_at=SystemClock().now())


def shown(scene: Scene, request: PipelineRequest) -> list[str]:
    """What stands where the answer belongs."""
    place = request.place
    if place.kind is PlaceKind.DIRECT:
        return [message.words for message in scene.workspace.top_level(place.channel)[1:]]
    return [message.words for message in scene.workspace.thread(place.channel, place.message or "")]


async def twice(scene: Scene, lost: str, work: Callable[[], Awaitable[object]]) -> object:
    """Does something whose answer from Slack is lost, then again in a new process."""
    scene.slack.lose_answer(lost)
    with pytest.raises(SurfaceError) as error:
        await work()
    assert not error.value.permanent
    await scene.restart()
    return await work()


@pytest.mark.parametrize("kind", [PlaceKind.CHANNEL, PlaceKind.DIRECT])
async def test_a_sign_of_work_whose_posting_was_not_confirmed(scene: Scene, kind: PlaceKind) -> None:
    request = await asked(scene, kind)

    found = await twice(scene, "chat.postMessage", lambda: scene.surface.acknowledge(request))

    assert shown(scene, request) == [wording.WORKING]
    await scene.surface.deliver(request, specimens.refusal(), str(found))
    assert len(shown(scene, request)) == 1
    assert "I cannot find" in shown(scene, request)[0]


@pytest.mark.parametrize("kind", [PlaceKind.CHANNEL, PlaceKind.DIRECT])
async def test_an_answer_whose_posting_was_not_confirmed(scene: Scene, kind: PlaceKind) -> None:
    request = await asked(scene, kind)

    await twice(scene, "chat.postMessage", lambda: scene.surface.deliver(request, specimens.outcome(), None))

    assert len(shown(scene, request)) == 1


async def test_a_placeholder_that_was_shown_but_not_recorded_becomes_the_answer(scene: Scene) -> None:
    request = await asked(scene, PlaceKind.CHANNEL)
    await scene.surface.acknowledge(request)
    await scene.restart()

    await scene.surface.deliver(request, specimens.outcome(), None)

    assert len(shown(scene, request)) == 1
    assert specimens.QUOTE in shown(scene, request)[0]


async def test_a_placeholder_that_somebody_deleted_does_not_cost_the_answer(scene: Scene) -> None:
    request = await asked(scene, PlaceKind.CHANNEL)
    placeholder = await scene.surface.acknowledge(request)
    assert placeholder
    message = scene.workspace.get("C01GENERAL", placeholder)
    assert message
    scene.workspace.delete(message)

    await scene.surface.deliver(request, specimens.outcome(), placeholder)

    assert specimens.QUOTE in shown(scene, request)[0]


async def test_the_parts_of_a_long_answer(scene: Scene) -> None:
    request = await asked(scene, PlaceKind.CHANNEL)
    placeholder = await scene.surface.acknowledge(request)

    await twice(
        scene, "chat.postMessage", lambda: scene.surface.deliver(request, specimens.long_outcome(), placeholder)
    )

    parts = shown(scene, request)
    assert len(parts) == len(set(parts)) == 3


@pytest.mark.parametrize("lost", ["chat.postMessage", "chat.update"])
async def test_a_long_card(scene: Scene, lost: str) -> None:
    approval = await _approval(scene)

    cards = await twice(scene, lost, lambda: scene.surface.post_cards(approval))

    assert isinstance(cards, list)
    (card,) = scene.workspace.top_level("G01REVIEW")
    assert [c.message for c in cards] == [card.ts]
    parts = scene.workspace.thread("G01REVIEW", card.ts)
    assert len(parts) == 3
    assert "read_all" in card.buttons
    assert {"approve", "deny"} <= set(parts[-1].buttons)


async def test_direct_cards_when_the_second_approver_could_not_be_reached(scene: Scene) -> None:
    people = (Approver(account="slack:U01SAM"), Approver(account="slack:U01LEE"))
    approval = (await _approval(scene, draft=specimens.draft())).model_copy(
        update={"rule": specimens.approval(rule={"approvers": people}).rule}
    )
    sam, lee = scene.workspace.direct("U01SAM").id, scene.workspace.direct("U01LEE").id
    await scene.surface.post_cards(approval)
    scene.workspace.delete(scene.workspace.top_level(lee)[0])
    await scene.restart()

    cards = await scene.surface.post_cards(approval)

    assert [card.channel for card in cards] == [sam, lee]
    assert [len(scene.workspace.top_level(channel)) for channel in (sam, lee)] == [1, 1]


async def test_a_verdict(scene: Scene) -> None:
    request = await asked(scene, PlaceKind.CHANNEL)
    approval = specimens.approval(ApprovalState.APPROVED, request=request)
    outcome = specimens.outcome(OutcomeKind.ANSWERED, reason=Reason.REVIEWER_APPROVED)
    await scene.surface.deliver(request, specimens.pending(), None)

    await twice(scene, "chat.postMessage", lambda: scene.surface.deliver_verdict(approval, outcome))

    assert len(shown(scene, request)) == 2


async def test_another_apps_message_with_the_same_metadata_is_not_taken_for_ours(scene: Scene) -> None:
    request = await asked(scene, PlaceKind.CHANNEL)
    mark = {"event_type": "countersign_message", "event_payload": {"request_id": request.id, "part": "answer", "n": 0}}
    scene.workspace.post(
        "C01GENERAL", "U01ROBO", "gotcha", thread_ts=request.place.message, metadata=mark, bot_id="B01ROBO"
    )

    await scene.surface.deliver(request, specimens.outcome(), None)

    assert shown(scene, request)[0] == "gotcha"
    assert specimens.QUOTE in shown(scene, request)[1]


async def _approval(scene: Scene, **change: object) -> Approval:
    request = await asked(scene, PlaceKind.CHANNEL)
    opened = specimens.long_approval(request=request, rule=REVIEW, opened_at=request.received_at)
    return opened.model_copy(update=change)


def remark(approval: Approval, *, from_asker: bool = False) -> Remark:
    author = specimens.DANA if from_asker else specimens.SAM
    said = {"id": f"slack:{from_asker}", "author": author, "from_asker": from_asker, "text": "Which year?"}
    return Remark(approval_id=approval.id, said_at=SystemClock().now(), **said)


@pytest.mark.parametrize("kind", [PlaceKind.CHANNEL, PlaceKind.DIRECT, PlaceKind.PRIVATE_REPLY])
async def test_a_question_of_a_reviewers(scene: Scene, kind: PlaceKind) -> None:
    question = await asked(scene, kind)
    approval = specimens.approval(request=question, opened_at=question.received_at)
    await twice(scene, "chat.postMessage", lambda: scene.surface.ask_back(approval, remark(approval)))
    channel = question.place.channel
    if kind is PlaceKind.PRIVATE_REPLY:
        said = [m for m in scene.workspace.top_level(scene.workspace.direct("U01DANA").id) if m.bot_id]
    else:
        said = scene.workspace.thread(channel, question.place.message or "")
    assert [("Which year?" in m.words, set(m.buttons)) for m in said] == [(True, {"answer"})]


async def test_what_is_said_beside_a_card(scene: Scene) -> None:
    approval = await _approval(scene, draft=specimens.draft())
    (card,) = await scene.surface.post_cards(approval)
    for made in (remark(approval), remark(approval, from_asker=True)):
        await twice(scene, "chat.postMessage", lambda made=made: scene.surface.add_remark(card, approval, made))
    said = [m.words for m in scene.workspace.thread(card.channel, card.message)]
    assert [words.split(":")[0] for words in said] == ["@U01SAM asks the person who asked", "@U01DANA answers"]


@pytest.mark.parametrize("lost", ["chat.postMessage", "chat.update"])
async def test_a_card_that_an_edit_made_longer_and_one_that_it_made_shorter(scene: Scene, lost: str) -> None:
    short = await _approval(scene, draft=specimens.draft())
    long = (await _approval(scene)).model_copy(update={"edits": 1, "edited_by": specimens.SAM})
    (card,) = await scene.surface.post_cards(short)
    await twice(scene, lost, lambda: scene.surface.update_card(card, long))
    (first,) = scene.workspace.top_level("G01REVIEW")
    parts = scene.workspace.thread("G01REVIEW", first.ts)
    assert [set(m.buttons) & {"read_all", "approve"} for m in (first, *parts)] == [
        {"read_all"},
        set(),
        set(),
        {"approve"},
    ]

    again = short.model_copy(update={"edits": 2, "edited_by": specimens.SAM})
    await scene.surface.update_card(card, again)
    assert "approve" in first.buttons
    assert [m.words for m in scene.workspace.thread("G01REVIEW", first.ts)] == [wording.PART_UNUSED] * 3


async def test_an_offer_that_is_not_shown_holds_nothing_up(scene: Scene) -> None:
    question = await asked(scene, PlaceKind.CHANNEL)
    scene.slack.fail("chat.postEphemeral", "user_not_in_channel")
    assert await scene.surface.deliver(question, specimens.pending(), None)
    assert scene.workspace.whispers("U01DANA") == []
