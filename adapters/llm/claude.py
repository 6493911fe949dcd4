"""Claude, through Anthropic's SDK.

``messages.parse`` is given the schema and not a class: parsing inside the SDK raises on a reply that is cut off or refused, and
with it stop reason and token counts would be lost. Whether the reply fits is the judge's to check.
"""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from adapters.llm.errors import no_message, of_status, of_stop, timed_out, unreachable
from adapters.llm.prices import priced
from core.domain.model import ModelReply, ModelRequest, Usage

if TYPE_CHECKING:
    from anthropic.types import Message

API = "https://api.anthropic.com"
_CONNECT = 5.0
"""Seconds in which a connection must stand."""


def body(request: ModelRequest, model: str, effort: str | None = None) -> dict[str, Any]:
    """The request as it goes over the wire. The fixed part is marked for the provider's cache."""
    from anthropic import transform_schema

    config: dict[str, Any] = {
        "format": {"type": "json_schema", "schema": transform_schema(request.output_schema)},
    }
    if effort:
        config["effort"] = effort
    return {
        "model": model,
        "max_tokens": request.max_tokens,
        "system": [{"type": "text", "text": request.system, "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": request.user}],
        "output_config": config,
    }


class Claude:
    """Asks once; nothing is repeated here. Redirects are not followed: they would carry the key elsewhere."""

    def __init__(self, model: str, api_key: str, base_url: str | None = None, effort: str | None = None) -> None:
        from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient

        self._model = model
        self._effort = effort
        self._client = AsyncAnthropic(
            api_key=api_key,
            base_url=base_url or API,
            max_retries=0,
            http_client=DefaultAsyncHttpxClient(follow_redirects=False),
        )

    @property
    def name(self) -> str:
        """The model."""
        return self._model

    async def complete(self, request: ModelRequest, seconds: float) -> ModelReply:
        """One reply. Raises ModelError."""
        began = time.perf_counter()
        message = await self._message(body(request, self._model, self._effort), seconds)
        try:
            reply, stop = _reply(message), message.stop_reason
        except (
            AttributeError,
            TypeError,
            ValueError,
        ) as error:  # the SDK builds a message unchecked: faults show on use
            raise no_message() from error
        if cut := of_stop(stop, reply.usage):
            raise cut
        return reply.model_copy(update={"milliseconds": round((time.perf_counter() - began) * 1000, 2)})

    async def _message(self, fields: dict[str, Any], seconds: float) -> Message:
        import anthropic
        import httpx2

        limits = httpx2.Timeout(seconds, connect=min(_CONNECT, seconds))
        try:
            async with asyncio.timeout(
                seconds
            ):  # the client's own limits are between two bytes: a slow drip outlasts them
                return await self._client.messages.parse(**fields, timeout=limits)
        except (TimeoutError, anthropic.APITimeoutError) as error:
            raise timed_out(seconds) from error
        except anthropic.APIConnectionError as error:
            raise unreachable() from error
        except anthropic.APIStatusError as error:
            raise of_status(error.status_code, error.type, error.response.headers, datetime.now(UTC)) from error
        except (anthropic.AnthropicError, AttributeError, TypeError, ValueError) as error:  # it stumbles over the body
            raise no_message() from error

    async def close(self) -> None:
        """Gives the connections back."""
        await self._client.close()


def _reply(message: Message) -> ModelReply:
    used = message.usage
    usage = Usage(
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
        cache_read_tokens=used.cache_read_input_tokens or 0,
        cache_write_tokens=used.cache_creation_input_tokens or 0,
    )
    text = "".join(block.text for block in message.content if block.type == "text")
    return ModelReply(text=text, model=message.model, usage=priced(usage, message.model))
