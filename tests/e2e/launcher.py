"""``python -m bot serve``, held up for good at one boundary, so that a test can kill it there.

python -m tests.e2e.launcher POINT FILE: ``deliver:before`` stops before the step's work, ``deliver:after`` when its work is
done and not yet on record. FILE is written when the process stands still.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from bot.cli import main
from bot.steps import Steps
from bot.workflows import Workflows


def hold(owner: type, name: str, side: str, file: Path) -> None:
    work = getattr(owner, name)

    async def held(*arguments: Any, **more: Any) -> Any:
        if side == "after":
            await work(*arguments, **more)
        file.write_text(name)
        await asyncio.Event().wait()

    setattr(owner, name, held)


if __name__ == "__main__":
    step, _, side = sys.argv[1].partition(":")
    hold(Workflows if hasattr(Workflows, step) else Steps, step, side, Path(sys.argv[2]))
    sys.exit(main(["serve"]))
