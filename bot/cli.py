"""The commands, each a thin call, and the one place where an error becomes a line and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from bot.commands import (
    approvals,
    ask,
    audit,
    brake,
    calibrate,
    chat,
    documents,
    exchange,
    feedback,
    index,
    ingest,
    prompts,
    rehearse,
    tools,
    upkeep,
)
from bot.commands.console import announce
from core.errors import ConfigurationError, CountersignError

PROGRAM = "python -m bot"

app = typer.Typer(
    help="Countersign: answers questions about a company's policies, cites them, and asks a human when unsure.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command()(chat.run)
app.command()(upkeep.setup)
app.command()(upkeep.serve)
app.command()(chat.chat)
app.command()(ask.ask)
app.command()(ingest.ingest)
app.add_typer(documents.app, name="documents")
app.add_typer(index.app, name="index")
app.add_typer(approvals.app, name="approvals")
app.add_typer(audit.app, name="audit")
app.add_typer(exchange.app, name="exchange")
app.add_typer(feedback.app, name="feedback")
app.add_typer(prompts.app, name="prompts")
app.add_typer(tools.app, name="tools")
app.command()(rehearse.plan)
app.command()(rehearse.record)
app.command()(rehearse.replay)
app.command()(calibrate.calibrate)
app.command()(brake.pause)
app.command()(brake.resume)
app.command()(upkeep.doctor)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit status: 0 done, 1 failed, 2 bad usage or configuration, 130 interrupted."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # not in a test's place holder
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        status = app(args=arguments, prog_name=PROGRAM, standalone_mode=False)
    except typer.TyperException as error:  # bad usage
        announce(f"{error.format_message().rstrip('.')}. {_see(error)}")
        return 2
    except ConfigurationError as error:
        announce(str(error))
        return 2
    except CountersignError as error:
        announce(str(error))
        return 1
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:  # whoever read our output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        announce(f"{error.filename or 'The output'}: {error.strerror or error}.")
        return 1
    return status if isinstance(status, int) else 0


def _see(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    return f"See {context.command_path if context else PROGRAM} --help."
