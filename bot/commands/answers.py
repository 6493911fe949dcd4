"""An outcome as ``ask --json`` prints it (DESIGN: outside interface)."""

from __future__ import annotations

import json
from typing import Any

from adapters.terminal.text import in_json
from core.domain.outcome import Citation, Outcome


def answer_line(outcome: Outcome, **more: Any) -> str:
    """One JSON object on one line; ``more`` stands first (a batch's ``id``)."""
    return in_json(json.dumps({**more, **answer_object(outcome)}, ensure_ascii=False))


def answer_object(outcome: Outcome) -> dict[str, Any]:
    """The fields that operators and tests rely on."""
    draft = outcome.draft
    return {
        "exchange_id": outcome.exchange_id,
        "outcome": outcome.outcome.value,
        "reason": outcome.reason.value,
        "text": outcome.text,
        "confidence": outcome.confidence,
        "band": outcome.band.value,
        "citations": [_citation(citation) for citation in outcome.citations],
        "nearest": list(outcome.nearest),
        "draft": draft and {"text": draft.text, "citations": [_citation(citation) for citation in draft.citations]},
        "approval_id": outcome.approval_id,
        "engine": outcome.engine,
        "timings_ms": outcome.timings_ms,
    }


def _citation(citation: Citation) -> dict[str, Any]:
    return citation.model_dump(include={"n", "document", "path", "section", "page", "url", "quote"})
