"""``pause`` and ``resume``."""

import asyncio
import json

from tests.unit.bot.commands.conftest import Run
from tests.unit.bot.commands.local import Local


def test_a_pause_is_on_record_and_stops_decisions_until_resume(run: Run, local: Local) -> None:
    waiting = json.loads(run("ask", "I am unsure.", "--json", "--as", "sam").out)["approval_id"]
    done = run("pause", "--reason", "a wrong\n policy")
    assert done.status == 0
    assert done.out == "Paused since 2026-01-05 09:00 UTC by terminal:you (dana). Go on with: python -m bot resume\n"
    pause = asyncio.run(local.store.pauses.current())
    assert pause is not None
    assert pause.reason == "a wrong policy"
    assert "already" in run("pause").out
    refused = run("approvals", "approve", waiting)
    assert refused.status == 1
    assert "paused" in refused.err
    assert run("resume").out == "Resumed: it was paused since 2026-01-05 09:00 UTC.\n"
    assert run("resume").out == "It is not paused.\n"
    assert run("approvals", "approve", waiting).status == 0


def test_a_reason_has_an_end_and_is_text(run: Run, local: Local) -> None:
    for reason in ("x" * 501, "half \ud83d"):
        done = run("pause", "--reason", reason)
        assert (done.status, done.err.count("\n")) == (2, 1)
    assert asyncio.run(local.store.pauses.current()) is None
