from core.domain.outcome import MAX_QUOTE
from core.grounding.citing import bind
from core.grounding.quote_check import verified
from tests.unit.core.retrieval.specimens import passage

LEAVE = passage(["Leave “is” paid –", "twice a year."], start=40, pages=((0, 3), (60, 4)))
TRAVEL = passage(["Trips need approval."], document="travel")
SOURCES = {1: LEAVE, 2: TRAVEL}


def test_a_quote_typeset_otherwise_becomes_the_sources_own_characters_at_their_offsets() -> None:
    draft = bind([("Leave is paid twice a year.", [(1, 'Leave "is" paid - twice a year.')])], SOURCES)
    assert draft is not None
    (citation,) = draft.citations
    assert citation.quote == "Leave “is” paid –\ntwice a year."
    assert (citation.start, citation.end, citation.page) == (40, 71, 3)
    assert draft.text == "Leave is paid twice a year. [1]"
    assert verified(draft, {p.chunk.id: p for p in SOURCES.values()}) == draft


def test_the_same_words_are_one_citation() -> None:
    draft = bind(
        [("A.", [(2, "Trips need approval.")]), ("B.", [(2, "Trips  need approval."), (1, "twice a year.")])], SOURCES
    )
    assert draft is not None
    assert [claim.citations for claim in draft.claims] == [(1,), (1, 2)]


def test_a_claim_with_any_quote_that_does_not_stand_is_dropped() -> None:
    claims = [
        ("No quote.", []),
        ("Invented.", [(2, "Trips need approval."), (2, "Trips are free.")]),
        ("Another source.", [(1, "Trips need approval.")]),
        ("No such source.", [(7, "Trips need approval.")]),
    ]
    assert bind(claims, SOURCES) is None


def test_a_quote_longer_than_allowed_is_none() -> None:
    long = passage(["word " * MAX_QUOTE], document="long")
    assert bind([("A.", [(1, "word " * (MAX_QUOTE // 5 + 1))])], {1: long}) is None
