"""What may knock at ``POST /api/messages``: really signed tokens of a local authority, and everything that is wrong with one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from adapters.memory.clock import ManualClock
from adapters.teams import http
from adapters.teams.authentication import Authentication
from adapters.teams.http import Reply
from adapters.teams.keys import DAY, LAPSE, PAUSE
from adapters.teams.settings import TeamsSettings
from tests.doubles.teams.authority import APP_ID, APP_PASSWORD, Authority, Key
from tests.doubles.teams.forgeries import forged

SERVICE = "https://smba.trafficmanager.net/emea/"
KEYS = "/v1/.well-known/keys"


@dataclass
class Door:
    """The address with a local authority behind it; ``taken`` is what got in."""

    authority: Authority
    clock: ManualClock
    url: str = ""
    taken: list[dict[str, Any]] = field(default_factory=list)

    async def knock(self, header: str | None, **changed: Any) -> int:
        """The status for an activity under this header; a changed part that is None is left out."""
        activity = {"type": "message", "channelId": "msteams", "serviceUrl": SERVICE, **changed}
        body = json.dumps({name: value for name, value in activity.items() if value is not None})
        headers = {"Content-Type": "application/json", **({} if header is None else {"Authorization": header})}
        async with aiohttp.ClientSession() as session, session.post(self.url, data=body, headers=headers) as answer:
            return answer.status

    @property
    def fetches(self) -> int:
        return self.authority.asked.count(KEYS)


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    async with Authority() as authority:
        door = Door(authority, ManualClock())
        settings = TeamsSettings(
            APP_ID, APP_PASSWORD, None, login_url=authority.login_url, openid_url=authority.openid_url
        )
        authentication = Authentication(settings, door.clock)

        async def take(activity: dict[str, Any]) -> Reply:
            door.taken.append(activity)
            return Reply()

        async def handle(request: web.Request) -> web.Response:
            return await http.respond(request, authentication, take)

        application = web.Application()
        application.add_routes([web.post("/api/messages", handle)])
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        door.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/messages"
        yield door
        await runner.cleanup()


async def test_a_genuine_token_gets_in(door: Door) -> None:
    assert await door.knock(door.authority.header(SERVICE)) == 200
    assert [activity["serviceUrl"] for activity in door.taken] == [SERVICE]


async def test_every_forgery_is_refused_and_the_genuine_token_still_gets_in(door: Door) -> None:
    await door.knock(door.authority.header(SERVICE))
    forgeries = forged(door.authority, SERVICE)

    statuses = {name: await door.knock(header) for name, header in forgeries.items()}

    assert len(forgeries) > 25
    assert {name: status for name, status in statuses.items() if status not in (401, 403)} == {}
    assert len(door.taken) == 1
    assert await door.knock(door.authority.header(SERVICE)) == 200


async def test_every_forgery_is_refused_by_a_server_that_has_no_keys_yet(door: Door) -> None:
    for name, header in forged(door.authority, SERVICE).items():
        assert await door.knock(header) in (401, 403), name


@pytest.mark.parametrize(
    ("changed", "claimed"),
    [
        ({"serviceUrl": None}, SERVICE),
        ({"serviceUrl": ""}, SERVICE),
        ({"serviceUrl": 5}, SERVICE),
        ({"serviceUrl": [SERVICE]}, SERVICE),
        ({"serviceUrl": "https://smba.trafficmanager.net/amer/"}, SERVICE),
        ({"serviceUrl": SERVICE}, "https://smba.trafficmanager.net/amer/"),
        ({"serviceUrl": "https://example.com/"}, "https://example.com/"),
        ({"serviceUrl": "http://smba.trafficmanager.net/emea/"}, "http://smba.trafficmanager.net/emea/"),
        ({"serviceUrl": "https://smba.trafficmanager.net.evil.test/"}, "https://smba.trafficmanager.net.evil.test/"),
        ({"serviceUrl": "https://smba.trafficmanager.net@evil.test/"}, "https://smba.trafficmanager.net@evil.test/"),
        ({"serviceUrl": "https://evil.test/.botframework.com/"}, "https://evil.test/.botframework.com/"),
        ({"serviceUrl": "https://a.b.botframework.com/"}, "https://a.b.botframework.com/"),
        ({"serviceUrl": "https://smba.trafficmanager.net:1/"}, "https://smba.trafficmanager.net:1/"),
        ({"serviceUrl": "https://[smba"}, "https://[smba"),
        ({"channelId": None}, SERVICE),
        ({"channelId": "webchat"}, SERVICE),
        ({"channelId": "directline"}, SERVICE),
        ({"channelId": "emulator"}, SERVICE),
        ({"channelId": ["msteams"]}, SERVICE),
    ],
)
async def test_a_good_token_does_not_let_another_service_or_channel_in(
    door: Door, changed: dict[str, Any], claimed: str
) -> None:
    assert await door.knock(door.authority.header(claimed), **changed) in (401, 403)
    assert not door.taken


async def test_a_service_of_the_list_gets_in_by_its_pattern(door: Door) -> None:
    service = "https://europe.botframework.com/teams"

    assert await door.knock(door.authority.header(service), serviceUrl=service) == 200


@pytest.mark.parametrize("keep", [False, True])
async def test_a_rotated_key_is_fetched_at_once(door: Door, keep: bool) -> None:
    before = door.authority.header(SERVICE)
    assert await door.knock(before) == 200
    door.clock.advance(PAUSE)
    door.authority.rotate(keep=keep)

    assert await door.knock(door.authority.header(SERVICE)) == 200
    assert await door.knock(before) == (200 if keep else 401)
    assert door.fetches == 2


async def test_all_who_come_while_the_keys_are_fetched_wait_for_them(door: Door) -> None:
    for _ in range(2):  # the first ever, and all at once under a new key
        header = door.authority.header(SERVICE)
        assert await asyncio.gather(*(door.knock(header) for _ in range(10))) == [200] * 10
        door.authority.rotate()
        door.clock.advance(PAUSE)
    assert door.fetches == 2


async def test_unknown_keys_do_not_make_it_hammer_the_authority(door: Door) -> None:
    assert await door.knock(door.authority.header(SERVICE)) == 200
    door.clock.advance(PAUSE)

    for _ in range(20):
        assert await door.knock(door.authority.header(SERVICE, Key())) == 401
    assert door.fetches == 2
    assert await door.knock(door.authority.header(SERVICE)) == 200

    door.clock.advance(PAUSE)
    assert await door.knock(door.authority.header(SERVICE, Key())) == 401
    assert door.fetches == 3


async def test_known_keys_are_fetched_anew_once_a_day(door: Door) -> None:
    for _ in range(3):
        assert await door.knock(door.authority.header(SERVICE)) == 200
    assert door.fetches == 1

    door.clock.advance(DAY + 1)
    assert await door.knock(door.authority.header(SERVICE)) == 200
    assert door.fetches == 2


async def test_teams_is_asked_to_come_again_while_no_keys_can_be_fetched(door: Door) -> None:
    door.authority.down = True
    assert await door.knock(door.authority.header(SERVICE)) == 503

    door.authority.down = False
    door.clock.advance(PAUSE)
    assert await door.knock(door.authority.header(SERVICE)) == 200


async def test_keys_are_believed_for_a_while_when_the_authority_is_down_but_not_for_ever(door: Door) -> None:
    assert await door.knock(door.authority.header(SERVICE)) == 200
    door.authority.down = True

    door.clock.advance(DAY + 1)
    assert await door.knock(door.authority.header(SERVICE)) == 200
    assert await door.knock(door.authority.header(SERVICE, Key())) == 503
    door.clock.advance(LAPSE - DAY)
    assert await door.knock(door.authority.header(SERVICE)) == 503


async def test_a_key_that_endorses_no_channel_signs_for_none(door: Door) -> None:
    door.authority.key.endorsements = ()

    assert await door.knock(door.authority.header(SERVICE)) == 401


async def test_a_list_without_a_usable_key_replaces_no_good_one(door: Door) -> None:
    assert await door.knock(door.authority.header(SERVICE)) == 200
    listed: list[Any] = [
        5,
        {},
        {"kid": "a", "kty": "EC", "endorsements": ["msteams"]},
        {"kid": "b", "kty": "RSA", "n": "?", "e": 5, "endorsements": ["msteams"]},
        {"kid": ["c"], "kty": "RSA", "endorsements": "msteams"},
    ]
    door.authority._published = [SimpleNamespace(published=one) for one in listed]  # type: ignore[misc]

    door.clock.advance(DAY + 1)
    assert await door.knock(door.authority.header(SERVICE)) == 200
    assert door.fetches == 2
