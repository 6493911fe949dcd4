"""Which requests this process took in itself and has not touched since."""

from __future__ import annotations

from datetime import datetime

from core.domain.request import PipelineRequest

REMEMBERED = 10_000
"""Requests remembered at most; one that is forgotten costs a look into its thread."""


class Arrivals:
    """Spares the look into the thread before the first sign of work.

    A request that arrived here, with the moment it arrived at, cannot have been answered by anybody before: had another
    process, or this one before a crash, started its journey, the journey would carry that process's moment.
    """

    def __init__(self) -> None:
        self._moments: dict[str, datetime] = {}

    def note(self, request: PipelineRequest) -> None:
        """Remembers a request before it is submitted; a repetition of it changes nothing."""
        self._moments.setdefault(request.id, request.received_at)
        if len(self._moments) > REMEMBERED:
            self._moments.pop(next(iter(self._moments)))

    def first_look(self, request: PipelineRequest) -> bool:
        """Whether nobody can have shown anything for this request yet. True at most once."""
        return self._moments.pop(request.id, None) == request.received_at
