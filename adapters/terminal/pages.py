"""Documents, approvals and exchanges as an operator reads them in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from adapters.terminal.cards import asker, decided, inset, labelled, moment, outcome_card, sources, vote_line
from adapters.terminal.text import clean, one_line
from core.domain.approval import Approval, Vote
from core.domain.document import Document, Version
from core.domain.exchange import Exchange


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
    return table(
        "path", "title", "version", "passages", "state", "ingested",
        rows=((d.path, d.title, d.version_number, d.chunk_count, d.state, moment(d.ingested_at)) for d in documents),
    )  # fmt: skip


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
    known = labelled((label, Text(one_line(str(value)))) for label, value in facts if value is not None)
    current = document.version_id
    dated = table(
        "version", "ingested", "content", "id", "",
        rows=((v.number, moment(v.ingested_at), v.content_hash[:16], v.id, "current" if v.id == current else "") for v in versions),
    )  # fmt: skip
    return Group(known, "", dated)


def approvals_table(approvals: Iterable[Approval]) -> RenderableType:
    """One line an approval."""
    return table(
        "id", "state", "opened", "asker", "question",
        rows=((a.id, a.state, moment(a.opened_at), a.request.asker.name, a.request.question) for a in approvals),
    )  # fmt: skip


def exchanges_table(exchanges: Iterable[Exchange]) -> RenderableType:
    """One line an exchange."""
    return table(
        "id", "at", "asker", "outcome", "confidence", "question",
        rows=(
            (x.id, moment(x.created_at), x.request.asker.name, x.outcome.outcome, f"{x.outcome.confidence:.2f}", x.request.question)
            for x in exchanges
        ),
    )  # fmt: skip


def exchange_page(exchange: Exchange, approval: Approval | None, votes: Sequence[Vote] = ()) -> RenderableType:
    """Everything on record of one exchange."""
    request, outcome, thresholds = exchange.request, exchange.outcome, exchange.thresholds
    place = request.place
    where = " ".join(part for part in (place.surface, place.kind, place.team, place.channel) if part)
    facts = [
        ("Question", Text(clean(request.question))),
        ("Asked by", Text(asker(request))),
        ("Where", Text(one_line(where))),
        ("Received", Text(moment(request.received_at))),
        ("Recorded", Text(moment(exchange.created_at))),
        ("Delivered", Text(moment(exchange.delivered_at) if exchange.delivered_at else "not yet")),
        ("Outcome", Text(f"{outcome.outcome}, {outcome.reason}")),
        ("Confidence", Text(f"{outcome.confidence:.3f}, band {outcome.band}")),
        (
            "Thresholds",
            Text(
                f"high {thresholds.high:.2f}, minimum {thresholds.minimum:.2f}, review floor {thresholds.review_floor:.2f}, top {thresholds.top_k}"
            ),
        ),
        ("Engine", Text(one_line(outcome.engine))),
        ("Request", Text(one_line(request.id))),
    ]
    parts: list[RenderableType] = [Text(f"Exchange {exchange.id}", style="bold"), "", inset(labelled(facts))]
    parts += _section("What the asker was shown", outcome_card(outcome))
    if outcome.draft and outcome.draft.citations != outcome.citations:
        draft = Group(Text(clean(outcome.draft.text)), "", sources(outcome.draft.citations))
        parts += _section("Draft", draft)
    if exchange.sources:
        parts += _section("Retrieved passages", table(
            "score", "document", "section", "evidence", "version", "content",
            rows=((f"{s.score:.3f}", s.path, s.section, "yes" if s.evidence else f"no: {s.rejected or 'not needed'}", s.version_id, s.content_hash[:12]) for s in exchange.sources),
        ))  # fmt: skip
    if exchange.modules:
        parts += _section("Modules", table(
            "module", "engine", "prompt", "ms", rows=((m.module, m.engine, m.prompt_version, m.milliseconds) for m in exchange.modules)
        ))  # fmt: skip
    if outcome.timings_ms:
        parts += _section("Stages", table("stage", "ms", rows=outcome.timings_ms.items()))
    if exchange.features:
        parts += _section(
            "Features", table("feature", "value", rows=((n, f"{v:.4g}") for n, v in exchange.features.items()))
        )
    if approval:
        parts += _section("Approval", labelled(_approval_facts(approval, votes)))
    return Group(*parts)


def _approval_facts(approval: Approval, votes: Sequence[Vote]) -> list[tuple[str, RenderableType]]:
    facts: list[tuple[str, RenderableType]] = [
        ("Id", Text(approval.id)),
        ("State", Text(decided(approval))),
        ("Why", Text(clean(approval.why))),
        ("Rule", Text(one_line(approval.rule.name))),
        ("Digest", Text(approval.digest)),
        ("Opened", Text(f"{moment(approval.opened_at)}, open until {moment(approval.expires_at)}")),
        ("Effect", Text(moment(approval.effect_at) if approval.effect_at else "none on record yet")),
    ]
    return facts + [("Vote", Text(vote_line(vote))) for vote in votes]


def _section(title: str, content: RenderableType) -> list[RenderableType]:
    return ["", Text(title, style="bold"), "", inset(content)]
