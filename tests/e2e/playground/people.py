"""Who and what is in ``playground.yml``, and how a card's actions are found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MEGAN = "00000000-0000-0000-0000-000000000021"
ADELE = "00000000-0000-0000-0000-000000000022"
PATTI = "00000000-0000-0000-0000-000000000024"
NAMES = {MEGAN: "Megan Bowen", ADELE: "Adele Vance", PATTI: "Patti Fernandez"}
GROUP = "group-chat"
APPROVERS = f"""
version: 1
answers:
  - name: finance
    approvers: [{{email: alex@example.com}}, {{email: adele@example.com}}, {{email: isaiah@example.com}}]
    expires_after: 48h
    cards: ["teams:{GROUP}"]
groups: {{finance-leads: [alex@example.com]}}
"""


def actions(card: dict[str, Any], verb: str) -> Iterator[dict[str, Any]]:
    """The actions of a card with that verb, those of its inner cards included."""
    for action in card.get("actions", []):
        if action.get("verb") == verb:
            yield action
        yield from actions(action.get("card", {}), verb)
