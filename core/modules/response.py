"""The reply about an action (seed 003, response_v2). Before a verified success it comes from templates only."""

from __future__ import annotations

from typing import Literal

from core.actions.replies import Scenario, decided, joined, looked_up, of_intent
from core.actions.saying import faults, speaks
from core.domain.action import Fact, VerificationResult
from core.domain.base import Model
from core.domain.evidence import CaseDecision
from core.domain.judgement import Emotion, Intent
from core.domain.language import Language
from core.wording import say

MAX_REPLY = 3000
"""Characters: what every surface can show in one piece."""


class Input(Model):
    """What may be said, and to whom.

    ``clarification_question`` is ``slot_clarification``'s; ``information`` is an ordinary explanation that was made
    elsewhere, for ``general_info`` only.
    """

    scenario: Scenario
    language: Language | None = None
    intent: Intent = Intent.UNKNOWN
    user_emotion: Emotion = Emotion.UNKNOWN
    order_id: str | None = None
    facts: tuple[Fact, ...] = ()
    decision: CaseDecision | None = None
    verification_result: VerificationResult | None = None
    clarification_question: str | None = None
    information: str | None = None


class Output(Model):
    """The reply. ``forbidden_phrases_detected`` are those of a draft that was therefore replaced."""

    reply: str
    tone: Literal["polite", "apologetic", "neutral", "firm"]
    mentioned_decision: str
    need_user_action: bool
    user_action_request: str | None = None
    contains_unverified_claim: bool
    forbidden_phrases_detected: tuple[str, ...] = ()
    public_explanation_level: Literal["minimal", "normal", "detailed"]
    safe_to_send: bool
    safety_notes: tuple[str, ...] = ()


_UPSET = {Emotion.ANGRY, Emotion.DISSATISFIED, Emotion.ANXIOUS}
_BARE = {Scenario.NEED_CLARIFICATION, Scenario.HUMAN_HANDOFF, Scenario.REJECTION, Scenario.DELAY_NOTICE}
_FAILED = {"verified_failed"}
_REPLACED = "The draft was replaced by a template."


def rules(given: Input) -> Output:
    """The template for the scenario, with the verified statuses in our own words."""
    language, success = given.language, verified(given)
    looked = looked_up(given.facts, given.order_id, language)
    request: str | None = None
    decision = ""
    scenario = given.scenario
    if scenario is Scenario.NEED_CONFIRMATION and given.decision and not given.decision.endswith("_allowed"):
        scenario = Scenario.DECISION_ONLY  # nothing is there to be confirmed
    match scenario:
        case Scenario.NEED_CLARIFICATION:
            request = _question(given)
            body = request
        case Scenario.NEED_CONFIRMATION:
            request = say("action.please_confirm", language)
            decision = say("action.possible", language, what=of_intent("what", given.intent, language))
            body = joined(looked, decision, request, language=language)
        case Scenario.DECISION_ONLY:
            decision = decided(given.decision, given.intent, language)
            started = say("action.not_started", language) if (given.decision or "").endswith("_allowed") else ""
            handed = say("action.handoff", language) if given.decision == "human_handoff" else ""
            body = joined(looked, decision, started, handed, language=language) or say("action.unchecked", language)
        case Scenario.EXECUTION_SUCCESS:
            decision = of_intent("success", given.intent, language) if success else say("action.uncertain", language)
            body = decision
        case Scenario.EXECUTION_FAILED:
            failed = given.verification_result is None or given.verification_result.verification_status in _FAILED
            body = say("action.failed" if failed else "action.uncertain", language)
        case Scenario.HUMAN_HANDOFF:
            body = say("action.handoff", language)
        case Scenario.GENERAL_INFO:
            told = given.information or ""
            body = told if told.strip() and not faults(told, given) else say("action.info", language)
        case Scenario.DELAY_NOTICE:
            body = say("action.delay", language)
        case Scenario.REJECTION:
            body = say("action.rejected", language)
    upset = given.user_emotion in _UPSET and given.scenario not in {Scenario.GENERAL_INFO, Scenario.REJECTION}
    soothed = body == given.clarification_question  # slot_clarification has said that it is sorry
    regret = upset and not success and not soothed
    return Output(
        reply=joined(say("action.sorry", language), body, language=language) if regret else body,
        tone="apologetic" if upset and not success else "firm" if given.scenario is Scenario.REJECTION else "polite",
        mentioned_decision=decision,
        need_user_action=request is not None,
        user_action_request=request,
        contains_unverified_claim=False,
        public_explanation_level="minimal" if given.scenario in _BARE else "normal",
        safe_to_send=True,
        safety_notes=() if success else ("Nothing is said to be done.",),
    )


def enforce(given: Input, output: Output) -> Output:
    """The hard rules: a model's words go out only around a verified success, or as information without any claim.

    Around a success they keep the template's sentence and claim nothing beyond it.
    """
    template = rules(given)
    if output.reply == template.reply or _may_go(given, output.reply, template.reply):
        kept = {"reply": output.reply, "tone": output.tone, "public_explanation_level": output.public_explanation_level}
        return template.model_copy(update=kept)
    notes = (*template.safety_notes, _REPLACED)
    found = faults(output.reply, given)
    return template.model_copy(update={"forbidden_phrases_detected": found, "safety_notes": notes})


def _may_go(given: Input, reply: str, template: str) -> bool:
    """Whether a model's own words may go out instead of, or around, the template's."""
    if given.scenario is not Scenario.GENERAL_INFO and not (verified(given) and template in reply):
        return False
    rest = reply.replace(template, " ", 1)
    fits = bool(reply.strip()) and len(reply) <= MAX_REPLY
    return fits and not faults(rest, given) and speaks(rest, given.language)


def verified(given: Input) -> bool:
    """Whether a success may be told: the second look found it."""
    result = given.verification_result
    told = result is not None and result.should_tell_user_success and result.verification_status == "verified_success"
    return told and given.scenario is Scenario.EXECUTION_SUCCESS


def _question(given: Input) -> str:
    """The question of ``slot_clarification``, unless it says more than a question may."""
    question = (given.clarification_question or "").strip()
    sound = question and len(question) <= MAX_REPLY and not faults(question, given)
    return question if sound else say("action.clarify", given.language)
