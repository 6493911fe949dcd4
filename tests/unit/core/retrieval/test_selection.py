import pytest

from core.domain.outcome import MAX_QUOTE, MAX_QUOTES, Draft
from core.retrieval.ranking import Retrieval
from core.retrieval.selection import MAX_CITATIONS, draft_answer
from tests.unit.core.retrieval.specimens import passage, retrieval


def draft(found: Retrieval) -> Draft:
    made = draft_answer(found, found.ranked)
    assert made is not None
    return made


def test_the_answer_is_the_policys_own_sentence_and_says_where_it_stands() -> None:
    leave = passage(
        ["General remarks.", "Annual leave is 25 days."], start=100, pages=((100, 3), (117, 4)), pairs=False
    )
    made = draft(retrieval("how many days of annual leave?", [(leave, 0.6)]))
    (citation,) = made.citations
    assert made.text == "Annual leave is 25 days. [1]"
    assert citation.quote == "Annual leave is 25 days."
    assert leave.chunk.text[citation.start - 100 : citation.end - 100] == citation.quote
    assert (citation.document, citation.section, citation.page) == ("Leave policy", "Rules", 4)
    assert (citation.url, citation.content_hash) == ("https://policies.test/leave", "hash of leave")


def test_the_page_is_the_one_the_quote_begins_on() -> None:
    leave = passage(["Annual leave is 25 days.", "Ask early."], pages=((0, 7), (10, 8)), pairs=False)
    assert draft(retrieval("how many days of annual leave?", [(leave, 0.6)])).citations[0].page == 7


def test_a_pair_that_scores_nearly_as_well_is_quoted_whole() -> None:
    leave = passage(["Annual leave is 25 days.", "Unused annual leave lapses."])
    (citation,) = draft(retrieval("how many days of annual leave?", [(leave, 0.6)])).citations
    assert citation.quote == leave.chunk.text


def test_a_list_item_comes_with_its_lead_in_in_one_quote_where_they_are_close() -> None:
    gifts = passage(["The following gifts are prohibited:", "Cash", "Vouchers"], leads={1: 0, 2: 0}, pairs=False)
    made = draft(retrieval("vouchers", [(gifts, 0.6)]))
    assert [c.quote for c in made.citations] == [gifts.chunk.text]


def test_a_lead_in_comes_with_its_items() -> None:
    gifts = passage(["The following gifts are prohibited:", "Cash", "Vouchers"], leads={1: 0, 2: 0}, pairs=False)
    made = draft(retrieval("which gifts are prohibited?", [(gifts, 0.6)]))
    assert [c.quote for c in made.citations] == [gifts.chunk.text]


def test_a_far_lead_in_is_a_quote_of_its_own_and_stands_first() -> None:
    rows = ["Record | Kept for", *(f"Kind {n} | {'x' * 60}" for n in range(8)), "Invoices | 7 years"]
    table = passage(rows, leads={9: 0}, pairs=False)
    made = draft(retrieval("how long are invoices kept?", [(table, 0.6)]))
    assert [c.quote for c in made.citations][:2] == ["Record | Kept for", "Invoices | 7 years"]
    assert made.claims[0].citations == (1, 2)


def test_no_more_and_no_longer_quotes_than_allowed() -> None:
    long = [f"Leave of absence number {n} is granted for {n} days {'and more ' * 30}" for n in range(2, 9)]
    found = retrieval("how many days of leave of absence?", [(passage(long, pairs=False), 0.6)])
    made = draft(found)
    sizes = [len(citation.quote) for citation in made.citations]
    assert len(sizes) <= MAX_CITATIONS
    assert max(sizes) <= MAX_QUOTE
    assert sum(sizes) <= MAX_QUOTES


def test_sentences_far_behind_are_not_quoted() -> None:
    leave = passage(["Annual leave is 25 days.", "The canteen opens at noon."], pairs=False)
    assert len(draft(retrieval("how many days of annual leave?", [(leave, 0.6)])).citations) == 1


def test_only_evidence_is_quoted() -> None:
    leave, travel = passage(["Annual leave is 25 days."]), passage(["Annual leave is 99 days."], document="travel")
    found = retrieval("how many days of annual leave?", [(leave, 0.6), (travel, 0.9)])
    made = draft_answer(found, [r for r in found.ranked if r.passage == leave])
    assert made is not None
    assert {citation.path for citation in made.citations} == {"leave.md"}
    assert draft_answer(found, []) is None


def test_a_question_of_two_parts_is_answered_by_two_sentences() -> None:
    trace = passage(["A lost parcel is traced.", "The carrier has seven days to answer."], pairs=False)
    both = draft(retrieval("what happens to a lost parcel, and how long has the carrier?", [(trace, 0.6)]))
    one = draft(retrieval("how many days has the carrier to answer?", [(trace, 0.6)]))
    assert (len(both.citations), len(one.citations)) == (2, 1)


@pytest.mark.parametrize("foreign", ["What is the capital of Brazil?", "Write a poem about the sea."])
def test_a_neighbour_that_speaks_of_something_else_is_not_quoted_with_it(foreign: str) -> None:
    leave = passage(["Annual leave is 25 days.", foreign])
    (citation,) = draft(retrieval("how many days of annual leave?", [(leave, 0.6)])).citations
    assert citation.quote == "Annual leave is 25 days."
