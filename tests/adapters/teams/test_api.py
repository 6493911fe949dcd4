"""Calls to the connector: what they send, and every way they may be refused."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.teams.activities import Message
from adapters.teams.api import TeamsApi, conversation_of
from core.domain.request import SurfaceName
from core.errors import SurfaceError
from tests.adapters.teams.office import Office, opened
from tests.doubles.teams import GENERAL, TENANT

HELLO = Message("Hello")


async def reference(office: Office, place: str = GENERAL) -> dict:
    known = await office.conversations.at(SurfaceName.TEAMS, place)
    assert known is not None
    return known.reference


async def refusal(office: Office, place: str = GENERAL, message: Message = HELLO) -> SurfaceError:
    with pytest.raises(SurfaceError) as caught:
        await office.api.send(await reference(office, place), message.activity())
    return caught.value


async def test_a_message_is_sent_and_changed(office: Office) -> None:
    place = await reference(office)
    sent = await office.api.send(place, HELLO.activity())
    await office.api.send(place, Message("In the thread").activity(), f"{GENERAL};messageid={sent}")
    await office.api.update(place, sent, Message("Goodbye").activity())
    (root,) = office.said(GENERAL)
    assert (root.id, root.words, root.versions) == (sent, "Goodbye", ["Hello"])
    assert [message.words for message in office.said(GENERAL, sent)] == ["In the thread"]
    assert office.teams.called("send")[0].body["from"]["id"] == place["bot"]["id"]


async def test_a_token_is_asked_for_once_and_again_before_its_end(office: Office) -> None:
    place = await reference(office)
    for seconds in (0, 10, 3288):
        office.clock.advance(seconds)
        await office.api.send(place, HELLO.activity())
    asked = [path for path in office.teams.authority.asked if path.endswith("token")]
    assert asked == ["/botframework.com/oauth2/v2.0/token"]
    office.clock.advance(1)
    await office.api.send(place, HELLO.activity())
    assert len([path for path in office.teams.authority.asked if path.endswith("token")]) == 2


async def test_a_rejected_token_is_replaced_once(office: Office) -> None:
    await office.api.token()
    office.teams.fail("send", 401, "Unauthorized")
    await office.api.send(await reference(office), HELLO.activity())
    office.teams.fail("send", 401, "Unauthorized", times=2)
    error = await refusal(office)
    assert (error.code, error.permanent) == ("Unauthorized", True)
    assert "COUNTERSIGN_TEAMS_TENANT_ID" in error.remedy
    assert [message.words for message in office.said(GENERAL)] == ["Hello"]


async def test_an_app_of_one_tenant_asks_there_and_one_without_it_is_told_so() -> None:
    async with opened(tenant=TENANT) as office:
        await office.api.send(await reference(office), HELLO.activity())
        assert f"/{TENANT}/oauth2/v2.0/token" in office.teams.authority.asked
    async with opened(met=True) as office:
        office.teams.authority.tenant = TENANT
        error = await refusal(office)
        assert (error.code, error.permanent) == ("unauthorized_client", True)
        assert "COUNTERSIGN_TEAMS_TENANT_ID" in error.remedy
        office.teams.authority.tenant = None


async def test_a_rate_limit_is_waited_out(office: Office) -> None:
    office.teams.limit("send", 0.5)
    await office.api.send(await reference(office), HELLO.activity())
    assert [call.status for call in office.teams.called("send")] == [429, 200]


async def test_a_long_rate_limit_is_left_to_the_next_try(office: Office) -> None:
    office.teams.limit("send", 900)
    error = await refusal(office)
    assert (error.code, error.permanent, error.retry_after) == ("Throttled", False, 900.0)


@pytest.mark.parametrize(
    ("status", "code", "permanent"),
    [
        (400, "BadSyntax", True),
        (403, "BotNotInConversationRoster", True),
        (404, "ConversationNotFound", True),
        (412, "PreconditionFailed", False),
        (413, "MessageSizeTooBig", True),
        (500, "http_500", False),
        (502, "http_502", False),
        (503, "http_503", False),
        (504, "http_504", False),
    ],
)
async def test_a_refusal_says_whether_another_try_can_help(
    office: Office, status: int, code: str, *, permanent: bool
) -> None:
    office.teams.fail("send", status, code)
    error = await refusal(office)
    assert (error.code, error.permanent) == (code, permanent)
    assert len(office.teams.called("send")) == 1


async def test_nobody_is_written_to_who_blocked_the_bot_or_removed_it(office: Office) -> None:
    dana, sam = (office.workspace.personal(user) for user in ("dana", "sam"))
    dana.blocked, sam.installed = True, False
    assert [(await refusal(office, place.id)).code for place in (dana, sam)] == [
        "ConversationBlockedByUser",
        "BotNotInConversationRoster",
    ]


async def test_a_message_that_is_too_large_is_refused_for_good(office: Office) -> None:
    error = await refusal(office, message=Message("x" * 50_000))
    assert (error.code, error.permanent) == ("MessageSizeTooBig", True)


async def test_a_lost_answer_is_not_tried_again_here(office: Office) -> None:
    office.teams.lose_answer("send")
    error = await refusal(office)
    assert (error.code, error.permanent) == ("unreachable", False)
    assert len(office.said(GENERAL)) == 1


async def test_the_token_goes_to_no_other_service(office: Office) -> None:
    place = await reference(office)
    for service in ("https://smba.trafficmanager.net/emea/", f"{office.teams.service_url[:-5]}other/", "", "x"):
        with pytest.raises(SurfaceError) as caught:
            await office.api.send({**place, "serviceUrl": service}, HELLO.activity())
        assert (caught.value.code, caught.value.permanent) == ("service_untrusted", True)
    assert office.teams.calls == []


async def test_a_chat_is_opened_once_with_somebody(office: Office) -> None:
    place = await reference(office)
    lee = office.workspace.users["lee"]
    made = await office.api.open_direct(place, lee.aad, TENANT)
    assert conversation_of(made) == office.workspace.personal("lee").id
    await office.api.send(made, HELLO.activity())
    assert [message.words for message in office.told("lee")] == ["Hello"]


async def test_people_are_told_with_all_that_the_service_knows_of_them(office: Office) -> None:
    place = await reference(office)
    sam = office.workspace.users["sam"]
    for account in (sam.id, sam.aad):
        found = await office.api.member(place, account)
        assert (found["email"], found["userRole"], found["tenantId"]) == ("Sam@acme.test", "user", TENANT)
    everybody = await office.api.members(place)
    assert {one["id"] for one in everybody} == {
        office.workspace.users[user].id for user in office.workspace.conversations[GENERAL].members
    }
    assert len(await office.api.members(place, 2)) == 2


@pytest.mark.parametrize(
    ("status", "kind", "body"),
    [
        (200, "text/html", "<html>Sign in</html>"),
        (200, "application/json", "{"),
        (200, "application/json", "[]"),
        (200, "application/json", '"x"'),
        (200, "application/json", "7"),
        (200, "application/json", '{"id": {"a": 1}}'),
        (200, "application/json", '{"members": 7, "continuationToken": []}'),
        (200, "application/json", ""),
        (204, "application/json", ""),
        (302, "text/html", ""),
        (404, "text/html", "<html>"),
        (429, "application/json", '{"error": "x"}'),
        (503, "application/json", "[" * 99_999),
    ],
)
async def test_whatever_answers_in_its_place_nothing_but_our_error_comes_of_it(
    office: Office, status: int, kind: str, body: str
) -> None:
    async def answer(_: web.Request) -> web.Response:
        headers = {"Location": "https://evil.test"} if status == 302 else {}
        return web.Response(status=status, body=body.encode(), content_type=kind, headers=headers)

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    async with TestServer(application) as server:
        services = (str(server.make_url("/")),)
        settings = replace(office.api._settings, services=services)
        api = TeamsApi(settings, office.clock)
        place = {**await reference(office), "serviceUrl": services[0]}
        for call in (
            lambda: api.send(place, HELLO.activity()),
            lambda: api.update(place, "1", HELLO.activity()),
            lambda: api.open_direct(place, "29:1", TENANT),
            lambda: api.member(place, "29:1"),
            lambda: api.members(place),
        ):
            with suppress(SurfaceError):
                await call()
        await api.close()
