"""The one place that puts the marks into an answer."""

from core.domain.outcome import Claim
from core.grounding.compose import compose
from tests.adapters.samples import draft

CITATION = draft().citations[0]
GIVEN = {n: CITATION.model_copy(update={"n": n, "quote": f"quote {n}"}) for n in (1, 2, 7)}


def test_citations_are_numbered_by_first_use_and_unused_ones_left_out() -> None:
    made = compose([Claim(text="First.", citations=(7,)), Claim(text="Second.", citations=(2, 7))], GIVEN)
    assert made.text == "First. [1]\nSecond. [2][1]"
    assert [(citation.n, citation.quote) for citation in made.citations] == [(1, "quote 7"), (2, "quote 2")]
    assert [claim.citations for claim in made.claims] == [(1,), (2, 1)]


def test_brackets_in_a_policys_own_words_are_not_marks() -> None:
    made = compose([Claim(text="Within [14] days.", citations=(2,))], GIVEN)
    assert made.text == "Within [14] days. [1]"
    assert made.claims[0].text == "Within [14] days."


def test_a_claim_that_rests_on_nothing_carries_no_mark() -> None:
    assert compose([Claim(text="Hello.", citations=())], GIVEN).text == "Hello."


def test_no_claims_make_an_empty_draft() -> None:
    made = compose([], GIVEN)
    assert (made.text, made.citations, made.claims) == ("", (), ())


def test_composing_again_changes_nothing() -> None:
    made = compose([Claim(text="First.", citations=(7, 1))], GIVEN)
    assert compose(made.claims, {citation.n: citation for citation in made.citations}) == made
