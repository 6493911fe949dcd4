"""The seed's examples in other words: at least nine in ten of each set, over both languages, come to what the seed shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from core.domain.judgement import IntentResult, SafetyPrecheck, VerifiedFacts
from core.modules import input_safety_precheck, intent, policy_rewrite, slot_clarification
from core.strict_yaml import load

SETS: dict[str, dict[str, Any]] = load(Path(__file__).with_name("paraphrases.yml").read_bytes())
LANGUAGES = ("english", "chinese")
ENOUGH = 0.9


def understood(text: str) -> intent.Output:
    checked = input_safety_precheck.rules(input_safety_precheck.Input(user_query=text))
    precheck = SafetyPrecheck(
        risk_level=checked.risk_level,
        risk_tags=tuple(map(str, checked.risk_tags)),
        recommended_next_step=checked.recommended_next_step,
    )
    return intent.rules(
        intent.Input(user_query=text, sanitized_user_query=checked.sanitized_user_query, safety_precheck=precheck)
    )


def passed_on(result: intent.Output, to: type[BaseModel]) -> dict[str, Any]:
    """The part of an intent that a later module is told."""
    told = result.model_dump(mode="json")
    return {name: told[name] for name in to.model_fields if name in told}


def outputs(of: dict[str, Any], text: str) -> list[dict[str, Any]]:
    """What the set's module makes of a paraphrase, after what the intent before it makes of it (if that is stated too)."""
    match of["module"]:
        case "input_safety_precheck":
            return [_json(input_safety_precheck.rules(input_safety_precheck.Input(user_query=text)))]
        case "intent":
            return [_json(understood(text))]
        case "slot_clarification":
            result = understood(text)
            told = slot_clarification.IntentResult.model_validate(passed_on(result, slot_clarification.IntentResult))
            asking = slot_clarification.rules(slot_clarification.Input(intent_result=told, user_query=text))
            return [_json(result), _json(asking)]
        case _:
            known = IntentResult.model_validate(passed_on(understood(text), IntentResult))
            facts = VerifiedFacts.model_validate(of["facts"])
            given = policy_rewrite.Input(user_query=text, intent_result=known, verified_tool_facts=facts)
            return [_json(policy_rewrite.rules(given))]


def _json(output: BaseModel) -> dict[str, Any]:
    return output.model_dump(mode="json")


def differences(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """The fields in which an output is not as expected; of a list, what is expected must be in it."""
    wrong = []
    for name, value in expected.items():
        field = name.removesuffix("_exactly")
        if name == "not_empty":
            wrong += [f"{one} is empty" for one in value if not found[one]]
        elif name == "claim_types":
            types = [claim["claim_type"] for claim in found["user_claims"]]
            wrong += [f"no claim of {one}" for one in value if one not in types]
        elif name == "number_of_verified_fact_conditions":
            wrong += [] if len(found["verified_fact_conditions"]) == value else [name]
        elif isinstance(value, dict):
            wrong += differences(value, found[field])
        elif isinstance(value, list) and not name.endswith("_exactly"):
            wrong += [f"{field} lacks {one}" for one in value if one not in found[field]]
        elif found[field] != value:
            wrong.append(f"{field} is {found[field]}")
    return wrong


def faults(of: dict[str, Any], paraphrase: dict[str, Any]) -> list[str]:
    text = paraphrase["text"]
    *before, found = outputs(of, text)
    wrong = differences(of["expected"], found)
    wrong += differences(of.get("intent", {}), before[0]) if before else []
    wrong += differences({"risk_tags": paraphrase.get("risk_tags", [])}, found) if "risk_tags" in found else []
    sanitised = found.get("sanitized_user_query") or ""
    wrong += [f"lost: {words}" for words in paraphrase.get("keeps", ()) if words not in sanitised]
    wrong += [f"left: {words}" for words in paraphrase.get("drops", ()) if words in sanitised]
    for slot, value in paraphrase.get("slots", {}).items():
        stated = found["slots"][slot] or ""
        wrong += [] if value.casefold() in stated.casefold() else [f"{slot} is {stated!r}, not {value!r}"]
    queries = " ".join([found.get("primary_rewrite_query", ""), *found.get("query_variants", ())]).casefold()
    return wrong + [f"concludes: {words}" for words in of.get("never_in_any_query", ()) if words.casefold() in queries]


@pytest.mark.parametrize("name", SETS)
def test_nine_in_ten_paraphrases_come_to_what_the_seed_shows(name: str) -> None:
    of = SETS[name]
    all_of_it = [one for language in LANGUAGES for one in of[language]]
    wrong = {one["text"]: found for one in all_of_it if (found := faults(of, one))}
    assert len(wrong) <= (1 - ENOUGH) * len(all_of_it) + 1e-9, wrong


def test_there_are_ten_of_each_in_each_language_and_none_twice() -> None:
    for of in SETS.values():
        for language in LANGUAGES:
            assert len({one["text"] for one in of[language]}) == 10
