"""Documents, approvals and exchanges as an operator reads them in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from adapters.terminal.cards import asker, decided, inset, labelled, moment, outcome_card, sources, vote_line
from adapters.terminal.text import clean, one_line
from core.domain.approval import Approval, Vote
from core.domain.document import Document, Version
from core.domain.exchange import Exchange, ModuleRun, SourceRecord

_HASH = 16
"""Digits of a content hash that are shown: enough to tell two apart; the audit export has them all."""


def table(*columns: str, rows: Iterable[Sequence[object]]) -> Table:
    """Plain columns under their names. Every cell is cleaned; None is an empty cell."""
    made = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        made.add_column(column, overflow="fold")
    for row in rows:
        made.add_row(*(Text("" if cell is None else one_line(str(cell))) for cell in row))
    return made


def documents_table(documents: Iterable[Document]) -> RenderableType:
    """One line a document."""
    rows = ((d.path, d.title, d.version_number, d.chunk_count, d.state, moment(d.ingested_at)) for d in documents)
    return table("path", "title", "version", "passages", "state", "ingested", rows=rows)


def document_page(document: Document, versions: Iterable[Version]) -> RenderableType:
    """What is known of a document, and its versions with the one in retrieval marked."""
    meta = document.meta
    facts = (
        ("Path", document.path),
        ("Title", document.title),
        ("State", document.state),
        ("Link", document.url),
        ("Policy type", meta.policy_type),
        ("Trust level", meta.trust_level),
        ("In force from", meta.effective_date),
        ("In force until", meta.expiry),
        ("Updated", meta.updated_at),
        ("Supersedes", meta.supersedes),
        ("Audience", ", ".join(meta.audience) or "everybody"),
        ("Owner", meta.owner),
        ("Id", document.id),
    )
    known = labelled((label, one_line(str(value))) for label, value in facts if value is not None)
    rows = (
        (v.number, moment(v.ingested_at), v.content_hash[:_HASH], v.id, "current" * (v.id == document.version_id))
        for v in versions
    )
    return Group(known, "", table("version", "ingested", "content", "id", "", rows=rows))


def approvals_table(approvals: Iterable[Approval]) -> RenderableType:
    """One line an approval."""
    rows = ((a.id, a.state, moment(a.opened_at), a.request.asker.name, a.request.question) for a in approvals)
    return table("id", "state", "opened", "asker", "question", rows=rows)


def exchanges_table(exchanges: Iterable[Exchange]) -> RenderableType:
    """One line an exchange."""
    rows = (
        (
            x.id,
            moment(x.created_at),
            x.request.asker.name,
            x.outcome.outcome,
            f"{x.outcome.confidence:.2f}",
            x.request.question,
        )
        for x in exchanges
    )
    return table("id", "at", "asker", "outcome", "confidence", "question", rows=rows)


def exchange_page(exchange: Exchange, approval: Approval | None, votes: Sequence[Vote] = ()) -> RenderableType:
    """Everything on record of one exchange; a part that is empty is left out."""
    outcome, draft = exchange.outcome, exchange.outcome.draft
    held_back = draft if draft and draft.citations != outcome.citations else None
    parts = [
        _part(f"Exchange {exchange.id}", labelled(_facts(exchange))),
        _part("What the asker was shown", outcome_card(outcome)),
        held_back and _part("Draft", Group(Text(clean(held_back.text)), "", sources(held_back.citations))),
        exchange.sources and _part("Retrieved passages", _retrieved(exchange.sources)),
        exchange.modules and _part("Modules", _modules(exchange.modules)),
        outcome.timings_ms and _part("Stages", table("stage", "ms", rows=outcome.timings_ms.items())),
        exchange.features and _part("Features", table("feature", "value", rows=_rounded(exchange.features))),
        approval and _part("Approval", labelled(_approval_facts(approval, votes))),
    ]
    return Group(*(part for part in parts if part))


def _facts(exchange: Exchange) -> list[tuple[str, str]]:
    request, outcome, limits = exchange.request, exchange.outcome, exchange.thresholds
    place = request.place
    return [
        ("Question", request.question),
        ("Asked by", asker(request)),
        ("Where", " ".join(part for part in (place.surface, place.kind, place.team, place.channel) if part)),
        ("Received", moment(request.received_at)),
        ("Recorded", moment(exchange.created_at)),
        ("Delivered", moment(exchange.delivered_at) if exchange.delivered_at else "not yet"),
        ("Outcome", f"{outcome.outcome}, {outcome.reason}"),
        ("Confidence", f"{outcome.confidence:.3f}, band {outcome.band}"),
        (
            "Thresholds",
            f"high {limits.high:.2f}, minimum {limits.minimum:.2f}, review floor {limits.review_floor:.2f}, top {limits.top_k}",
        ),
        ("Engine", outcome.engine),
        ("Request", request.id),
    ]


def _retrieved(passages: Iterable[SourceRecord]) -> RenderableType:
    rows = (
        (
            f"{p.score:.3f}",
            p.path,
            p.section,
            "yes" if p.evidence else f"no: {p.rejected or 'not needed'}",
            p.version_id,
            p.content_hash[:_HASH],
        )
        for p in passages
    )
    return table("score", "document", "section", "evidence", "version", "content", rows=rows)


def _modules(runs: Iterable[ModuleRun]) -> RenderableType:
    rows = (
        (
            run.module,
            run.engine,
            run.how,
            " ".join(part for part in (run.prompt_name, run.prompt_version, (run.prompt_hash or "")[:_HASH]) if part),
            run.calls or None,
            run.input_tokens + run.cache_read_tokens + run.cache_write_tokens + run.output_tokens or None,
            run.cost,
            run.milliseconds,
        )
        for run in runs
    )
    return table("module", "engine", "how", "prompt", "calls", "tokens", "USD", "ms", rows=rows)


def _rounded(features: Mapping[str, float]) -> Iterable[tuple[str, str]]:
    return ((name, f"{value:.4g}") for name, value in features.items())


def _approval_facts(approval: Approval, votes: Iterable[Vote]) -> list[tuple[str, str]]:
    return [
        ("Id", approval.id),
        ("State", decided(approval)),
        ("Why", approval.why),
        ("Rule", approval.rule.name),
        ("Digest", approval.digest),
        ("Opened", f"{moment(approval.opened_at)}, open until {moment(approval.expires_at)}"),
        ("Effect", moment(approval.effect_at) if approval.effect_at else "none on record yet"),
        *(("Vote", vote_line(vote)) for vote in votes),
    ]


def _part(title: str, content: RenderableType) -> RenderableType:
    return Group(Text(title, style="bold"), "", inset(content), "")
