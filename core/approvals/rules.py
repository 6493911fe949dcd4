"""The approvals file: who may decide on what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from core import strict_yaml
from core.domain.approval import ApprovalRule, Approver
from core.domain.outcome import Citation
from core.errors import ConfigurationError

_UNITS = {"m": 60, "h": 3600, "d": 86400}


def _seconds(value: Any) -> Any:
    """``90m``, ``72h`` or ``3d`` as seconds."""
    if isinstance(value, str) and (found := re.fullmatch(r"(\d+)\s*([mhd])", value.strip())):
        return int(found[1]) * _UNITS[found[2]]
    raise ValueError("write a time as 90m, 72h or 3d")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Approver(_Strict):
    account: str | None = Field(default=None, pattern=r"^(slack|teams|terminal):\S+$")
    email: str | None = Field(default=None, pattern=r"^[^@\s]+@[^@\s]+$")
    group: str | None = None

    @model_validator(mode="after")
    def _one(self) -> _Approver:
        if sum(value is not None for value in (self.account, self.email, self.group)) != 1:
            raise ValueError("an approver is one of account, email or group")
        return self


class AnswerRule(_Strict):
    """Who decides on answers that cite certain documents; without conditions, on all answers."""

    name: str
    policy_types: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()  # exact paths, or folders that end in a slash
    approvers: tuple[_Approver, ...] = Field(min_length=1)
    quorum: int = Field(default=1, ge=1)
    asker_may_decide: bool = False
    expires_after: Annotated[int, BeforeValidator(_seconds), Field(ge=60, le=90 * 86400)] = 72 * 3600
    cards: tuple[Annotated[str, Field(pattern=r"^(slack|teams):\S+$")], ...] = ()

    def matches(self, paths: frozenset[str], policy_types: frozenset[str]) -> bool:
        """Whether any cited document is one this rule is about."""
        if not self.policy_types and not self.documents:
            return True
        if policy_types & set(self.policy_types):
            return True
        return any(
            path == wanted or (wanted.endswith("/") and path.startswith(wanted))
            for path in paths
            for wanted in self.documents
        )

    def approval_rule(self) -> ApprovalRule:
        """The rule as an approval keeps it."""
        return ApprovalRule(
            name=self.name,
            approvers=tuple(Approver(**approver.model_dump()) for approver in self.approvers),
            quorum=self.quorum,
            asker_may_decide=self.asker_may_decide,
            expires_after=self.expires_after,
            cards=self.cards,
        )


class ApprovalRules(_Strict):
    """The whole file. ``groups`` and ``away`` serve the directory: who belongs to what, and who stands in for whom."""

    version: Literal[1] = 1
    answers: tuple[AnswerRule, ...] = ()
    actions: tuple[dict[str, Any], ...] = ()
    groups: dict[str, tuple[str, ...]] = {}
    away: tuple[dict[str, Any], ...] = ()

    def for_answer(self, citations: Sequence[Citation], policy_types: frozenset[str]) -> ApprovalRule | None:
        """The first rule that fits the cited documents; None means that nobody may decide, and the gate stays shut."""
        paths = frozenset(citation.path for citation in citations)
        for rule in self.answers:
            if rule.matches(paths, policy_types):
                return rule.approval_rule()
        return None


NOBODY = ApprovalRules()
"""No approvals file: nobody may decide anything (FIELD_NOTES: unset approvers means nobody)."""


def load_rules(path: Path) -> ApprovalRules:
    """Reads an approvals file. Raises ConfigurationError naming the field and the file."""
    try:
        content = strict_yaml.load(path.read_bytes())
    except OSError as error:
        raise ConfigurationError(
            f"The approvals file {path} cannot be read: {error.strerror}.",
            "Set COUNTERSIGN_APPROVALS_FILE to a readable file.",
        ) from error
    except ValueError as error:
        raise ConfigurationError(
            f"The approvals file {path} is not valid YAML: {error}.", "Mend the named line."
        ) from error
    try:
        return ApprovalRules.model_validate(content if content is not None else {})
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ConfigurationError(
            f"The approvals file {path} is wrong at {field}: {first['msg']}.", "Mend that field."
        ) from error
