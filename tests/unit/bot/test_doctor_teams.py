"""The examination of Teams: whether it lets the bot in, and whom of the approvers it has met."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.findings import Finding, Health
from bot.settings import Settings
from core.domain.conversation import Contact
from core.domain.request import Person, PlaceKind, SurfaceName
from tests.doubles.teams import APP_ID, APP_PASSWORD, BOT, REVIEW, TENANT, TeamsDouble
from tests.unit.bot.test_doctor import FAIL, OK, WARN, _a_model_at_once, findings, only, prepared

__all__ = ["_a_model_at_once"]


@pytest.fixture
async def double() -> AsyncIterator[TeamsDouble]:
    async with TeamsDouble() as double:
        yield double


def teams_settings(home: Path, double: TeamsDouble, rules: str = "", **more: object) -> Settings:
    file = home / "approvers.yml"
    file.write_text(rules, encoding="utf-8")
    ours = {
        "teams_app_id": APP_ID,
        "teams_app_password": APP_PASSWORD,
        "teams_tenant_id": TENANT,
        "teams_login_url": double.authority.login_url,
        "teams_openid_url": double.authority.openid_url,
        "teams_service_urls": double.service_url,
    }
    return Settings.model_validate({"home": home, "approvals_file": file, **ours, **more})


async def test_the_secret_and_the_keys_are_tried_with_microsofts_authorities(
    tmp_path: Path, double: TeamsDouble
) -> None:
    found = await findings(teams_settings(tmp_path, double), "teams")
    assert [finding.health for finding in found] == [OK, OK]
    assert f"gets a token as {APP_ID} in tenant {TENANT}" in found[0].words
    assert "key(s)" in found[1].words
    assert not any(double.workspace.messages.values())


async def test_a_wrong_secret_fails_and_is_not_shown(tmp_path: Path, double: TeamsDouble) -> None:
    health, words = await only(teams_settings(tmp_path, double, teams_app_password="not-this-one"), "teams")
    assert health is FAIL
    assert "not-this-one" not in words
    assert "COUNTERSIGN_TEAMS_APP_PASSWORD" in words


async def test_keys_that_cannot_be_fetched_fail(tmp_path: Path, double: TeamsDouble) -> None:
    nowhere = f"{double.authority.url}/nowhere"
    found = await findings(teams_settings(tmp_path, double, teams_openid_url=nowhere), "teams")
    assert [finding.health for finding in found] == [OK, FAIL]
    assert nowhere in found[1].words


async def test_half_a_set_of_settings_fails(tmp_path: Path) -> None:
    health, words = await only(Settings(home=tmp_path, teams_app_id=APP_ID), "teams")
    assert health is FAIL
    assert "COUNTERSIGN_TEAMS_APP_PASSWORD" in words


@pytest.mark.parametrize(
    ("approvers", "expected"),
    [
        ("{account: 'teams:SAM'}, {account: 'teams:LEE'}", [(OK, "1 of 2")]),
        ("{account: 'teams:SAM'}, {email: sam@acme.test}", [(WARN, "what one of them asks nobody can release")]),
        ("{account: 'teams:SAM'}, {email: kim@acme.test}", [(WARN, "kim@acme.test was not met"), (OK, "1 of 2")]),
        ("{group: 'teams:19:review@thread.tacv2'}", [(OK, "1 of ")]),
        (
            "{account: 'teams:SAM'}, {account: 'teams:LEE'}, {account: 'teams:0-0'}",
            [(WARN, "nobody here votes as teams:0-0"), (OK, "1 of 2")],
        ),
        (
            "{account: 'teams:SAM'}, {account: 'teams:LEE'}, {group: 'teams:19:elsewhere'}",
            [(WARN, "nobody here votes as group teams:19:elsewhere"), (OK, "1 of 2")],
        ),
    ],
)
async def test_approvers_are_looked_up_among_those_it_has_met(
    tmp_path: Path, double: TeamsDouble, approvers: str, expected: list[tuple[Health, str]]
) -> None:
    users = double.workspace.users
    for name in ("sam", "lee"):
        approvers = approvers.replace(name.upper(), users[name].aad)
    approvers = approvers.replace("19:review@thread.tacv2", REVIEW)
    settings = teams_settings(tmp_path, double, f"answers: [{{name: all, approvers: [{approvers}]}}]")
    store = await prepared(settings)
    for name in ("sam", "lee"):
        person = Person(id=f"teams:{users[name].aad}", name=name, email=users[name].email)
        await store.conversations.remember(contact(double, double.workspace.personal(name).id, "personal", person))
    await store.conversations.remember(contact(double, REVIEW, "channel"))
    await store.close()

    found = await findings(settings, "approvers")
    assert [finding.health for finding in found] == [health for health, _ in expected], said(found)
    assert all(words in finding.words for finding, (_, words) in zip(found, expected, strict=True)), said(found)


async def test_without_a_database_nobody_was_met_and_none_is_made(tmp_path: Path, double: TeamsDouble) -> None:
    rules = "answers: [{name: all, approvers: [{email: sam@acme.test}, {email: lee@acme.test}]}]"
    found = await findings(teams_settings(tmp_path, double, rules), "approvers")
    assert [finding.health for finding in found] == [WARN, WARN, OK]
    assert not (tmp_path / "countersign.db").exists()


def contact(double: TeamsDouble, conversation: str, kind: str, person: Person | None = None) -> Contact:
    there = {"id": conversation, "conversationType": kind, "isGroup": kind != "personal", "tenantId": TENANT}
    reference = {
        "serviceUrl": double.service_url,
        "channelId": "msteams",
        "bot": {"id": BOT},
        "conversation": there,
    }
    return Contact(
        surface=SurfaceName.TEAMS,
        conversation=conversation,
        kind=PlaceKind.DIRECT if person else PlaceKind.CHANNEL,
        person=person,
        reference=reference,
        met_at=datetime.now(UTC),
    )


def said(found: list[Finding]) -> list[str]:
    return [finding.words for finding in found]
