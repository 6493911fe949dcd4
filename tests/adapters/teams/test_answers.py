"""Outcomes as their askers read them."""

from __future__ import annotations

import re

import pytest

from adapters.teams import answers
from adapters.teams.activities import Message
from adapters.teams.naming import Named
from core.domain.language import Language
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import PlaceKind
from tests.adapters.teams.sent import sent
from tests.adapters.teams.specimens import (
    QUOTE,
    citation,
    long_outcome,
    many_citations,
    outcome,
    pending,
    refusal,
    request,
)
from tests.doubles.teams.seen import plain


def entity(message: Message) -> dict:
    return next(iter(sent(message).get("entities", [])), {})


def positions(message: Message) -> list[int]:
    return [cited["position"] for cited in entity(message).get("citation", [])]


def test_an_answer_shows_its_text_its_sources_and_their_quotes() -> None:
    (shown,) = answers.render(outcome())
    assert plain(shown.text).split("\n") == [
        f"{QUOTE} [1]",
        "[1] Journal Entry Policy (https://policies.acme.test/finance/journal-entries#1)"
        " · 3 Approval > 3.2 Thresholds · page 4",
        QUOTE,
    ]
    assert positions(shown) == [1]
    assert entity(shown)["additionalType"] == ["AIGeneratedContent"]
    assert "usageInfo" not in entity(shown)
    assert shown.rated


def test_what_rests_on_a_restricted_document_says_so() -> None:
    (shown,) = answers.render(outcome(restricted=True), language=Language.GERMAN)
    assert entity(shown)["usageInfo"]["name"] == "Eingeschränkt"
    assert "usageInfo" not in entity(answers.render(refusal(restricted=True))[0])


def test_a_reviewers_own_words_are_not_labelled_as_generated() -> None:
    (approved,) = answers.render(outcome(reason=Reason.REVIEWER_APPROVED))
    (edited,) = answers.render(outcome(reason=Reason.REVIEWER_EDITED))
    assert entity(approved)["additionalType"] == ["AIGeneratedContent"]
    assert "additionalType" not in entity(edited)
    assert positions(edited) == [1]


@pytest.mark.parametrize("shown", [refusal(nearest=("Gifts",)), pending(), refusal(text="[1] no")], ids=str)
def test_what_is_no_answer_has_no_label_no_citation_and_no_thumbs(shown) -> None:
    (message,) = answers.render(shown)
    assert (message.entity, message.rated) == (None, False)


def test_a_refusal_names_near_documents_apart() -> None:
    (shown,) = answers.render(refusal(nearest=("Gifts *Policy*", "Travel")))
    assert plain(shown.text).split("\n")[-1] == "These might be near: Gifts *Policy*, Travel"


def test_a_long_answer_goes_on_in_further_messages_and_nothing_is_lost() -> None:
    long = long_outcome()
    shown = answers.render(long)
    assert len(shown) == 2
    assert [message.rated for message in shown] == [False] * (len(shown) - 1) + [True]
    read = "\n".join(plain(message.text) for message in shown).replace("This goes on in the next message.", "")
    said = " ".join(read.split())
    assert " ".join(long.text.split()) in said
    assert all(" ".join(cited.quote.split()) in said for cited in long.citations)
    for message in shown:
        marked = {int(number) for number in re.findall(r"\[(\d+)\]", plain(message.text))}
        assert set(positions(message)) == marked


@pytest.mark.parametrize("between", ["\n", " "])
def test_many_sources_are_divided_between_messages_each_with_ten_at_most(between: str) -> None:
    many = many_citations(23)
    shown = answers.render(many.model_copy(update={"text": many.text.replace("\n", between)}))
    assert max(len(positions(message)) for message in shown) == 10
    assert {number for message in shown for number in positions(message)} == set(range(1, 24))


def test_the_outcome_of_a_review_says_what_it_is_about() -> None:
    (here,) = answers.reviewed(request(PlaceKind.CHANNEL), outcome(), Named("Dana"))
    assert plain(here.text).startswith("Dana, the review of your question is over.\n")
    (alone,) = answers.reviewed(request(PlaceKind.CHANNEL, privately=True), outcome(), Named("Dana"))
    assert plain(alone.text).split("\n")[:2] == [
        "The review of your question is over. You asked:",
        "What is the approval workflow for journal entries over $100K?",
    ]


def test_a_page_follows_the_language() -> None:
    (shown,) = answers.render(outcome(citations=(citation(page=7),)), language=Language.SPANISH)
    assert "página 7" in plain(shown.text)


def test_a_failure_is_told_plainly() -> None:
    broken = outcome(OutcomeKind.FAILED, reason=Reason.INTERNAL_ERROR, text="Something went wrong.", citations=())
    (shown,) = answers.render(broken)
    assert (plain(shown.text), shown.entity) == ("Something went wrong.", None)
