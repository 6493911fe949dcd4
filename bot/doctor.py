"""What is wrong with an installation, part by part, and how to mend it. It changes nothing."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.doctor_chats import slack, teams
from bot.doctor_tools import tools
from bot.findings import Finding, Health
from bot.settings import Settings
from core.errors import CountersignError

if TYPE_CHECKING:
    from adapters.database.store import Store
    from core.approvals.entries import AnswerRule


SHOWN = 5
RECENT = timedelta(days=7)
"""Messages that a chat product refused: so many of the last ones are shown, and for so long."""


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Looks at every part, one after the other; a failing one does not hide the next.

    Documents, index and audit are read only from a database that is up to date.
    """
    for finding in _settings(settings):
        yield finding
    database = [finding async for finding in _attempt("database", _database(settings))]
    for finding in database:
        yield finding
    sound = database[-1].health is Health.OK
    parts = (("documents", _documents), ("index", _index), ("audit", _audit)) if sound else ()
    rest = (
        ("model", _model),
        ("judge", _judge),
        ("slack", slack),
        ("teams", teams),
        ("approvers", partial(_approvers, sound=sound)),
        ("tools", tools),
    )
    for part, check in (*parts, *rest):
        async for finding in _attempt(part, check(settings)):
            yield finding


async def _attempt(part: str, check: AsyncIterator[Finding]) -> AsyncIterator[Finding]:
    try:
        async for finding in check:
            yield finding
    except CountersignError as error:
        yield Finding(Health.FAIL, part, str(error))


def _settings(settings: Settings) -> list[Finding]:
    """What each setting's own check cannot see: how they fit together, and the data folder."""
    part, found = "settings", []
    home = settings.home
    nearest = next(folder for folder in (home.absolute(), *home.absolute().parents) if folder.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        words = f"the data folder {home} cannot be written: give this account the right, or set COUNTERSIGN_HOME"
        found.append(Finding(Health.FAIL, part, words))
    if settings.high_confidence < settings.min_confidence:
        words = "COUNTERSIGN_HIGH_CONFIDENCE is below COUNTERSIGN_MIN_CONFIDENCE and has no effect: raise it"
        found.append(Finding(Health.WARN, part, words))
    return found or [Finding(Health.OK, part, f"data in {home}")]


async def _database(settings: Settings) -> AsyncIterator[Finding]:
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    from adapters.database.engine import Database, create_engine
    from adapters.database.migrate import MIGRATIONS

    part = "database"
    engine = create_engine(settings.sqlalchemy_url)
    file = engine.url.database if engine.dialect.name == "sqlite" else None
    if file is not None and not os.path.exists(file):  # noqa: ASYNC240 - one look, and nobody else runs here
        words = f"{file} does not exist yet, so there is no document: python -m bot ingest PATH creates it"
        yield Finding(Health.WARN, part, words)
        return
    try:
        async with Database(engine).read() as connection:
            at = await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision())
    finally:
        await engine.dispose()
    scripts = ScriptDirectory(str(MIGRATIONS))
    known = [script.revision for script in scripts.walk_revisions()]  # newest first
    where = engine.url.render_as_string(hide_password=True)
    if at is not None and at not in known:
        yield Finding(Health.FAIL, part, f"{where} is at revision {at}, from a newer version: upgrade this program")
    elif at != known[0]:
        behind = known.index(at) if at else len(known)
        yield Finding(
            Health.WARN, part, f"{where} is {behind} revision(s) behind: chat, ask and serve bring it up to date"
        )
    else:
        yield Finding(Health.OK, part, f"{where} at revision {at}")


@asynccontextmanager
async def _store(settings: Settings) -> AsyncIterator[Store]:
    from adapters.database.engine import create_engine
    from adapters.database.store import Store
    from adapters.memory.clock import RandomIds, SystemClock
    from bot.bootstrap import HEAD_LOG

    head_log = settings.home / HEAD_LOG
    store = Store(create_engine(settings.sqlalchemy_url), SystemClock(), RandomIds(), head_log=head_log)
    try:
        yield store
    finally:
        await store.close()


async def _documents(settings: Settings) -> AsyncIterator[Finding]:
    part, today = "documents", datetime.now(settings.zone).date()
    async with _store(settings) as store:
        documents = await store.documents.list()
    if not documents:
        yield Finding(Health.WARN, part, "none, so every question is refused: python -m bot ingest PATH")
        return
    passages = sum(document.chunk_count for document in documents)
    yield Finding(Health.OK, part, f"{len(documents)} with {passages} passages")
    expired = [d.path for d in documents if d.meta.expiry and d.meta.expiry < today]
    if expired:
        words = f"{len(expired)} no longer in force, {expired[0]} among them: ingest what replaces them, or remove them"
        yield Finding(Health.WARN, part, words)
    mute = [document.path for document in documents if document.chunk_count == 0]
    if mute:
        yield Finding(Health.WARN, part, f"{len(mute)} without a passage, {mute[0]} among them: ingest them again")


async def _index(settings: Settings) -> AsyncIterator[Finding]:
    from adapters.index.factory import open_index

    async with _store(settings) as store:
        index = open_index(store.passages, settings.home / "index", own=False, chroma_url=None)
        try:
            yield Finding(Health.OK, "index", await index.health())
        finally:
            await index.close()
    if settings.chroma_url:
        yield await asyncio.to_thread(_chroma_server, settings.chroma_url)


