"""Settings to adapters to core: the only place that knows them all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from adapters.database.engine import create_engine
from adapters.database.migrate import upgrade
from adapters.database.store import Store as DatabaseStore
from adapters.documents.limits import Limits
from adapters.documents.registry import FileExtractor
from adapters.index.factory import open_index
from adapters.memory.clock import RandomIds, SystemClock
from adapters.models.factory import open_encoder, open_entailment, open_reranker
from bot.privacy import privacy
from bot.settings import Settings
from core.approvals.directory import FileDirectory, JoinedDirectory
from core.approvals.rules import NOBODY, ApprovalRules, load_rules
from core.ingestion.encoding import same_encoder
from core.journeys.bench import Bench
from core.judge import Judge
from core.ports.approvals import Approvals
from core.ports.audit import AuditLog
from core.ports.clock import Clock, Ids
from core.ports.delegations import Delegations
from core.ports.documents import Documents, Extractor
from core.ports.encoder import Encoder, Reranker
from core.ports.encoding import Encoding
from core.ports.exchanges import Exchanges
from core.ports.feedback import FeedbackStore
from core.ports.index import VectorIndex
from core.ports.passages import Passages
from core.ports.pauses import Pauses
from core.ports.remarks import Remarks
from core.ports.troubles import Troubles
from core.prompts.registry import Registry
from core.retrieval.confidence import Calibration

if TYPE_CHECKING:
    from adapters.tools.toolbox import HttpToolbox

MEGABYTE = 1024 * 1024
SAMPLE = Path(__file__).parent / "sample"
HEAD_LOG = "audit-heads.log"
"""In the data folder: where the audit chain's head is noted outside the database."""


class Store(Protocol):
    """All repositories over one database."""

    @property
    def documents(self) -> Documents:
        """The writing side of the documents."""
        ...

    @property
    def passages(self) -> Passages:
        """What retrieval reads."""
        ...

    @property
    def encoding(self) -> Encoding:
        """Which encoder the vectors are of."""
        ...

    @property
    def exchanges(self) -> Exchanges:
        """Exchanges on record."""
        ...

    @property
    def approvals(self) -> Approvals:
        """What waits for a human."""
        ...

    @property
    def delegations(self) -> Delegations:
        """Who stands in for whom."""
        ...

    @property
    def remarks(self) -> Remarks:
        """What reviewers and askers say to each other."""
        ...

    @property
    def pauses(self) -> Pauses:
        """The operator's brake."""
        ...

    @property
    def feedback(self) -> FeedbackStore:
        """Thumbs up and down."""
        ...

    @property
    def troubles(self) -> Troubles:
        """What surfaces refused."""
        ...

    @property
    def audit(self) -> AuditLog:
        """The hash chain."""
        ...

    async def ping(self) -> None:
        """Returns if the database answers. Raises StoreUnavailable."""
        ...

    async def close(self) -> None:
        """Gives the connections back."""
        ...


@dataclass(frozen=True)
class Application:
    """Everything the commands and the server work with, ready for use."""

    settings: Settings
    clock: Clock
    ids: Ids
    store: Store
    encoder: Encoder
    reranker: Reranker | None
    index: VectorIndex
    extractor: Extractor
    rules: ApprovalRules
    directory: JoinedDirectory
    bench: Bench

    @classmethod
    async def open(cls, settings: Settings, *, own_index: bool, announce: Callable[[str], None]) -> Application:
        """Builds everything and brings the database up to date, saying so through ``announce``.

        ``own_index``: this process keeps the vector index (the server); others search beside it. Raises ConfigurationError,
        StoreUnavailable, IndexUnavailable and ModelUnavailable.
        """
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        rules = approval_rules(settings)
        calibration = Calibration.load(settings.calibration_file)
        clock, ids = SystemClock(), RandomIds()
        async with AsyncExitStack() as opened:  # what is open when a later part fails is closed again
            store = DatabaseStore(create_engine(settings.sqlalchemy_url), clock, ids, head_log=settings.home / HEAD_LOG)
            opened.push_async_callback(store.close)
            if revisions := await upgrade(store.database.engine):
                announce(f"Brought the database up to date: {', '.join(revisions)}.")
            encoder = open_encoder(settings.embedding_model, settings.home / "models")
            reranker = open_reranker(settings.reranker_model)
            index = open_index(store.passages, settings.home / "index", own=own_index, chroma_url=settings.chroma_url)
            judge = open_judge(settings, clock, ids, check=own_index)
            opened.pop_all()
        directory = JoinedDirectory(FileDirectory(rules.groups))
        bench = Bench(
            passages=store.passages,
            index=index,
            encoder=encoder,
            reranker=reranker,
            entailment=open_entailment(settings.entailment_model),
            directory=directory,
            clock=clock,
            calibration=calibration,
            gate=settings.gate,
            rules=rules,
            whom_to_ask=settings.whom_to_ask,
            judge=judge,
            time_zone=settings.zone,
        )
        extractor = FileExtractor(Limits(size=settings.max_file_megabytes * MEGABYTE))
        return cls(settings, clock, ids, store, encoder, reranker, index, extractor, rules, directory, bench)

    async def same_encoder(self) -> None:
        """Before anything is searched or encoded. Raises ConfigurationError if the vectors are another encoder's."""
        await same_encoder(self.store.encoding, self.store.documents, self.encoder)

    async def close(self) -> None:
        """Gives back files, locks, threads and connections."""
        if model := self.bench.judge.model:
            await model.close()
        await self.index.close()
        await self.store.close()


def open_judge(settings: Settings, clock: Clock, ids: Ids, *, check: bool = False) -> Judge:
    """By Claude where a key is set, by the rules otherwise.

    Raises ConfigurationError where a prompt is wrong. Reading them takes half a second, so a command that asks no model does
    not; ``check``: they are read all the same, as at the start of the server.
    """
    prompts = Registry(active=settings.active_prompts) if check or settings.anthropic_api_key else None
    if settings.anthropic_api_key is None:
        return Judge(clock, ids)
    from adapters.llm.claude import Claude

    key = settings.anthropic_api_key.get_secret_value()
    claude = Claude(settings.model, key, settings.anthropic_base_url, settings.effort)
    return Judge(clock, ids, model=claude, prompts=prompts, budget=settings.budget, privacy=privacy(settings))


def approval_rules(settings: Settings) -> ApprovalRules:
    """Who may decide: the operator's file; the sample's in the local default; otherwise nobody."""
    if settings.approvals_file is not None:
        return load_rules(settings.approvals_file)
    return load_rules(SAMPLE / "approvers.yml") if settings.local else NOBODY


def open_toolbox(settings: Settings) -> HttpToolbox:
    """What may be done: by the operator's file; the sample's in the local default; otherwise nothing.

    It connects to nothing before the first call. Raises ConfigurationError.
    """
    from adapters.tools.entries import ToolsFile
    from adapters.tools.toolbox import HttpToolbox

    sample = SAMPLE / "tools.yml"
    if settings.tools_file is not None:
        return HttpToolbox.open(settings.tools_file)
    if settings.local and sample.is_file():
        return HttpToolbox.open(sample)
    return HttpToolbox(ToolsFile(version=1), SAMPLE)
