"""Where an error becomes a line and an exit status."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot import cli
from bot.commands import ask, session
from core.errors import ConfigurationError, CountersignError, NotFound, StoreUnavailable
from tests.unit.bot.commands.conftest import Done

COMMANDS = (
    "run",
    "setup",
    "serve",
    "chat",
    "ask",
    "ingest",
    "calibrate",
    "prompts",
    "plan",
    "record",
    "replay",
    "pause",
    "resume",
    "doctor",
    "documents",
    "index",
    "tools",
    "approvals",
    "audit",
    "exchange",
    "feedback",
)


def run(capfd: pytest.CaptureFixture[str], *arguments: str) -> Done:
    status = cli.main(arguments)
    written = capfd.readouterr()
    return Done(status, written.out, written.err)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr("bot.logging.configure", lambda *_: None)  # pytest keeps the log
    return monkeypatch


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (ConfigurationError("A is wrong.", "Set it right."), 2),
        (NotFound("A is wrong.", "Set it right."), 1),
        (StoreUnavailable("A is wrong.\n", "Set it right."), 1),
    ],
)
def test_an_error_of_ours_is_one_line_with_its_remedy(
    failing: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], error: CountersignError, status: int
) -> None:
    def fail(**_: object) -> None:
        raise error

    failing.setattr(session, "settings", fail)
    assert run(capfd, "chat") == Done(status, "", "A is wrong. Set it right.\n")


def test_an_interrupt_is_quiet(failing: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def interrupt(**_: object) -> None:
        raise KeyboardInterrupt

    failing.setattr(session, "settings", interrupt)
    assert run(capfd, "chat") == Done(130, "", "")


def test_a_file_of_the_operators_that_cannot_be_used_is_named(
    failing: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def refuse(**_: object) -> None:
        (tmp_path / "none" / "x").write_text("")

    failing.setattr(session, "settings", refuse)
    assert run(capfd, "chat") == Done(1, "", f"{tmp_path}/none/x: No such file or directory.\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing command. See python -m bot --help.\n"),
        (["documents"], "Missing command. See python -m bot documents --help.\n"),
        (["aks"], "No such command 'aks'"),
        (["exchange", "show"], "See python -m bot exchange show --help.\n"),
        (["ask", "x", "--top-k", "many"], "See python -m bot ask --help.\n"),
        (["approvals", "list", "--limit", str(2**63)], "See python -m bot approvals list --help.\n"),
        (["exchange", "list", "--limit", str(2**63)], "See python -m bot exchange list --help.\n"),
    ],
)
def test_bad_usage_is_one_line_that_says_where_help_is(
    capfd: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    done = run(capfd, *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_help_lists_every_command_of_the_outside_interface(capfd: pytest.CaptureFixture[str]) -> None:
    done = run(capfd, "--help")
    assert (done.status, done.err) == (0, "")
    listed = [line.split()[0] for line in done.out.partition("Commands:\n")[2].splitlines() if line.strip()]
    assert sorted(listed) == sorted(COMMANDS)
    assert not any(line.endswith("...") for line in done.out.splitlines() if line.startswith("  "))


def test_a_reader_that_has_enough_ends_it_quietly() -> None:
    """As in ``python -m bot ask --help | head -1``, with more output than a pipe holds."""
    program = (
        "import sys\n"
        "from bot import cli\n"
        "from bot.commands import console, session\n"
        "session.settings = lambda **_: [console.emit('x' * 4096) for _ in range(1000)]\n"
        "sys.exit(cli.main(['chat']))\n"
    )
    reader = "import sys; sys.stdin.buffer.read(1)"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writing:
        subprocess.run([sys.executable, "-c", reader], stdin=writing.stdout, check=True, timeout=60)
        assert writing.stdout is not None
        assert writing.stderr is not None
        writing.stdout.close()
        assert writing.stderr.read() == b""
        assert writing.wait(60) == 1


def test_asking_for_help_loads_nothing_heavy() -> None:
    """The cold start of ``ask`` is spent on the answer: what the commands themselves import stays light."""
    program = "import sys; import bot.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    loaded = set(done.stdout.split())
    heavy = {
        "torch",
        "sentence_transformers",
        "chromadb",
        "onnxruntime",
        "numpy",
        "sqlalchemy",
        "dbos",
        "slack_sdk",
        "aiohttp",
        "rich.console",
        "alembic",
    }
    assert loaded & heavy == set()
    assert ask.__name__ in loaded
