"""``plan``, ``record`` and ``replay`` as commands, the model's server being a double on loopback."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.doubles.messages import acts
from tests.doubles.messages.honest import follows_rules
from tests.doubles.messages.server import KEY, MessagesDouble
from tests.e2e.program import ROOT

pytestmark = pytest.mark.model
QUESTION = "Who approves a hotel room above the limit?"


@pytest.fixture
def home(loaded_home: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(loaded_home, tmp_path / "home"))


async def bot(home: Path, *arguments: str, **settings: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of one command."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("COUNTERSIGN_", "ANTHROPIC_"))}
    ours = {f"COUNTERSIGN_{name}": value for name, value in {"HOME": str(home), **settings}.items()}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments,
        cwd=ROOT, env={**clean, **ours, "HF_HUB_OFFLINE": "1"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await asyncio.wait_for(process.communicate(), 120)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


def key(double: MessagesDouble) -> dict[str, Any]:
    return {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": double.url}


async def test_a_question_goes_round(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    status, out, err = await bot(home, "plan", QUESTION, "--expect", "It names the approver.")
    assert status == 0, err
    planned = json.loads(out)
    assert (planned["mode"], planned["model_calls"], planned["expectation"]) == (
        "offline_plan",
        0,
        "It names the approver.",
    )
    async with MessagesDouble(follows_rules()) as double:
        status, out, err = await bot(home, "record", QUESTION, "--output", str(file), **key(double))
        assert status == 0, err
        recorded = json.loads(out)
        assert recorded["model_calls"] == len(double.calls) == len(planned["requests"])
        assert [call["system"] for call in double.calls] == [r["request"]["system"] for r in planned["requests"]]
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert KEY not in file.read_text(encoding="utf-8") + out + err
        before = file.read_bytes()
        status, _, err = await bot(home, "record", QUESTION, "--output", str(file), **key(double))
        assert (status, len(err.splitlines())) == (2, 1)
        assert "never overwritten" in err
        assert file.read_bytes() == before
    status, out, err = await bot(home, "replay", str(file))
    assert status == 0, err
    replayed = json.loads(out)
    assert (replayed["mode"], replayed["model_calls"]) == ("replay", 0)
    assert replayed["answer"] == recorded["answer"]
    assert replayed["answer"]["engine"] == acts.MODEL
    file.write_bytes(before.replace(QUESTION.encode(), b"Who approves a hotel room?", 1))
    status, _, err = await bot(home, "replay", str(file))
    assert status == 1
    assert "The file was changed" in err


async def test_a_server_that_breaks_off_is_reported_and_not_asked_again(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    async with MessagesDouble(acts.breaks_off(), follows_rules()) as double:
        status, out, err = await bot(home, "record", QUESTION, "--output", str(file), **key(double))
        assert len(double.calls) == 1
    assert status == 0, err
    assert json.loads(out)["problems"] == ["input_safety_precheck: unavailable"]
    assert "It was not asked again." in err
    status, out, err = await bot(home, "replay", str(file))
    assert status == 0, err


async def test_without_a_key_nothing_is_recorded(home: Path, tmp_path: Path) -> None:
    status, _, err = await bot(home, "record", QUESTION, "--output", str(tmp_path / "run.json"))
    assert (status, len(err.splitlines())) == (2, 1)
    assert "COUNTERSIGN_ANTHROPIC_API_KEY" in err
    assert not (tmp_path / "run.json").exists()


async def test_a_file_that_is_no_recording_is_refused(home: Path, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"mode": "record"}', encoding="utf-8")
    status, _, err = await bot(home, "replay", str(tmp_path / "other.json"))
    assert (status, len(err.splitlines())) == (2, 1)
    assert "is no recording: model_calls: Field required" in err


async def test_prompts_are_listed_shown_and_checked(home: Path) -> None:
    status, out, err = await bot(home, "prompts", "check")
    assert (status, err) == (0, "")
    assert out.startswith("14 prompt(s) are in order")
    status, out, _ = await bot(home, "prompts", "list")
    assert len(out.splitlines()) == 15
    status, out, _ = await bot(home, "prompts", "show", "responsibility_v2")
    assert "reason_summary" in out
    assert "failure: A refund without evidence" in out
    status, _, err = await bot(home, "prompts", "list", PROMPTS="intent=intent_v9")
    assert status == 2
    assert "has no prompt intent_v9" in err
