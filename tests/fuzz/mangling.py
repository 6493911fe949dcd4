"""Data made wrong: bytes, documents of every format and JSON, from a number that makes the same ones again."""

from __future__ import annotations

import copy
import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

TOKENS = [
    b"\x00",
    b"\xff\xfe",
    b"<",
    b">",
    b"&#x0;",
    b"]]>",
    b"---\n",
    b"{{",
    b"%PDF-1.7",
    b"PK\x03\x04",
    b"endobj",
    b"\xed\xa0\x80",
]
JUNK: list[Any] = [
    None, True, 0, -1, 2**70, 1.5, "", " ", "\ud800", "\x00", "a" * 5000, "ap_0", "U01NOBODY", "C01ELSEWHERE", "slack:U01",
    [], {}, [[]], {"id": None}, ["x"] * 50, "1.0e9", "<!channel>", "${x}", "../..", "2026-13-45", "\u202e", "👩‍👩‍👧",
]  # fmt: skip


def mangle(data: bytes, random: Random) -> bytes:
    """With one to four things cut, repeated, inserted or changed."""
    for _ in range(random.randint(1, 4)):
        data = random.choice(_EDITS)(data, random)
    return data


def mangle_zip(data: bytes, random: Random) -> bytes:
    """A package that opens, with parts that are mangled, missing or there twice."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        names = old.namelist()
        hit = set(random.sample(names, random.randint(1, min(3, len(names)))))
        for name in names:
            part = old.read(name)
            if name in hit and random.random() < 0.2:
                continue
            new.writestr(name, mangle(part, random) if name in hit else part)
    return made.getvalue()


def mangle_json(value: Any, random: Random, junk: Sequence[Any] = JUNK) -> Any:
    """With one to four parts replaced, removed, swapped or given twice."""
    value = copy.deepcopy(value)
    for _ in range(random.randint(1, 4)):
        holders = [holder for holder in _holders(value) if holder]
        if not holders:
            return random.choice(junk)
        holder = random.choice(holders)
        key = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        kind = random.random()
        if kind < 0.5:
            holder[key] = copy.deepcopy(random.choice(junk))
        elif kind < 0.7:
            del holder[key]
        elif kind < 0.85:
            other = random.choice(holders)
            holder[key] = copy.deepcopy(next(iter(other.values() if isinstance(other, dict) else other)))
        elif isinstance(holder, dict):
            holder[str(key) + random.choice(["", " ", "_", "\ud800"])] = holder[key]
        else:
            holder.insert(key, copy.deepcopy(holder[key]))
    return value


def _holders(value: Any) -> Iterator[dict[Any, Any] | list[Any]]:
    if isinstance(value, dict | list):
        yield value
        for inner in list(value.values()) if isinstance(value, dict) else value:
            yield from _holders(inner)


def _place(data: bytes, random: Random) -> tuple[int, int]:
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + random.choice((1, 1, 4, 64, 1024)))


def _cut(data: bytes, random: Random) -> bytes:
    return data[: _place(data, random)[0]]


def _drop(data: bytes, random: Random) -> bytes:
    start, end = _place(data, random)
    return data[:start] + data[end:]


def _repeat(data: bytes, random: Random) -> bytes:
    start, end = _place(data, random)
    return data[:end] + data[start:end] * random.randint(1, 20) + data[end:]


def _flip(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    changed = bytearray(data)
    for _ in range(random.choice((1, 3, 30))):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def _insert(data: bytes, random: Random) -> bytes:
    start, _ = _place(data, random)
    return data[:start] + random.choice([*TOKENS, random.randbytes(16)]) + data[start:]


_EDITS: list[Callable[[bytes, Random], bytes]] = [_cut, _drop, _repeat, _flip, _flip, _insert]
