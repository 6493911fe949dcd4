"""``chat`` and ``run`` without a terminal: the lines of standard input, answered in order."""

import asyncio

import pytest

from bot.commands import upkeep
from tests.unit.bot.commands.conftest import Run
from tests.unit.bot.commands.local import Local


def test_each_line_is_answered_and_the_end_of_input_ends_it(run: Run) -> None:
    done = run("chat", typed="How many days of leave?\n\nIs it empty?\n")
    assert done.status == 0
    questions = [line for line in done.out.splitlines() if line.startswith("you> ")]
    assert questions == ["you> How many days of leave?", "you> Is it empty?"]
    assert "“Thirty days.”" in done.out


def test_an_empty_home_says_how_to_load_documents(run: Run) -> None:
    assert "python -m bot ingest" in run("chat", typed="").err


def test_a_review_is_asked_decided_and_told_in_one_sitting(run: Run) -> None:
    """The beginning of an id is enough, and every approval's begins so."""
    done = run("chat", typed="/as sam\nI am unsure.\n/as you\n/approve ap_\n/approve ap_\n")
    assert "1 waiting for your decision: /inbox" in done.out
    assert "Give the command once more" in done.out
    assert "Done: approved by dana (terminal:you)" in done.out
    assert "On your question: I am unsure." in done.out
    assert "Reviewed by dana." in done.out


def test_what_waited_before_is_found_in_the_next_sitting(run: Run) -> None:
    run("ask", "I am unsure.", "--as", "sam")
    done = run("chat", typed="/show ap_\n/deny ap_ outdated since May\n")
    assert "1 waiting for your decision: /inbox" in done.out
    assert "denied by dana (terminal:you)" in done.out
    assert "outdated since May" in done.out
    assert "On your question" not in done.out


def test_quit_ends_before_the_input_does(run: Run) -> None:
    assert "And then?" not in run("chat", typed="/quit\nAnd then?\n").out


def test_a_line_that_is_no_text_does_not_end_the_conversation(run: Run) -> None:
    done = run("chat", typed=b"caf\xe9?\nHow many days?\n")
    assert done.status == 0
    assert done.out.count("you> ") == 2


def test_run_loads_the_sample_into_a_new_home_and_only_once(run: Run, local: Local) -> None:
    first = run("run", typed="How many days?\n")
    assert first.status == 0
    assert "loading the sample" in first.err
    assert len(asyncio.run(local.store.documents.list())) >= 12
    assert "loading the sample" not in run("run", typed="").err


def test_run_leaves_a_home_alone_that_once_had_documents(run: Run, local: Local) -> None:
    run("run", typed="")
    for document in asyncio.run(local.store.documents.list()):
        asyncio.run(local.store.documents.remove(document.path))
    done = run("run", typed="")
    assert "loading the sample" not in done.err
    assert "python -m bot ingest" in done.err


def test_run_never_loads_the_sample_where_approvers_are_set_up(
    run: Run, local: Local, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("rules") / "approvers.yml"
    file.write_text("version: 1\n", encoding="utf-8")
    monkeypatch.setenv("COUNTERSIGN_APPROVALS_FILE", str(file))
    done = run("run", typed="")
    assert "loading the sample" not in done.err
    assert asyncio.run(local.store.documents.list()) == []


@pytest.mark.parametrize("token", ["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"])
def test_run_starts_the_server_where_a_token_is_set(
    run: Run, local: Local, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    served: list[bool] = []
    monkeypatch.setenv(f"COUNTERSIGN_{token}", "x")
    monkeypatch.setattr(upkeep, "serve", lambda: served.append(True))
    assert run("run").status == 0
    assert (served, local.opened) == ([True], 0)
