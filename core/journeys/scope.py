"""What a request may be answered from, when it is asked and still when its answer is released."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from core.domain.approval import Approval
from core.domain.document import Scope
from core.domain.outcome import Citation
from core.domain.request import PipelineRequest, PlaceKind
from core.grounding.quote_check import stands
from core.journeys.bench import Bench


async def scope_of(request: PipelineRequest, at: datetime, bench: Bench) -> Scope:
    """Documents in force at that moment which everybody who will read the answer may read.

    In a channel anybody may read it, so only documents without a restriction are in scope there; elsewhere, and where the
    answer goes to them privately, the asker alone reads it, and their groups count.
    """
    alone = request.privately or request.place.kind is not PlaceKind.CHANNEL
    groups = await bench.directory.groups_of(request.asker) if alone else frozenset[str]()
    return Scope(on=bench.day(at), groups=groups)


async def standing_citations(approval: Approval, at: datetime, bench: Bench) -> frozenset[int]:
    """The numbers of the draft's citations whose quotes stand, character by character, in what its readers may read now."""
    scope = await scope_of(approval.request, at, bench)
    found = await bench.passages.get([citation.chunk_id for citation in approval.draft.citations], scope)
    passages = {passage.chunk.id: passage for passage in found}
    return frozenset(c.n for c in approval.draft.citations if stands(c, passages.get(c.chunk_id)))


async def sources_hold(approval: Approval, at: datetime, bench: Bench) -> bool:
    """Whether everything the approval's draft cites is still in force, in the same version, for the same readers.

    DESIGN: an approval binds to the versions it cites; if any of them changes, it is void.
    """
    return await standing(approval.draft.citations, approval.request, at, bench)


async def standing(citations: Sequence[Citation], request: PipelineRequest, at: datetime, bench: Bench) -> bool:
    """Whether all of these are in force at that moment, in the versions they cite, for the readers of that request."""
    scope = await scope_of(request, at, bench)
    cited = {citation.chunk_id: citation.version_id for citation in citations}
    found = {passage.chunk.id: passage.version_id for passage in await bench.passages.get(list(cited), scope)}
    return found == cited
