"""What all tables share."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import BigInteger, CheckConstraint, Integer, MetaData

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Number = BigInteger().with_variant(Integer, "sqlite")
"""A row number; SQLite counts up by itself only if the type is INTEGER."""


def one_of(column: str, values: Iterable[str]) -> CheckConstraint:
    """The column holds one of these words."""
    allowed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({allowed})", name=column)
