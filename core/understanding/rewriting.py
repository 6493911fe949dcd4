"""A case in the words in which policies are written, from the facts that tools verified and what the user reports."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from core.domain.judgement import Intent, IntentResult, VerifiedFacts
from core.understanding.words import Words

_BEFORE_CASES = ("lost", "stuck", "delivered", "not_shipped")
"""Which of several facts says most about a case."""


@dataclass(frozen=True)
class Case:
    """What a rule must fit: the state of the order, by a tool or else by the user, and what is wanted.

    ``facts`` are the states that tools verified, in the order of the facts' names; ``state`` is the one that matters, a key of
    ``cases`` in the data; ``reported`` is what the user says, in the record's words.
    """

    intent: Intent
    facts: tuple[str, ...]
    state: str | None
    by_tool: bool
    reported: str | None


@cache
def data() -> Mapping[str, Any]:
    """``rewriting.yml``."""
    text = Path(__file__).with_name("rewriting.yml").read_text(encoding="utf-8")
    read: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - safe
    return read


def case_of(result: IntentResult, facts: VerifiedFacts, known: Words) -> Case:
    """A tool's fact counts before what the user says (policy_rewrite_v2, rule 3)."""
    verified = tuple(_states(facts))
    slots = result.slots
    claimed = _claimed(slots.delivery_status_mentioned_by_user, "statuses", known)
    issue = _claimed(slots.issue_reason, "issues", known)
    by_fact = next((state for state in _BEFORE_CASES if state in verified), None)
    what = slots.delivery_status_mentioned_by_user or slots.issue_reason
    if what and slots.time_condition and what == slots.delivery_status_mentioned_by_user:
        what = str(known.said["lasting"].format(time=slots.time_condition, what=what))
    state = issue or by_fact or claimed
    return Case(result.intent, verified, state, state is not None and state == by_fact, what)


def policy_types(case: Case) -> tuple[str, ...]:
    """The types of policy that may decide."""
    of_case = data()["cases"][case.state]["types"] if case.state else []
    return tuple(dict.fromkeys([*data()["intents"][case.intent]["types"], *of_case]))


def _states(facts: VerifiedFacts) -> Iterator[str]:
    said = facts.model_dump()
    for fact in ("payment_status", "shipment_status", "logistics_status", "order_status", "after_sales_status"):
        value = said[fact]
        for state, words in data()["facts"][fact].items() if value else ():
            if re.fullmatch(rf"\s*(?:{words})\s*", value, re.IGNORECASE):
                yield state
                break


def _claimed(text: str | None, kind: str, known: Words) -> str | None:
    if text is None:
        return None
    patterns = known.statuses if kind == "statuses" else known.issues
    said = {words: name for name, words in known.said[kind].items()}
    return said.get(text) or next((name for name, pattern in patterns.items() if pattern.search(text)), None)
