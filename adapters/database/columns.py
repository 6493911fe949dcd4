"""Column types that behave alike on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, Text
from sqlalchemy.types import TypeDecorator


class Utc(TypeDecorator[datetime]):
    """A moment: ``timestamptz`` on PostgreSQL, text without offset on SQLite; always aware, in UTC, to Python."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuses naive moments: nobody could say when they were."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its offset")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Gives the offset back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Prose(TypeDecorator[str]):
    """Text that people wrote. PostgreSQL cannot store NUL: it becomes U+FFFD, which keeps every offset right."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """The same on both databases, so that both give the same text back."""
        return value if value is None else value.replace("\x00", "\ufffd")
