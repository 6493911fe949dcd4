"""The migrations make exactly the tables that the code uses, once, whoever comes first."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, inspect, text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.approval_rows import approval_row, cast, vote_row
from adapters.database.engine import Database, create_engine
from adapters.database.exchanges import columns_of
from adapters.database.migrate import MIGRATIONS, newest, upgrade
from adapters.database.schema import include_object
from adapters.database.store import Store
from adapters.database.tables import approvals, exchanges, metadata, votes
from adapters.memory.clock import ManualClock, SequentialIds
from core.domain.approval import ApprovalState
from core.domain.exchange import ModuleRun
from core.domain.request import PlaceKind
from tests.adapters.samples import APPROVER, NOW, approval, ballot, exchange, request

REVISIONS = sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("0*.py"))
ROOT = Path(__file__).parents[3]


@pytest.fixture
async def engine(empty_url: str):
    engine = create_engine(empty_url)
    yield engine
    await engine.dispose()


async def test_an_empty_database_is_brought_up_to_date_once(engine) -> None:
    applied = await upgrade(engine)
    assert [line[:4] for line in applied] == REVISIONS
    assert all(": " in line for line in applied)
    assert await upgrade(engine) == []


async def test_two_upgrades_at_once_apply_each_revision_once(empty_url: str) -> None:
    engines = [create_engine(empty_url) for _ in range(4)]
    results = await asyncio.gather(*(upgrade(engine) for engine in engines))
    assert sorted(map(len, results)) == [0, 0, 0, len(REVISIONS)]
    for engine in engines:
        await engine.dispose()


UPGRADE = """
import asyncio, sys
from adapters.database.approval_rows import approval_row, cast, vote_row
from adapters.database.engine import Database, create_engine
from adapters.database.exchanges import columns_of
from adapters.database.migrate import upgrade
print(len(asyncio.run(upgrade(create_engine(sys.argv[1])))))
"""


def test_two_processes_at_once_apply_each_revision_once(empty_url: str) -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen([sys.executable, "-c", UPGRADE, empty_url], cwd=ROOT, **pipes) for _ in range(2)]
    outputs = [process.communicate() for process in processes]
    assert [error for _, error in outputs] == ["", ""]
    assert sorted(int(output) for output, _ in outputs) == [0, len(REVISIONS)]


async def test_an_upgrade_that_fails_leaves_nothing_behind(engine, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic.runtime.migration import MigrationContext as Context

    run = Context.run_migrations

    def fail_at_the_end(self, **options: object) -> None:
        run(self, **options)
        raise RuntimeError("power cut")

    monkeypatch.setattr(Context, "run_migrations", fail_at_the_end)
    with pytest.raises(RuntimeError, match="power cut"):
        await upgrade(engine)
    async with engine.connect() as connection:
        assert await connection.run_sync(lambda sync: inspect(sync).get_table_names()) == []


PLAIN_RUN = ModuleRun(module="intent", engine="rules", prompt_version="v2", milliseconds=1.25)
TOKENS = ("input", "output", "cache_read", "cache_write")


async def test_the_conversations_of_earlier_questions_are_named_as_the_code_names_them(engine) -> None:
    await upgrade(engine)
    kinds = [PlaceKind.CHANNEL, PlaceKind.DIRECT, PlaceKind.PRIVATE_REPLY, PlaceKind.SESSION]
    places = [{"kind": kind, "thread": thread, "message": "7"} for kind in kinds for thread in (None, "5")]
    written = [request().model_copy(update={"place": request().place.model_copy(update=place)}) for place in places]
    store = Store(engine, ManualClock(), SequentialIds())
    for n, asked in enumerate(written):
        before_judges = exchange(f"ex_{n}", asked=asked).model_copy(update={"modules": (PLAIN_RUN,)})
        await store.exchanges.save(before_judges, None)
    async with engine.begin() as connection:
        for undo in (
            *(f"ALTER TABLE module_runs DROP COLUMN {name}" for name in ("prompt_name", "prompt_hash", "how", "cost")),
            *(f"ALTER TABLE module_runs DROP COLUMN {kind}_tokens" for kind in TOKENS),
            "ALTER TABLE module_runs DROP COLUMN calls",
            "DROP TABLE remarks",
            "DROP TABLE troubles",
            "DROP INDEX ix_feedback_given_at",
            "DROP INDEX ix_exchanges_conversation_created_at",
            "ALTER TABLE exchanges DROP COLUMN conversation",
            "UPDATE alembic_version SET version_num = '0008'",
        ):
            await connection.execute(text(undo))
    assert [line[:4] for line in await upgrade(engine)] == ["0009", "0010", "0012"]
    async with engine.connect() as connection:
        named = (await connection.execute(text("SELECT conversation FROM exchanges ORDER BY id"))).scalars().all()
    assert named == [asked.conversation or None for asked in written]
    assert (await store.audit.verify()).faults == ()


def differences(connection: Connection) -> list[object]:
    """What ``alembic check`` would find."""
    options = {"include_object": include_object, "compare_type": True, "compare_server_default": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


def checks(connection: Connection) -> dict[str, set[str]]:
    """The CHECK constraints by table, which Alembic does not compare."""
    found = inspect(connection)
    return {name: {str(check["name"]) for check in found.get_check_constraints(name)} for name in metadata.tables}


async def test_the_tables_are_those_of_the_code(engine) -> None:
    await upgrade(engine)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(checks) == {
            name: {str(one.name) for one in table.constraints if isinstance(one, CheckConstraint)}
            for name, table in metadata.tables.items()
        }


async def test_the_states_in_the_database_are_those_of_the_domain(engine) -> None:
    await upgrade(engine)
    async with engine.connect() as connection:
        (check,) = await connection.run_sync(lambda sync: inspect(sync).get_check_constraints("approvals"))
    assert set(re.findall(r"'(\w+)'", check["sqltext"])) == set(ApprovalState)


async def test_an_approval_of_an_earlier_revision_is_kept_and_can_end_in_every_new_way(engine, monkeypatch) -> None:
    """Up to 0006 by the files of that time, then the rest; what refers to the approval refers to it still."""
    from alembic import command

    everything = command.upgrade
    monkeypatch.setattr(command, "upgrade", lambda config, _: everything(config, "0006"))
    await upgrade(engine)
    monkeypatch.undo()
    async with Database(engine).write() as connection:
        await _one_of_each(connection)
    await upgrade(engine)
    store = Store(engine, ManualClock(), SequentialIds())
    kept = await store.approvals.get("ap_1")
    assert kept is not None
    assert (kept.rule.name, kept.level, kept.reminded, kept.held, kept.edits, kept.edited_by) == (
        "answers",
        0,
        0,
        0,
        0,
        None,
    )
    assert [vote.on_behalf_of for vote in await store.approvals.votes("ap_1")] == [None]
    assert await store.approvals.end("ap_1", ApprovalState.HANDED_OVER, APPROVER, NOW)
    async with Database(engine).read() as connection:
        assert await connection.scalar(text("SELECT rule_name FROM approvals")) == "answers"


async def _one_of_each(connection: AsyncConnection) -> None:
    """An exchange, its approval and a vote, in the columns that there were."""
    before = (exchanges, approvals, votes)
    later = {"edited_by", "edits", "level", "reminded", "held", "rule_name", "on_behalf_of"}
    there = await connection.run_sync(
        lambda sync: {t.name: {c["name"] for c in inspect(sync).get_columns(t.name)} for t in before}
    )
    cast_before = cast(ballot(), approval().digest, 0, NOW)
    for table, row in zip(
        before, (columns_of(exchange()), approval_row(approval()), vote_row(cast_before, 0)), strict=True
    ):
        kept = {name: value for name, value in row.items() if name in there[table.name] and name not in later}
        await connection.execute(table.insert().values(**kept))


async def test_the_seeds_views_are_there_with_their_columns(engine) -> None:
    await upgrade(engine)
    async with engine.connect() as connection:
        chunks = (await connection.execute(text("SELECT * FROM policy_chunks"))).keys()
        log = (await connection.execute(text("SELECT * FROM policy_qa_audit_log"))).keys()
    assert list(chunks) == ["id", "text", "document_name", "section", "page_number", "url", "embedding", "created_at"]
    assert list(log) == [
        "id",
        "user_id",
        "timestamp",
        "question",
        "sources",
        "answer",
        "refused",
        "confidence_score",
        "created_at",
    ]


def test_alembic_on_the_command_line_finds_no_drift(sqlite_url: str) -> None:
    command = [sys.executable, "-m", "alembic", "-x", f"url={sqlite_url}", "check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "No new upgrade operations detected.\n"), done.stderr


def test_the_newest_file_is_the_head() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [newest()]
