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
from core.retrieval.lexemes import lexemes
from core.retrieval.question import understand
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


def worded(case: Case, said: Mapping[str, Any]) -> dict[str, Any]:
    """A case's query and conditions, by the names they have in the output of policy_rewrite. ``said`` is a language's part of
    the data."""
    wish, rule, wanted = said["asks"][case.intent], said["rules"][case.intent], said["wants"][case.intent]
    facts = tuple(said["facts"][fact] for fact in case.facts)
    if case.state is None:
        return {
            "primary_rewrite_query": said["plain"].format(asks=wish, rules=rule),
            "verified_fact_conditions": facts,
            "must_include_conditions": (*(said["must"][f] for f in case.facts if f in said["must"]), wanted),
        }
    reported = said["reported"].format(what=case.reported) if case.reported else ""
    topic, state, paid = said["topic"][case.state], said["must"][case.state], "paid" in case.facts
    standing = said["state"].get(case.state, state)
    seen = (said["paid_and"].format(state=standing) if paid else standing) if case.by_tool else reported
    values = {"topic": topic, "must": state, "asks": wish, "rules": rule, "paid": said["paid_order"] if paid else ""}
    known = [said["keyword"][fact] for fact in case.facts if fact in said["keyword"]]
    verb = wish.removeprefix(said["user"])
    return {
        "primary_rewrite_query": said["primary"].format(case=seen or standing, **values),
        "query_variants": tuple(variant.format(**values) for variant in said["variants"]),
        "keywords": tuple(dict.fromkeys([*known, state, topic, wanted, said["responsibility"]])),
        "user_claim_conditions": (reported,) if reported else (),
        "verified_fact_conditions": facts,
        "must_include_conditions": (
            *(said["must"][fact] for fact in case.facts if fact in ("paid", "unpaid")),
            state,
            wanted,
        ),
        "negative_filters": tuple(said["not"][name] for name in data()["cases"][case.state]["not"]),
        "evidence_requirements": (
            said["needs"]["case"].format(must=state, topic=topic),
            said["needs"]["ask"].format(verb=verb),
            said["needs"]["responsibility"],
        ),
    }


def keywords(query: str) -> tuple[str, ...]:
    """The words of a question that carry its content, as they were written."""
    terms = set(understand(query).terms)
    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", query)
    return tuple(dict.fromkeys(word for word in words if terms.intersection(lexemes(word))))


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
