"""``plan``, ``record`` and ``replay``: what a question asks of the language model, before, while and after it is asked."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from adapters.terminal.text import in_json
from bot.commands import session
from bot.commands.answers import answer_object
from bot.commands.ask import AS_HELP
from bot.commands.console import announce, emit, readable
from bot.settings import Settings
from core.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.bootstrap import Application
    from core.domain.recording import Recording
    from core.domain.request import PipelineRequest

Text = Annotated[str, typer.Argument(metavar="TEXT", help="The question.")]
Expect = Annotated[
    str | None, typer.Option(metavar="TEXT", help="What you expect to come of it; it stands in the output.")
]
As = Annotated[str | None, typer.Option("--as", metavar="PERSON", help=AS_HELP)]
TopK = Annotated[int | None, typer.Option(min=1, max=50, help="How many passages to retrieve.")]


def plan(text: Text, expect: Expect = None, top_k: TopK = None, speak_as: As = None) -> None:
    """Print the requests that a question would send to the model. No key, no network, nothing on record."""
    settings = session.settings()

    async def work() -> None:
        from bot.rehearsal import EXPECTATION
        from bot.rehearsal import plan as planned

        async with session.application(settings) as app:
            await app.same_encoder()
            request = _request(settings, app, text, top_k, speak_as)
            _print(await planned(app, request, expect or EXPECTATION))

    asyncio.run(work())


def record(
    text: Text,
    output: Annotated[Path, typer.Option(metavar="FILE", help="A new file; only you will be able to read it.")],
    expect: Expect = None,
    top_k: TopK = None,
    speak_as: As = None,
) -> None:
    """Ask the model for real, and write requests, answers, times and usage into a file."""
    settings = session.settings()
    if settings.anthropic_api_key is None:
        raise ConfigurationError("record needs a key of the model.", "Set COUNTERSIGN_ANTHROPIC_API_KEY, or use plan.")

    async def work() -> None:
        from bot.rehearsal import EXPECTATION
        from bot.rehearsal import record as recorded

        async with session.application(settings) as app:
            await app.same_encoder()
            assert app.bench.judge.model is not None
            request = _request(settings, app, text, top_k, speak_as)
            with _private(output) as file:
                recording = await recorded(app, request, app.bench.judge.model, expect or EXPECTATION)
                file.write(recording.model_dump_json(indent=1) + "\n")
        _tell_problems(recording)
        _print(_summary(recording, "record", recording.model_calls, recording.notice))

    asyncio.run(work())


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="What record wrote.")],
) -> None:
    """Come to a recording's outcome again, without a key and without a network; what has changed since is named."""
    settings = session.settings()
    recording = _read(file)

    async def work() -> None:
        from bot.rehearsal import REPLAYED
        from bot.rehearsal import replay as replayed

        async with session.application(settings) as app:
            await app.same_encoder()
            await replayed(app, recording)
        _print(_summary(recording, "replay", 0, REPLAYED))

    asyncio.run(work())


def _request(
    settings: Settings, app: Application, text: str, top_k: int | None, speak_as: str | None
) -> PipelineRequest:
    speaker = session.speaker(settings, speak_as)
    return speaker.request(readable(text), app.ids.new("ask"), app.clock.now(), top_k=top_k)


@contextmanager
def _private(path: Path) -> Iterator[TextIO]:
    """A new file that only its owner may read; it is gone again if nothing comes to be written. Raises ConfigurationError."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError as error:
        raise ConfigurationError(
            f"{path} is there already; a recording is never overwritten.", "Give another name."
        ) from error
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            yield file
    except BaseException:
        path.unlink()
        raise


def _read(path: Path) -> Recording:
    from pydantic import ValidationError

    from core.domain.recording import Recording

    try:
        return Recording.model_validate_json(path.read_bytes())
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ConfigurationError(
            f"{path} is no recording: {field}: {first['msg']}.", "Give a file of record."
        ) from None


def _summary(recording: Recording, mode: str, calls: int, notice: str) -> dict[str, Any]:
    return {
        "mode": mode,
        "model_calls": calls,
        "question": recording.exchange.request.question,
        "expectation": recording.expectation,
        "notice": notice,
        "problems": [f"{call.module}: {call.problem}" for call in recording.calls if call.problem],
        "modules": [run.model_dump(mode="json") for run in recording.exchange.modules],
        "answer": answer_object(recording.exchange.outcome),
    }


def _tell_problems(recording: Recording) -> None:
    for call in recording.calls:
        if call.problem:
            announce(f"{call.module}: {call.message} It was not asked again.")


def _print(data: dict[str, Any]) -> None:
    emit(in_json(json.dumps(data, ensure_ascii=False, indent=1)))
