"""The double is strict: it refuses what the real service refuses. Were it lenient, the tests on it would show nothing."""

from __future__ import annotations

from typing import Any

import aiohttp
import jwt
import pytest

from tests.adapters.teams.calling import CARD, Caller, attached, message
from tests.doubles.teams import (
    APP_ID,
    APP_PASSWORD,
    BOT,
    ELSEWHERE,
    GENERAL,
    GROUP,
    TENANT,
    TeamsDouble,
    forged,
)


def cited(*citations: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    root = {"type": "https://schema.org/Message", "@type": "Message", "@context": "https://schema.org"}
    return [{**root, "citation": list(citations), **more}]


def citation(position: int = 1, **appearance: Any) -> dict[str, Any]:
    shown = {"@type": "DigitalDocument", "name": "Travel", "abstract": "Hotels are paid.", **appearance}
    return {"@type": "Claim", "position": position, "appearance": shown}


async def code(answer: tuple[int, Any]) -> tuple[int, str]:
    return answer[0], answer[1]["error"]["code"]


async def test_a_message_is_seen_where_it_was_sent(call: Caller) -> None:
    status, answer = await call.send(call.chat(), message("**Hello** \\[1\\] &lt;at&gt;"))
    (shown,) = call.teams.workspace.told("dana")
    assert (status, shown.id, shown.words) == (200, answer["id"], "Hello [1] <at>")


@pytest.mark.parametrize("token", ["", "Bearer no", "Basic no"])
async def test_without_a_token_of_its_own_a_bot_is_nobody(call: Caller, token: str) -> None:
    call.token = token
    assert (await call.send(call.chat(), message()))[0] == 401


async def test_a_token_that_ended_or_is_for_another_app_is_refused(call: Caller) -> None:
    for token in (
        call.teams.authority.issue(TENANT, life=-1),
        call.teams.authority.issue(TENANT, appid="another"),
        call.teams.authority.header(call.teams.service_url).removeprefix("Bearer "),  # the service's own
    ):
        call.token = f"Bearer {token}"
        assert (await call.send(call.chat(), message()))[0] == 401


async def test_an_unknown_conversation_is_not_found(call: Caller) -> None:
    assert await code(await call.send("a:nowhere", message())) == (404, "ConversationNotFound")
    assert await code(await call.send(f"{GENERAL};messageid=1", message())) == (404, "ConversationNotFound")


async def test_a_bot_that_was_removed_or_blocked_may_not_write(call: Caller) -> None:
    assert await code(await call.send(ELSEWHERE, message())) == (403, "BotNotInConversationRoster")
    call.teams.workspace.personal("dana").blocked = True
    assert await code(await call.send(call.chat(), message())) == (403, "ConversationBlockedByUser")


@pytest.mark.parametrize(
    "activity",
    [
        "text",
        {},
        {"type": "event"},
        message(""),
        message("  "),
        message(text=7),
        message(**{"from": {"id": "29:1-dana"}}),
        message(textFormat="html"),
        message(attachments=[{"contentType": "text/html", "content": "x"}]),
        message(attachments="x"),
        message(channelData={"feedbackLoop": {"type": "thumbs"}}),
        message(entities=[{"no": "type"}]),
        message(entities=[{"type": "mention"}]),
        message(entities=[{"type": "streaminfo"}]),
        message(entities=cited() + cited()),
        message(entities=cited(additionalType=["Other"])),
        message(entities=cited(usageInfo={"@type": "CreativeWork"})),
        message(entities=[{"type": "https://schema.org/Message"}]),
        message("[1]", entities=cited({"@type": "Claim", "position": 1, "appearance": {}})),
        message("[1]", entities=cited(citation(name="x" * 81))),
        message("[1]", entities=cited(citation(name=""))),
        message("[1]", entities=cited(citation(abstract="x" * 161))),
        message("[1]", entities=cited(citation(abstract=None))),
        message("[1]", entities=cited(citation(url="policies/travel"))),
        message("[1]", entities=cited(citation(keywords=["a", "b", "c", "d"]))),
        message("[1]", entities=cited(citation(keywords=["x" * 29]))),
        message("[1]", entities=cited(citation(), citation())),
        message("[1]", entities=cited(citation(0))),
        message("[1]", entities=cited(*[citation(n + 1) for n in range(21)])),
        message("[1]", entities=cited(citation(usageInfo={"@type": "CreativeWork", "@id": "a", "name": "Secret"}))),
        attached({}),
        attached({**CARD, "version": "1.6"}),
        attached({**CARD, "body": [{"type": "TextBlock"}]}),
    ],
)
async def test_a_faulty_activity_is_refused(call: Caller, activity: Any) -> None:
    status, answer = await call.send(call.chat(), activity)
    assert (status, answer["error"]["code"]) == (400, "BadSyntax")
    assert call.teams.workspace.told("dana") == []


async def test_what_is_too_large_is_refused(call: Caller) -> None:
    assert (await call.send(call.chat(), message("x" * 39_000)))[0] == 200
    assert await code(await call.send(call.chat(), message("x" * 41_000))) == (413, "MessageSizeTooBig")


@pytest.mark.parametrize(
    "activity",
    [
        message("<at>Everybody</at>"),
        message('<a href="https://evil.test">here</a>'),
        message("![](https://evil.test/pixel.png)"),
        message("[2]", entities=cited(citation(1))),
        message("".join(f"[{n}]" for n in range(1, 12)), entities=cited(*[citation(n) for n in range(1, 12)])),
        message("<at>X</at>", entities=[{"type": "mention", "text": "<at>X</at>", "mentioned": {"id": "29:1-kim"}}]),
        message(colour="red"),
        message(channelData={"feedback": True}),
    ],
)
async def test_what_a_good_bot_never_sends_is_noted(call: Caller, activity: Any) -> None:
    assert (await call.send(GROUP, activity))[0] == 200
    assert call.teams.workspace.faults


async def test_an_answer_as_it_should_be_is_taken_without_a_word(call: Caller) -> None:
    label = {"@type": "CreativeWork", "@id": "a", "name": "Restricted"}
    root = cited(
        citation(url="https://acme.test/t", usageInfo=label), additionalType=["AIGeneratedContent"], usageInfo=label
    )
    answer = message("Hotels are paid. [1]", entities=root, channelData={"feedbackLoop": {"type": "default"}})
    assert (await call.send(call.chat(), answer))[0] == 200
    (shown,) = call.teams.workspace.told("dana")
    assert (shown.labelled, shown.rateable, shown.citations[0]["position"]) == (True, True, 1)
    assert call.teams.workspace.faults == []


async def test_only_the_bots_own_messages_can_be_changed(call: Caller) -> None:
    workspace = call.teams.workspace
    theirs = workspace.post(call.chat(), "29:1-dana", message("mine"))
    assert (await call("PUT", f"/{call.chat()}/activities/{theirs.id}", message()))[0] == 403
    assert await code(await call("PUT", f"/{call.chat()}/activities/1", message())) == (
        404,
        "ActivityNotFoundInConversation",
    )
    own = (await call.send(call.chat(), message("before")))[1]["id"]
    assert (await call("PUT", f"/{call.chat()}/activities/{own}", message("after")))[0] == 200
    (shown,) = workspace.told("dana")
    assert (shown.versions, shown.words) == (["before"], "after")
    assert (await call("PUT", f"/{call.chat()}/activities/{own}", {**attached(CARD), "text": "too"}))[0] == 400
    assert (await call("DELETE", f"/{call.chat()}/activities/{own}"))[0] == 200
    assert workspace.told("dana") == []
    assert (await call("DELETE", f"/{call.chat()}/activities/{own}"))[0] == 404


async def test_a_chat_is_opened_with_one_person_of_the_tenant(call: Caller) -> None:
    good = {"bot": {"id": BOT}, "members": [{"id": "29:1-dana"}], "tenantId": TENANT, "channelData": {}}
    assert await call("POST", "", good) == (200, {"id": call.chat()})
    for wrong in ({"members": []}, {"tenantId": None}, {"isGroup": True}, {"members": [{"id": "29:1-eve"}]}):
        assert (await call("POST", "", {**good, **wrong}))[0] in (400, 403)
    call.teams.workspace.personal("dana").installed = False
    assert (await call("POST", "", good))[0] == 403


async def test_a_thread_begins_with_a_message(call: Caller) -> None:
    wish = {"isGroup": True, "channelData": {"channel": {"id": GENERAL}}}
    assert (await call("POST", "", wish))[0] == 400
    status, answer = await call("POST", "", {**wish, "activity": message("A thread")})
    (root,) = call.teams.workspace.said(GENERAL)
    assert (status, answer["id"]) == (200, f"{GENERAL};messageid={root.id}")
    await call.send(answer["id"], message("A reply"))
    assert [m.words for m in call.teams.workspace.said(GENERAL, root.id)] == ["A reply"]


async def test_members_are_told_with_their_address_and_role(call: Caller) -> None:
    dana = (await call("GET", f"/{GENERAL}/members/29:1-dana"))[1]
    gus = (await call("GET", f"/{GENERAL}/members/29:1-gus"))[1]
    eve = (await call("GET", f"/{GENERAL}/members/29:1-eve"))[1]
    assert (dana["email"], dana["userRole"], dana["tenantId"]) == ("dana@acme.test", "user", TENANT)
    assert (gus["userRole"], "#EXT#" in gus["userPrincipalName"]) == ("guest", True)
    assert (eve["email"], eve["tenantId"] != TENANT) == ("sam@acme.test", True)
    assert (await call("GET", f"/{GROUP}/members/29:1-kim"))[0] == 404
    page = (await call("GET", f"/{GENERAL}/pagedmembers?pageSize=2"))[1]
    assert (len(page["members"]), page["continuationToken"]) == (2, "2")


async def test_it_makes_the_trouble_it_is_told_to(call: Caller) -> None:
    teams = call.teams
    teams.limit("send", 5)
    assert (await call.send(call.chat(), message()))[0] == 429
    teams.workspace.advance(6)
    teams.fail("send", 503)
    assert await call.send(call.chat(), message()) == (503, "<html>upstream</html>")
    teams.lose_answer("send")
    with pytest.raises(aiohttp.ClientError):
        await call.send(call.chat(), message("twice"))
    assert [m.words for m in teams.workspace.told("dana")] == ["twice"]


async def test_a_typing_sign_is_no_message_and_has_no_place_in_a_channel(call: Caller) -> None:
    assert (await call.send(GROUP, {"type": "typing"}))[0] == 200
    assert (call.teams.workspace.typing, call.teams.workspace.said(GROUP)) == ([GROUP], [])
    assert call.teams.workspace.faults == []
    await call.send(GENERAL, {"type": "typing"})
    assert call.teams.workspace.faults


async def test_an_address_that_is_none_is_noted(call: Caller) -> None:
    assert (await call("GET", "/x/y/z"))[0] == 404
    assert call.teams.workspace.faults


async def token(teams: TeamsDouble, tenant: str, **changed: str) -> tuple[int, dict[str, Any]]:
    form = {
        "grant_type": "client_credentials",
        "client_id": APP_ID,
        "client_secret": APP_PASSWORD,
        "scope": "https://api.botframework.com/.default",
    }
    url = f"{teams.authority.login_url}/{tenant}/oauth2/v2.0/token"
    async with aiohttp.ClientSession() as session, session.post(url, data={**form, **changed}) as answer:
        return answer.status, await answer.json()


async def test_a_bot_gets_a_token_for_its_password(call: Caller) -> None:
    status, answer = await token(call.teams, "botframework.com")
    call.token = f"Bearer {answer['access_token']}"
    assert (status, (await call.send(call.chat(), message()))[0]) == (200, 200)
    assert (await token(call.teams, TENANT, client_secret="wrong"))[1]["error"] == "invalid_client"
    assert (await token(call.teams, TENANT, scope="https://graph.microsoft.com/.default"))[0] == 400
    assert (await token(call.teams, TENANT, grant_type="password"))[0] == 400
    assert (await token(call.teams, "nowhere"))[0] == 400


async def test_an_app_of_one_tenant_gets_its_tokens_there_alone() -> None:
    async with TeamsDouble(tenant=TENANT) as teams:
        assert (await token(teams, "botframework.com"))[1]["error"] == "unauthorized_client"
        assert (await token(teams, TENANT))[0] == 200
        assert not teams.authority.accepts(f"Bearer {teams.authority.issue('botframework.com')}")


async def test_every_forgery_is_one(call: Caller) -> None:
    """Each is refused by a reader that checks everything, and the genuine header is not."""
    authority, service = call.teams.authority, call.teams.service_url

    def passes(header: str | None) -> bool:
        parts = (header or "").split(" ")
        if len(parts) != 2 or parts[0] != "Bearer":
            return False
        try:
            kid = jwt.get_unverified_header(parts[1])["kid"]
            if kid != authority.key.kid:
                return False
            claims = jwt.decode(
                parts[1],
                authority.key.private.public_key(),
                ["RS256"],
                audience=APP_ID,
                issuer="https://api.botframework.com",
                options={"require": ["exp", "nbf"], "strict_aud": True},
            )
        except (jwt.InvalidTokenError, KeyError):
            return False
        return bool(claims.get("serviceurl") == service)

    assert passes(authority.header(service))
    assert [name for name, header in forged(authority, service).items() if passes(header)] == []
