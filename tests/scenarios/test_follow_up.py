"""The thread as context, the asker's language, privacy and what surfaces refuse, through the whole program."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.domain.language import Language
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import PipelineRequest
from core.errors import SurfaceError
from core.ports.answers import Sharing
from core.wording import say
from tests.scenarios.office import DANA, HOTEL, RULES, SAM, TRAVEL, Office
from tests.unit.core.journeys.test_question import SECRET, SEVERANCE

LEAVE = """---
title: Leave policy
---
# Annual leave

Employees have 30 days of annual leave in a calendar year. Contractors have no annual leave at all.
"""


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    office = Office(tmp_path, rules={**RULES, "groups": {"travel-leads": ["lee@acme.test"], "board": [DANA.id]}})
    await office.ingest("travel.md", TRAVEL)
    await office.ingest("leave.md", LEAVE)
    await office.workflows.launch()
    yield office
    await office.workflows.close()


async def ask(office: Office, question: str, *, thread: str | None = None, **more: object) -> PipelineRequest:
    request = office.request(question, **more)
    office.clock.advance(60)  # a later question: what came before is on record
    place = request.place.model_copy(update={"thread": thread})
    request = request.model_copy(update={"place": place, "received_at": office.clock.now()})
    await office.workflows.submit(request)
    await office.until(lambda: request.id in office.slack.outcomes)
    return request


async def test_a_follow_up_is_answered_from_the_question_before(office: Office) -> None:
    first = await ask(office, "How many days of annual leave do employees have?")
    second = await ask(office, "and for contractors?", thread=first.place.message)

    exchange = await office.exchange(second)
    assert exchange.request.standalone == "How many days of annual leave do employees have, for contractors?"
    assert [turn.question for turn in exchange.request.memory_context] == [first.question]
    assert "Contractors have no annual leave" in office.shown(second).text


async def test_the_same_words_in_another_thread_take_nothing_from_it(office: Office) -> None:
    await ask(office, "How many days of annual leave do employees have?")
    alone = await ask(office, "and for contractors?")
    assert (await office.exchange(alone)).request.standalone is None


async def test_a_follow_up_to_which_the_documents_say_nothing_new_goes_to_a_reviewer(office: Office) -> None:
    first = await ask(office, HOTEL)
    second = await ask(office, "and for interns?", thread=first.place.message)
    assert office.shown(second).outcome is OutcomeKind.PENDING_APPROVAL
    approval = await office.approval(office.shown(second).approval_id or "")
    assert approval.request.standalone == "What may a hotel room cost a night, for interns?"
    decision = await office.decide(approval, SAM)
    assert decision.approval is not None  # the digest covers the question as it was understood and shown
    assert decision.ruling == "decided"


async def test_who_has_asked_in_a_thread_goes_on_there_and_nobody_else(office: Office) -> None:
    first = await ask(office, HOTEL)
    place = first.place.model_copy(update={"thread": first.place.message, "message": "77"})
    later = first.model_copy(update={"id": "slack:T:C:77", "place": place, "received_at": office.clock.now()})
    office.clock.advance(1)
    later = later.model_copy(update={"received_at": office.clock.now()})
    assert await office.workflows.follows_up(later.model_copy(update={"question": "and in Rome?"}))
    assert not await office.workflows.follows_up(later.model_copy(update={"question": "thanks!"}))
    assert not await office.workflows.follows_up(later.model_copy(update={"question": "and in Rome?", "asker": SAM}))


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Was ist die Regel für fliegende Autos?", Language.GERMAN),
        ("¿Cuál es la norma para los coches voladores?", Language.SPANISH),
        ("飞行汽车有什么规定？", Language.CHINESE),
        ("Які правила для літаючих автомобілів?", Language.UKRAINIAN),
    ],
)
async def test_fixed_words_are_in_the_language_of_the_question(
    office: Office, question: str, language: Language
) -> None:
    office.certain.value = 0.1
    asked = await ask(office, question)
    refused = office.shown(asked)
    assert refused.text == f"{say(f'refused.{refused.reason}', language)} Ask Compliance."
    assert (await office.exchange(asked)).request.language is language


async def test_a_review_is_told_in_the_askers_language_to_its_end(office: Office) -> None:
    office.certain.value = 0.6
    asked = await ask(office, "Wie viel darf ein hotel room pro night kosten?")
    shown = office.shown(asked)
    assert shown.text.startswith(say("pending", Language.GERMAN))
    assert "Wenn bis" in shown.text
    approval = await office.approval(shown.approval_id or "")
    assert "The draft may be right" in approval.why  # approvers read English
    await office.decide(approval, SAM)
    assert (await office.verdict(approval)).text.endswith("Geprüft von Sam.")


async def test_a_restricted_answer_can_be_followed_up_by_its_asker_alone_and_is_not_shared(office: Office) -> None:
    await office.store.documents.remove("travel.md")
    await office.store.documents.remove("leave.md")
    await office.ingest("severance.md", SECRET)
    asked = await ask(office, SEVERANCE)
    assert (await office.exchange(asked)).request.privately
    assert (await office.workflows.shared(office.shown(asked).exchange_id, DANA))[0] is Sharing.RESTRICTED
    theirs = await ask(office, "who approves that?", thread=asked.place.message, asker=SAM)
    assert (await office.exchange(theirs)).request.memory_context == ()


async def test_an_answer_is_shared_as_it_stands_and_not_once_its_source_has_changed(office: Office) -> None:
    asked = await ask(office, HOTEL)
    exchange_id = office.shown(asked).exchange_id
    sharing, exchange = await office.workflows.shared(exchange_id, DANA)
    assert (sharing, exchange.id if exchange else None) == (Sharing.ALLOWED, exchange_id)
    assert (await office.workflows.shared(exchange_id, SAM))[0] is Sharing.UNKNOWN  # somebody else's
    assert (await office.workflows.shared("ex_404", DANA))[0] is Sharing.UNKNOWN
    await office.ingest("travel.md", TRAVEL.replace("$210", "$250"))
    assert await office.workflows.shared(exchange_id, DANA) == (Sharing.OUTDATED, None)


# -- what a surface refuses ---------------------------------------------------------------------------------------------


async def test_where_the_place_takes_no_message_the_asker_is_told_directly_and_operators_find_out(
    office: Office,
) -> None:
    refusal = SurfaceError("Slack's chat.postMessage refused: is_archived.", code="is_archived", permanent=True)
    deliver = office.slack.deliver

    async def archived(*arguments: object) -> None:
        raise refusal

    office.slack.deliver = archived  # type: ignore[method-assign, assignment]
    request = office.request()
    await office.workflows.submit(request)
    await office.until(lambda: request.id in office.slack.told_directly)
    office.slack.deliver = deliver  # type: ignore[method-assign]
    assert "$210" in office.slack.told_directly[request.id].text
    noted = {(trouble.what, trouble.code) for trouble in await office.store.troubles.recent()}
    assert noted == {("answer", "is_archived"), ("apology", "is_archived")}


async def troubles(office: Office, count: int) -> set[str]:
    """What was refused, once that is so many things."""
    async with asyncio.timeout(20):
        while len(found := {trouble.what for trouble in await office.store.troubles.recent()}) < count:
            await asyncio.sleep(0.01)
    return found


async def test_a_surface_that_takes_nothing_leaves_the_outcome_and_the_troubles_on_record(office: Office) -> None:
    office.slack.failure = SurfaceError("Slack refused: token_revoked.", code="token_revoked", permanent=True)
    request = office.request()
    await office.workflows.submit(request)
    await office.until_recorded(request)
    noted = await troubles(office, 4)
    assert noted == {"sign of work", "answer", "apology", "answer directly"}
    assert (await office.exchange(request)).outcome.reason is Reason.HIGH_CONFIDENCE


async def test_what_is_tried_again_is_noted_once(office: Office) -> None:
    office.slack.failure = SurfaceError("Slack refused: ratelimited.", code="ratelimited", permanent=False)
    request = office.request()
    await office.workflows.submit(request)
    await troubles(office, 2)
    office.slack.failure = None
    await office.until(lambda: request.id in office.slack.outcomes)
    assert [t.code for t in await office.store.troubles.recent() if t.what == "answer"] == ["ratelimited"]
