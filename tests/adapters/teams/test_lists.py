"""Lists, greetings and marks."""

from __future__ import annotations

import pytest

from adapters.teams import lists
from adapters.teams.greeting import greeting
from adapters.teams.lists import Waiting
from adapters.teams.marks import Mark, Part
from adapters.teams.tickets import Ticket
from core.domain.language import Language
from tests.adapters.teams.specimens import approval, long_approval, request
from tests.doubles.teams.seen import buttons, texts


def words(message) -> list[str]:
    return list(texts(message.card))


def test_what_waits_for_somebody_is_opened_from_the_list_where_one_card_holds_all_of_it() -> None:
    short, long = approval(), long_approval(id="ap_2")
    shown = lists.inbox(Waiting([short, long], [], paused=False))
    (button,) = buttons(shown.card)
    assert (button.verb, Ticket.load(button.action["data"])) == ("refresh", Ticket("ap_1", short.digest))
    assert words(shown)[-1] == "Its card is longer than one message: it stands where I posted it."


def test_ones_own_questions_are_each_withdrawn_by_a_button_in_their_language() -> None:
    own = [approval(id=f"ap_{n}", request=request(language=Language.GERMAN)) for n in range(12)]
    shown = lists.pending(Waiting([], own, paused=True))
    assert [button.action["data"]["approval"] for button in buttons(shown.card)] == [f"ap_{n}" for n in range(10)]
    assert {button.action["title"] for button in buttons(shown.card)} == {"Zurückziehen"}
    assert words(shown)[-1] == "… und 2 weitere."
    assert words(shown)[1].startswith("Countersign is paused")


def test_an_empty_list_says_so() -> None:
    empty = Waiting([], [], paused=False)
    assert words(lists.inbox(empty))[1:] == ["Nothing waits for your decision."]
    assert words(lists.pending(empty))[1:] == ["None of your questions is under review."]


def test_a_greeting_offers_questions_where_somebody_is_alone_with_the_bot() -> None:
    offered = [
        action["data"]["msteams"]
        for element in greeting(alone=True).card["body"]
        for action in element.get("actions", [])
    ]
    assert offered[0] == {"type": "imBack", "value": "How many days of annual leave do I have?"}
    assert len(offered) == 3
    assert not any(element.get("actions") for element in greeting(alone=False).card["body"])


@pytest.mark.parametrize("part", Part)
def test_a_mark_is_read_as_it_was_written(part: Part) -> None:
    mark = Mark(part, "ex_1", 3, "19:x@thread.tacv2", 'teams:"1"')
    assert Mark.load(mark.dump()) == mark


@pytest.mark.parametrize(
    "value", [None, "", "x", "[]", "1", '["else","k",0,"",""]', '["card","k","x","",""]', "[" * 9999]
)
def test_another_key_is_no_mark(value: str | None) -> None:
    assert Mark.load(value) is None
