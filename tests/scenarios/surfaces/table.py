"""One table for all surfaces: what is asked, what people then do, and what the asker is told, word for word.

Each outcome has a test file of its own, which runs its rows everywhere at once: in Slack directly and in a channel, in Teams
in one's own chat, in a group chat and in a channel, and at a terminal.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from core.domain.approval import Approval
from core.domain.outcome import Outcome, OutcomeKind, Reason
from core.journeys.state import exchange_id
from tests.scenarios.office import HOTEL
from tests.scenarios.surfaces.fronts import Asked, Front, Source, fronts
from tests.scenarios.surfaces.house import House

ANSWER = "A hotel room may cost at most $210 a night before tax. [1]"
SOURCE = Source(
    1, "Travel policy", "https://policies.example/travel", "A hotel room may cost at most $210 a night before tax."
)
Act = Callable[[Front, Approval], Awaitable[None]]


@dataclass(frozen=True)
class Row:
    """``certain`` is how sure the program is; ``act`` is what is done about the approval, by the front it was asked on.

    ``before`` prepares the program before anything is asked, ``after`` is done once all have asked and acted.
    """

    name: str
    outcome: OutcomeKind
    reason: Reason
    text: str
    certain: float = 0.95
    sources: tuple[Source, ...] = ()
    question: str = HOTEL
    act: Act | None = None
    before: Callable[[House], Awaitable[None]] | None = None
    after: Callable[[House], Awaitable[None]] | None = None
    never: str = "210"
    """What no asker may read; empty for a row whose text has it."""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Seen:
    """What one asker was told: how it ended on record, and the words and sources they read."""

    outcome: OutcomeKind
    reason: Reason
    text: str
    sources: tuple[Source, ...]


async def holds_everywhere(house: House, row: Row) -> None:
    """Runs a row on every front, and fails with those where it reads otherwise."""
    if row.before:
        await row.before(house)
    house.certain.value = row.certain
    asked = [(front, await front.ask(row.question)) for front in fronts(house)]
    reviewed = [await _reviewed(house, row, front, question) for front, question in asked]
    for (front, _), approval in zip(asked, reviewed, strict=True):
        if row.act and approval:
            await row.act(front, approval)
    if row.after:
        await row.after(house)
    seen = {
        front.name: await _seen(house, row, front, question, approval)
        for (front, question), approval in zip(asked, reviewed, strict=True)
    }
    expected = Seen(row.outcome, row.reason, row.text, row.sources)
    assert seen == dict.fromkeys(seen, expected)


async def _reviewed(house: House, row: Row, front: Front, asked: Asked) -> Approval | None:
    if row.act is None and row.after is None:
        return None
    await house.until_recorded(asked.request)
    approval_id = (await house.exchange(asked.request)).outcome.approval_id
    assert approval_id, f"{front.name}: nothing waits for a reviewer"
    approval = await house.approval(approval_id)
    await house.cards(approval)
    return approval


async def _seen(house: House, row: Row, front: Front, asked: Asked, approval: Approval | None) -> Seen:
    if approval:
        ended: Outcome = await house.told(approval)
    else:
        await house.until_recorded(asked.request)
        found = await house.store.exchanges.get(exchange_id(asked.request.id))
        assert found
        ended = found.outcome
    text = _one_line(row.text)
    try:
        await house.until(lambda: text in _one_line(front.words(asked)) and _same(front.sources(asked), row.sources))
    except TimeoutError:
        text = front.words(asked)
    assert not row.never or row.never not in front.words(asked), f"{front.name}: {front.words(asked)}"
    shown = tuple(front.sources(asked))
    return Seen(ended.outcome, ended.reason, row.text if text == _one_line(row.text) else text, shown)


def _same(shown: Sequence[Source], expected: Sequence[Source]) -> bool:
    return tuple(shown) == tuple(expected)


def _one_line(text: str) -> str:
    return " ".join(text.split())
