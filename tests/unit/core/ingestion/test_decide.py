from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.domain.document import Document, DocumentMeta, DocumentState
from core.ingestion.decide import Change, Decision, decide


def document(path: str = "a.md", content_hash: str = "h", state: DocumentState = DocumentState.ACTIVE) -> Document:
    return Document(
        id="doc_1",
        path=path,
        state=state,
        title="A",
        url=None,
        version_id="doc_1_v1",
        version_number=1,
        content_hash=content_hash,
        chunk_count=1,
        meta=DocumentMeta(),
        ingested_at=datetime(2026, 1, 5, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    ("known", "same", "url", "decision"),
    [
        pytest.param(None, [], None, Decision(Change.ADDED), id="never seen"),
        pytest.param(document(), [document()], None, Decision(Change.UNCHANGED), id="same content"),
        pytest.param(document(content_hash="old"), [], None, Decision(Change.NEW_VERSION), id="other content"),
        pytest.param(document(), [document()], "https://x/a.md", Decision(Change.NEW_VERSION), id="other link"),
        pytest.param(None, [document("old.md")], None, Decision(Change.MOVED, "old.md"), id="file was renamed"),
        pytest.param(
            None, [document("kept.md")], None, Decision(Change.ADDED), id="a copy of a file that is still there"
        ),
        pytest.param(document(state=DocumentState.REMOVED), [], None, Decision(Change.ADDED), id="was removed"),
    ],
)
def test_what_becomes_of_a_file(
    known: Document | None, same: list[Document], url: str | None, decision: Decision
) -> None:
    assert decide("h", url, known, same, present={"a.md", "kept.md"}) == decision
