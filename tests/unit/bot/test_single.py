from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings
from bot.single import only_server
from core.errors import ConfigurationError, StoreUnavailable


async def test_a_second_server_on_a_data_folder_is_refused(tmp_path: Path) -> None:
    async with only_server(Settings(home=tmp_path)):
        with pytest.raises(ConfigurationError, match=r"Another server runs on .* COUNTERSIGN_HOME"):
            async with only_server(Settings(home=tmp_path)):
                pass


async def test_the_folder_is_free_again_afterwards(tmp_path: Path) -> None:
    for _ in range(2):
        async with only_server(Settings(home=tmp_path)):
            pass


async def test_the_data_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    async with only_server(Settings(home=tmp_path / "new")):
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


@pytest.mark.postgres
async def test_a_second_server_on_a_database_is_refused(tmp_path: Path, postgres_url: str) -> None:
    async with only_server(Settings(home=tmp_path / "one", database_url=postgres_url)):
        with pytest.raises(ConfigurationError, match="on this PostgreSQL database"):
            async with only_server(Settings(home=tmp_path / "two", database_url=postgres_url)):
                pass


async def test_a_database_that_does_not_answer_is_said_so(tmp_path: Path) -> None:
    nowhere = f"postgresql://postgres@/postgres?host={tmp_path}"
    with pytest.raises(StoreUnavailable, match="COUNTERSIGN_DATABASE_URL"):
        async with only_server(Settings(home=tmp_path, database_url=nowhere)):
            pass