def _chroma_server(url: str) -> Finding:
    from adapters.index.chroma import ChromaServer

    server = ChromaServer(url)
    try:
        vectors = server.open()
        try:
            return Finding(Health.OK, "index", f"{server.describe()}, {len(vectors.keys())} chunks")
        finally:
            vectors.close()
    except Exception as error:  # noqa: BLE001 - boundary: chromadb and its HTTP client share no root error
        words = (
            f"{server.describe()} does not answer ({type(error).__name__}): start it, or unset COUNTERSIGN_CHROMA_URL"
        )
        return Finding(Health.FAIL, "index", words)


async def _audit(settings: Settings) -> AsyncIterator[Finding]:
    part = "audit"
    async with _store(settings) as store:
        report = await store.audit.verify()
        pause = await store.pauses.current()
        troubles = await store.troubles.recent(SHOWN)
    if pause:
        since = f"{pause.paused_at:%Y-%m-%d %H:%M} UTC by {pause.paused_by}"
        words = f"since {since}, so nothing is answered: python -m bot resume"
        yield Finding(Health.WARN, "pause", words)
    for trouble in (one for one in troubles if datetime.now(UTC) - one.at < RECENT):
        words = f"{trouble.at:%Y-%m-%d %H:%M} UTC, {trouble.what} of {trouble.subject}: {trouble.message}"
        yield Finding(Health.WARN, "refused", words)
    if report.faults:
        fault = report.faults[0]
        words = f"row {fault.sequence} {fault.problem}: keep a copy of the data, then see all with audit verify"
        yield Finding(Health.FAIL, part, words)
    else:
        yield Finding(Health.OK, part, f"{report.count} row(s), whole, with head {report.head[:16]}")


async def _model(settings: Settings) -> AsyncIterator[Finding]:
    from adapters.models.factory import open_encoder, open_reranker
    from core.retrieval.confidence import Calibration

    encoder = open_encoder(settings.embedding_model, settings.home / "models")
    await encoder.encode(["Does it load and encode?"])
    yield Finding(Health.OK, "model", f"{encoder.name}, {encoder.dimensions} dimensions")
    if reranker := open_reranker(settings.reranker_model):
        await reranker.score("Does it load?", ["It does."])
        yield Finding(Health.OK, "reranker", reranker.name)
    Calibration.load(settings.calibration_file)


async def _judge(settings: Settings) -> AsyncIterator[Finding]:
    """Who judges, and whether the prompts are in order. The model's server is not asked: every call is paid for."""
    from core.prompts.checks import faults
    from core.prompts.registry import Registry

    part, registry = "judge", Registry(active=settings.active_prompts)
    if found := faults(registry):
        yield Finding(Health.FAIL, part, f"{found[0]} ({len(found)} in all): python -m bot prompts check names them")
    who = "the rules, as no key of a model is set"
    if settings.anthropic_api_key:
        who = f"{settings.model} at {settings.anthropic_base_url or 'its own address'}, the rules where it fails"
    yield Finding(Health.OK, part, f"{who}; {len(list(registry))} prompts")


async def _approvers(settings: Settings, *, sound: bool) -> AsyncIterator[Finding]:
    from bot.bootstrap import approval_rules
    from bot.doctor_approvers import approvers

    part = "approvers"
    rules = approval_rules(settings)
    if not rules.answers:
        words = "nobody may decide, so what needs a review is refused: set COUNTERSIGN_APPROVALS_FILE"
        yield Finding(Health.WARN, part, words)
        return
    if all(rule.policy_types or rule.documents for rule in rules.answers):
        words = "no rule is without conditions, so what fits none is refused: add one for everything else, as the last"
        yield Finding(Health.WARN, part, words)
    async with AsyncExitStack() as opened:
        store = await opened.enter_async_context(_store(settings)) if sound and settings.teams_app_id else None
        known = await opened.enter_async_context(approvers(settings, rules, store.conversations if store else None))
        for rule in rules.answers:
            roll = await known.roll(rule)
            for name in roll.missing:
                yield Finding(Health.WARN, part, f"rule “{rule.name}”: nobody here votes as {name}: mend or remove it")
            for name in roll.unmet:
                words = f"rule “{rule.name}”: {name} was not met on Teams yet, so no card goes to them directly"
                yield Finding(Health.WARN, part, f"{words}: install the app for them, or have them write to it")
            yield _enough(rule, len(roll.people))


def _enough(rule: AnswerRule, count: int) -> Finding:
    part, name = "approvers", f"rule “{rule.name}”"
    if count < rule.quorum:
        words = f"{name}: {rule.quorum} must approve and {count} can, so nothing is ever released: add approvers"
        return Finding(Health.FAIL, part, words)
    if count == rule.quorum and not rule.asker_may_decide:
        words = f"{name}: all {count} must approve, so what one of them asks nobody can release: add an approver"
        return Finding(Health.WARN, part, words)
    return Finding(Health.OK, part, f"{name}: {rule.quorum} of {count}")


async def _tools(settings: Settings) -> AsyncIterator[Finding]:
    from bot.doctor_tools import tools

    async for finding in tools(settings):
        yield finding
