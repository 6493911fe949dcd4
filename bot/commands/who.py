"""``approvals who``: a dry run of a question's review."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot.commands import session
from bot.commands.ask import AS_HELP
from bot.commands.console import emit, out
from core.domain.outcome import Outcome, OutcomeKind

if TYPE_CHECKING:
    from rich.console import RenderableType

    from adapters.terminal.speaker import Speaker
    from bot.bootstrap import Application
    from core.approvals.who import Asked, Plan
    from core.domain.approval import Approval


def who(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="The question.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object instead.")] = False,
    speak_as: Annotated[str | None, typer.Option("--as", metavar="PERSON", help=AS_HELP)] = None,
) -> None:
    """Say who would be asked to review an answer, and why.

    Also where their cards would go, and when reminders, escalation and the end would come. Nothing is recorded and nobody is asked.
    """
    settings = session.settings()
    speaker = session.speaker(settings, speak_as)

    async def work() -> None:
        async with session.application(settings) as app:
            outcome, approval = await _dry_run(app, speaker, question)
            plan = await _plan(app, approval) if approval else None
        if as_json:
            emit(json.dumps(_object(outcome, approval, plan), ensure_ascii=False, default=str))
        else:
            for part in _page(outcome, approval, plan):
                out().print(part)

    asyncio.run(work())


async def _dry_run(app: Application, speaker: Speaker, question: str) -> tuple[Outcome, Approval | None]:
    """How the question would end, and the approval it opens; for one that is answered, as if it had to be reviewed."""
    from core.journeys.question import ask

    request = speaker.request(question, app.ids.new("who"), app.clock.now())
    exchange, approval = await ask(request, app.bench)
    if exchange.outcome.outcome is OutcomeKind.ANSWERED:
        _, approval = await ask(request.model_copy(update={"min_confidence": 1.0}), app.bench)
    return exchange.outcome, approval


async def _plan(app: Application, approval: Approval) -> Plan:
    from bot.stand_ins import StandIns
    from core.approvals.who import plan

    return plan(approval, await StandIns(app).delegations())


def _page(outcome: Outcome, approval: Approval | None, plan: Plan | None) -> list[RenderableType]:
    from rich.text import Text

    from adapters.terminal.cards import labelled, moment
    from adapters.terminal.pages import table

    first = Text(_beginning(outcome, approval))
    if approval is None or plan is None:
        return [first]
    rule = approval.rule
    own = "may decide too" if rule.asker_may_decide else "never decides on it"
    needed = "one approval" if rule.quorum == 1 else f"{rule.quorum} approvals"
    facts = [
        ("Rule", f"{rule.name}, because {rule.matched}"),
        ("Needed", f"{needed}; one denial ends it; the asker {own}"),
        ("Reminders", ", ".join(map(moment, plan.reminders)) or "none"),
        ("Over", f"{moment(plan.expiry)}: the asker is told that nobody decided"),
        ("Handoff", f"{rule.handoff.name} ({rule.handoff.to})" if rule.handoff else "nobody"),
    ]
    rows = [(moment(level.at), _people(level), _cards(level), _deputies(level)) for level in plan.levels]
    asked = table("asked at", "who", "cards go to", "stands in", rows=rows)
    return [first, "", labelled(facts), "", asked]


def _beginning(outcome: Outcome, approval: Approval | None) -> str:
    if outcome.outcome is OutcomeKind.PENDING_APPROVAL and approval:
        return f"It would go to a reviewer. {approval.why}"
    if outcome.outcome is OutcomeKind.ANSWERED:
        more = " If it had to be reviewed:" if approval else " Nobody could review it."
        return f"It would be answered at once, with {outcome.confidence:.2f} confidence.{more}"
    return f"It would be {outcome.outcome.value} ({outcome.reason.value}), and nobody asked. {outcome.text}"


def _people(level: Asked) -> str:
    from adapters.terminal.cards import approver_name

    return ", ".join(map(approver_name, level.approvers))


def _cards(level: Asked) -> str:
    from adapters.terminal.cards import approver_name

    return ", ".join([*level.cards, *(f"{approver_name(one)} directly" for one in level.direct)])


def _deputies(level: Asked) -> str:
    return ", ".join(f"{delegate} for {absent}" for absent, delegate in level.deputies)


def _object(outcome: Outcome, approval: Approval | None, plan: Plan | None) -> dict[str, Any]:
    found: dict[str, Any] = {"outcome": outcome.outcome, "reason": outcome.reason, "confidence": outcome.confidence}
    if approval is None or plan is None:
        return {**found, "rule": None}
    return {
        **found,
        "rule": approval.rule.name,
        "why": approval.rule.matched,
        "quorum": approval.rule.quorum,
        "asker_may_decide": approval.rule.asker_may_decide,
        "levels": [
            {
                "at": level.at.isoformat(),
                "approvers": [one.model_dump(exclude_none=True) for one in level.approvers],
                "cards": list(level.cards),
                "direct": [one.model_dump(exclude_none=True) for one in level.direct],
                "stands_in": [{"absent": absent, "delegate": delegate} for absent, delegate in level.deputies],
            }
            for level in plan.levels
        ],
        "reminders": [at.isoformat() for at in plan.reminders],
        "expires_at": plan.expiry.isoformat(),
        "handoff": approval.rule.handoff and approval.rule.handoff.model_dump(),
    }
