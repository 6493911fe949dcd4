"""What exactly an approver signs."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from core.domain.outcome import Draft


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no spare white space, as UTF-8: the same value always gives the same bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def answer_digest(question: str, draft: Draft) -> str:
    """SHA-256, in hexadecimal, of a question, its draft and the citations with their versions.

    If any of them changes, so does the digest, and a vote for the old one decides nothing (DESIGN: approvals).
    """
    return hashlib.sha256(canonical({"question": question, "draft": draft.model_dump(mode="json")})).hexdigest()
