"""``prompts``: which there are, what they say, and whether what stands beside them is true."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.commands import session
from bot.commands.console import announce, emit, out
from core.errors import ConfigurationError

app = typer.Typer(help="The prompts of the language model.")


@app.command("list")
def list_() -> None:
    """List all versions, the active ones marked."""
    from adapters.terminal.pages import table
    from core.prompts.registry import Registry

    registry = Registry(active=session.settings().active_prompts)
    rows = (
        (
            prompt.version.header.module,
            prompt.version.name,
            prompt.version.header.version,
            "active" if registry.active(prompt.version.header.module) is prompt else "",
            prompt.version.header.risk_level,
            prompt.version.header.last_updated,
            prompt.reference.hash[:16],
            prompt.version.artefacts.evaluation.status,
        )
        for prompt in registry
    )
    columns = ("module", "prompt", "version", "", "risk", "updated", "hash", "evaluation")
    out().print(table(*columns, rows=rows))


@app.command()
def show(name: Annotated[str, typer.Argument(metavar="NAME", help="As intent_v2.")]) -> None:
    """Print what is sent of a prompt: the instructions and the output schema; then its cases by title."""
    import json

    from adapters.terminal.text import clean
    from core.prompts.registry import Registry

    prompt = Registry(active=session.settings().active_prompts).get(name)
    header, kept = prompt.version.header, prompt.version.artefacts
    emit(clean(prompt.system))
    emit("")
    emit(json.dumps(prompt.schema, ensure_ascii=False, indent=1))
    emit("")
    emit(f"{header.name} {header.version}, hash {prompt.reference.hash}, {header.purpose}")
    for entry in header.changelog:
        for version, change in entry.items():
            emit(f"{version}: {change}")
    for kind, cases in (
        ("example", kept.examples),
        ("failure", kept.failure_cases),
        ("regression", kept.regression_cases),
    ):
        for case in cases:
            emit(f"{kind}: {case.title}")
    evaluation = kept.evaluation
    figures = ", ".join(f"{figure} {value:g}" for figure, value in evaluation.figures.items())
    emit("; ".join(part for part in (f"evaluation: {evaluation.status}", ", ".join(evaluation.data), figures) if part))


@app.command()
def check() -> None:
    """Check files, names, versions and schemas, and run every example, failure case and regression case."""
    from core.prompts.checks import faults
    from core.prompts.registry import Registry

    registry = Registry(active=session.settings().active_prompts)
    found = faults(registry)
    for fault in found:
        announce(fault)
    if found:
        raise ConfigurationError(f"{len(found)} case(s) of the prompts do not hold.", "Mend the cases or the modules.")
    prompts = list(registry)
    kept = [prompt.version.artefacts for prompt in prompts]
    cases = sum(len(k.examples) + len(k.failure_cases) + len(k.regression_cases) for k in kept)
    emit(f"{len(prompts)} prompt(s) are in order; {cases} cases hold.")
