"""Small files made to be hard to read: each is one line about one file, and none is worked on for long."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from adapters.documents.limits import Limits
from adapters.documents.reading import read
from adapters.documents.registry import FileExtractor
from core.errors import DocumentError, DocumentProblem

STYLES = "".join(f".a{number} div p span {{color: red}}" for number in range(1000))


@pytest.mark.parametrize(
    ("name", "make", "words"),
    [
        ("a.html", lambda: "<div>" * 20_000 + "text", "nested more than 200 deep"),
        ("a.md", lambda: "<div>" * 20_000 + "text", "nested more than 200 deep"),
        ("a.html", lambda: "<span>" * 20_000 + "text", "nested more than 200 deep"),
        ("a.html", lambda: "<ul><li>" * 5_000 + "text", "nested more than 200 deep"),
        ("a.html", lambda: "<table><tr><td>" * 5_000 + "text", "nested more than 200 deep"),
        ("a.html", lambda: "<p>a</p>" * 200_001, "more than 200,000 elements"),
        ("a.html", lambda: f"<style>{STYLES}</style>" + "<p><b>text</b></p>" * 3_000, "style rules with elements"),
        ("a.md", lambda: "{% " * 100_000, "100,000 template tags"),
        ("a.txt", lambda: "word " * 1_048_576, "characters of text"),
        ("a.txt", lambda: "w" * 5_000_000, "a word of 5,000,000 characters"),
        ("a.md", lambda: "w" * 5_000_000, "a word of 5,000,000 characters"),
        ("a.txt", lambda: "規" * 100_000, "a word of 100,000 characters"),
        ("a.txt", lambda: ("w" * 5_000 + " ") * 10, "a word of 5,000 characters"),
        ("a.txt", lambda: "a. b. " * 100_000, "sentences"),
        ("a.txt", lambda: "a\n\n" * 100_001, "100,001 sentences"),
    ],
)
def test_what_takes_too_long_is_too_large(name: str, make: Callable[[], str], words: str) -> None:
    with pytest.raises(DocumentError, match=words) as caught:
        read(make().encode(), name, Limits())
    assert caught.value.problem is DocumentProblem.TOO_LARGE
    assert caught.value.remedy
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "source",
    [
        "`" * 100_000 + " text",
        "*a " * 20_000,
        "[" * 20_000 + "a",
        ">" * 10_000 + " a",
        "a <b " * 20_000,
        "{{ a " * 5_000,
    ],
    ids=lambda source: source[:6],
)
def test_marks_without_end_are_text_or_one_line(source: str) -> None:
    with suppress(DocumentError):  # and nothing else: what is no text, or too much of it
        document = read(source.encode(), "a.md", Limits())
        assert any("a" in block.text or "text" in block.text for block in document.blocks)


def test_a_page_of_ordinary_depth_is_read() -> None:
    page = "<div>" * 60 + "<p>Thirty days.</p>" + "</div>" * 60 + "<p>Sixty<br>days.<p>Ninety days."
    document = read(page.encode(), "a.html", Limits())
    assert [block.text for block in document.blocks] == ["Thirty days.", "Sixty\u2028days.", "Ninety days."]


def test_long_addresses_and_words_are_text() -> None:
    source = "See https://policies.example/" + "x" * 700 + " and thirty days.\n\n" + "規則。" * 20_000
    assert len(read(source.encode(), "a.txt", Limits()).blocks) == 2


async def test_typed_text_has_fewer_seconds() -> None:
    extractor = FileExtractor(Limits(text_seconds=0.0))
    with pytest.raises(DocumentError, match="takes longer than 0 seconds"):
        await extractor.extract(b"Thirty days.", "a.txt")
