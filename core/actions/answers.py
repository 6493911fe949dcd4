"""What the answers of declared tools say: facts, whose thing it is, whether the effect is there. Pure functions over a spec."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from core.domain.action import Fact
from core.domain.language import Language
from core.domain.tool import Amount, Look, Owner, ToolSpec, Verification, as_text

_NOTHING = object()


def said(answer: Mapping[str, Any], path: str) -> str | None:
    """What an answer says at a place, as text. None where it says nothing there, or no one thing (a list, an object)."""
    found = _at(answer, path)
    return None if found is _NOTHING else as_text(found)


def at(answer: Mapping[str, Any], path: str) -> Any:
    """What stands at a place of an answer, as it is; None where nothing does."""
    found = _at(answer, path)
    return None if found is _NOTHING else found


def facts(spec: ToolSpec, answer: Mapping[str, Any], language: Language = Language.ENGLISH) -> tuple[Fact, ...]:
    """The facts that a read-only tool's answer holds, in the order in which they are declared."""
    found = []
    for fact in spec.facts:
        value = said(answer, fact.field)
        if value is not None:
            words = fact.values.get(value)
            text = words.said(language) if words else ""
            found.append(Fact(tool_name=spec.name, kind=fact.kind, value=value, text=text))
    return tuple(found)


def belongs(owner: Owner, args: Mapping[str, Any], answer: Mapping[str, Any], asker: str | None) -> bool:
    """Whether the thing is the asker's: ``asker`` is their own e-mail or id, as ``owner.equals`` names it.

    Upper and lower case count as the same. What neither answer nor arguments say, and an asker without one, is a no.
    """
    holder = _at(args, owner.argument) if owner.argument else _at(answer, owner.field or "")
    if not isinstance(holder, str) or not holder.strip() or not asker:
        return False
    return holder.strip().casefold() == asker.strip().casefold()


def shown(verify: Verification, answer: Mapping[str, Any]) -> bool:
    """Whether the second look shows the effect."""
    return said(answer, verify.field) in verify.expected


def shown_key(verify: Verification, answer: Mapping[str, Any]) -> str | None:
    """The idempotency key that the second look shows at the effect; None where it shows none."""
    return said(answer, verify.key) if verify.key else None


def look_args(look: Look, asked: ToolSpec, args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments for the tool that is looked with, from those of the call; what the call does not have is left out."""
    found = {name: _at(args, look.args.get(name, name)) for name in asked.properties}
    return {name: value for name, value in found.items() if value is not _NOTHING}


def amount(spec: ToolSpec, args: Mapping[str, Any]) -> Amount | None:
    """The money that a call moves. None for a tool that moves none, and where the argument holds no amount of a currency."""
    if spec.amount is None:
        return None
    value, currency = said(args, f"{spec.amount}.value"), said(args, f"{spec.amount}.currency")
    try:
        number = Decimal(value or "")
    except InvalidOperation:
        return None
    if not number.is_finite() or not re.fullmatch(r"[A-Z]{3}", currency or ""):
        return None
    return Amount(value=number, currency=currency or "")


def _at(answer: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(answer, Mapping) and part in answer:
            answer = answer[part]
        elif (
            isinstance(answer, list) and re.fullmatch(r"-?[0-9]{1,6}", part) and -len(answer) <= int(part) < len(answer)
        ):
            answer = answer[int(part)]
        else:
            return _NOTHING
    return answer
