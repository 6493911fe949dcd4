"""How an outcome is written down."""

from __future__ import annotations

from core.domain.outcome import Outcome
from tests.adapters.samples import exchange


def test_a_record_of_before_reads_and_is_written_as_it_was() -> None:
    before = exchange().outcome
    assert "restricted" not in before.model_dump()
    assert Outcome.model_validate_json(before.model_dump_json()) == before
    restricted = before.model_copy(update={"restricted": True})
    assert Outcome.model_validate_json(restricted.model_dump_json()) == restricted
