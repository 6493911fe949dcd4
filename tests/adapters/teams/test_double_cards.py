"""The double's eye for cards: what Microsoft's schema or Teams would not take is told by its place and fault."""

from __future__ import annotations

from typing import Any

import pytest

from tests.adapters.teams.calling import CARD
from tests.doubles.teams.cards import faults


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"version": "1.4"}, "/version"),
        ({"body": [{"type": "Chart.Pie"}]}, "there is no Chart.Pie"),
        ({"body": [{"type": "TextBlock", "txt": "x"}]}, "'txt' was unexpected"),
        ({"body": [{"type": "TextBlock", "text": "x", "size": "Gigantic"}]}, "'Gigantic' is not valid"),
        ({"body": [{"type": "TextBlock", "text": "x" * 41}]}, "without wrap"),
        ({"body": [{"type": "Input.Text", "label": "x"}]}, "an input without id"),
        ({"body": [{"type": "Input.Text", "id": "reason", "label": "x"}]}, "id reason is also at"),
        ({"body": [{"type": "Input.Text", "id": "a", "label": "x", "isRequired": True}]}, "without errorMessage"),
        ({"body": [{"type": "Input.Text", "id": "a"}]}, "without label"),
        ({"body": [{"type": "Image", "url": "http://acme.test/x.png"}]}, "neither https nor data"),
        ({"actions": [{"type": "Action.Execute", "title": "x"}]}, "without verb"),
        ({"actions": [{"type": "Action.Submit", "title": "x"}]}, "instead of Action.Execute"),
        ({"actions": [{"type": "Action.OpenUrl", "title": "x", "url": "javascript:x"}]}, "no web address"),
        ({"actions": [CARD["actions"][0]] * 7}, "more than 6"),
        ({"refresh": {**CARD["refresh"], "userIds": ["29:x"] * 61}}, "more than 60"),
        ({"body": [{"type": "TextBlock", "wrap": True, "text": "x" * 15_000}]}, "bytes as UTF-16"),
    ],
)
def test_a_faulty_card_is_told_by_what_is_wrong(change: dict[str, Any], fault: str) -> None:
    assert faults(CARD) == []
    assert any(fault in found for found in faults({**CARD, **change}))
