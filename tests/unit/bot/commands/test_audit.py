"""``audit``: the record, given out and proved."""

import csv
import io
import json
from pathlib import Path

import pytest

from bot.commands.audit_rows import csv_writer
from core.domain.exchange import AuditRow
from tests.adapters.samples import NOW
from tests.unit.bot.commands.conftest import Run
from tests.unit.bot.commands.local import Local


@pytest.fixture
def record(run: Run) -> Run:
    """A question, one that waits, and its approval."""
    run("ask", "How many days of leave?")
    waiting = json.loads(run("ask", "I am unsure.", "--json", "--as", "sam").out)["approval_id"]
    run("approvals", "approve", waiting)
    return run


def test_jsonl_is_one_object_a_row_in_order(record: Run) -> None:
    done = record("audit", "export")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [(row["sequence"], row["kind"]) for row in rows] == [
        (1, "exchange"),
        (2, "exchange"),
        (3, "vote"),
        (4, "decision"),
    ]
    assert rows[0]["content"]["request"]["question"] == "How many days of leave?"
    assert "Exported 4 row(s)." in done.err


def test_csv_tells_who_what_and_why_before_the_proof(record: Run, tmp_path: Path) -> None:
    done = record("audit", "export", "--format", "csv", "--output", str(tmp_path / "audit.csv"))
    assert (done.status, done.out) == (0, "")
    with (tmp_path / "audit.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    asked, waits, vote, decision = rows
    assert (asked["who"], asked["surface"], asked["question"]) == (
        "terminal:you",
        "terminal",
        "How many days of leave?",
    )
    assert (asked["outcome"], asked["reason"], asked["confidence"], asked["engine"]) == (
        "answered",
        "high_confidence",
        "0.95",
        "rules",
    )
    assert (waits["who"], waits["outcome"]) == ("terminal:sam", "pending_approval")
    assert (vote["who"], vote["outcome"]) == ("terminal:you", "approve")
    assert (decision["who"], decision["outcome"]) == ("terminal:you", "approved")
    assert json.loads(asked["content"])["request"]["question"] == "How many days of leave?"


def test_no_cell_is_run_as_a_formula_or_drawn() -> None:
    file = io.StringIO()
    content = {"request": {"question": "=HYPERLINK(1)", "asker": {"id": "@sum"}}, "outcome": {"text": "-1\x1b[2J"}}
    row = AuditRow(
        sequence=1,
        at=NOW,
        kind="exchange",
        subject="+x",
        content_digest="c",
        previous="p",
        hash="h",
        salt="s",
        content=content,
    )
    csv_writer(file)(row)
    cells = next(csv.DictReader(io.StringIO(file.getvalue(), newline="")))
    assert (cells["question"], cells["who"], cells["subject"]) == ("'=HYPERLINK(1)", "'@sum", "'+x")
    assert cells["answer"] == "'-1\ufffd[2J"
    assert json.loads(cells["content"]) == content


def test_an_erased_row_keeps_its_place_in_a_spreadsheet() -> None:
    file = io.StringIO()
    csv_writer(file)(AuditRow(sequence=1, at=NOW, kind="vote", subject="x", content_digest="c", previous="p", hash="h"))
    cells = next(csv.DictReader(io.StringIO(file.getvalue(), newline="")))
    assert (cells["sequence"], cells["hash"], cells["who"], cells["content"]) == ("1", "h", "", "")


def test_an_unwritable_file_is_one_line(record: Run, tmp_path: Path) -> None:
    done = record("audit", "export", "--output", str(tmp_path / "none" / "audit.jsonl"))
    assert done.status == 1
    assert done.err.count("\n") == 1
    assert "audit.jsonl: No such file or directory" in done.err


def test_a_file_is_overwritten_only_when_told(record: Run, tmp_path: Path) -> None:
    file = tmp_path / "audit.jsonl"
    file.write_text("last year's", encoding="utf-8")
    refused = record("audit", "export", "--output", str(file))
    assert (refused.status, file.read_text(encoding="utf-8")) == (2, "last year's")
    assert "--force" in refused.err
    assert record("audit", "export", "--output", str(file), "--force").status == 0
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4


def test_a_whole_chain_prints_what_to_note_and_takes_it_back(record: Run) -> None:
    done = record("audit", "verify")
    assert done.status == 0
    assert "The chain is whole: 4 row(s)." in done.out
    noted = done.out.strip().rsplit(" ", 1)[1]
    assert record("audit", "verify", "--expect", noted).status == 0


def test_a_tail_cut_off_since_the_note_is_named(record: Run) -> None:
    head = record("audit", "verify").out.strip().rsplit(" ", 1)[1].split(",")[0]
    done = record("audit", "verify", "--expect", f"{head},6")
    assert done.status == 1
    assert done.out.startswith("row 5 ")
    assert "The chain is broken" in done.out


def test_a_changed_row_is_named(record: Run, local: Local) -> None:
    rows = local.store.audit._rows
    rows[1] = rows[1].model_copy(update={"content": {**(rows[1].content or {}), "confidence": 1.0}})
    done = record("audit", "verify")
    assert done.status == 1
    assert done.out.startswith("row 2 ")


@pytest.mark.parametrize("expect", ["", "abc,1", "a" * 64, f"{'a' * 64},x", f"{'g' * 64},1"])
def test_a_note_of_another_shape_is_bad_usage(run: Run, expect: str) -> None:
    done = run("audit", "verify", "--expect", expect)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "HEAD,COUNT" in done.err
