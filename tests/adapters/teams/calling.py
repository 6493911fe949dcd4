"""A bot that asks the connector for whatever a test says, and a card to send."""

from __future__ import annotations

import json
from typing import Any

import aiohttp

from tests.doubles.teams import BOT, TENANT, TeamsDouble, seen

CARD = {
    "type": "AdaptiveCard",
    "version": "1.5",
    "refresh": {"action": {"type": "Action.Execute", "verb": "refresh", "data": {"n": 1}}, "userIds": ["29:1-sam"]},
    "body": [
        {"type": "TextBlock", "text": "A \\*starred\\* **card**"},
        {"type": "FactSet", "facts": [{"title": "Who", "value": "[Dana](https://acme.test)"}]},
    ],
    "actions": [
        {"type": "Action.Execute", "title": "Approve", "verb": "approve", "data": {"n": 1}},
        {
            "type": "Action.ShowCard",
            "title": "Deny",
            "card": {
                "type": "AdaptiveCard",
                "body": [
                    {
                        "type": "Input.Text",
                        "id": "reason",
                        "label": "Why",
                        "isRequired": True,
                        "errorMessage": "Say why",
                        "maxLength": 20,
                    }
                ],
                "actions": [{"type": "Action.Execute", "title": "Deny", "verb": "deny", "data": {"n": 1}}],
            },
        },
    ],
}


def message(text: str = "Hello", **more: Any) -> dict[str, Any]:
    return {"type": "message", "from": {"id": BOT}, "text": text, **more}


def attached(card: Any) -> dict[str, Any]:
    return {"type": "message", "attachments": [{"contentType": seen.CARD, "content": card}]}


class Caller:
    """A bot that asks the connector for whatever a test says, with a token of its own."""

    def __init__(self, teams: TeamsDouble, session: aiohttp.ClientSession) -> None:
        self.teams = teams
        self.session = session
        self.token = f"Bearer {teams.authority.issue(TENANT)}"

    async def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Authorization": self.token} if self.token else {}
        url = f"{self.teams.service_url}v3/conversations{path}"
        async with self.session.request(method, url, json=body, headers=headers) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if answer.content_type == "application/json" and text else text

    async def send(self, conversation: str, activity: Any) -> tuple[int, Any]:
        return await self("POST", f"/{conversation}/activities", activity)

    def chat(self, user: str = "dana") -> str:
        return self.teams.workspace.personal(user).id
