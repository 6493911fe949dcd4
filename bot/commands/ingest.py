"""``ingest``: files to documents, with a bar while it works and a summary of what became of each."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands import session
from bot.commands.console import err, out
from core.errors import ConfigurationError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from bot.bootstrap import Application
    from core.ingestion.ingest import Summary


def ingest(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH...", exists=True, help="Files, and folders with all that is in them."),
    ] = None,
    url_base: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Link a document to this address and its path, unless it has its own."),
    ] = None,
    prune: Annotated[
        bool, typer.Option("--prune", help="Remove documents whose file is gone from the folders.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="First encode all documents again, after another embedding model was set.")
    ] = False,
) -> None:
    """Load policies: PDF, DOCX, Markdown, HTML and plain text."""
    if not paths and not again:
        raise ConfigurationError("ingest takes files or folders.", "For example: ingest policies/")
    if url_base is not None and not url_base.startswith(("http://", "https://")):
        raise ConfigurationError(f"--url-base cannot be {url_base}.", "Give an address that begins with https://.")
    settings = session.settings()
    failed = False

    async def work() -> None:
        nonlocal failed
        async with session.application(settings) as app:
            if again:
                out().print(f"Encoded {await encode_all(app)} document(s) again with {app.encoder.name}.")
            if not paths:
                return
            summary = await load(app, paths, url_base=url_base, prune=prune)
        failed = bool(summary.failures)
        out().print(summary_page(summary))

    asyncio.run(work())
    if failed:
        raise typer.Exit(1)


async def encode_all(app: Application) -> int:
    """Gives every passage a vector of the encoder that is set, with a progress bar; how many documents that were."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    from core.ingestion.encoding import encode_again

    console, count = err(), 0
    with Progress(BarColumn(), MofNCompleteColumn(), console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("encoding", total=None)
        async for done, total, _ in encode_again(app.store.encoding, app.store.documents, app.encoder):
            count = done
            bar.update(task, total=total, completed=done)
    return count


async def load(app: Application, paths: Sequence[Path], *, url_base: str | None = None, prune: bool = False) -> Summary:
    """Ingests, with a progress bar on standard error where somebody watches it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from adapters.terminal.text import one_line
    from bot.bootstrap import MEGABYTE
    from core.ingestion.ingest import Ingestion, Summary

    await app.same_encoder()
    ingestion = Ingestion(
        app.store.documents,
        app.extractor,
        app.encoder,
        app.clock,
        app.ids,
        url_base=url_base,
        max_bytes=app.settings.max_file_megabytes * MEGABYTE,
    )
    console = err()
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    results = []
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("reading", total=None)
        async for step in ingestion.run(paths, prune=prune):
            results.append(step.result)
            bar.update(task, total=step.total, completed=step.done, description=one_line(step.result.path))
    return Summary.of(results)


def summary_page(summary: Summary) -> RenderableType:
    """How many of each, then what moved, what the operator should know, and what failed with its remedy."""
    from rich.console import Group
    from rich.text import Text

    from adapters.terminal.pages import table

    parts: list[RenderableType] = [
        table("files", "became", rows=((count, change.replace("_", " ")) for change, count in summary.counts.items()))
    ]
    if summary.warned:
        warned = [(result.path, warning) for result in summary.warned for warning in result.warnings]
        parts += ["", Text("Warnings", style="bold yellow"), table("file", "found", rows=warned)]
    if summary.failures:
        failures = [(result.path, result.message, result.remedy) for result in summary.failures]
        parts += ["", Text("Failed", style="bold red"), table("file", "why", "what to do", rows=failures)]
    return Group(*parts)
