"""The audit chain's arithmetic, plain enough to be repeated in any language.

* canonical JSON: keys sorted, no spaces, everything beyond ASCII escaped
* content digest: SHA-256 of the canonical JSON of ``[salt, content]``
* row hash: SHA-256 of the canonical JSON of ``[sequence, time, kind, subject, content digest, previous hash]``, the time in
  UTC as ``2026-01-05T09:00:00.000000+00:00``; the first row's previous hash is 64 zeros

Hashes and digests are lower-case hexadecimal.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Any

GENESIS = "0" * 64


def canonical(value: Any) -> str:
    """The one way to write this JSON value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def content_digest(salt: str, content: dict[str, Any]) -> str:
    """Binds a row to its content without giving the content away: the salt defeats guessing."""
    return _sha256([salt, content])


def row_hash(sequence: int, at: datetime, kind: str, subject: str, digest: str, previous: str) -> str:
    """A link: binds a row to its place and to everything before it."""
    return _sha256([sequence, at.astimezone(UTC).isoformat(timespec="microseconds"), kind, subject, digest, previous])


def _sha256(value: list[Any]) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()
