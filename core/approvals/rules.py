"""The approvals file: who may decide on what."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError, model_validator

from core import strict_yaml
from core.approvals.action_rules import ActionRule
from core.approvals.entries import AnswerRule, ApproverEntry, AwayEntry, HandoffEntry, HoursEntry, Rule, Strict, Who
from core.domain.approval import ApprovalRule, Delegation
from core.domain.outcome import Citation
from core.domain.tool import Amount, ToolSpec
from core.errors import ConfigurationError

_SURFACE_GROUPS = ("slack:", "teams:")


class ApprovalRules(Strict):
    """The whole file.

    ``groups`` says who belongs to what, ``away`` who stands in for whom, and ``owners`` who is meant by the name that a
    document gives as its owner. ``hours`` and ``handoff`` hold for every rule without its own.
    """

    version: Literal[1] = 1
    answers: tuple[AnswerRule, ...] = ()
    actions: tuple[ActionRule, ...] = ()
    groups: dict[str, tuple[Annotated[str, Field(min_length=1)], ...]] = {}
    away: tuple[AwayEntry, ...] = ()
    owners: dict[str, Who] = {}
    hours: HoursEntry | None = None
    handoff: HandoffEntry | None = None

    @model_validator(mode="after")
    def _possible(self) -> ApprovalRules:
        everything: str | None = None
        names: set[str] = set()
        for any_rule in (*self.answers, *self.actions):
            if any_rule.name in names:
                raise ValueError(f"two rules are named “{any_rule.name}”")
            names.add(any_rule.name)
            self._check(any_rule)
        for rule in self.answers:
            if everything is not None:
                raise ValueError(f"rule “{rule.name}” never applies: “{everything}” before it is for every answer")
            everything = rule.name if rule.everything else None
        return self

    def _check(self, rule: Rule) -> None:
        for entry in rule.entries():
            if entry.group and not entry.group.startswith(_SURFACE_GROUPS) and not self.groups.get(entry.group):
                raise ValueError(f"rule “{rule.name}” names the group {entry.group}, in which is nobody: see groups")
        most = self._most(rule.entries())
        if most is not None and most < rule.quorum:
            raise ValueError(f"rule “{rule.name}” needs {rule.quorum} approvals and can get {most} at most")

    def _most(self, entries: Iterable[ApproverEntry]) -> int | None:
        """How many people these are at most; None where only a surface or a document can say."""
        people: set[str] = set()
        for entry in entries:
            if entry.owner or (entry.group and entry.group not in self.groups):
                return None
            people.update(self.groups[entry.group] if entry.group else [entry.account or entry.email or ""])
        return len({person.casefold() for person in people})

    def for_answer(
        self, citations: Sequence[Citation], policy_types: frozenset[str], owners: Collection[str] = ()
    ) -> ApprovalRule | None:
        """The first rule that fits the cited documents; None means that nobody may decide, and the gate stays shut.

        ``owners`` are the names those documents give as their owners. A rule that asks the owner of a document whose owner
        is not in the file, and so cannot reach its quorum, lets nobody decide.
        """
        paths = frozenset(citation.path for citation in citations)
        known = [self.owners[name].approver() for name in sorted(owners) if name in self.owners]
        for rule in self.answers:
            if matched := rule.matches(paths, policy_types):
                made = rule.approval_rule(known, matched=matched, hours=self.hours, handoff=self.handoff)
                return made if _reachable(made) else None
        return None

    def for_action(self, spec: ToolSpec, amount: Amount | None) -> ApprovalRule | None:
        """The first rule that fits the call; None means that nobody may decide, and it is not done.

        Where the tool names a rule (``approvers``), that one holds, unless a rule for such an amount comes before it.
        """
        rule = self.action_rule(spec, amount)
        if rule is None:
            return None
        matched = rule.matches(spec, amount) or f"{spec.name} names it"
        made = rule.approval_rule(matched=matched, hours=self.hours, handoff=self.handoff)
        return made if _reachable(made) else None

    def action_rule(self, spec: ToolSpec, amount: Amount | None) -> ActionRule | None:
        """The entry behind ``for_action``."""
        for rule in self.actions:
            if spec.approvers and rule.amount_over is None:
                if rule.name == spec.approvers:
                    return rule
            elif rule.matches(spec, amount):
                return rule
        return None

    def delegations(self) -> list[Delegation]:
        """Who stands in for whom, by the file."""
        return [entry.delegation(number) for number, entry in enumerate(self.away, start=1)]


def _reachable(rule: ApprovalRule) -> bool:
    everybody = {approver for level in (rule, *rule.escalation) for approver in level.approvers}
    return bool(rule.approvers) and (any(a.group for a in everybody) or len(everybody) >= rule.quorum)


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
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ConfigurationError(
            f"The approvals file {path} is wrong at {_line(field)}: {_line(first['msg'].removeprefix('Value error, '))}.",
            "Mend that field.",
        ) from error


def _line(words: str) -> str:
    """On one line, whatever was written in the file."""
    return " ".join(words.split())
