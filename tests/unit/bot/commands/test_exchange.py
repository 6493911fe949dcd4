"""``exchange``: one request and everything that came of it."""

import json

from tests.unit.bot.commands.conftest import Run


def test_an_answered_exchange_is_shown_with_all_that_is_on_record(run: Run) -> None:
    answer = json.loads(run("ask", "How many days of leave?", "--json").out)
    shown = run("exchange", "show", answer["exchange_id"]).out
    for part in (
        "How many days of leave?",
        "dana (terminal:you)",
        "answered, high_confidence",
        "0.950, band high",
        "high 0.90, minimum 0.80, review floor 0.35, top 5",
        "“Thirty days.”",
        "total  12.5",
    ):
        assert part in shown
    assert "Approval" not in shown


def test_a_reviewed_exchange_shows_draft_approval_and_votes(run: Run) -> None:
    answer = json.loads(run("ask", "I am unsure.", "--json", "--as", "sam").out)
    run("approvals", "approve", answer["approval_id"])
    shown = run("exchange", "show", answer["exchange_id"]).out
    assert "sam (terminal:sam), typed by terminal:you (dana)" in shown
    for part in ("Draft", "Approval", answer["approval_id"], "approved by dana (terminal:you)", "approve by dana"):
        assert part in shown


def test_the_latest_exchanges_are_listed_first(run: Run) -> None:
    for question in ("First?", "Second?"):
        run("ask", question)
    lines = run("exchange", "list").out.splitlines()
    assert lines[0].split() == ["id", "at", "asker", "outcome", "confidence", "question"]
    assert len(lines) == 3
    assert len(run("exchange", "list", "--limit", "1").out.splitlines()) == 2


def test_an_unknown_exchange_is_one_line(run: Run) -> None:
    done = run("exchange", "show", "ex_none")
    assert (done.status, done.out) == (1, "")
    assert done.err == "There is no exchange ex_none. List them: python -m bot exchange list.\n"
