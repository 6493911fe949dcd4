"""The stages that ask for what is missing: at most two things at a time, in plain words, never by the name of a field."""

from __future__ import annotations

import re

from core.actions.recovering import CLARIFY, Failure
from core.actions.replies import Scenario
from core.domain.case import CaseState
from core.domain.language import Language
from core.domain.outcome import OutcomeKind, Reason
from core.domain.tool import ToolSpec
from core.journeys.acting.calls import CHANNEL, arguments, chosen, several, slot, slots_of
from core.journeys.acting.recovering import ended_by, handed_over, recover
from core.journeys.acting.work import Work, noted
from core.journeys.bench import Bench
from core.modules import slot_clarification
from core.understanding.clarifying import REQUIRED
from core.wording import say, texts

_PARTS = ("order_id", "issue_reason", "requested_action", "product_name")


async def clarify(work: Work, bench: Bench) -> Work:
    """Asks for what the wish needs first."""
    result = work.case.intent_result
    assert result is not None
    missing = tuple(name for name in REQUIRED.get(result.intent, ()) if not getattr(result.slots, name))
    if not missing:
        return work
    given = slot_clarification.Input(
        intent_result=slot_clarification.IntentResult(
            intent=result.intent,
            slots=result.slots,
            missing_slots=missing,
            clarification_priority=next((part for part in _PARTS if part in missing), "none"),
            risk_tags=result.risk_tags,
        ),
        user_query=work.words,
        conversation_history=work.case.turns[:-1],
    )
    asked = await work.hearing.judge(slot_clarification, given)
    return await ask(work, bench, asked.requested_slots or missing[:1], asked.question)


async def ask_details(work: Work, bench: Bench) -> Work:
    """Asks, one at a time, for what only the asker can give to the tool and no slot of the intent holds."""
    spec = tool_for(work, bench)
    if spec is None:
        meant = bench.toolbox is not None and several(work.case, bench.toolbox.specs)
        return await ask(work, bench, (CHANNEL,), _question(work, CHANNEL, None)) if meant else work
    assert bench.toolbox is not None
    faults = bench.toolbox.faults(spec.name, arguments(spec, work.case))
    unfit = {s for path, s in spec.slots.items() if s in work.case.details and any(f.startswith(path) for f in faults)}
    missing = next((name for name in slots_of(spec) if name in unfit or not slot(work.case, name)), None)
    if missing is None:
        return work
    title = next((spec.properties.get(p, {}).get("title") for p, s in spec.slots.items() if s == missing), None)
    question = _question(work, missing, title if isinstance(title, str) else None)
    return await ask(work, bench, (missing,), question) if question else handed_over(work, bench)


async def ask(work: Work, bench: Bench, slots: tuple[str, ...], question: str | None) -> Work:
    """Puts a question back. Asking for the same again is a failure: after three of them a human goes on."""
    work = noted(work.having(asked=slots), bench, "slot_clarification", "ask", "", slots=slots)
    again = f"asked:{'+'.join(slots)}"
    count = work.case.tries.get(again, 0) + 1
    work = work.having(tries={**work.case.tries, again: count})
    if count > 1:
        work, action = await recover(work, bench, Failure.SLOTS_MISSING, attempts=count)
        if action is not CLARIFY:
            return ended_by(work, bench, action)
    return work.ended(
        CaseState.COLLECTING,
        OutcomeKind.NEEDS_CLARIFICATION,
        Reason.MISSING_DETAILS,
        scenario=Scenario.NEED_CLARIFICATION,
        question=question,
    )


def _question(work: Work, name: str, title: str | None) -> str | None:
    """In our words for what we know, in the operator's for a detail of their own; None if there are none."""
    language, result = work.case.request.language, work.case.intent_result
    keys = (f"clarify.{name}.{result.intent}" if result else "", f"clarify.{name}")
    key = next((key for key in keys if key in texts(Language.ENGLISH)), None)
    things = say(key, language) if key else title
    return say("clarify.ask", language, things=re.sub(r"[<>@_]", " ", things)) if things else None


def tool_for(work: Work, bench: Bench) -> ToolSpec | None:
    """The declared tool for the wish, as far as the asker has said which."""
    return chosen(work.case, bench.toolbox.specs) if bench.toolbox else None
