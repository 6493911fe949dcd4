"""What to look for in the policies (seed 003, policy_rewrite_v2). It answers nothing, blames nobody and invents no rule."""

from __future__ import annotations

import re
from typing import Any, Literal

from core.domain.base import Model, Probability
from core.domain.judgement import Intent, IntentResult, RiskTag, VerifiedFacts
from core.domain.language import Language
from core.retrieval.lexemes import lexemes
from core.retrieval.question import understand
from core.safety.scanning import scan
from core.understanding.intents import words_for
from core.understanding.rewriting import Case, case_of, data, policy_types
from core.wording.language import detect


class Input(Model):
    """The query, what was understood of it, and what tools have verified."""

    user_query: str
    intent_result: IntentResult
    verified_tool_facts: VerifiedFacts = VerifiedFacts()


class Output(Model):
    """The query for the policies, and the conditions that a rule must meet to be evidence."""

    primary_rewrite_query: str
    query_variants: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    policy_types: tuple[str, ...] = ()
    user_claim_conditions: tuple[str, ...] = ()
    verified_fact_conditions: tuple[str, ...] = ()
    must_include_conditions: tuple[str, ...] = ()
    negative_filters: tuple[str, ...] = ()
    retrieval_strategy: Literal["dense", "keyword", "hybrid"] = "hybrid"
    evidence_requirements: tuple[str, ...] = ()
    retrieval_intent: str
    risk_tags: tuple[str, ...] = ()
    confidence: Probability


VERIFIED, REPORTED, AS_ASKED = 0.94, 0.85, 0.8
"""Confidence of a query that rests on facts, of one that rests on what the user says, and of the question itself."""
LONGEST = 4000
_QUESTIONS = {Intent.POLICY_QUESTION, Intent.UNKNOWN}
_CONCLUDES = re.compile(
    r"(?:应该|应当|必须|可以直接|同意|予以)(?:退款|赔偿|补偿|取消)|(?:商家|平台|物流|用户)(?:负)?全责|责任在(?:商家|平台|物流|用户)"
    r"|\b(?:should|must|will|shall) (?:be )?(?:refunded|compensated|refund|compensate)\b|\b(?:merchant|platform|carrier|user) is (?:fully |solely )?(?:responsible|liable|at fault)\b"
    r"|\brefund is (?:allowed|approved|due|granted)\b",
    re.IGNORECASE,
)
"""Conclusions, which are others' to draw (rule 5)."""
_NUMBER = re.compile(r"\d+")


def rules(given: Input) -> Output:
    """A question is looked up as it was asked; a case in the words of policies, by its facts and else by what is reported."""
    result = given.intent_result
    tags = tuple(tag for tag in result.risk_tags if tag in set(RiskTag))
    case = case_of(result, given.verified_tool_facts, words_for(given.user_query))
    seeks = str(data()["intents"][case.intent]["seeks"])
    if case.intent in _QUESTIONS or (case.state is None and not case.facts):
        return Output(
            primary_rewrite_query=given.user_query,
            keywords=_keywords(given.user_query),
            policy_types=policy_types(case),
            retrieval_intent=seeks,
            risk_tags=tags,
            confidence=AS_ASKED,
        )
    said: dict[str, Any] = data()["zh" if detect(given.user_query) is Language.CHINESE else "en"]
    return _of_case(case, said, seeks, tags)


def enforce(given: Input, output: Output) -> Output:
    """The hard rules: facts are the tools' and claims stay reported (2, 3, 4); no conclusion, no invented or lost number, no
    attack gets into a query (5, 6, 7)."""
    plain = rules(given)
    sound = [query for query in output.query_variants if _is_sound(query, given)]
    whole = _is_sound(output.primary_rewrite_query, given) and _keeps_numbers(output.primary_rewrite_query, given)
    claimed = [words for words in output.user_claim_conditions if not _CONCLUDES.search(words)]
    return output.model_copy(
        update={
            "primary_rewrite_query": output.primary_rewrite_query if whole else plain.primary_rewrite_query,
            "query_variants": tuple(sound),
            "policy_types": output.policy_types or ("unknown",),
            "user_claim_conditions": tuple(claimed),
            "verified_fact_conditions": plain.verified_fact_conditions,
            "must_include_conditions": tuple(c for c in output.must_include_conditions if not _CONCLUDES.search(c)),
            "risk_tags": tuple(dict.fromkeys([*plain.risk_tags, *output.risk_tags])),
        }
    )


def _of_case(case: Case, said: dict[str, Any], seeks: str, tags: tuple[str, ...]) -> Output:
    wish, rule = said["asks"][case.intent], said["rules"][case.intent]
    facts, reported = [said["facts"][fact] for fact in case.facts], []
    if case.reported:
        reported = [said["reported"].format(what=case.reported)]
    if case.state is None:
        primary = said["plain"].format(asks=wish, rules=rule)
        return Output(
            primary_rewrite_query=primary,
            policy_types=policy_types(case),
            verified_fact_conditions=tuple(facts),
            must_include_conditions=(*(said["must"][f] for f in case.facts if f in said["must"]), said["wants"][case.intent]),
            retrieval_intent=seeks,
            risk_tags=tags,
            confidence=VERIFIED,
        )
    topic, state, paid = said["topic"][case.state], said["must"][case.state], "paid" in case.facts
    standing = said["state"].get(case.state, state)
    seen = (said["paid_and"].format(state=standing) if paid else standing) if case.by_tool else "".join(reported)
    values = {"topic": topic, "must": state, "asks": wish, "rules": rule, "paid": said["paid_order"] if paid else ""}
    known = [said["must"][fact] for fact in case.facts if fact in ("paid", "unpaid")]
    return Output(
        primary_rewrite_query=said["primary"].format(case=seen or standing, **values),
        query_variants=tuple(variant.format(**values) for variant in said["variants"]),
        keywords=tuple(dict.fromkeys(
            [*(said["keyword"][f] for f in case.facts if f in said["keyword"]), state, topic, said["wants"][case.intent], said["responsibility"]]
        )),
        policy_types=policy_types(case),
        user_claim_conditions=tuple(reported),
        verified_fact_conditions=tuple(facts),
        must_include_conditions=(*known, state, said["wants"][case.intent]),
        negative_filters=tuple(said["not"][name] for name in data()["cases"][case.state]["not"]),
        evidence_requirements=(
            said["needs"]["case"].format(must=state, topic=topic),
            said["needs"]["ask"].format(verb=wish.removeprefix(said["user"])),
            said["needs"]["responsibility"],
        ),
        retrieval_intent=seeks,
        risk_tags=tags,
        confidence=VERIFIED if case.by_tool else REPORTED,
    )  # fmt: skip


def _keywords(query: str) -> tuple[str, ...]:
    """The words of a question that carry its content, as they were written."""
    terms = set(understand(query).terms)
    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", query)
    return tuple(dict.fromkeys(word for word in words if terms.intersection(lexemes(word))))


def _is_sound(query: str, given: Input) -> bool:
    """No conclusion, no attack, no number that nobody named."""
    if not query.strip() or len(query) > LONGEST or _CONCLUDES.search(query) or scan(query):
        return query == given.user_query and bool(query.strip())
    return set(_NUMBER.findall(query)) <= set(_NUMBER.findall(f"{given.user_query} {given.model_dump_json()}"))


def _keeps_numbers(query: str, given: Input) -> bool:
    """A question's amounts decide which rule holds; a case's numbers are those of its order."""
    asked = given.intent_result.intent in _QUESTIONS
    return not asked or set(_NUMBER.findall(given.user_query)) <= set(_NUMBER.findall(query))
