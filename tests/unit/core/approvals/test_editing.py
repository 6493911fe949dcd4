"""A draft in a reviewer's own words."""

import pytest

from core.approvals.digest import answer_digest
from core.approvals.editing import edited
from core.domain.approval import MAX_WORDS, Approval, Revision
from core.domain.outcome import Claim, Draft
from tests.adapters.samples import APPROVER, approval, draft


def waiting() -> Approval:
    """Its draft has two quotes."""
    first = draft().citations[0]
    second = first.model_copy(update={"n": 2, "quote": "Ask first.", "start": 20, "end": 30})
    claims = (Claim(text="Thirty days.", citations=(1,)), Claim(text="Ask first.", citations=(2,)))
    made = Draft(text="Thirty days. [1]\nAsk first. [2]", citations=(first, second), claims=claims)
    return approval().model_copy(update={"draft": made})


def revised(words: str, standing: tuple[int, ...] = (1, 2)) -> Revision:
    made = edited(waiting(), words, APPROVER, standing)
    assert made is not None
    return made


def test_a_citation_whose_mark_stands_and_whose_quote_verifies_stays() -> None:
    made = revised("It is thirty days a year. [1]\n\nNo need to ask.").draft
    assert made.text == "It is thirty days a year. [1]\n\nNo need to ask."
    assert [citation.quote for citation in made.citations] == ["Thirty days."]


def test_a_mark_whose_quote_does_not_verify_goes() -> None:
    made = revised("Thirty days. [1] Ask your lead. [2]", standing=(2,)).draft
    assert made.text == "Thirty days. Ask your lead. [1]"
    assert [citation.quote for citation in made.citations] == ["Ask first."]


def test_numbers_in_brackets_that_are_no_marks_are_the_reviewers_words() -> None:
    assert revised("See form [14] first.").draft.text == "See form [14] first."
    assert revised("See form [14] first.").draft.citations == ()


def test_the_digest_is_of_the_new_words_and_of_whose_they_are() -> None:
    made = revised("Forty days.")
    question = waiting().request.question
    assert made.digest == answer_digest(question, made.draft, APPROVER)
    assert len({made.digest, answer_digest(question, made.draft), revised("Fifty days.").digest}) == 3


@pytest.mark.parametrize("words", [None, "", " \n", "Thirty days. [1]\nAsk first. [2]\n", "[1]", "x" * (MAX_WORDS + 1)])
def test_no_words_the_same_words_and_too_many_are_no_edit(words: str | None) -> None:
    assert edited(waiting(), words, APPROVER, (1, 2)) is None
