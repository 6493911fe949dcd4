"""When a question asked before others is answered to the asker alone (DESIGN: a restricted source never answers into a place
where someone outside its audience reads)."""

from __future__ import annotations

from core.domain.outcome import OutcomeKind
from core.domain.request import PlaceKind
from core.errors import SurfaceError
from core.journeys.bench import Bench
from core.journeys.state import State

_RANK = {OutcomeKind.ANSWERED: 2, OutcomeKind.PENDING_APPROVAL: 1}


async def may_know_more(state: State, bench: Bench) -> bool:
    """Whether the documents for everybody did not answer, and the asker belongs to a group that may read others."""
    if state.request.place.kind is not PlaceKind.CHANNEL or state.scope is None or _rank(state) == 2:
        return False
    try:
        return bool(await bench.directory.groups_of(state.request.asker))
    except SurfaceError:  # who they are cannot be told now: they are nobody, and nobody waits for it
        return False


async def rests_on_restricted(alone: State, before_all: State, bench: Bench) -> bool:
    """Whether the asker's own documents answer better, and because of one that not everybody may read."""
    return _rank(alone) > _rank(before_all) and await cites_restricted(alone, bench)


async def cites_restricted(state: State, bench: Bench) -> bool:
    """Whether the draft cites a document that not everybody may read."""
    if state.draft is None or state.scope is None or not state.scope.groups:
        return False
    cited = {citation.chunk_id for citation in state.draft.citations}
    for_everybody = await bench.passages.in_scope(list(cited), state.scope.model_copy(update={"groups": frozenset()}))
    return len(set(for_everybody)) < len(cited)


def _rank(state: State) -> int:
    return _RANK.get(state.ending.outcome, 0) if state.ending else 0
