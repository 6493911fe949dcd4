"""``make bench-load``: 300 events in ten seconds through the real server, three times on the same process.

Slack's double and its people run in this process and share the machine with the server: what an acknowledgement takes is
measured from sending to its answer, with all of that in it. Exit status 1 if one event was lost or answered twice.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from core.wording import reviewing as wording
from tests.bench.__main__ import load, machine
from tests.bench.measure import percentile, resident_megabytes
from tests.doubles.slack import Message, Posted, SlackDouble
from tests.doubles.slack.transport import Delivery
from tests.e2e.program import CERTAIN, ROOT, Program

EVENTS, SECONDS = 300, 10.0
WAVES = int(sys.argv[1]) if len(sys.argv) > 1 else 3
PATIENCE = 300.0
SAMPLE = ROOT / "bot/sample"


@dataclass
class Wave:
    """What was sent, and what came back at once."""

    mentions: list[Posted]
    directs: list[Posted]
    commands: list[Delivery]

    @property
    def acknowledgements(self) -> list[float]:
        posted = [posted.deliveries[0] for posted in [*self.mentions, *self.directs]]
        return [delivery.seconds for delivery in [*posted, *self.commands]]

    @property
    def unacknowledged(self) -> int:
        return sum(not posted.acknowledged for posted in [*self.mentions, *self.directs]) + sum(
            not delivery.acknowledged for delivery in self.commands
        )


async def send(program: Program, questions: list[str]) -> Wave:
    """Evenly over the seconds: of six events four are mentions, one is a direct message, one a command."""
    people = program.people
    began, tasks = time.perf_counter(), []
    for number in range(EVENTS):
        await asyncio.sleep(max(0.0, began + number * SECONDS / EVENTS - time.perf_counter()))
        text = questions[number % len(questions)]
        event: Coroutine[Any, Any, Posted | Delivery]
        if number % 6 == 4:
            event = people.direct("U01DANA", text)
        elif number % 6 == 5:
            event = people.command("U01KIM", "C01GENERAL", "/policy", text)
        else:
            event = people.mention("U01DANA", "C01GENERAL", text)
        tasks.append(asyncio.ensure_future(event))
    done = await asyncio.gather(*tasks)
    posted = [one for one in done if isinstance(one, Posted)]
    return Wave(
        mentions=[one for one in posted if one.message.channel == "C01GENERAL"],
        directs=[one for one in posted if one.message.channel != "C01GENERAL"],
        commands=[one for one in done if isinstance(one, Delivery)],
    )


def answers(program: Program, waves: list[Wave]) -> Counter[int]:
    """How many answers each event has, over all waves so far; an answer still to come counts as none."""
    slack = program.slack.workspace
    found: Counter[int] = Counter()
    for posted in [posted for wave in waves for posted in wave.mentions]:
        found[sum(finished(m) for m in slack.thread("C01GENERAL", posted.message.ts))] += 1
    directs = sum(len(wave.directs) for wave in waves)
    said = [m for m in slack.top_level(slack.direct("U01DANA").id) if m.bot_id]
    commands = sum(len(wave.commands) for wave in waves)
    shown = slack.whispers("U01KIM")
    for messages, sent in ((said, directs), (shown, commands)):
        ready = sum(map(finished, messages))
        found[1] += ready
        found[0 if ready < sent else 2] += abs(sent - ready)
    return +found


def enough(program: Program, waves: list[Wave], sent: int) -> bool:
    return answers(program, waves)[1] >= sent


def answered(slack: SlackDouble, posted: Posted) -> bool:
    return any(map(finished, slack.workspace.thread("C01GENERAL", posted.message.ts)))


def finished(message: Message) -> bool:
    return message.words != wording.WORKING


async def measure() -> bool:
    """Whether every event of every wave was acknowledged and answered once."""
    questions = [json.loads(line)["question"] for line in (SAMPLE / "questions.jsonl").read_text().splitlines()]
    whole = True
    with tempfile.TemporaryDirectory() as folder:
        async with SlackDouble() as slack:
            program = Program(Path(folder), slack, dict(CERTAIN))
            ingested = await program.run("ingest", str(SAMPLE / "policies"))
            assert ingested[0] == 0, ingested
            people = await program.start()
            assert program.process
            for question in questions[:10]:  # the first questions load what stays
                warm = await people.mention("U01DANA", "C01GENERAL", question)
                await slack.workspace.until(partial(answered, slack, warm))
            before = resident_megabytes(program.process.pid)
            print(f"{machine()}\n{EVENTS} events in {SECONDS:.0f} s, {WAVES} times; before: {before:.0f} MB resident")
            waves: list[Wave] = []
            for _ in range(WAVES):
                began, busy = time.perf_counter(), load()
                waves.append(await send(program, questions))
                sent = EVENTS * len(waves)
                try:
                    await slack.workspace.until(partial(enough, program, waves, sent), PATIENCE)
                except TimeoutError:
                    whole = False
                seconds = time.perf_counter() - began
                await asyncio.sleep(2)  # a second answer would come now
                found, wave = answers(program, waves), waves[-1]
                whole = whole and set(found) == {1} and wave.unacknowledged == 0
                took = [1000 * value for value in wave.acknowledgements]
                print(
                    f"{busy} acknowledged in p50 {median(took):.0f}, p99 {percentile(took, 99):.0f}, at most {max(took):.0f} ms"
                    f" (aim: p99 < 500); not acknowledged {wave.unacknowledged}; all answered after {seconds:.1f} s;"
                    f" events by answers, so far: {dict(found)}; {resident_megabytes(program.process.pid):.0f} MB resident"
                )
            whole = await program.stop() == 0 and whole
            recorded = len(await program.audited())
            print(f"exchanges on record: {recorded} of {EVENTS * WAVES + 10}, the chain whole")
            return whole and recorded == EVENTS * WAVES + 10


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(measure()) else 1)
