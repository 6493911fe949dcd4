"""``audit``: the record of everything, given out and proved."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TextIO

import typer

from bot.commands import session
from bot.commands.audit_rows import csv_writer, jsonl_writer
from bot.commands.console import announce, out
from core.errors import ConfigurationError

app = typer.Typer(help="The append-only record of everything that happened.")


class Format(StrEnum):
    """Of an export."""

    CSV = "csv"
    JSONL = "jsonl"


_WRITERS = {Format.CSV: csv_writer, Format.JSONL: jsonl_writer}


@app.command()
def export(
    form: Annotated[Format, typer.Option("--format", help="A spreadsheet, or one JSON object a line.")] = Format.JSONL,
    output: Annotated[Path | None, typer.Option(help="The file to write; without it, standard output.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
) -> None:
    """Write every row, oldest first."""
    if output and output.exists() and not force:
        raise ConfigurationError(f"{output} is there already.", "Give another name, or --force to overwrite it.")
    settings = session.settings()

    async def work() -> None:
        count = 0
        async with session.application(settings) as application:
            with _opened(output, force) as file:
                write = _WRITERS[form](file)
                async for row in application.store.audit.rows():
                    write(row)
                    count += 1
        announce(f"Exported {count} row(s).")

    asyncio.run(work())


@app.command()
def verify(
    expect: Annotated[
        str | None,
        typer.Option(metavar="HEAD,COUNT", help="What an earlier verification printed: finds a tail cut off since."),
    ] = None,
) -> None:
    """Recompute every link of the chain, and name each row that is changed, missing, reordered or cut off."""
    settings = session.settings()
    head, count = _noted(expect)
    broken = False

    async def work() -> None:
        nonlocal broken
        async with session.application(settings) as application:
            report = await application.store.audit.verify(head, count)
        broken = bool(report.faults)
        console = out()
        for fault in report.faults:
            console.print(f"row {fault.sequence} {fault.problem}")
        if broken:
            console.print(f"The chain is broken: {len(report.faults)} fault(s) in {report.count} row(s).")
            return
        erased = f", the content of {report.erased} erased" if report.erased else ""
        console.print(f"The chain is whole: {report.count} row(s){erased}.")
        console.print(f"Note this outside the database, for --expect: {report.head},{report.count}", soft_wrap=True)

    asyncio.run(work())
    if broken:
        raise typer.Exit(1)


def _noted(expect: str | None) -> tuple[str | None, int | None]:
    if expect is None:
        return None, None
    found = re.fullmatch(r"([0-9a-f]{64}),(\d+)", expect.strip())
    if not found:
        raise ConfigurationError("--expect takes HEAD,COUNT.", "Copy them from an earlier audit verify.")
    return found[1], int(found[2])


@contextmanager
def _opened(path: Path | None, force: bool) -> Iterator[TextIO]:
    if path is None:
        yield sys.stdout
        return
    with path.open("w" if force else "x", encoding="utf-8", newline="") as file:
        yield file
