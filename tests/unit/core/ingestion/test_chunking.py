from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.domain.document import Block, BlockKind
from core.ingestion.chunking import MAX_TOKENS, embedded_texts, with_embeddings
from core.retrieval.lexemes import lexemes
from tests.unit.core.ingestion.building import (
    header,
    heading,
    item,
    paragraph,
    quotes,
    row,
    sections,
    version,
    word_counts,
)

SENTENCE = "Every claim for travel is filed in the portal within ten days of the return. "


def test_chunks_follow_sections() -> None:
    made = version(heading("Scope", 2), paragraph("All staff."), heading("Pay", 2), paragraph("Monthly."))
    assert [(chunk.section, chunk.text) for chunk in made.chunks] == [("Scope", "All staff."), ("Pay", "Monthly.")]


def test_no_chunk_is_longer_than_the_encoder_reads() -> None:
    made = version(heading("Travel", 2), paragraph(SENTENCE * 60))
    counts = word_counts([f"{chunk.context}\n{chunk.text}" for chunk in made.chunks])
    assert len(counts) > 3
    assert max(counts) <= MAX_TOKENS


def test_a_sentence_of_many_tokens_is_parted() -> None:
    made = version(heading("規程", 2), paragraph("会社は、" + "社員、" * 120 + "を採用する。"))
    assert max(word_counts([f"{chunk.context}\n{chunk.text}" for chunk in made.chunks])) <= MAX_TOKENS


def test_the_context_is_title_section_and_lead_in() -> None:
    rows = [
        row(f"Item {n} | $ {n} per night and person in every city of the list, taxes and fees included")
        for n in range(30)
    ]
    made = version(heading("Limits", 2), header("What | Limit"), *rows, title="Travel")
    assert made.chunks[0].context == "Travel\nLimits"
    assert made.chunks[1].context == "Travel\nLimits\nWhat | Limit"


def test_a_long_context_is_shortened_and_keeps_what_is_nearest() -> None:
    made = version(heading("word " * 200 + "nearest", 2), paragraph("Text."), title="Title")
    assert "nearest" in made.chunks[0].context
    assert word_counts([made.chunks[0].context])[0] <= 72


def test_lexemes_hold_context_and_text() -> None:
    made = version(heading("Carry", 2), paragraph("Up to 240 hours."))
    assert {*lexemes("carry"), "240"} <= set(made.chunks[0].lexemes.split())


def test_pages_tell_where_each_begins() -> None:
    made = version(
        heading("A", 2, page=3),
        paragraph("First page text.", page=3),
        paragraph("It goes on to", page=3),
        paragraph("the next page.", page=4),
        paragraph("End.", page=5),
    )
    (chunk,) = made.chunks
    assert [(made.text[at:][:5], page) for at, page in chunk.pages] == [("First", 3), ("the n", 4), ("End.", 5)]
    assert chunk.pages[0][0] == chunk.start


def test_one_endless_paragraph_without_structure_is_cut_to_overlapping_passages() -> None:
    numbered = " ".join(f"Sentence {n} says that claims are filed within ten days." for n in range(40))
    made = version(paragraph(numbered))
    assert all(len(chunk.text) <= 500 for chunk in made.chunks)
    assert all(right.start < left.end for left, right in zip(made.chunks, made.chunks[1:], strict=False))


def test_a_heading_with_nothing_below_it_can_be_found() -> None:
    assert [chunk.text for chunk in version(heading("Only a heading", 2)).chunks] == ["Only a heading"]
    made = version(heading("Parent", 2), heading("Child", 3), paragraph("Text."))
    assert [chunk.text for chunk in made.chunks] == ["Text."]


def test_a_history_is_kept_in_the_text_and_in_no_chunk() -> None:
    made = version(heading("Revision history", 2), row("1.0 | first"), heading("Pay", 2), paragraph("Monthly."))
    assert "1.0 | first" in made.text
    assert sections(made) == ["Pay"]


def test_a_document_that_is_all_history_can_be_found() -> None:
    made = version(heading("Change log", 2), row("1.0 | Leave raised to 30 days"))
    assert "Leave raised" in made.chunks[0].text


def test_contents_between_paragraphs_are_in_no_chunk() -> None:
    made = version(paragraph("Before."), *(paragraph(f"{n} Part ..... {n}") for n in range(3)), paragraph("After."))
    assert [chunk.text for chunk in made.chunks] == ["Before.", "After."]


def test_markers_count_for_the_encoders_limit() -> None:
    made = version(heading("Steps", 2), *(item(f"{n}. go", 0) for n in range(150)))
    assert max(word_counts([f"{chunk.context}\n{chunk.text}" for chunk in made.chunks])) <= MAX_TOKENS


def test_the_title_is_the_metadatas_the_first_headings_or_the_files() -> None:
    assert version(heading("Leave", 1), paragraph("x."), title="Given").meta.title == "Given"
    assert version(heading("Leave", 1), paragraph("x."), title=None).meta.title == "Leave"
    assert version(paragraph("x."), title=None, path="hr/paid-parental_leave.txt").meta.title == "Paid parental leave"
    assert version(paragraph("x."), title=None, path="hr/passwords/index.md").meta.title == "Passwords"


def test_a_list_begins_with_its_first_marker() -> None:
    made = version(heading("Duties", 2), item("1. Ask."), item("2. Wait."))
    assert made.chunks[0].text == "1. Ask.\n2. Wait."
    assert quotes(made) == ["Ask.", "Wait."]


def test_ids_are_the_same_for_the_same_version() -> None:
    made = version(paragraph("a."))
    assert made.id == "doc_1_v1"
    assert made.chunks[0].id == "doc_1_v1_c00000"


def test_embeddings_go_where_their_texts_came_from() -> None:
    made = version(heading("Pay", 2), paragraph("You get:"), item("- food."), title="Policy")
    texts = embedded_texts(made)
    assert texts[0] == "Policy\nPay\nYou get:\n\n- food."
    assert "Pay\nYou get:\nfood." in texts
    filled = with_embeddings(made, [text.encode() for text in texts])
    (chunk,) = filled.chunks
    assert chunk.embedding == texts[0].encode()
    assert all(made.text[w.start : w.end].encode() in w.embedding for w in chunk.windows)


BLOCKS = st.builds(
    Block,
    kind=st.sampled_from(list(BlockKind)),
    text=st.text(max_size=900) | st.sampled_from([SENTENCE * 8, "Contents", "§ 3", "(1) Text.", "1.2. Title."]),
    level=st.none() | st.integers(0, 9),
    page=st.none() | st.integers(1, 4),
)


@given(st.lists(BLOCKS, max_size=12))
def test_whatever_the_blocks_offsets_and_limits_hold(blocks: list[Block]) -> None:
    made = version(*blocks, title=None)  # the building function checks offsets and lengths
    counts = word_counts([f"{chunk.context}\n{chunk.text}" for chunk in made.chunks])
    assert all(count <= MAX_TOKENS for count in counts)
    assert [chunk.ordinal for chunk in made.chunks] == list(range(len(made.chunks)))
