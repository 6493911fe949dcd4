"""That Teams takes every kind of message, and that it shows what people and documents wrote word for word."""

from __future__ import annotations

import pytest

from adapters.teams.activities import MESSAGE_BYTES, Message, size
from tests import teams_gallery
from tests.adapters.teams.sent import sent
from tests.adapters.teams.specimens import OFFICE
from tests.doubles.teams import activities, cards
from tests.doubles.teams.workspace import GENERAL


@pytest.mark.parametrize(
    ("name", "message"), list(teams_gallery.messages()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_teams_takes_every_kind_of_message(name: str, message: Message) -> None:
    activity = sent(message)
    assert size(activity) < MESSAGE_BYTES
    assert activities.refusals(activity) == []
    assert list(activities.faults(activity, OFFICE.conversations[GENERAL], OFFICE)) == []
    assert [fault for card in ([message.card] if message.card else []) for fault in cards.faults(card)] == []
    assert bool(message.text) != bool(message.card)  # both would be two messages
