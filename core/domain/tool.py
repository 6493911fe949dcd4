"""A tool as an operator declares it: what it can do, what it is asked with, whose things it touches, what proves its effect.

How it is reached is its adapter's business; what the judgements see of it is ``core.domain.action.Tool``.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from core.domain.action import FactKind, Tool, ToolRisk
from core.domain.base import Model
from core.domain.language import Language

ToolName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
"""Exact: no tool is ever chosen by a pattern or a prefix."""
ArgumentName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")]
FieldPath = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64}){0,9}$")]
"""Where in an answer something stands, as ``refunds.0.status``; a number counts in a list, -1 is its last."""
ArgumentPath = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}(\.[A-Za-z_][A-Za-z0-9_]{0,63}){0,4}$")]
"""An argument, or a part of one that is an object, as ``amount.value``."""
Trusted = Literal["asker.email", "asker.id"]
"""What the program itself vouches for: who asks. A name proves nobody's identity."""
Source = Annotated[
    str, Field(pattern=r"^(asker\.(email|id|name)|facts\.[a-z][a-z0-9_]*(\.[A-Za-z0-9_-]+)+|[a-z][a-z0-9_]*)$")
]
"""Where an argument comes from: the asker, an answer of a read-only tool (``facts.query_payment.paid``), or a slot."""
Line = Annotated[str, Field(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]


def as_text(value: Any) -> str | None:
    """A value of an answer as text: JSON's spelling of what is no string. None for a list or an object: it says no one thing."""
    if isinstance(value, str):
        return value
    return None if isinstance(value, dict | list | tuple) else json.dumps(value)


def _scalar(value: Any) -> Any:
    """YAML reads ``yes``, ``3`` and ``null`` as what an answer may well contain."""
    return value if isinstance(value, str) else as_text(value)


def _keyed(value: Any) -> Any:
    return {_scalar(key): words for key, words in value.items()} if isinstance(value, dict) else value


def _words(value: Any) -> Any:
    return {"en": value} if isinstance(value, str) else value


Value = Annotated[str, BeforeValidator(_scalar), Field(max_length=200)]


class Translated(Model):
    """One line for people, in English and perhaps more languages. A plain string in a file is the English one."""

    en: Line
    de: Line | None = None
    es: Line | None = None
    zh: Line | None = None
    uk: Line | None = None

    def said(self, language: Language = Language.ENGLISH) -> str:
        """In that language, in English where it is missing."""
        return getattr(self, language.value, None) or self.en


Words = Annotated[Translated, BeforeValidator(_words)]


class ToolWords(Model):
    """What people read of a tool: its title, what it does, and what follows from it for whom."""

    title: Words
    description: Words
    consequence: Words | None = None


class Look(Model):
    """A call of a read-only tool that is derived from a call: ``args`` by the asked tool's argument, from which of this tool's.

    Arguments of the same name need not be written down.
    """

    tool: ToolName
    args: dict[ArgumentName, ArgumentPath] = {}


class Owner(Model):
    """Whose thing a call touches (seed 003, tool_authorization_v1, rule 4): what must equal whom.

    Either ``field``, of the answer of ``tool`` (of the tool's own where it only reads), or ``argument``, of the call itself.
    """

    equals: Trusted
    tool: ToolName | None = None
    args: dict[ArgumentName, ArgumentPath] = {}
    field: FieldPath | None = None
    argument: ArgumentPath | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.field is None) == (self.argument is None):
            raise ValueError("give either field, of a read-only tool's answer, or argument")
        if self.argument and (self.tool or self.args):
            raise ValueError("an owner by argument asks no tool: leave tool and args out")
        return self

    @property
    def look(self) -> Look | None:
        """The other tool that has to be asked; None where the answer or the arguments at hand say it."""
        return Look(tool=self.tool, args=self.args) if self.tool else None


