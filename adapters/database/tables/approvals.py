"""Approvals, votes, cards, and the tool executions they release."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from adapters.database.columns import Prose, Utc
from adapters.database.tables.base import metadata, one_of
from core.domain.approval import ApprovalState, Verdict
from core.domain.request import SurfaceName


class ToolState(StrEnum):
    """Where a tool execution stands; ``unknown`` means that its effect may or may not have happened."""

    PLANNED = "planned"
    EXECUTING = "executing"
    EXECUTED = "executed"
    FAILED = "failed"
    UNKNOWN = "unknown"


RISK_LEVELS = ("read_only", "write_low", "write_high", "external_high")
"""Of a tool (seed 003, tool authorization)."""


approvals = Table(
    "approvals",
    metadata,
    Column("id", String, primary_key=True),
    Column("exchange_id", ForeignKey("exchanges.id"), nullable=False, index=True),
    Column("subject", String, nullable=False),
    Column("state", String, nullable=False),
    Column("digest", String, nullable=False),
    Column("request", Text, nullable=False),
    Column("draft", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("why", Prose, nullable=False),
    Column("rule", Text, nullable=False),
    Column("opened_at", Utc, nullable=False),
    Column("expires_at", Utc, nullable=False),
    Column("decided_at", Utc),
    Column("decided_by", Text),
    Column("note", Prose),
    Column("effect_at", Utc),
    Column("edited_by", Text),
    Column("edits", Integer, nullable=False, server_default="0"),
    Column("level", Integer, nullable=False, server_default="0"),
    Column("reminded", Integer, nullable=False, server_default="0"),
    Column("held", Integer, nullable=False, server_default="0"),  # seconds
    Column("rule_name", Prose),
    one_of("state", ApprovalState),
)
Index("ix_approvals_state_opened_at", approvals.c.state, approvals.c.opened_at)
Index("ix_approvals_rule_name_decided_at", approvals.c.rule_name, approvals.c.decided_at)
Index(
    "ix_approvals_without_effect",
    approvals.c.decided_at,
    sqlite_where=text("effect_at IS NULL"),
    postgresql_where=text("effect_at IS NULL"),
)

votes = Table(
    "votes",
    metadata,
    Column("id", String, primary_key=True),
    Column("approval_id", ForeignKey("approvals.id"), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("digest", String, nullable=False),
    Column("verdict", String, nullable=False),
    Column("voter", Text, nullable=False),
    Column("note", Prose),
    Column("cast_at", Utc, nullable=False),
    Column("void", Boolean, nullable=False),
    Column("typed_by", Prose),
    Column("on_behalf_of", Text),
    UniqueConstraint("approval_id", "ordinal"),
    one_of("verdict", Verdict),
)

cards = Table(
    "cards",
    metadata,
    Column("approval_id", ForeignKey("approvals.id"), primary_key=True),
    Column("surface", String, primary_key=True),
    Column("channel", Prose, primary_key=True),
    Column("message", Prose, primary_key=True),
    Column("ordinal", Integer, nullable=False),
    one_of("surface", SurfaceName),
)

remarks = Table(
    "remarks",
    metadata,
    Column("id", Prose, primary_key=True),
    Column("approval_id", ForeignKey("approvals.id"), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("author", Text, nullable=False),
    Column("from_asker", Boolean, nullable=False),
    Column("text", Prose, nullable=False),
    Column("said_at", Utc, nullable=False, index=True),
    UniqueConstraint("approval_id", "ordinal"),
)

delegations = Table(
    "delegations",
    metadata,
    Column("id", String, primary_key=True),
    Column("absent", Prose, nullable=False),
    Column("delegate", Prose, nullable=False),
    Column("first_day", Date, nullable=False),
    Column("last_day", Date, nullable=False),
    Column("set_at", Utc, nullable=False),
    Column("set_by", Text, nullable=False),
    Column("typed_by", Prose),
    Column("ended_at", Utc),
    Column("ended_by", Text),
)

pauses = Table(
    "pauses",
    metadata,
    Column("id", String, primary_key=True),
    Column("reason", Prose, nullable=False),
    Column("paused_at", Utc, nullable=False),
    Column("paused_by", Prose, nullable=False),
    Column("resumed_at", Utc),
    Column("resumed_by", Prose),
    Column("holds", Integer, unique=True),  # 1 while it holds, else nothing: at most one holds
)

tool_executions = Table(  # written by the action journey
    "tool_executions",
    metadata,
    Column("id", String, primary_key=True),
    Column("exchange_id", ForeignKey("exchanges.id"), nullable=False, index=True),
    Column("approval_id", ForeignKey("approvals.id"), index=True),
    Column("idempotency_key", String, nullable=False, unique=True),
    Column("tool", String, nullable=False),
    Column("risk_level", String, nullable=False),
    Column("arguments", Text, nullable=False),  # JSON, byte for byte as approved
    Column("digest", String, nullable=False),
    Column("state", String, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("result", Text),
    Column("error", Prose),
    Column("started_at", Utc),
    Column("finished_at", Utc),
    Column("verified_at", Utc),
    one_of("state", ToolState),
    one_of("risk_level", RISK_LEVELS),
)
