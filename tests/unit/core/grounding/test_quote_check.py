"""No claim leaves whose quote does not stand, character by character, in its source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.document import Chunk, DocumentMeta, Passage
from core.domain.outcome import MAX_QUOTES, Citation, Claim, Draft
from core.grounding.compose import compose
from core.grounding.quote_check import verified

TEXT = "Leave is thirty days. It ends in March. Ask Finance first."
START = 100
"""Where the chunk begins in its version."""


def passage(text: str = TEXT, chunk_id: str = "c1", version_id: str = "v1") -> Passage:
    chunk = Chunk(id=chunk_id, ordinal=0, text=text, start=START, end=START + len(text))
    return Passage(
        chunk=chunk,
        document_id="doc",
        version_id=version_id,
        version_hash="h",
        path="leave.md",
        title="Leave",
        url=None,
        meta=DocumentMeta(),
    )


def cite(n: int, quote: str, *, start: int | None = None, chunk_id: str = "c1", version_id: str = "v1") -> Citation:
    begins = START + TEXT.index(quote) if start is None else start
    return Citation(
        n=n,
        document="Leave",
        path="leave.md",
        section="",
        page=None,
        url=None,
        quote=quote,
        document_id="doc",
        version_id=version_id,
        content_hash="h",
        chunk_id=chunk_id,
        start=begins,
        end=begins + len(quote),
    )


def drafted(*citations: Citation) -> Draft:
    """One claim a citation."""
    claims = [Claim(text=f"Claim {citation.n}.", citations=(citation.n,)) for citation in citations]
    return compose(claims, {citation.n: citation for citation in citations})


EVIDENCE = {"c1": passage()}
DAYS, MARCH, FINANCE = "Leave is thirty days.", "It ends in March.", "Ask Finance first."


def test_a_draft_whose_quotes_all_stand_is_left_as_it_is() -> None:
    draft = drafted(cite(1, DAYS), cite(2, MARCH))
    assert verified(draft, EVIDENCE) == draft


def test_a_claim_with_a_false_quote_goes_and_the_others_are_numbered_anew() -> None:
    draft = drafted(cite(1, "Leave is forty days. ", start=START), cite(2, MARCH), cite(3, FINANCE))
    left = verified(draft, EVIDENCE)
    assert left is not None
    assert left.text == "Claim 2. [1]\nClaim 3. [2]"
    assert [citation.quote for citation in left.citations] == [MARCH, FINANCE]


@pytest.mark.parametrize(
    "false",
    [
        cite(1, DAYS, start=START + 1),
        cite(1, DAYS.upper(), start=START),
        cite(1, DAYS.replace("thirty days", "thirty\u00a0days"), start=START),
        cite(1, DAYS, start=0),
        cite(1, DAYS, start=START - len(TEXT)),
        cite(1, FINANCE + "!", start=START + TEXT.index(FINANCE)),
        cite(1, DAYS, version_id="v2"),
        cite(1, DAYS, chunk_id="c2"),
    ],
    ids=[
        "shifted",
        "case",
        "white space",
        "outside",
        "negative offset",
        "past the end",
        "other version",
        "no evidence",
    ],
)
def test_anything_but_the_same_characters_in_the_same_place_is_false(false: Citation) -> None:
    assert verified(drafted(false), EVIDENCE) is None


def test_an_empty_stretch_is_no_quote() -> None:
    backwards = cite(1, DAYS).model_copy(update={"start": START + 5, "end": START + 5})
    assert verified(drafted(backwards), EVIDENCE) is None


def test_a_claim_that_rests_on_a_true_and_a_false_quote_goes() -> None:
    false = cite(2, "Leave is forty days. ", start=START)
    draft = compose([Claim(text="Both.", citations=(1, 2))], {1: cite(1, DAYS), 2: false})
    assert verified(draft, EVIDENCE) is None


def test_a_claim_without_any_quote_goes() -> None:
    draft = Draft(text="Trust me.", citations=(cite(1, DAYS),), claims=(Claim(text="Trust me.", citations=()),))
    assert verified(draft, EVIDENCE) is None


def test_a_claim_that_names_a_citation_which_is_not_there_goes() -> None:
    draft = Draft(text="Trust me. [4]", citations=(cite(1, DAYS),), claims=(Claim(text="Trust me.", citations=(4,)),))
    assert verified(draft, EVIDENCE) is None


@pytest.mark.parametrize("order", [1, -1])
def test_a_false_quote_does_not_hide_behind_the_number_of_a_true_one(order: int) -> None:
    both = (cite(1, DAYS), cite(1, "Leave is forty days. ", start=START))[::order]
    draft = Draft(text="Leave. [1]", citations=both, claims=(Claim(text="Leave.", citations=(1,)),))
    assert verified(draft, EVIDENCE) is None


def test_claims_past_the_limit_of_all_quotes_are_dropped_from_the_end() -> None:
    long = {f"c{n}": passage(f"{n}" * 300, f"c{n}") for n in (1, 2, 3)}
    draft = drafted(*(cite(n, f"{n}" * 300, start=START, chunk_id=f"c{n}") for n in (1, 2, 3)))
    left = verified(draft, long)
    assert left is not None
    assert [claim.text for claim in left.claims] == ["Claim 1.", "Claim 2."]
    assert sum(len(citation.quote) for citation in left.citations) <= MAX_QUOTES


@given(
    st.text(alphabet="ab", min_size=1, max_size=12), st.integers(-5, 15), st.text(alphabet="ab", min_size=1, max_size=6)
)
def test_whatever_comes_through_stands_in_its_source(text: str, offset: int, quote: str) -> None:
    source = passage(text)
    citation = cite(1, quote, start=START + offset)
    left = verified(drafted(citation), {"c1": source})
    stands = offset >= 0 and text[offset : offset + len(quote)] == quote
    assert (left is not None) == stands
