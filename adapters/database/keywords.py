"""Keyword candidates. The full-text index only finds them; how good they are is computed in the core from the figures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Date,
    Text,
    bindparam,
    cast,
    column,
    exists,
    func,
    literal_column,
    or_,
    select,
    table,
    values,
)
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.engine import Connection

from adapters.database.rows import AnyRow
from adapters.database.tables import corpus, searchable, term_statistics, version_audiences, versions
from core.domain.document import KeywordCandidates, Scope

SMALL_CORPUS = 1000
"""Up to this many chunks, every term finds candidates."""
COMMON = 0.05
"""In larger corpora, a term in more than this share of the chunks finds none of its own (DESIGN: storage, 8)."""
MOST_TERMS = 64
"""The rarest so many terms find candidates; a question has fewer, a pasted page has more."""


def _in_scope(on: ColumnElement[date], groups: BindParameter[Sequence[str]]) -> ColumnElement[bool]:
    listed = exists().where(version_audiences.c.version_id == versions.c.id)
    return (
        or_(versions.c.effective_date.is_(None), versions.c.effective_date <= on)
        & or_(versions.c.expiry.is_(None), versions.c.expiry >= on)
        & or_(~listed, listed.where(version_audiences.c.audience.in_(groups)))
    )


def of(scope: Scope) -> dict[str, Any]:
    """The parameters of ``IN_SCOPE``."""
    return {"scope_on": scope.on, "scope_groups": sorted(scope.groups)}


IN_SCOPE = _in_scope(bindparam("scope_on", type_=Date), bindparam("scope_groups", expanding=True))
"""Whether a version is in force on the scope's day and readable by its groups.

With parameters, so that what every question reads is a statement made once: making one costs as much as running it.
"""


_CORPUS = select(corpus.c.chunk_count, corpus.c.total_length)
_KNOWN = select(term_statistics.c.term, term_statistics.c.chunks).where(
    term_statistics.c.term.in_(bindparam("terms", expanding=True))
)


def candidates(connection: Connection, terms: Sequence[str], limit: int, scope: Scope) -> KeywordCandidates:
    """The port's answer, in three queries."""
    chunk_count, total_length = connection.execute(_CORPUS).one()
    frequencies = _frequencies(connection, terms)
    ceiling = chunk_count if chunk_count <= SMALL_CORPUS else COMMON * chunk_count
    # Only terms that the corpus holds go further, so nothing hostile ever reaches the query language of an index.
    rare = [term for term, n in frequencies.items() if n <= ceiling]
    finding = sorted(rare, key=frequencies.__getitem__)[:MOST_TERMS]
    found: Sequence[AnyRow] = []
    if finding:
        weights = {term: math.log(1 + chunk_count / frequencies[term]) for term in finding}
        search = _search_sqlite if connection.dialect.name == "sqlite" else _search_postgresql
        found = search(connection, weights, limit, scope)
    return KeywordCandidates.model_validate(  # at once: there are hundreds
        {
            "candidates": [_candidate(row, frequencies) for row in found],
            "frequencies": frequencies,
            "chunk_count": chunk_count,
            "average_length": total_length / chunk_count if chunk_count else 0.0,
        }
    )


def _frequencies(connection: Connection, terms: Sequence[str]) -> dict[str, int]:
    asked = [term for term in dict.fromkeys(terms) if term and "\x00" not in term]
    found = {row.term: row.chunks for row in connection.execute(_KNOWN, {"terms": asked})}
    return {term: found[term] for term in asked if term in found}


def _candidate(row: AnyRow, frequencies: Mapping[str, int]) -> dict[str, Any]:
    chunk_id, length, lexemes = row
    words = lexemes.split()
    present = {term: words.count(term) for term in frequencies.keys() & set(words)}
    return {"chunk_id": chunk_id, "frequencies": present, "length": length}


_FTS = table("searchable_fts", column("rowid"), column("rank"))
_READABLE = searchable.c.version_id.in_(select(versions.c.id).where(IN_SCOPE))
_SEARCH_SQLITE = (
    select(searchable.c.chunk_id, searchable.c.length, searchable.c.lexemes)
    .join_from(_FTS, searchable, searchable.c.id == _FTS.c.rowid)
    .where(literal_column("searchable_fts").op("MATCH")(bindparam("query")), _READABLE)
    .order_by(_FTS.c.rank)
    .limit(bindparam("most"))
)


def _search_sqlite(connection: Connection, weights: Mapping[str, float], limit: int, scope: Scope) -> Sequence[AnyRow]:
    query = " OR ".join('"' + term.replace('"', '""') + '"' for term in weights)
    return connection.execute(_SEARCH_SQLITE, {"query": query, "most": limit, **of(scope)}).all()


_WORDS: ColumnElement[str] = literal_column(
    "array_to_tsvector(array_remove(string_to_array(searchable.lexemes, ' '), ''))"
)
"""Written as in the migration, to the letter: only then its index is used."""


def _search_postgresql(
    connection: Connection, weights: Mapping[str, float], limit: int, scope: Scope
) -> Sequence[AnyRow]:
    asked = values(column("query", Text), column("weight"), name="asked").data(
        [(_quoted(term), weight) for term, weight in weights.items()]
    )
    hit = _WORDS.op("@@")(cast(asked.c.query, TSQUERY))
    score = func.sum(asked.c.weight)
    best = (
        select(searchable.c.id, score.label("score"))
        .join_from(asked, searchable, hit)
        .where(_READABLE)
        .group_by(searchable.c.id)
        .order_by(score.desc(), searchable.c.length)
        .limit(limit)
        .subquery()
    )
    statement = select(searchable.c.chunk_id, searchable.c.length, searchable.c.lexemes).join(
        best, best.c.id == searchable.c.id
    )
    return connection.execute(statement.order_by(best.c.score.desc(), searchable.c.id), of(scope)).all()


def _quoted(term: str) -> str:
    """A tsquery that is exactly this lexeme."""
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"
