"""Audit rows as files: JSONL for programs, CSV for people with a spreadsheet."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from adapters.terminal.text import in_json, in_place
from core.domain.exchange import AuditRow

CHAIN = ("sequence", "at", "kind", "subject")
SUMMARY = ("who", "surface", "question", "outcome", "reason", "confidence", "engine", "answer", "sources", "note")
"""What people look for first; the whole content stands behind it, as JSON."""
PROOF = ("content_digest", "previous", "hash", "salt", "content")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Write = Callable[[AuditRow], None]


def jsonl_writer(file: TextIO) -> Write:
    """Writes each row as the JSON object it is."""

    def write(row: AuditRow) -> None:
        file.write(f"{_json(row.model_dump(mode='json'))}\n")

    return write


def csv_writer(file: TextIO) -> Write:
    """Writes a header, then each row with a summary of its content.

    A cell that a spreadsheet would run as a formula is preceded by an apostrophe; the content's JSON never is one.
    """
    writer = csv.writer(file)
    writer.writerow((*CHAIN, *SUMMARY, *PROOF))

    def write(row: AuditRow) -> None:
        plain = row.model_dump(mode="json")
        summary = summarise(row.content or {})
        content = None if row.content is None else _json(row.content)
        cells = (*(plain[name] for name in CHAIN), *(summary.get(name) for name in SUMMARY))
        writer.writerow((*map(_inert, cells), *(plain[name] for name in PROOF[:-1]), content))

    return write


def summarise(content: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a spreadsheet from a row's content, whatever its kind; what a kind does not have is left out."""
    request, outcome = content.get("request") or {}, content.get("outcome") or {}
    person = request.get("asker") or content.get("voter") or content.get("decided_by") or {}
    document = content.get("document") or {}
    cited = [f"{source['path']} ({source['content_hash'][:12]})" for source in content.get("sources") or ()]
    return {
        "who": person.get("id"),
        "surface": (request.get("place") or {}).get("surface"),
        "question": request.get("question"),
        "outcome": outcome.get("outcome") or content.get("verdict") or content.get("state") or content.get("change"),
        "reason": outcome.get("reason"),
        "confidence": outcome.get("confidence"),
        "engine": outcome.get("engine"),
        "answer": outcome.get("text"),
        "sources": "; ".join(dict.fromkeys(cited)) or document.get("path"),
        "note": content.get("note"),
    }


def _json(value: Any) -> str:
    return in_json(json.dumps(value, ensure_ascii=False))


def _inert(cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    return in_place(f"'{cell}" if cell.startswith(_FORMULA) else cell)
