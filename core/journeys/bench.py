"""What the stages of a journey work with: the ports and the settings they may use."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

from core.approvals.rules import ApprovalRules
from core.domain.judgement import Intent
from core.gate import Gate
from core.judge import Judge
from core.ports.cases import Cases
from core.ports.clock import Clock
from core.ports.encoder import Encoder, Reranker
from core.ports.entailment import EntailmentModel
from core.ports.index import VectorIndex
from core.ports.passages import Passages
from core.ports.surface import Directory
from core.ports.toolbox import Toolbox
from core.retrieval.confidence import Calibration


@dataclass(frozen=True)
class Bench:
    """Everything outside a request that its outcome depends on."""

    passages: Passages
    index: VectorIndex
    encoder: Encoder
    reranker: Reranker | None
    directory: Directory
    clock: Clock
    calibration: Calibration
    gate: Gate
    rules: ApprovalRules
    whom_to_ask: str
    judge: Judge
    time_zone: tzinfo = UTC
    entailment: EntailmentModel | None = None
    toolbox: Toolbox | None = None
    """The declared tools; None: nothing is ever done, and every wish is answered as a question."""
    cases: Cases | None = None
    """Where the same action, asked for twice, is found; None: it is not looked for."""
    pursued: frozenset[Intent] = frozenset()
    """Wishes that are followed up beyond the question journey: only for these is it worth asking what is missing."""

    def day(self, at: datetime) -> date:
        """The date at a moment, where the policies are in force."""
        return at.astimezone(self.time_zone).date()
