from __future__ import annotations

from pathlib import Path

import pytest

from bot import bootstrap
from bot.bootstrap import Application, approval_rules
from bot.settings import Settings
from core.approvals.rules import NOBODY
from core.errors import ConfigurationError, ModelUnavailable


@pytest.mark.model
async def test_a_new_data_folder_is_brought_up_to_date_and_said_so_once(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "new")
    said: list[str] = []
    for _ in range(2):
        app = await Application.open(settings, own_index=False, announce=said.append)
        await app.store.ping()
        assert await app.index.health()
        assert app.bench.rules is app.rules
        await app.close()
    assert len(said) == 1
    assert said[0].startswith("Brought the database up to date: 0001")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_in_the_local_default_the_samples_approvers_decide(tmp_path: Path) -> None:
    assert "finance-leads" in approval_rules(Settings(home=tmp_path)).groups


def test_with_a_token_and_no_approvals_file_nobody_decides(tmp_path: Path) -> None:
    assert approval_rules(Settings(home=tmp_path, slack_bot_token="xoxb-1")) is NOBODY


def test_an_approvals_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "approvers.yml"
    file.write_text("version: 1\ngroups: {leads: [terminal:sam]}\n", encoding="utf-8")
    assert approval_rules(Settings(home=tmp_path, approvals_file=file)).groups == {"leads": ("terminal:sam",)}


async def test_a_wrong_setting_is_said_before_anything_is_opened(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, approvals_file=tmp_path / "missing.yml")
    with pytest.raises(ConfigurationError, match="COUNTERSIGN_APPROVALS_FILE"):
        await Application.open(settings, own_index=False, announce=print)
    assert not (tmp_path / "countersign.db").exists()


async def test_what_is_open_when_a_part_fails_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []

    class Store(bootstrap.DatabaseStore):
        async def close(self) -> None:
            await super().close()
            closed.append(True)

    def broken(*_: object) -> None:
        raise ModelUnavailable("The weights are not the expected ones.")

    monkeypatch.setattr(bootstrap, "DatabaseStore", Store)
    monkeypatch.setattr(bootstrap, "open_encoder", broken)
    with pytest.raises(ModelUnavailable):
        await Application.open(Settings(home=tmp_path), own_index=False, announce=lambda _: None)
    assert closed == [True]
