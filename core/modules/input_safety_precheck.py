"""Whether an input tries to give the machine orders, and what of it is a request (seed 003, input_safety_precheck_v1).

It restricts, it does not refuse: what is asked for behind an attack is understood all the same, and goes on without tools.
"""

from __future__ import annotations

import re

from core.domain.base import Model, Probability
from core.domain.judgement import ConversationTurn, NextStep, RiskLevel, RiskTag, Source
from core.safety.sanitizing import without
from core.safety.scanning import Finding, scan


class Input(Model):
    """What was written, what was said before, and where."""

    user_query: str
    conversation_history: tuple[ConversationTurn, ...] = ()
    source: Source = Source.UNKNOWN


class Output(Model):
    """The risk, and the query without the attack. ``blocked_reason`` is for the record, never for the asker."""

    allow_continue: bool
    risk_level: RiskLevel
    risk_tags: tuple[RiskTag, ...] = ()
    sanitized_user_query: str
    blocked_reason: str | None = None
    recommended_next_step: NextStep
    confidence: Probability


SURE, DISGUISED = 0.96, 0.9
"""Confidence of what stands there plainly, and of what had to be uncovered first."""
NOTHING_LEFT = "It holds instructions to the machine and no request."
_MEDIUM = {RiskTag.SCHEMA_OVERRIDE_ATTEMPT, RiskTag.ABNORMAL_FORMAT_ATTACK}
"""What asks for another form is less than what asks for another deed."""
_LEVELS = tuple(RiskLevel)
_IDENTIFIERS = re.compile(r"[A-Za-z]*\d[\w-]*", re.ASCII)


def rules(given: Input) -> Output:
    """By the families of attacks in ``core/safety/patterns``, in whatever disguise."""
    findings = scan(given.user_query)
    plain = not findings or any(not finding.disguised for finding in findings)
    return _conclude(_tags(findings), without(given.user_query, findings), SURE if plain else DISGUISED)


def enforce(given: Input, output: Output) -> Output:
    """The hard rules: what the patterns find is found, and a sanitized query only leaves attacks out.

    A model may find more. It cannot block a request that has something left to understand (rule 5), nor let an attack pass
    unrestricted, nor put words into the asker's mouth.
    """
    known = rules(given)
    tags = tuple(tag for tag in RiskTag if tag in {*known.risk_tags, *output.risk_tags})
    said = output.sanitized_user_query
    kept = said if tags and _only_leaves_out(said, given.user_query, known.sanitized_user_query) else None
    concluded = _conclude(tags, known.sanitized_user_query if kept is None else kept, output.confidence)
    level = max(concluded.risk_level, output.risk_level if tags else RiskLevel.NONE, key=_LEVELS.index)
    step = concluded.recommended_next_step
    if output.recommended_next_step in ("human_handoff", "ask_clarification") and step != "reject":
        step = output.recommended_next_step
    return concluded.model_copy(update={"risk_level": level, "recommended_next_step": step})


def _tags(findings: tuple[Finding, ...]) -> tuple[RiskTag, ...]:
    found = {finding.tag for finding in findings}
    if any(finding.disguised for finding in findings):
        found.add(RiskTag.ABNORMAL_FORMAT_ATTACK)
    if any(finding.kept for finding in findings):  # an attack around an action asks for that action
        found.add(RiskTag.HIGH_RISK_ACTION_REQUESTED)
    return tuple(tag for tag in RiskTag if tag in found)


def _conclude(tags: tuple[RiskTag, ...], sanitized: str, confidence: float) -> Output:
    blocked = bool(tags) and not sanitized.strip()
    step: NextStep = "reject" if blocked else "continue_with_restrictions" if tags else "continue"
    return Output(
        allow_continue=not blocked,
        risk_level=RiskLevel.NONE if not tags else RiskLevel.MEDIUM if _MEDIUM.issuperset(tags) else RiskLevel.HIGH,
        risk_tags=tags,
        sanitized_user_query=sanitized,
        blocked_reason=NOTHING_LEFT if blocked else None,
        recommended_next_step=step,
        confidence=confidence,
    )


def _only_leaves_out(said: str, query: str, known: str) -> bool:
    """Whether a model's version takes words away from the query and adds none, lets no attack stand, and loses no number
    nor more than half of what the rules would keep."""
    letters = iter(query)
    if not all(character in letters for character in said if not character.isspace()) or scan(said):
        return False
    return set(_IDENTIFIERS.findall(known)) <= set(_IDENTIFIERS.findall(said)) and 2 * len(said) >= len(known)
