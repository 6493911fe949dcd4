"""What a question takes from its thread."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.domain.exchange import Exchange
from core.domain.language import Language
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import Person, PipelineRequest, PlaceKind
from core.journeys.memory import goes_on, recalled
from tests.adapters.samples import NOW, exchange, request

SAM = Person(id="slack:U2", name="Sam")


def earlier(
    question: str = "How many days of annual leave do I have?", minutes: int = 10, **change: object
) -> Exchange:
    asked = request(question=question).model_copy(update={"received_at": NOW - timedelta(minutes=minutes), **change})
    return exchange(f"ex_{minutes}", asked=asked, minutes=-minutes)


def asks(question: str = "and for contractors?", **place: object) -> PipelineRequest:
    given = request(key="slack:T1:C1:2", question=question)
    return given.model_copy(update={"place": given.place.model_copy(update={"message": "2", **place})})


def test_the_last_exchanges_of_the_thread_are_remembered_oldest_first() -> None:
    before = [earlier(f"Question {n}?", minutes=n) for n in range(1, 6)]
    found = recalled(asks("Who approves travel to Berlin?"), before)
    assert [turn.question for turn in found.memory_context] == ["Question 3?", "Question 2?", "Question 1?"]
    assert (found.standalone, found.asks) == (None, "Who approves travel to Berlin?")


def test_a_follow_up_is_spelt_out_and_goes_on_in_the_threads_language() -> None:
    found = recalled(asks("PTO?"), [earlier(language=Language.GERMAN)])
    assert found.language is Language.GERMAN
    assert recalled(asks(), [earlier()]).asks == "How many days of annual leave do I have, for contractors?"


@pytest.mark.parametrize("change", [{"outcome": OutcomeKind.FAILED}, {"reason": Reason.PAUSED}])
def test_what_was_no_answer_is_not_remembered(change: dict[str, object]) -> None:
    before = earlier()
    failed = before.model_copy(update={"outcome": before.outcome.model_copy(update=change)})
    assert recalled(asks(), [failed]) == asks()


def test_others_questions_of_a_thread_count_but_what_was_told_them_privately_does_not() -> None:
    assert recalled(asks(), [earlier(asker=SAM)]).standalone
    assert recalled(asks(), [earlier(asker=SAM, privately=True)]) == asks()
    assert recalled(asks(), [earlier(privately=True)]).standalone


def test_where_everything_stands_one_under_the_other_an_hour_is_long_ago() -> None:
    place = asks(kind=PlaceKind.DIRECT, thread=None).place
    recent, old = earlier(minutes=59, place=place), earlier(minutes=61, place=place)
    here = asks(kind=PlaceKind.DIRECT, thread=None)
    assert recalled(here, [recent]).standalone
    assert recalled(here, [old]) == here


@pytest.mark.parametrize(
    ("question", "before", "answers"),
    [
        ("and for contractors?", [earlier()], True),
        ("and for contractors?", [earlier(asker=SAM)], False),
        ("and for contractors?", [], False),
        ("thanks a lot!", [earlier()], False),
    ],
)
def test_a_message_that_does_not_name_the_bot_is_for_it_where_its_author_asked_before(
    question: str, before: list[Exchange], answers: bool
) -> None:
    assert goes_on(asks(question), before) is answers


def test_outside_a_thread_nothing_goes_on() -> None:
    assert not goes_on(asks(thread=None), [earlier()])
