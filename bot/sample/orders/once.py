"""An effect at most once: its idempotency key is written in the same transaction as the effect itself."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable
from datetime import datetime
from typing import Any

from bot.sample.orders.refusals import Code, Refusal

Effect = Callable[[sqlite3.Connection], dict[str, Any]]


def once(
    db: sqlite3.Connection, key: str, operation: str, sent: dict[str, Any], now: datetime, effect: Effect
) -> dict[str, Any]:
    """The answer of the effect; of the first call with this key where there was one.

    A call that is refused leaves nothing behind, not even its key. Raises Refusal if the key belongs to another call.
    """
    digest = hashlib.sha256(json.dumps([operation, sent], sort_keys=True).encode()).hexdigest()
    if earlier := db.execute("SELECT digest, answer FROM requests WHERE key = ?", (key,)).fetchone():
        if earlier["digest"] != digest:
            raise Refusal(Code.KEY_REUSED, "This idempotency key belongs to another call.", 409)
        answer: dict[str, Any] = json.loads(earlier["answer"])
        return answer
    answer = effect(db)
    db.execute(
        "INSERT INTO requests VALUES (?, ?, ?, ?, ?)", (key, operation, digest, json.dumps(answer), now.isoformat())
    )
    return answer
