"""A language model that makes one judgement at a time."""

from __future__ import annotations

from typing import Protocol

from core.domain.model import ModelReply, ModelRequest


class LanguageModel(Protocol):
    """Somebody who answers in JSON. A judgement reads and changes nothing, so asking twice does no harm."""

    @property
    def name(self) -> str:
        """The model, as it is named to its provider and on record."""
        ...

    async def complete(self, request: ModelRequest, seconds: float) -> ModelReply:
        """One reply, within that many seconds. It asks once: whether to ask again is for the judge to say.

        The text is as the model wrote it; that it fits the schema is not promised. Raises ModelError, whose ``problem`` says
        what became of the call and whose ``retry_after`` is set where the provider named a time.
        """
        ...

    async def close(self) -> None:
        """Gives its connections back."""
        ...
