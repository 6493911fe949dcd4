"""Records as an operator reads them."""

import re

from adapters.terminal.pages import (
    approvals_table,
    document_page,
    documents_table,
    exchange_page,
    exchanges_table,
    table,
)
from core.domain.document import Document, DocumentState
from tests.adapters.samples import NOW, approval, exchange, request, version
from tests.adapters.terminal.printing import printed
from tests.adapters.terminal.test_cards import HARMLESS, HOSTILE


def document(**changes: object) -> Document:
    made = version("v1", ["Thirty days."], audience=("finance",), owner="Dana")
    fields = {
        "id": "doc_1",
        "path": "leave.md",
        "state": DocumentState.ACTIVE,
        "title": "Leave",
        "url": None,
        "version_id": "v1",
        "version_number": 1,
        "content_hash": "c" * 64,
        "chunk_count": 3,
        "meta": made.meta,
        "ingested_at": NOW,
    }
    return Document.model_validate({**fields, **changes})


def test_a_table_is_one_line_a_row_where_there_is_room() -> None:
    shown = printed(table("name", "value", rows=[("a long name", None), ("b\nc", 5)]), width=60)
    assert shown == "name         value\na long name\nb c          5\n"


def test_documents_are_listed_by_path() -> None:
    lines = printed(documents_table([document(), document(path="gifts.md", state=DocumentState.REMOVED)])).splitlines()
    assert lines[1].split() == ["leave.md", "Leave", "1", "3", "active", "2026-01-05", "09:00", "UTC"]
    assert "removed" in lines[2]


def test_a_document_says_what_it_is_and_which_version_counts() -> None:
    shown = printed(document_page(document(), [version("v0", ["x"], number=1), version("v1", ["y"], number=2)]))
    assert "Audience     finance" in shown
    assert "Owner        Dana" in shown
    assert "Link" not in shown
    rows = [line for line in shown.splitlines() if "hash of" in line]
    assert [line.endswith("current") for line in rows] == [False, True]


def test_an_exchange_shows_everything_on_record() -> None:
    shown = printed(exchange_page(exchange(), approval()), width=160)
    for part in (
        "Dana (slack:U1)",
        "slack channel T1 C1",
        "pending_approval, review_band",
        "0.625, band none",
        "high 0.90, minimum 0.80, review floor 0.35, top 5",
        "0.750  leave.md  Part 1   yes",
        "0.500  leave.md           no: outdated",
        "intent             rules              rules    v2  ",
        "retried  answer_generation_v1 v1.0.0 abababababababab  2      1520    0.0029  1250.5",
        "retrieval  12.5",
        "cosine   0.3",
        "“Thirty days.”",
        "none on record yet",
        "not yet",
    ):
        assert part in shown
    assert "secret" not in shown


def test_what_is_empty_is_left_out() -> None:
    bare = exchange().model_copy(update={"sources": (), "modules": (), "features": {}})
    shown = printed(exchange_page(bare, None))
    assert not re.search("Retrieved passages|Modules|Features|Approval$", shown, re.MULTILINE)


def test_no_record_draws_on_the_terminal() -> None:
    asked = exchange(asked=request(question=HOSTILE))
    waiting = approval().model_copy(update={"request": request(question=HOSTILE), "why": HOSTILE})
    pages = (
        documents_table([document(path=HOSTILE, title=HOSTILE)]),
        document_page(document(title=HOSTILE, url=HOSTILE), []),
        approvals_table([waiting]),
        exchanges_table([asked]),
        exchange_page(asked, waiting),
    )
    for page in pages:
        shown = printed(page, width=300)
        assert HARMLESS in shown
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", shown)
