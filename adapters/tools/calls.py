"""A call of a tool as it goes over the wire, before anything is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from adapters.tools.entries import Constant, Sent, ToolEntry
from adapters.tools.schemas import faults

_NOTHING = object()
KEY = re.compile(r"[!-~]{1,255}")
"""An idempotency key as every server takes it."""


@dataclass(frozen=True)
class Call:
    """``url`` is encoded and stays as it is; ``body`` is JSON, None for none."""

    method: str
    url: str
    body: bytes | None
    headers: dict[str, str]


def call_faults(entry: ToolEntry, args: Mapping[str, Any]) -> tuple[str, ...]:
    """What is wrong with arguments: by the schema, and by the address they would stand in."""
    if found := faults(entry.arguments, args):
        return found
    try:
        _url(entry, args)
    except ValueError as error:
        return (str(error),)
    return ()


def prepare(entry: ToolEntry, args: Mapping[str, Any], *, key: str | None, secret: str | None) -> Call:
    """The call of arguments without faults. ``key`` is None for a tool that only reads."""
    headers = {}
    if entry.auth and secret:
        headers[entry.auth.header] = f"{entry.auth.scheme} {secret}" if entry.auth.scheme else secret
    if key is not None:
        headers[entry.idempotency_header] = key
    body = None
    if entry.method != "GET":
        rest = {} if entry.query is not None else {name: name for name in _unplaced(entry)}
        sent = _values(rest if entry.body is None else entry.body, args)
        body = json.dumps(sent, ensure_ascii=True, allow_nan=False, sort_keys=True).encode()
        if not sent and entry.method == "DELETE":  # some servers refuse one with a body
            body = None
        if body:
            headers["Content-Type"] = "application/json"
    return Call(entry.method, _url(entry, args), body, headers)


def _url(entry: ToolEntry, args: Mapping[str, Any]) -> str:
    """The address with its query. Raises ValueError, naming the argument, for one that cannot stand there."""
    template = entry.template
    url = template.fill({path: _at(args, path) for path in template.names})
    rest = {name: name for name in _unplaced(entry)} if entry.method == "GET" else {}
    query = _values(rest if entry.query is None else entry.query, args)
    if unfit := next((name for name, value in query.items() if isinstance(value, dict | list)), None):
        raise ValueError(f"{unfit}: a list or an object cannot stand in a query")
    pairs = {name: value if isinstance(value, str) else json.dumps(value) for name, value in query.items()}
    return f"{url}?{urlencode(pairs)}" if pairs else url


def _unplaced(entry: ToolEntry) -> list[str]:
    placed = {path.split(".")[0] for path in entry.template.names}
    return [name for name in entry.properties if name not in placed]


def _values(sent: Sent | Mapping[str, str], args: Mapping[str, Any]) -> dict[str, Any]:
    """By name on the wire; an argument that the call leaves out is left out."""
    found = {name: part.const if isinstance(part, Constant) else _at(args, part) for name, part in sent.items()}
    return {name: value for name, value in found.items() if value is not _NOTHING}


def _at(args: Any, path: str) -> Any:
    for part in path.split("."):
        if not isinstance(args, Mapping) or part not in args:
            return _NOTHING
        args = args[part]
    return args