class Verification(Look):
    """The second look: which field of the answer must say one of which values (seed 003, state_verification_v1).

    ``key``: where the answer shows the idempotency key of the effect, if it does.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True)

    field: FieldPath
    equals: Value | None = None
    among: tuple[Value, ...] = Field(default=(), alias="in")
    key: FieldPath | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.equals is None) == (not self.among):
            raise ValueError("give either equals or in")
        return self

    @property
    def expected(self) -> tuple[str, ...]:
        """Any of these is the effect."""
        return self.among if self.equals is None else (self.equals,)


class FactField(Model):
    """A fact that an answer holds: ``values`` gives words for what the field may say."""

    kind: FactKind
    field: FieldPath
    values: Annotated[dict[str, Words], BeforeValidator(_keyed)] = {}


class Amount(Model):
    """Money, exactly."""

    value: Decimal
    currency: str


class ToolSpec(Model):
    """A declared tool, whole.

    ``arguments`` is a JSON schema (2020-12) of one object. ``decision`` is what must have been decided (seed 003,
    responsibility_v2) before it is proposed. ``amount`` names the argument that holds money, an object of ``value`` and
    ``currency``; ``outgoing`` the one whose text leaves the company. ``lookup`` is the read-only tool that finds a call by its
    idempotency key, its one argument. ``approvers`` names a rule for actions of the approvals file.
    """

    name: ToolName
    risk: ToolRisk
    words: ToolWords
    arguments: dict[str, Any]
    slots: dict[ArgumentPath, Source] = {}
    timeout_seconds: float = Field(default=10, gt=0, le=120)
    needs_evidence: bool = False
    decision: Literal["refund_allowed", "compensation_allowed", "cancellation_allowed", "action_allowed"] | None = None
    owner: Owner | None = None
    verify: Verification | None = None
    lookup: ToolName | None = None
    facts: tuple[FactField, ...] = ()
    amount: ArgumentName | None = None
    outgoing: ArgumentName | None = None
    approvers: Annotated[str, Field(min_length=1, max_length=200)] | None = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        (self._as_writer if self.risk.writes else self._as_reader)()
        for field, named in (
            ("slots", tuple(self.slots)),
            ("amount", (self.amount,) if self.amount else ()),
            ("outgoing", (self.outgoing,) if self.outgoing else ()),
            ("owner", (self.owner.argument,) if self.owner and self.owner.argument else ()),
        ):
            if missing := next((path for path in named if not self.declares(path)), None):
                raise ValueError(f"{field} names the argument {missing}, which arguments does not declare")
        if self.amount and not all(self.declares(f"{self.amount}.{part}") for part in ("value", "currency")):
            raise ValueError(f"amount names {self.amount}, which is no object of value and currency")
        if self.outgoing and self.properties[self.outgoing].get("type") != "string":
            raise ValueError(f"outgoing names {self.outgoing}, which is no string")
        return self

    def _as_writer(self) -> None:
        """What a call that changes something must have, or nothing it does can be permitted, proved or told."""
        if self.facts:
            raise ValueError("facts come from read-only tools: leave them out")
        if self.owner is None or (self.owner.field and not self.owner.tool):
            raise ValueError("a tool that writes needs owner: {tool, field, equals} or {argument, equals}")
        if self.verify is None:
            raise ValueError("a tool that writes needs verify: without a second look nothing it does is ever a success")
        if self.words.consequence is None:
            raise ValueError("a tool that writes needs words.consequence: people sign it")
        if self.risk.high and self.decision is None:
            raise ValueError("a tool of high risk needs decision: the one that permits it")
        if (self.outgoing is None) == (self.risk is ToolRisk.EXTERNAL_HIGH):
            raise ValueError(
                "outgoing belongs to external_high, and external_high needs it: the argument with the text"
            )

    def _as_reader(self) -> None:
        fields = ("verify", "lookup", "decision", "amount", "outgoing", "approvers")
        if given := next((field for field in fields if getattr(self, field) is not None), None):
            raise ValueError(f"a read-only tool has no {given}")

    @property
    def properties(self) -> dict[str, Any]:
        """The schema of each argument."""
        found = self.arguments.get("properties", {})
        return found if isinstance(found, dict) else {}

    @property
    def required(self) -> frozenset[str]:
        """The arguments that no call may leave out."""
        found = self.arguments.get("required", ())
        return frozenset(found if isinstance(found, list | tuple) else ())

    def declares(self, path: str) -> bool:
        """Whether there is such an argument, or such a part of one."""
        schema: Any = self.arguments
        for part in path.split("."):
            properties = schema.get("properties") if isinstance(schema, dict) else None
            if not isinstance(properties, dict) or part not in properties:
                return False
            schema = properties[part]
        return True

    def judged(self) -> Tool:
        """What the judgements see of it."""
        return Tool(name=self.name, risk=self.risk, needs_evidence=self.needs_evidence)
