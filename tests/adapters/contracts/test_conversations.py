"""What every record of conversations promises."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from core.domain.conversation import Contact
from core.domain.request import Person, PlaceKind, SurfaceName
from tests.adapters.samples import NOW

DANA = Person(id="teams:aad-dana", name="Dana", email="Dana@Example.com")


def contact(conversation: str = "a:dana", minutes: int = 0, **changed: Any) -> Contact:
    given: dict[str, Any] = {
        "kind": PlaceKind.DIRECT,
        "person": DANA,
        "reference": {"serviceUrl": "https://smba.test/"},
    }
    met = NOW + timedelta(minutes=minutes)
    return Contact(surface=SurfaceName.TEAMS, conversation=conversation, met_at=met, **given | changed)


async def test_a_conversation_is_remembered_as_it_was_last_met(store) -> None:
    first, later = contact(), contact(minutes=5, reference={"serviceUrl": "https://smba.test/uk/", "n": [1, None]})
    for met in (first, later, first):
        await store.conversations.remember(met)
    assert await store.conversations.at(SurfaceName.TEAMS, "a:dana") == later
    assert await store.conversations.at(SurfaceName.SLACK, "a:dana") is None
    assert await store.conversations.at(SurfaceName.TEAMS, "a:sam") is None


async def test_it_is_forgotten_where_the_bot_was_removed_and_remembered_where_it_comes_back(store) -> None:
    await store.conversations.remember(contact(minutes=5))
    await store.conversations.forget(SurfaceName.TEAMS, "a:nobody")
    await store.conversations.forget(SurfaceName.TEAMS, "a:dana")
    assert await store.conversations.at(SurfaceName.TEAMS, "a:dana") is None
    assert await store.conversations.with_account(DANA.id) is None
    await store.conversations.remember(contact())
    assert await store.conversations.at(SurfaceName.TEAMS, "a:dana") == contact()


async def test_a_person_is_found_where_they_were_met_last_and_only_alone(store) -> None:
    channel = contact("19:general", 9, kind=PlaceKind.CHANNEL, person=None)
    stranger = contact("a:sam", 8, person=Person(id="teams:aad-sam", name="Sam"))
    for met in (contact("a:old"), contact("a:new", 3), channel, stranger):
        await store.conversations.remember(met)
    assert await store.conversations.with_account("teams:aad-dana") == contact("a:new", 3)
    assert await store.conversations.with_account("teams:aad-nobody") is None
    expected = [contact("a:new", 3), contact("a:old")]
    assert list(await store.conversations.with_email(SurfaceName.TEAMS, "dana@example.COM")) == expected
    assert list(await store.conversations.with_email(SurfaceName.SLACK, "dana@example.com")) == []
    assert list(await store.conversations.with_email(SurfaceName.TEAMS, "sam@example.com")) == []
    assert await store.conversations.at(SurfaceName.TEAMS, "19:general") == channel
    assert await store.conversations.latest(SurfaceName.TEAMS) == channel
    group = contact("19:group", 2, kind=PlaceKind.CHANNEL, person=None)
    await store.conversations.remember(group)
    assert list(await store.conversations.shared(SurfaceName.TEAMS)) == [channel, group]
    assert list(await store.conversations.shared(SurfaceName.TEAMS, limit=1)) == [channel]
    assert list(await store.conversations.shared(SurfaceName.SLACK)) == []
    assert await store.conversations.latest(SurfaceName.SLACK) is None


async def test_a_sent_message_is_found_by_its_key_and_the_key_by_the_message(store) -> None:
    await store.conversations.note_posted("answer ex_1", "a:dana", "1767603600")
    await store.conversations.note_posted("answer ex_1", "a:dana", "1767603601")
    await store.conversations.note_posted("answer ex_2", "a:sam", "1767603600")
    assert await store.conversations.posted("answer ex_1") == "1767603600"
    assert await store.conversations.posted("answer ex_3") is None
    await store.conversations.note_posted("answer ex_3", "a:dana", "1767603602")
    assert await store.conversations.newest_key("a:dana") == "answer ex_3"
    assert await store.conversations.newest_key("a:sam") == "answer ex_2"
    assert await store.conversations.newest_key("a:kim") is None
    assert await store.conversations.key_of("a:dana", "1767603600") == "answer ex_1"
    assert await store.conversations.key_of("a:sam", "1767603600") == "answer ex_2"
    assert await store.conversations.key_of("a:dana", "1767603601") is None
