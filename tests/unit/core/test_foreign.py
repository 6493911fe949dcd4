from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.wording.foreign import address, literal, pieces, shorten, utc, whole


def test_nothing_reorders_hides_or_breaks_a_text() -> None:
    assert literal("\u202e$001\u202c \x00a\ud800b\r\nc\u2028d\ufeff") == "$001 ab\nc\nd"
    assert whole("a\ud800b\u202e") == "ab\u202e"


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://policies.acme.test/a#b", True),
        ("http://x", True),
        ("javascript:alert(1)", False),
        ("https://a b", False),
        ("https://a\u202e", False),
        ("https://" + "a" * 1000, False),
        (None, False),
    ],
)
def test_an_address_is_one_that_a_browser_opens(url: str | None, *, kept: bool) -> None:
    assert address(url) == (url if kept else None)


def test_a_long_text_is_cut_between_words_and_says_so() -> None:
    assert shorten("one  two\nthree", 20) == "one two three"
    assert shorten("one two three", 10) == "one two …"
    assert shorten("<<<< <<<<", 8, lambda text: text.replace("<", "&lt;")) == "< …"


def test_pieces_lose_nothing_and_leave_marks_whole() -> None:
    text = "First sentence [1]. Second one [2]. " * 20
    found = pieces(text, 60)
    assert " ".join(" ".join(found).split()) == " ".join(text.split())
    assert max(map(len, found)) <= 60
    assert all(piece.count("[") == piece.count("]") for piece in found)


def test_a_moment_is_told_in_utc() -> None:
    assert utc(datetime(2026, 1, 5, 9, 0, tzinfo=UTC)) == "2026-01-05 09:00 UTC"
