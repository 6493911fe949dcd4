"""``approvals who``: a dry run that leaves no trace."""

import asyncio
import json
from pathlib import Path

import pytest

from core.approvals.rules import ApprovalRules
from tests.unit.bot.commands.conftest import Run
from tests.unit.bot.commands.local import Local

RULES = {
    "handoff": {"to": "slack:C9", "name": "the help desk"},
    "owners": {"Head of Leave": {"email": "leave@example.com"}},
    "answers": [
        {
            "name": "leave",
            "documents": ["leave.md"],
            "approvers": [{"account": "terminal:you"}, {"owner": True}],
            "cards": ["slack:C1", "owner"],
            "reminders": ["4h"],
            "escalation": [{"after": "24h", "approvers": [{"group": "slack:S1"}]}],
        }
    ],
}


@pytest.fixture
def document(run: Run, local: Local, tmp_path: Path) -> None:
    local.rules = ApprovalRules.model_validate(RULES)
    file = tmp_path / "leave.md"
    file.write_text("---\ntitle: Leave\nowner: Head of Leave\n---\n# Leave\n\nEverybody has thirty days of leave.\n")
    assert run("ingest", str(file)).status == 0


@pytest.mark.usefixtures("document")
def test_it_says_who_would_be_asked_where_when_and_why(run: Run, local: Local) -> None:
    run("approvals", "delegate", "terminal:you", "terminal:kim", "--to", "2026-01-09")
    done = run("approvals", "who", "How many days of leave?")
    assert done.status == 0
    for part in (
        "It would go to a reviewer.",
        "leave, because leave.md is cited",
        "one approval; one denial ends it; the asker never decides on it",
        "2026-01-05 13:00 UTC",
        "2026-01-08 09:00 UTC: the asker is told that nobody decided",
        "the help desk (slack:C9)",
        "terminal:you, leave@example.com",
        "slack:C1, leave@example.com directly",
        "terminal:kim for terminal:you",
        "group slack:S1 directly",
    ):
        assert part in done.out, part
    assert asyncio.run(local.store.approvals.list()) == []
    assert asyncio.run(local.store.exchanges.recent()) == []


@pytest.mark.usefixtures("document")
def test_it_says_so_as_json(run: Run) -> None:
    found = json.loads(run("approvals", "who", "How many days of leave?", "--json").out)
    assert (found["outcome"], found["rule"], found["why"]) == ("pending_approval", "leave", "leave.md is cited")
    assert [level["at"] for level in found["levels"]] == ["2026-01-05T09:00:00+00:00", "2026-01-06T09:00:00+00:00"]
    assert found["handoff"]["name"] == "the help desk"


@pytest.mark.usefixtures("document")
def test_what_is_answered_without_a_review_says_who_it_would_be(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERSIGN_MIN_CONFIDENCE", "0.4")
    done = run("approvals", "who", "How many days of leave?")
    assert "It would be answered at once, with 0.50 confidence. If it had to be reviewed:" in done.out
    assert "leave.md is cited" in done.out


def test_what_is_refused_asks_nobody(run: Run) -> None:
    done = run("approvals", "who", "How many days of leave?")
    assert "It would be refused (no_documents), and nobody asked." in done.out
    assert json.loads(run("approvals", "who", "Leave?", "--json").out)["rule"] is None
