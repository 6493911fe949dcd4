"""A model that judges as the modules' rules do: what it is asked for and on what, it reads from the request alone."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from aiohttp import web

from core.domain.model import ModelRequest
from core.modules.catalogue import Module
from core.prompts.registry import Registry
from tests.doubles.messages.acts import Act, judges


def by_rules(request: ModelRequest) -> dict[str, Any]:
    """For a ScriptedModel."""
    return _judged(request.system, request.user)


def follows_rules() -> Act:
    """For the double."""

    async def act(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        output = _judged(body["system"][0]["text"], body["messages"][0]["content"])
        return await judges(output)(request, body)

    return act


def _judged(system: str, user: str) -> dict[str, Any]:
    module = _modules()[system]
    first, rest = user.split("\n", 1)
    data = rest.split(f"\n{first.replace('BEGIN', 'END', 1)}", 1)[0]
    output: dict[str, Any] = module.rules(module.Input.model_validate(json.loads(data))).model_dump(mode="json")
    return output


@cache
def _modules() -> dict[str, Module[Any, Any]]:
    return {prompt.system: prompt.module for prompt in Registry()}
