"""Every refusal says whether trying again can help, in Slack's own word, and what to do about it."""

from __future__ import annotations

import pytest

from adapters.slack import SlackSettings, SlackSurface, connect
from adapters.slack.errors import REMEDIES, TRANSIENT, check_response
from core.errors import SurfaceError, is_transient
from tests.adapters.slack import specimens
from tests.doubles.slack import BOT_TOKEN, SlackDouble
from tests.doubles.slack.desk import Desk


async def refusal(surface: SlackSurface) -> SurfaceError:
    """The error that posting a card ends with."""
    with pytest.raises(SurfaceError) as error:
        await surface.post_cards(specimens.approval(rule={"cards": ("slack:G01REVIEW",)}))
    return error.value


@pytest.mark.parametrize("code", sorted(TRANSIENT))
async def test_a_code_that_says_not_now_is_transient(surface: SlackSurface, slack: SlackDouble, code: str) -> None:
    slack.fail("chat.postMessage", code)

    error = await refusal(surface)

    assert (error.code, error.permanent) == (code, False)
    assert is_transient(error)


@pytest.mark.parametrize("code", sorted({*REMEDIES, "some_code_of_tomorrow", "msg_too_long"}))
async def test_any_other_code_is_permanent(surface: SlackSurface, slack: SlackDouble, code: str) -> None:
    slack.fail("chat.postMessage", code)

    error = await refusal(surface)

    assert (error.code, error.permanent) == (code, True)
    assert error.remedy == REMEDIES.get(code, "")


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_a_page_that_is_no_json_is_transient(surface: SlackSurface, slack: SlackDouble, status: int) -> None:
    slack.fail("chat.postMessage", status=status)

    assert not (await refusal(surface)).permanent


async def test_a_missing_scope_is_named() -> None:
    async with SlackDouble(scopes={"chat:write"}) as slack:
        surface = connect(SlackSettings(BOT_TOKEN, api_url=slack.api_url), Desk(lambda r: None), None)  # type: ignore[arg-type, return-value]
        error = await refusal(surface)
        await surface.close()

    assert error.code == "missing_scope"
    assert "groups:history" in str(error)
    assert "manifest.yml" in error.remedy


async def test_blocks_that_slack_does_not_take_are_named_by_pointer(surface: SlackSurface, slack: SlackDouble) -> None:
    api = surface._api
    from adapters.slack.blocks import Message

    with pytest.raises(SurfaceError, match="json-pointer:/blocks/0/type") as error:
        await api.post("C01GENERAL", Message("text", [{"type": "nonsense"}]))
    assert error.value.permanent


async def test_a_rate_limit_is_waited_out_where_nobody_waits(surface: SlackSurface, slack: SlackDouble) -> None:
    slack.limit("chat.postMessage", 1)

    (card,) = await surface.post_cards(specimens.approval(rule={"cards": ("slack:G01REVIEW",)}))

    assert slack.workspace.get("G01REVIEW", card.message)
    assert [call.error for call in slack.called("chat.postMessage")] == ["ratelimited", None]


async def test_a_rate_limit_is_reported_where_somebody_waits(surface: SlackSurface, slack: SlackDouble) -> None:
    slack.limit("users.info", 30)

    with pytest.raises(SurfaceError) as error:
        await surface.directory.identify(specimens.DANA)
    assert (error.value.code, error.value.permanent, error.value.retry_after) == ("ratelimited", False, 30)


async def test_a_server_that_is_not_there_is_transient() -> None:
    surface = connect(SlackSettings(BOT_TOKEN, api_url="http://127.0.0.1:9/api/"), Desk(lambda r: None), None)  # type: ignore[arg-type, return-value]
    error = await refusal(surface)
    await surface.close()

    assert (error.code, error.permanent) == ("unreachable", False)


@pytest.mark.parametrize(
    ("status", "body", "code", "permanent"),
    [
        (404, "expired_url", "expired_url", True),
        (404, "used_url", "used_url", True),
        (200, '{"ok": false, "error": "invalid_blocks"}', "invalid_blocks", True),
        (429, "", "http_429", False),
        (500, "rollback_error", "rollback_error", False),
    ],
)
def test_a_response_address_that_takes_nothing(status: int, body: str, code: str, permanent: bool) -> None:
    with pytest.raises(SurfaceError) as error:
        check_response(status, body, {"Retry-After": "soon"})
    assert (error.value.code, error.value.permanent, error.value.retry_after) == (code, permanent, None)


@pytest.mark.parametrize("body", ["ok", '{"ok": true}'])
def test_a_response_address_that_took_it(body: str) -> None:
    check_response(200, body, {})


async def test_no_secret_shows_in_an_error_or_in_the_settings(surface: SlackSurface, slack: SlackDouble) -> None:
    slack.revoked = True

    error = await refusal(surface)

    assert error.code == "token_revoked"
    assert BOT_TOKEN not in str(error)
    assert "xoxb" not in repr(SlackSettings(BOT_TOKEN, "secret", "xapp-1"))
