"""The commands as an operator types them: real processes, the real model, a data folder of their own."""

from __future__ import annotations

import json
import os
import pty
import select
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.program import CERTAIN, DOUBTFUL, HOTEL, HOTEL_QUOTE, LEAVE, LEAVE_QUOTE, ROOT

pytestmark = pytest.mark.model

Command = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def home(loaded_home: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(loaded_home, tmp_path / "home"))


def environment(home: Path, **settings: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("COUNTERSIGN_")}
    ours = {f"COUNTERSIGN_{name}": value for name, value in {"HOME": str(home), **settings}.items()}
    return {**inherited, **ours, "HF_HUB_OFFLINE": "1", "TERM": "xterm"}


@pytest.fixture
def command(home: Path) -> Command:
    """Runs ``python -m bot`` to its end, with ``settings`` and ``typed`` on its standard input."""

    def run(
        *arguments: str, settings: dict[str, str] = CERTAIN, typed: str = "", python: tuple[str, ...] = ()
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *python, "-m", "bot", *arguments],
            cwd=ROOT,
            env=environment(home, **settings),
            input=typed,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )

    return run


def test_a_question_is_answered_as_json_and_nothing_else(command: Command) -> None:
    done = command("ask", HOTEL, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["outcome"] == "answered"
    [citation] = answer["citations"]
    assert citation == {
        "n": 1,
        "document": "Travel policy",
        "path": "hotels.md",
        "section": citation["section"],
        "page": None,
        "url": "https://policies.example/travel",
        "quote": citation["quote"],
    }
    assert HOTEL_QUOTE in citation["quote"]


def test_a_batch_is_answered_in_order(command: Command) -> None:
    lines = [json.dumps({"id": number, "question": text}) for number, text in enumerate((LEAVE, HOTEL, LEAVE))]
    done = command("ask", "--batch", "-", typed="\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [0, 1, 2]
    assert [LEAVE_QUOTE in answer["text"] for answer in answers] == [True, False, True]


def test_asking_needs_neither_torch_nor_chroma(command: Command) -> None:
    done = command("ask", HOTEL, "--json", python=("-X", "importtime"))
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert {"onnxruntime", "dbos"} <= imported
    assert (
        imported
        & {"torch", "transformers", "sentence_transformers", "chromadb", "sklearn", "scipy", "slack_bolt", "botbuilder"}
        == set()
    )


def test_four_at_once_on_one_folder_are_all_answered(home: Path) -> None:
    asking = [
        subprocess.Popen(
            [sys.executable, "-m", "bot", "ask", LEAVE, "--json"],
            cwd=ROOT,
            env=environment(home, **CERTAIN),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    ended = [process.communicate(timeout=100) for process in asking]
    assert [process.returncode for process in asking] == [0] * 4, ended
    assert len({json.loads(out)["exchange_id"] for out, _ in ended}) == 4


def test_a_review_goes_from_question_to_proof_through_four_processes(command: Command) -> None:
    asked = json.loads(command("ask", HOTEL, "--json", "--as", "sam", settings=DOUBTFUL).stdout)
    assert (asked["outcome"], asked["citations"]) == ("pending_approval", [])
    waiting = asked["approval_id"]

    own = command("approvals", "approve", waiting, "--as", "sam", settings=DOUBTFUL)
    assert (own.returncode, own.stderr.count("\n")) == (1, 1)
    approved = command("approvals", "approve", waiting, settings=DOUBTFUL)
    assert approved.returncode == 0, approved.stderr
    assert HOTEL_QUOTE in " ".join(approved.stdout.split())

    shown = command("exchange", "show", asked["exchange_id"]).stdout
    assert "none on record yet" not in shown
    assert "typed by terminal:you" in shown
    verified = command("audit", "verify")
    assert verified.returncode == 0, verified.stdout
    noted = verified.stdout.strip().rpartition(" ")[2]
    assert command("audit", "verify", "--expect", noted).returncode == 0
    rows = [json.loads(line)["kind"] for line in command("audit", "export").stdout.splitlines()]
    assert rows == ["documents", "documents", "exchange", "vote", "decision", "effect"]


def test_a_piped_conversation_answers_line_by_line_and_decides(command: Command) -> None:
    done = command("chat", settings=DOUBTFUL, typed=f"/as sam\n{HOTEL}\n/as you\n/approve ap_\n/approve ap_\n")
    assert (done.returncode, done.stderr) == (0, "")
    said = " ".join(done.stdout.split())
    assert f"sam> {HOTEL} Pending approval" in said
    assert "Done: approved by" in said
    assert f"On your question: {HOTEL}" in said
    assert said.count(HOTEL_QUOTE) >= 2


def test_a_conversation_in_a_terminal_ends_cleanly(home: Path) -> None:
    end, near = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "chat"],
        cwd=ROOT,
        env=environment(home, **CERTAIN),
        stdin=near,
        stdout=near,
        stderr=near,
    )
    os.close(near)
    try:
        until(end, b"you> ")
        os.write(end, f"{LEAVE}\r".encode())
        until(end, b"Exchange ex_")
        until(end, b"you> ")
        os.write(end, b"\x04")
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
        os.close(end)


def until(end: int, text: bytes) -> None:
    seen = b""
    while text not in seen:
        ready, _, _ = select.select([end], [], [], 60)
        assert ready, seen
        seen += os.read(end, 4096)


def test_a_broken_database_is_one_line_and_no_traceback(command: Command, home: Path) -> None:
    for file in home.glob("countersign.db*"):
        file.write_bytes(b"no database" * 1000)
    done = command("ask", HOTEL, "--json")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
    examined = command("doctor")
    assert examined.returncode == 1
    assert "fail database: " in examined.stdout
    assert "ok   model: all-MiniLM-L6-v2" in examined.stdout


def test_removing_a_document_takes_it_out_of_answers_at_once(command: Command) -> None:
    assert command("documents", "remove", "hotels.md").returncode == 0
    answer = json.loads(command("ask", HOTEL, "--json").stdout)
    assert all(citation["path"] != "hotels.md" for citation in answer["citations"])
    assert "ingest" not in command("index", "rebuild").stderr


def test_vectors_of_another_encoder_are_refused_until_they_are_encoded_again(command: Command, home: Path) -> None:
    assert command("ask", HOTEL, "--json").returncode == 0
    with closing(sqlite3.connect(home / "countersign.db")) as database, database:
        (name,) = database.execute("SELECT encoder FROM corpus").fetchone()
        database.execute("UPDATE corpus SET encoder = 'other@1'")
    for arguments in (("ask", HOTEL), ("ingest", str(ROOT / "bot/sample/policies")), ("chat",), ("serve",)):
        refused = command(*arguments)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "encoded with other@1" in refused.stderr
        assert "ingest --again" in refused.stderr
    again = command("ingest", "--again")
    assert again.returncode == 0
    assert f"Encoded 2 document(s) again with {name}." in again.stdout
    assert HOTEL_QUOTE in command("ask", HOTEL, "--json").stdout


def test_ingest_needs_something_to_do(command: Command) -> None:
    assert command("ingest").returncode == 2
