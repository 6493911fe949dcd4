"""``approvals edit``, ``withdraw``, ``hand-over``, and what waits for whom."""

import asyncio
import json
from pathlib import Path

import pytest

from core.domain.approval import Approval, ApprovalState
from tests.unit.bot.commands.conftest import Run
from tests.unit.bot.commands.local import Local


@pytest.fixture
def waiting(run: Run) -> str:
    """The id of an approval on a question of sam's."""
    return str(json.loads(run("ask", "I am unsure.", "--json", "--as", "sam").out)["approval_id"])


def approval(local: Local, approval_id: str) -> Approval:
    found = asyncio.run(local.store.approvals.get(approval_id))
    assert found is not None
    return found


def test_an_edit_goes_out_as_ones_own_words(run: Run, local: Local, waiting: str) -> None:
    done = run("approvals", "edit", waiting, "--words", "Forty days. [1]", "--note", "since May")
    assert done.status == 0
    assert "Words of dana (terminal:you)" in done.out
    assert "edit by dana (terminal:you)" in done.out
    now = approval(local, waiting)
    assert (now.state, now.draft.text, now.note) == (ApprovalState.APPROVED, "Forty days. [1]", "since May")
    assert now.edited_by is not None


@pytest.mark.parametrize("source", ["-", "file"])
def test_an_edits_words_may_come_from_a_file(run: Run, local: Local, waiting: str, source: str, tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("Fünfzig Tage.\n", encoding="utf-8")
    given = str(file) if source == "file" else "-"
    assert run("approvals", "edit", waiting, "--file", given, typed="Fünfzig Tage.\n").status == 0
    assert approval(local, waiting).draft.text == "Fünfzig Tage."


def test_an_edit_without_new_words_changes_nothing(run: Run, local: Local, waiting: str, tmp_path: Path) -> None:
    for words in ("  ", "Thirty days.", "x" * 3001):
        done = run("approvals", "edit", waiting, "--words", words)
        assert (done.status, done.out) == (1, "")
        assert "words of your own" in done.err
    assert run("approvals", "edit", waiting).status == 2
    assert run("approvals", "edit", waiting, "--file", str(tmp_path / "none")).status == 1
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    done = run("approvals", "edit", waiting, "--file", str(binary))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert approval(local, waiting).state is ApprovalState.PENDING


def test_only_the_asker_withdraws(run: Run, local: Local, waiting: str) -> None:
    done = run("approvals", "withdraw", waiting)
    assert (done.status, done.err) == (1, "Only who asked a question can withdraw it.\n")
    done = run("approvals", "withdraw", waiting, "--as", "sam")
    assert done.status == 0
    assert approval(local, waiting).state is ApprovalState.WITHDRAWN
    assert run("approvals", "withdraw", waiting, "--as", "sam").status == 1
    assert "withdrew" in run("approvals", "approve", waiting).err


def test_without_a_handoff_nobody_hands_over(run: Run, waiting: str) -> None:
    done = run("approvals", "hand-over", waiting)
    assert done.status == 1
    assert "handoff" in done.err


def test_lists_of_what_waits_for_me_and_of_what_i_asked(run: Run, waiting: str) -> None:
    assert waiting in run("approvals", "list", "--mine").out
    assert waiting not in run("approvals", "list", "--mine", "--as", "sam").out
    assert waiting in run("approvals", "list", "--asked", "--as", "sam").out
    assert waiting not in run("approvals", "list", "--asked").out
    assert run("approvals", "list", "--mine", "--asked").status == 2
    assert run("approvals", "list", "--mine", "--state", "denied").status == 2


def test_somebody_stands_in(run: Run, local: Local, waiting: str) -> None:
    refused = run("approvals", "approve", waiting, "--as", "kim")
    assert refused.status == 1
    made = run("approvals", "delegate", "terminal:you", "terminal:kim", "--to", "2026-01-09")
    assert made.status == 0
    assert "terminal:kim" in run("approvals", "delegations").out
    done = run("approvals", "approve", waiting, "--as", "kim")
    assert done.status == 0
    assert "in the place of terminal:you" in done.out


def test_a_delegation_is_called_off(run: Run, waiting: str) -> None:
    run("approvals", "delegate", "terminal:you", "terminal:kim")
    made = run("approvals", "delegations").out.splitlines()[1].split()[0]
    assert run("approvals", "call-off", made).status == 0
    assert len(run("approvals", "delegations").out.splitlines()) == 1
    assert run("approvals", "approve", waiting, "--as", "kim").status == 1
    assert run("approvals", "call-off", "away_none").status == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["sam", "terminal:kim"],
        ["terminal:sam", "terminal:sam"],
        ["terminal:sam", "terminal:kim", "--from", "2026-01-09", "--to", "2026-01-08"],
        ["terminal:sam", "terminal:kim", "--from", "2025-01-09", "--to", "2025-01-10"],
        ["terminal:sam", "terminal:kim", "--to", "2029-01-09"],
        ["terminal:sam", "terminal:kim", "--to", "soon"],
    ],
)
def test_a_delegation_that_cannot_be_is_one_line(run: Run, arguments: list[str]) -> None:
    done = run("approvals", "delegate", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
