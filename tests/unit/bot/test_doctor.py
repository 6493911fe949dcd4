"""The examination: what is wrong with each part, and how to mend it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import text

from adapters.database.engine import create_engine
from adapters.database.migrate import upgrade
from adapters.database.store import Store
from adapters.memory.clock import ManualClock, SequentialIds
from bot.bootstrap import HEAD_LOG
from bot.cli import main
from bot.doctor import Finding, Health, examine
from bot.settings import PREFIX, Settings
from core.domain.approval import Pause
from core.domain.feedback import Trouble
from core.errors import ModelUnavailable
from tests.adapters.samples import version
from tests.doubles.slack import APP_TOKEN, BOT_TOKEN, SIGNING_SECRET, SlackDouble

OK, WARN, FAIL = Health.OK, Health.WARN, Health.FAIL


class Ready:
    """A model that is there at once."""

    name, dimensions = "ready", 8

    async def encode(self, texts: Sequence[str]) -> list[bytes]:
        return [b""] * len(texts)


@pytest.fixture(autouse=True)
def _a_model_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.models.factory.open_encoder", lambda *_: Ready())


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path)


async def prepared(settings: Settings, *, documents: bool = True) -> Store:
    """A database that is up to date, with a document."""
    engine = create_engine(settings.sqlalchemy_url)
    await upgrade(engine)
    clock = ManualClock(datetime.now(UTC))
    store = Store(engine, clock, SequentialIds(), head_log=settings.home / HEAD_LOG)
    if documents:
        await store.documents.put("leave.md", version("v1", ["Thirty days of leave."]))
    return store


async def findings(settings: Settings, part: str) -> list[Finding]:
    return [finding async for finding in examine(settings) if finding.part == part]


async def only(settings: Settings, part: str) -> tuple[Health, str]:
    found = await findings(settings, part)
    assert len(found) == 1, found
    return found[0].health, found[0].words


async def test_a_sound_installation_is_ok_in_every_part(settings: Settings) -> None:
    await (await prepared(settings)).close()
    found = [finding async for finding in examine(settings)]
    assert {finding.health for finding in found} == {OK}, found
    parts = {"settings", "database", "documents", "index", "audit", "model", "judge", "slack", "approvers", "tools"}
    assert {finding.part for finding in found} == parts


async def test_what_a_chat_product_refused_lately_is_shown_for_a_week(settings: Settings) -> None:
    store = await prepared(settings)
    for n, days in enumerate((0, 1, 8)):
        at = datetime.now(UTC) - timedelta(days=days)
        message = "Slack's chat.postMessage refused: is_archived. Unarchive the channel or name another one."
        await store.troubles.note(Trouble(what="answer", subject=f"ex_{n}", code="is_archived", message=message, at=at))
    await store.close()
    found = await findings(settings, "refused")
    assert [finding.health for finding in found] == [WARN, WARN]
    assert "answer of ex_0: Slack's chat.postMessage refused: is_archived. Unarchive" in found[0].words
    assert "ex_1" in found[1].words


async def test_looking_creates_nothing(tmp_path: Path) -> None:
    home = tmp_path / "new"
    health, words = await only(Settings(home=home), "database")
    assert health is WARN
    assert "ingest" in words
    assert not home.exists()


async def test_a_home_that_cannot_be_written_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    health, words = await only(Settings(home=tmp_path / "file" / "home"), "settings")
    assert health is FAIL
    assert "COUNTERSIGN_HOME" in words


@pytest.mark.parametrize(
    ("numbers", "named"),
    [
        ({"high_confidence": 0.7}, "COUNTERSIGN_HIGH_CONFIDENCE is below"),
    ],
)
async def test_numbers_that_do_not_fit_together_are_told(tmp_path: Path, numbers: dict[str, float], named: str) -> None:
    health, words = await only(Settings(home=tmp_path, **numbers), "settings")  # type: ignore[arg-type]
    assert health is WARN
    assert named in words


async def test_a_database_behind_is_told_and_not_read(settings: Settings) -> None:
    store = await prepared(settings)
    async with store.database.write() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    await store.close()
    health, words = await only(settings, "database")
    assert health is WARN
    assert "revision(s) behind" in words
    assert await findings(settings, "documents") == []


async def test_a_database_of_a_newer_program_fails(settings: Settings) -> None:
    store = await prepared(settings)
    async with store.database.write() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    health, words = await only(settings, "database")
    assert health is FAIL
    assert "newer" in words


async def test_a_file_that_is_no_database_fails_and_the_rest_is_looked_at(settings: Settings) -> None:
    (settings.home / "countersign.db").write_bytes(b"not a database" * 100)
    assert (await only(settings, "database"))[0] is FAIL
    assert (await only(settings, "model"))[0] is OK


async def test_a_database_url_hides_its_password(tmp_path: Path) -> None:
    health, words = await only(
        Settings(home=tmp_path, database_url="postgresql://bot:hunter2@127.0.0.1:1/x"), "database"
    )
    assert health is FAIL
    assert "hunter2" not in words


async def test_no_documents_is_told_with_what_to_do(settings: Settings) -> None:
    await (await prepared(settings, documents=False)).close()
    health, words = await only(settings, "documents")
    assert health is WARN
    assert "python -m bot ingest" in words


async def test_documents_no_longer_in_force_are_told(settings: Settings) -> None:
    store = await prepared(settings)
    await store.documents.put("old.md", version("v2", ["Forty days."], document="doc2", expiry="2020-01-01"))
    await store.close()
    found = await findings(settings, "documents")
    assert [finding.health for finding in found] == [OK, WARN]
    assert "old.md" in found[1].words


@pytest.mark.parametrize("url", ["chroma:8000", "http://127.0.0.1:1"])
async def test_a_chroma_server_that_is_not_there_fails_and_exact_search_stands(settings: Settings, url: str) -> None:
    await (await prepared(settings)).close()
    found = await findings(settings.model_copy(update={"chroma_url": url}), "index")
    assert [finding.health for finding in found] == [OK, FAIL]


async def test_a_changed_audit_row_fails_with_its_number(settings: Settings) -> None:
    store = await prepared(settings)
    async with store.database.write() as connection:
        await connection.execute(text("UPDATE audit_rows SET subject = 'other' WHERE sequence = 1"))
    await store.close()
    health, words = await only(settings, "audit")
    assert health is FAIL
    assert words.startswith("row 1 ")


async def test_a_pause_is_told_with_how_to_end_it(settings: Settings) -> None:
    store = await prepared(settings)
    at = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
    await store.pauses.begin(Pause(id="pause_1", reason="", paused_at=at, paused_by="terminal:you (kim)"))
    await store.close()
    health, words = await only(settings, "pause")
    assert health is WARN
    assert "2026-01-05 09:00 UTC by terminal:you (kim)" in words
    assert "python -m bot resume" in words


async def test_a_tail_cut_off_together_with_the_head_shows_against_the_note(settings: Settings) -> None:
    store = await prepared(settings)
    first = await store.audit.verify()
    await store.documents.remove("leave.md")
    async with store.database.write() as connection:
        await connection.execute(text("DELETE FROM audit_contents WHERE sequence = 2"))
        await connection.execute(text("DELETE FROM audit_rows WHERE sequence = 2"))
        await connection.execute(text("UPDATE audit_head SET count = 1, hash = :hash"), {"hash": first.head})
    await store.close()
    health, words = await only(settings, "audit")
    assert health is FAIL
    assert words.startswith("row 2 ")


async def test_a_model_that_does_not_load_fails_with_its_remedy(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise ModelUnavailable("The weights are not the published ones.", "Install the package anew.")

    monkeypatch.setattr("adapters.models.factory.open_encoder", gone)
    assert await only(settings, "model") == (FAIL, "The weights are not the published ones. Install the package anew.")


# -- Slack and approvers ------------------------------------------------------------------------------------------------


def slack_settings(home: Path, slack: SlackDouble, rules: str = "", **more: object) -> Settings:
    file = home / "approvers.yml"
    file.write_text(rules, encoding="utf-8")
    tokens = {"slack_bot_token": BOT_TOKEN, "slack_signing_secret": SIGNING_SECRET, "slack_api_url": slack.api_url}
    return Settings.model_validate({"home": home, "approvals_file": file, **tokens, **more})


def rule(*approvers: str, quorum: int = 1) -> str:
    return f"answers: [{{name: all, approvers: [{', '.join(approvers)}], quorum: {quorum}}}]"


SAM, LEE = "{account: 'slack:U01SAM'}", "{email: lee@acme.test}"


async def test_tokens_are_tried_with_slack(tmp_path: Path) -> None:
    async with SlackDouble() as slack:
        found = await findings(slack_settings(tmp_path, slack, slack_app_token=APP_TOKEN), "slack")
    assert [finding.health for finding in found] == [OK, OK]
    assert "U01BOT" in found[0].words


async def test_a_revoked_token_fails_and_is_not_shown(tmp_path: Path) -> None:
    async with SlackDouble() as slack:
        slack.revoked = True
        health, words = await only(slack_settings(tmp_path, slack), "slack")
    assert health is FAIL
    assert BOT_TOKEN not in words


async def test_half_a_set_of_tokens_fails(tmp_path: Path) -> None:
    health, words = await only(Settings(home=tmp_path, slack_app_token=APP_TOKEN), "slack")  # type: ignore[arg-type]
    assert health is FAIL
    assert "COUNTERSIGN_SLACK_BOT_TOKEN" in words


async def test_without_an_approvals_file_nobody_decides(tmp_path: Path) -> None:
    async with SlackDouble() as slack:
        settings = slack_settings(tmp_path, slack).model_copy(update={"approvals_file": None})
        health, words = await only(settings, "approvers")
    assert health is WARN
    assert "COUNTERSIGN_APPROVALS_FILE" in words


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (rule(SAM, LEE), [(OK, "1 of 2")]),
        (rule("{group: 'slack:S01FINANCE'}"), [(OK, "1 of 2")]),
        (rule("{group: own}", SAM) + "\ngroups: {own: ['slack:U01KIM', kim@acme.test]}", [(OK, "1 of 2")]),
        (rule(SAM), [(WARN, "what one of them asks nobody can release")]),
        (rule(SAM, "{email: sam@acme.test}"), [(WARN, "what one of them asks nobody can release")]),
        (rule(SAM, LEE, quorum=3), [(FAIL, "needs 3 approvals and can get 2 at most")]),
        (rule(SAM, LEE, "{account: 'slack:U01GUS'}"), [(WARN, "nobody here votes as slack:U01GUS"), (OK, "1 of 2")]),
        (rule(SAM, LEE, "{account: 'slack:U404'}"), [(WARN, "nobody here votes as slack:U404"), (OK, "1 of 2")]),
        (rule(SAM, LEE, "{email: none@acme.test}"), [(WARN, "nobody here votes as none@acme.test"), (OK, "1 of 2")]),
        (
            rule(SAM, "{account: 'slack:U01GUS'}", quorum=2),
            [(WARN, "slack:U01GUS"), (FAIL, "2 must approve and 1 can")],
        ),
        (rule(SAM, LEE, "{group: typo}"), [(FAIL, "names the group typo, in which is nobody")]),
        (rule(SAM, "{owner: true}") + "\nowners: {CFO: {email: lee@acme.test}}", [(OK, "1 of 2")]),
        (rule(SAM, LEE, "{account: 'teams:29:1'}"), [(WARN, "nobody here votes as teams:29:1"), (OK, "1 of 2")]),
        (rule(SAM, LEE, "{account: 'terminal:sam'}"), [(WARN, "nobody here votes as terminal:sam"), (OK, "1 of 2")]),
        (rule(SAM, "{account: 'terminal:you'}"), [(OK, "1 of 2")]),
        (
            "answers: [{name: x, policy_types: [hr], approvers: [" + f"{SAM}, {LEE}" + "]}]",
            [(WARN, "everything else"), (OK, "1 of 2")],
        ),
        ("answers: [{name: x}]", [(FAIL, "answers.0.approvers")]),
    ],
)
async def test_approvers_must_be_found_and_suffice(
    tmp_path: Path, rules: str, expected: list[tuple[Health, str]]
) -> None:
    async with SlackDouble() as slack:
        found = await findings(slack_settings(tmp_path, slack, rules), "approvers")
    assert [finding.health for finding in found] == [health for health, _ in expected]
    assert all(words in finding.words for finding, (_, words) in zip(found, expected, strict=True)), found


async def test_a_slack_that_does_not_answer_is_no_missing_approver(tmp_path: Path) -> None:
    async with SlackDouble() as slack:
        settings = slack_settings(tmp_path, slack, rule(SAM, LEE))
    health, words = await only(settings, "approvers")
    assert health is FAIL
    assert "nobody here votes" not in words


# -- the command --------------------------------------------------------------------------------------------------------


def doctor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], **variables: str
) -> tuple[int, list[str]]:
    monkeypatch.setattr("bot.logging.configure", lambda *_: None)  # pytest keeps the log
    for name, value in variables.items():
        monkeypatch.setenv(PREFIX + name, value)
    status = main(["doctor"])
    return status, capsys.readouterr().out.splitlines()


def test_the_command_prints_a_line_a_finding_and_fails_only_on_failures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, lines = doctor(monkeypatch, capsys, HOME=str(tmp_path))
    assert status == 0
    assert lines[0] == f"ok   settings: data in {tmp_path}"
    assert any(line.startswith("warn database: ") for line in lines)


def test_a_wrong_setting_is_a_finding_like_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, lines = doctor(monkeypatch, capsys, HOME=str(tmp_path), TOP_K="0")
    assert status == 1
    assert len(lines) == 1
    assert lines[0].startswith("fail settings: COUNTERSIGN_TOP_K is wrong")


async def test_who_judges_is_told_and_a_wrong_choice_of_prompts_fails(settings: Settings) -> None:
    health, words = await only(settings, "judge")
    assert (health, words.split(";")[0]) == (OK, "the rules, as no key of a model is set")
    keyed = settings.model_copy(update={"anthropic_api_key": SecretStr("sk-ant-1"), "model": "claude-opus-5-5"})
    health, words = await only(keyed, "judge")
    assert (health, words.split(" at")[0]) == (OK, "claude-opus-5-5")
    assert "sk-ant-1" not in words
    health, words = await only(settings.model_copy(update={"prompts": "intent=intent_v9"}), "judge")
    assert health is FAIL
    assert "has no prompt intent_v9" in words
