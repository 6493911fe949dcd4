"""Markdown that shows somebody's words word for word."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from adapters.teams.text import JOINER, escape, link, marked, marks, quotation
from core.wording.foreign import literal
from tests.adapters.teams.specimens import NASTY
from tests.doubles.teams.seen import plain

TEXTS = st.text(alphabet=st.sampled_from("ab1 \n\\`*_{}[]()<>#+-.!|~&=:;/é、\u2028\u202e"), max_size=60)


def words(text: str) -> list[str]:
    """What a reader can tell apart: lines without the space around them."""
    return [" ".join(line.split()) for line in literal(text).split("\n") if line.strip()]


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_a_reader_sees_what_was_written(text: str) -> None:
    assert words(plain(escape(text)).replace(JOINER, "")) == words(text)
    assert words(plain(quotation(text)).replace(JOINER, "")) == words(text)


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_nothing_of_it_is_markup(text: str) -> None:
    shown = MarkdownIt("commonmark").parse(marked(text, {1}))
    assert {token.type for token in shown} <= {"paragraph_open", "paragraph_close", "inline"}
    inner = {token.type for block in shown for token in block.children or []}
    assert inner <= {"text", "softbreak", "text_special"}


def test_our_own_marks_stand_and_others_are_kept_from_being_marks() -> None:
    text = "Within [14] days [1]. Or [2](https://evil.test) [1]: no [1](no) [x]"
    assert marked(text, {1, 2}) == (
        rf"Within \[{JOINER}14\] days [1]. Or [2]\(https://evil.test) [1]\: no [1]\(no) \[x\]"
    )
    assert marks(text, {1, 2}) == [1, 2]
    assert marks(text, {2, 14}) == [14, 2]


def test_a_link_shows_its_label_and_leads_where_it_should() -> None:
    assert link("https://a.test/b(c)<d>", "The *plan*") == r"[The \*plan\*](https://a.test/b%28c%29%3Cd%3E)"
    assert link("javascript:alert(1)", "The plan") == "The plan"
    assert link(None, NASTY) == escape(" ".join(NASTY.split()))
    assert link("https://a.test", " ") == "[https://a.test](https://a.test)"
