"""``calibrate``: refits the confidence to an operator's own documents and questions."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adapters.terminal.text import in_json
from bot.commands import session
from bot.commands.console import out

if TYPE_CHECKING:
    from bot.bootstrap import Application
    from core.retrieval.ranking import Retrieval


def calibrate(
    questions: Annotated[
        Path,
        typer.Argument(
            metavar="QUESTIONS",
            exists=True,
            dir_okay=False,
            help="A JSONL file of labelled questions on the documents.",
        ),
    ],
    out_of_fold: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write each question's answer by a fit that did not see its document."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The calibration to write; calibration.json in the data folder.")
    ] = None,
) -> None:
    """Fit the confidence to labelled questions."""
    from bot.calibrate import calibrate as fit
    from core.evaluation.labelled import read_labelled

    settings = session.settings()
    labels = read_labelled(questions)
    target = output or settings.home / "calibration.json"

    async def work() -> None:
        from adapters.terminal.pages import table

        async with session.application(settings) as app:
            await app.same_encoder()
            fitted = await fit(
                labels,
                lambda question: _retrieve(app, question),
                gate=settings.gate,
                data=questions.name,
                engine=app.encoder.name,
                today=app.bench.day(app.clock.now()),
            )
        if out_of_fold:
            lines = (in_json(json.dumps(answer, ensure_ascii=False)) for answer in fitted.answers)
            out_of_fold.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        target.write_text(fitted.calibration.model_dump_json(indent=2) + "\n", encoding="utf-8")
        figures = fitted.calibration.provenance.figures.items()
        out().print(table("out of fold", "value", rows=((name, f"{value:.3f}") for name, value in figures)))
        out().print(f"Wrote {target}. To use it: COUNTERSIGN_CALIBRATION_FILE={target}")

    asyncio.run(work())


async def _retrieve(app: Application, question: str) -> Retrieval:
    """What the journey would find for somebody who may read everything open to all, today."""
    from core.domain.document import Scope
    from core.retrieval.search import search

    return await search(
        question,
        encoder=app.encoder,
        index=app.index,
        passages=app.store.passages,
        reranker=app.reranker,
        scope=Scope(on=app.bench.day(app.clock.now())),
        limit=app.settings.top_k,
    )
