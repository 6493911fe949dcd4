"""Which chat products are set up, by the settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from adapters.teams.settings import LOGIN, OPENID, SERVICES
from bot.metrics import Metrics
from bot.server import http_application
from bot.settings import Settings
from bot.surfaces import ADDRESSES, Products, slack_settings, teams_settings
from core.errors import ConfigurationError
from tests.scenarios.office import Office

APP_ID = "b7f8c9d0-1111-2222-3333-444455556666"
THREE = {"teams_app_id": APP_ID, "teams_app_password": "hush", "teams_tenant_id": "tenant"}


def test_without_a_token_there_is_no_slack(tmp_path: Path) -> None:
    assert slack_settings(Settings(home=tmp_path)) is None


@pytest.mark.parametrize("secrets", [{"slack_signing_secret": "s"}, {"slack_app_token": "xapp-1"}])
def test_with_a_token_there_is(tmp_path: Path, secrets: dict[str, Any]) -> None:
    found = slack_settings(Settings(home=tmp_path, slack_bot_token="xoxb-1", slack_api_url="http://x/", **secrets))
    assert found is not None
    assert (found.bot_token, found.api_url) == ("xoxb-1", "http://x/")
    assert "xoxb-1" not in repr(found)


@pytest.mark.parametrize(
    ("secrets", "words"),
    [
        ({"slack_bot_token": "xoxb-1"}, "SIGNING_SECRET for HTTP or COUNTERSIGN_SLACK_APP_TOKEN for Socket Mode"),
        ({"slack_signing_secret": "s"}, "BOT_TOKEN is missing"),
        ({"slack_app_token": "xapp-1"}, "BOT_TOKEN is missing"),
    ],
)
def test_half_a_set_of_secrets_is_refused(tmp_path: Path, secrets: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigurationError, match=words):
        slack_settings(Settings(home=tmp_path, **secrets))


def test_nothing_is_set_up_by_itself(tmp_path: Path) -> None:
    assert Products.of(Settings(home=tmp_path)) == Products(None, None)


def test_teams_is_set_up_by_three_settings_and_knows_microsofts_addresses(tmp_path: Path) -> None:
    found = teams_settings(Settings.model_validate({"home": tmp_path, **THREE}))
    assert found is not None
    assert (found.app_id, found.app_password, found.tenant_id) == (APP_ID, "hush", "tenant")
    assert (found.login_url, found.openid_url, found.services) == (LOGIN, OPENID, SERVICES)
    assert "hush" not in repr(found)


def test_a_national_cloud_has_other_addresses(tmp_path: Path) -> None:
    settings = Settings(
        home=tmp_path,
        teams_app_id=APP_ID,
        teams_app_password="hush",  # type: ignore[arg-type]
        teams_tenant_id="tenant",
        teams_login_url="https://login.microsoftonline.us",
        teams_service_urls="https://smba.infra.gcc.teams.microsoft.com/ https://*.botframework.azure.us/",
    )
    found = teams_settings(settings)
    assert found is not None
    assert found.login_url == "https://login.microsoftonline.us"
    assert found.services == ("https://smba.infra.gcc.teams.microsoft.com/", "https://*.botframework.azure.us/")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"teams_app_id": APP_ID}, "COUNTERSIGN_TEAMS_APP_PASSWORD is missing"),
        ({"teams_app_id": APP_ID, "teams_app_password": "hush"}, "COUNTERSIGN_TEAMS_TENANT_ID is missing"),
        ({"teams_app_password": "hush"}, "COUNTERSIGN_TEAMS_APP_ID is missing"),
        ({"teams_tenant_id": "tenant"}, "COUNTERSIGN_TEAMS_APP_ID is missing"),
    ],
)
def test_half_of_teams_is_refused(tmp_path: Path, given: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigurationError, match=words):
        Products.of(Settings(home=tmp_path, **given))


async def test_both_are_served_at_once_and_neither_lets_a_stranger_in(tmp_path: Path) -> None:
    office = Office(tmp_path)
    given = {"slack_bot_token": "xoxb-1", "slack_signing_secret": "s", **THREE}
    chats = Products.of(Settings.model_validate({"home": tmp_path, **given})).connect(office.app, office.workflows)
    assert {name: chat.name for name, chat in chats.items()} == {name: name for name in ADDRESSES}
    async with TestClient(TestServer(http_application(office.app, chats, Metrics()))) as client:
        for address in ADDRESSES.values():
            assert (await client.post(address, json={"type": "message"})).status == 401
    assert [await chat.listen() for chat in chats.values()] == [None, None]
    for chat in chats.values():
        await chat.close()
