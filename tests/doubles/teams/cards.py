"""What is wrong with a card: Microsoft's own schema 1.5, and the rules that Teams adds to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft6Validator

SCHEMA = json.loads((Path(__file__).parent / "schema" / "adaptive-card-1.5.json").read_text(encoding="utf-8"))
MAX_CARD = 28 * 1024
"""Bytes of a card as UTF-16."""
MAX_ACTIONS = 6
MAX_REFRESHED = 60
_NO_ELEMENTS = ("data", "msteams", "metadata")
"""Below these keys a ``type`` names no element."""


def size(value: Any) -> int:
    """Bytes of it as UTF-16, as Teams counts."""
    return len(json.dumps(value, ensure_ascii=False).encode("utf-16-le"))


def faults(card: Any) -> list[str]:
    """Everything that is wrong, each with the place; empty if Teams shows the card as it is meant."""
    if not isinstance(card, dict) or card.get("type") != "AdaptiveCard":
        return ["/: type must be AdaptiveCard"]
    found = [] if card.get("version") == "1.5" else [f"/version: {card.get('version')!r} instead of 1.5"]
    found += _element(card, "", {})
    if card.get("refresh"):
        found += _refresh(card["refresh"])
    if len(card.get("actions") or []) > MAX_ACTIONS:
        found.append(f"/actions: more than {MAX_ACTIONS}")
    if size(card) > MAX_CARD:
        found.append(f"/: {size(card)} bytes as UTF-16, at most {MAX_CARD}")
    return found


@cache
def _validator(kind: str) -> Draft6Validator:
    """Of one type of element alone: the schema's ``anyOf`` would hide what is wrong with it."""
    definitions = SCHEMA["definitions"]
    return Draft6Validator({"definitions": definitions, "$ref": f"#/definitions/{kind}"})


def _element(element: Any, path: str, ids: dict[str, str], key: str = "") -> Iterator[str]:
    if isinstance(element, list):
        for at, inner in enumerate(element):
            yield from _element(inner, f"{path}/{at}", ids, key)
    if not isinstance(element, dict):
        return
    kind = element.get("type")
    if isinstance(kind, str) and key not in _NO_ELEMENTS:
        if kind not in SCHEMA["definitions"]:
            yield f"{path}: there is no {kind}"
        else:
            yield from _by_schema(element, kind, path)
        yield from _by_teams(element, kind, path, ids, key)
    for name, inner in element.items():
        if name != "data":
            yield from _element(inner, f"{path}/{name}", ids, name)


def _by_schema(element: dict[str, Any], kind: str, path: str) -> Iterator[str]:
    for error in _validator(kind).iter_errors({k: v for k, v in element.items() if k != "msteams"}):
        own = len(error.absolute_path) <= 1  # what lies deeper is found there
        if own and (error.validator != "anyOf" or isinstance(error.instance, str)):
            yield f"{path}/{'/'.join(map(str, error.absolute_path))}: {error.message[:140]}"


def _by_teams(element: dict[str, Any], kind: str, path: str, ids: dict[str, str], key: str) -> Iterator[str]:
    if kind.startswith("Input."):
        if not element.get("id"):
            yield f"{path}: an input without id"
        elif ids.setdefault(element["id"], path) != path:
            yield f"{path}: id {element['id']} is also at {ids[element['id']]}"
        if element.get("isRequired") and not element.get("errorMessage"):
            yield f"{path}: required, without errorMessage"
        if not element.get("label") and kind != "Input.Toggle":
            yield f"{path}: an input without label"
    if kind == "Action.Execute" and not element.get("verb") and key != "refresh":
        yield f"{path}: an action without verb"
    if kind == "Action.Submit" and key != "fallback" and not _says(element):
        yield f"{path}: Action.Submit instead of Action.Execute"
    if kind == "Action.OpenUrl" and not str(element.get("url", "")).startswith(("https://", "http://")):
        yield f"{path}: an address that is no web address"
    if kind == "Image" and not str(element.get("url", "")).startswith(("https://", "data:")):
        yield f"{path}: a picture whose address is neither https nor data"
    if kind == "TextBlock" and len(str(element.get("text", ""))) > 40 and not element.get("wrap"):
        yield f"{path}: long text that is cut, without wrap"


def _says(action: dict[str, Any]) -> bool:
    """Whether it has its reader say something, which ``Action.Execute`` cannot."""
    data = action.get("data")
    told = data.get("msteams") if isinstance(data, dict) else None
    return isinstance(told, dict) and told.get("type") == "imBack" and bool(told.get("value"))


def _refresh(refresh: dict[str, Any]) -> Iterator[str]:
    if (refresh.get("action") or {}).get("type") != "Action.Execute":
        yield "/refresh/action: must be Action.Execute"
    if len(refresh.get("userIds") or []) > MAX_REFRESHED:
        yield f"/refresh/userIds: more than {MAX_REFRESHED}"
