"""The note of the chain's head outside the database."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.database.engine import create_engine
from adapters.database.store import Store
from adapters.memory.clock import ManualClock, SequentialIds
from core.errors import NotFound
from tests.adapters.samples import NOW, exchange


@pytest.fixture
async def noting(sqlite_url: str, tmp_path: Path, clock: ManualClock):
    store = Store(create_engine(sqlite_url), clock, SequentialIds(), head_log=tmp_path / "audit-heads.log")
    yield store
    await store.close()


async def test_every_new_head_is_noted(noting: Store, tmp_path: Path) -> None:
    for n in (1, 2):
        await noting.exchanges.save(exchange(f"ex_{n}"), None)
        await noting.exchanges.save(exchange(f"ex_{n}"), None)
    first, second = (tmp_path / "audit-heads.log").read_text().splitlines()
    head, count = second.split()[0].split(",")
    report = await noting.audit.verify()
    assert (head, int(count)) == (report.head, report.count)
    assert second.split()[1] == NOW.isoformat(timespec="microseconds")
    assert first.split()[0].endswith(",1")


async def test_what_was_not_committed_is_not_noted(noting: Store, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        await noting.documents.remove("never.md")
    assert not (tmp_path / "audit-heads.log").exists()


async def test_a_full_disk_beside_the_database_undoes_nothing(
    noting: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "audit-heads.log").mkdir()
    await noting.exchanges.save(exchange(), None)
    assert (await noting.audit.verify()).count == 1
    assert "could not be noted" in caplog.text
