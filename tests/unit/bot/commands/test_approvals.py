"""``approvals``: listing, reading, deciding, and being told no."""

import asyncio
import json

import pytest

from core.domain.approval import ApprovalState, Vote
from tests.unit.bot.commands.conftest import Run
from tests.unit.bot.commands.local import Local


@pytest.fixture
def waiting(run: Run) -> str:
    """The id of an approval on a question of sam's."""
    return str(json.loads(run("ask", "I am unsure.", "--json", "--as", "sam").out)["approval_id"])


def votes(local: Local, approval_id: str) -> list[Vote]:
    return list(asyncio.run(local.store.approvals.votes(approval_id)))


def test_a_list_has_one_line_each_and_can_be_narrowed(run: Run, waiting: str) -> None:
    lines = run("approvals", "list").out.splitlines()
    assert lines[0].split() == ["id", "state", "opened", "asker", "question"]
    assert lines[1].startswith(f"{waiting}  pending")
    assert lines[1].rstrip().endswith("sam    I am unsure.")
    assert len(run("approvals", "list", "--state", "approved").out.splitlines()) == 1


def test_a_card_is_shown_whole(run: Run, waiting: str) -> None:
    done = run("approvals", "show", waiting)
    assert done.status == 0
    for part in (
        "I am unsure.",
        "“Thirty days.”",
        "terminal:you, terminal:sam",
        "never the asker",
        "typed by terminal:you (dana)",
    ):
        assert part in done.out


def test_an_approval_is_decided_and_says_by_whom(run: Run, local: Local, waiting: str) -> None:
    done = run("approvals", "approve", waiting, "--note", "checked")
    assert done.status == 0
    assert "approved by dana (terminal:you)" in done.out
    assert "The asker is told." in done.out
    assert [(vote.voter.id, vote.note, vote.typed_by) for vote in votes(local, waiting)] == [
        ("terminal:you", "checked", None)
    ]


def test_a_denial_needs_a_reason_and_passes_it_on(run: Run, local: Local, waiting: str) -> None:
    assert run("approvals", "deny", waiting).status == 2
    assert run("approvals", "deny", waiting, "--reason", "  ").status == 2
    done = run("approvals", "deny", waiting, "--reason", "outdated since May")
    assert done.status == 0
    assert "denied by dana (terminal:you)" in done.out
    assert "outdated since May" in done.out
    approval = asyncio.run(local.store.approvals.get(waiting))
    assert approval is not None
    assert (approval.state, approval.note) == (ApprovalState.DENIED, "outdated since May")


def test_the_asker_is_told_no_on_one_line(run: Run, local: Local, waiting: str) -> None:
    done = run("approvals", "approve", waiting, "--as", "sam")
    assert (done.status, done.out) == (1, "")
    assert done.err == "You asked this yourself, so somebody else has to decide it.\n"
    assert votes(local, waiting) == []


def test_a_vote_for_somebody_says_who_typed_it(run: Run, local: Local) -> None:
    mine = json.loads(run("ask", "I am unsure.", "--json").out)["approval_id"]
    assert run("approvals", "approve", mine, "--as", "sam").status == 0
    assert [(vote.voter.id, vote.typed_by) for vote in votes(local, mine)] == [("terminal:sam", "terminal:you (dana)")]


def test_the_second_to_decide_learns_who_was_first(run: Run, waiting: str) -> None:
    run("approvals", "approve", waiting)
    done = run("approvals", "deny", waiting, "--reason", "too late")
    assert done.status == 1
    assert "approved by dana (terminal:you)" in done.err


@pytest.mark.parametrize("command", [["show"], ["approve"], ["deny", "--reason", "x"]])
def test_an_unknown_id_is_one_line(run: Run, command: list[str]) -> None:
    done = run("approvals", *command, "ap_none")
    assert (done.status, done.out) == (1, "")
    assert done.err == "There is no approval ap_none. List them: python -m bot approvals list.\n"


def test_an_unknown_state_names_the_known_ones(run: Run) -> None:
    done = run("approvals", "list", "--state", "waiting")
    assert done.status == 2
    assert "pending" in done.err
    assert done.err.count("\n") == 1
