"""``ask``: one question, or a file of them, through the same durable journey as every other."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from bot.commands import session
from bot.commands.answers import answer_line
from bot.commands.batch import Question, read_batch
from bot.commands.console import announce, emit, print_card
from core.domain.outcome import Outcome, Reason
from core.domain.request import PipelineRequest
from core.errors import ConfigurationError

AS_HELP = "Speak for this person: in the local default only, and the record says who typed."
NO_DOCUMENTS = "There are no documents yet. Load some: python -m bot ingest PATH (the sample: bot/sample/policies)."


def ask(
    text: Annotated[str | None, typer.Argument(metavar="TEXT", help="The question.", show_default=False)] = None,
    batch: Annotated[
        Path | None, typer.Option(help="A JSONL file of {id, question}, or - for standard input; answered as JSONL.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object instead of a card.")] = False,
    top_k: Annotated[int | None, typer.Option(min=1, max=50, help="How many passages to retrieve.")] = None,
    min_confidence: Annotated[
        float | None, typer.Option(help="Send answers below it to a reviewer; it cannot be less than configured.")
    ] = None,
    speak_as: Annotated[str | None, typer.Option("--as", metavar="PERSON", help=AS_HELP)] = None,
) -> None:
    """Answer a question from the documents.

    What the documents do not say is refused; what is not certain enough goes to a reviewer.
    """
    if (text is None) == (batch is None):
        raise ConfigurationError("ask takes a question or --batch FILE.", 'For example: ask "Who approves travel?"')
    if min_confidence is not None and not 0 <= min_confidence <= 1:
        raise ConfigurationError(f"--min-confidence cannot be {min_confidence}.", "Give a number from 0 to 1.")
    if text is not None and any("\ud800" <= character <= "\udfff" for character in text):
        raise ConfigurationError("The question is not valid UTF-8.", "Check the terminal's encoding.")
    settings = session.settings()
    speaker = session.speaker(settings, speak_as)
    questions = read_batch(batch) if batch else [Question(id="", question=text or "")]
    asked: dict[str, Question] = {}
    empty = False

    def show(request: PipelineRequest, outcome: Outcome) -> None:
        nonlocal empty
        empty = empty or outcome.reason is Reason.NO_DOCUMENTS
        if batch:
            emit(answer_line(outcome, id=asked[request.id].id))
        elif as_json:
            emit(answer_line(outcome))
        else:
            from adapters.terminal.cards import outcome_card

            print_card(outcome_card(outcome, to_decide=f"python -m bot approvals show {outcome.approval_id}"))

    async def work() -> None:
        async with session.application(settings) as app, session.desk(app, show) as desk:
            for question in questions:
                request = speaker.request(
                    question.question, app.ids.new("ask"), app.clock.now(), top_k=top_k, min_confidence=min_confidence
                )
                asked[request.id] = question
                await desk.put(request)

    if questions:
        asyncio.run(work())
    if empty:
        announce(NO_DOCUMENTS)
