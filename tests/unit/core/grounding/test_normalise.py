import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.grounding.normalise import find, normalise

SOURCE = "A “Conﬂict of interest”\nis —  as the\u00a0board’s rules say – disclosed\u00adnow. 就業\n規則は１０日。"


@pytest.mark.parametrize(
    ("quote", "shown"),
    [
        ('"Conflict of interest" is', "“Conﬂict of interest”\nis"),
        ("the board's rules", "the\u00a0board’s rules"),
        ("is - as the", "is —  as the"),
        ("disclosednow", "disclosed\u00adnow"),
        ("就業規則", "就業\n規則"),
        ("  rules say\n– disclosed", None),
        ("rules say -", "rules say –"),
    ],
)
def test_what_is_shown_is_the_sources_own(quote: str, shown: str | None) -> None:
    span = find(quote, SOURCE)
    assert (SOURCE[span[0] : span[1]] if span else None) == shown


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("able to pay", "He is unable to pay."),
        ("10 days", "within 210 days"),
        ("5 days", "after 1.5 days"),
        ("up to 10", "up to 10,000"),
        ("pay", "payroll"),
        ("Pay", "pay"),
        ("m2", "m²"),
        ("30 day", "30 days"),
        ("", "text"),
        (" \n", "text "),
    ],
)
def test_what_is_not_the_same_is_not_found(quote: str, text: str) -> None:
    assert find(quote, text) is None


def test_the_first_whole_place_counts() -> None:
    text = "unpaid leave, paid leave"
    assert find("paid leave", text) == (14, 24)


def test_a_quote_may_begin_within_a_run_of_chinese() -> None:
    assert find("不得转让", "会员资格不得转让给他人") == (4, 8)


@given(st.text(alphabet="ab ﬁ’“—\n\u00ad1.,就業", max_size=40), st.data())
def test_a_found_quote_reads_the_same_as_what_is_shown(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))]
    span = find(quote, text)
    if span:
        assert normalise(text[span[0] : span[1]]).text.strip() == normalise(quote).text.strip()


@given(st.text(max_size=60))
def test_every_character_comes_from_somewhere(text: str) -> None:
    normalised = normalise(text)
    assert len(normalised.text) == len(normalised.spans)
    assert all(0 <= start < end <= len(text) for start, end in normalised.spans)
    assert list(normalised.spans) == sorted(normalised.spans)
