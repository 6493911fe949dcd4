from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from adapters.memory.privacy import KnownPersonalData
from bot.logging import configure
from core.ports.privacy import PiiKind
from core.privacy import PiiMode, Privacy


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def lines(captured: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    out, err = captured.readouterr()
    assert out == ""
    return [json.loads(line) for line in err.splitlines()]


def test_an_event_is_a_line_of_json_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO")
    structlog.get_logger("countersign").info("exchange recorded", exchange="ex_1")
    [line] = lines(capsys)
    assert line["event"] == "exchange recorded"
    assert line["exchange"] == "ex_1"
    assert line["level"] == "info"


def test_other_peoples_records_look_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO")
    logging.getLogger("countersign.slack").warning("a card of %s could not be posted", "ap_1")
    assert lines(capsys)[0]["event"] == "a card of ap_1 could not be posted"


def test_below_the_level_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    configure("WARNING")
    structlog.get_logger("countersign").info("quiet")
    logging.getLogger("anything").info("quiet")
    assert lines(capsys) == []


@pytest.mark.parametrize(
    "secret",
    [
        "s3cret-of-ours",
        "xoxb-1-2-abc",
        "xapp-1-A-2-def",
        "https://hooks.slack.com/commands/T1/2/3",
        "https://hooks.slack.com/actions/T1/2/3",
    ],
)
def test_a_secret_never_appears(capsys: pytest.CaptureFixture[str], secret: str) -> None:
    configure("INFO", ["s3cret-of-ours", ""])
    log = structlog.get_logger("countersign")
    log.info(f"with {secret} inside", token=secret, nested={"deep": [secret]})
    log.error("failed", exc_info=ValueError(f"refused {secret}"))
    logging.getLogger("sdk").error("said %s", secret)
    err = capsys.readouterr().err
    assert err.count("[secret]") == 5
    assert secret not in err


def test_the_password_of_a_database_url_never_appears(capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO")
    structlog.get_logger("countersign").info("postgresql://countersign:hunter2@db/policies")
    assert lines(capsys)[0]["event"] == "postgresql://[secret]@db/policies"


def test_arguments_of_a_cancelled_step_are_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    configure("DEBUG")
    logging.getLogger("dbos").warning("Asyncio task cancelled for workflow or step partial(%s)", {"question": "mine"})
    assert lines(capsys) == []


def test_an_exception_keeps_its_trace(capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO")
    structlog.get_logger("countersign").error("failed", exc_info=ValueError("here"))
    assert "ValueError: here" in lines(capsys)[0]["exception"]


def test_personal_data_is_masked_and_the_lines_own_fields_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    finder = KnownPersonalData({"jo@x.example": PiiKind.EMAIL, "info": PiiKind.EMAIL})
    configure("INFO", masked=Privacy(PiiMode.LOG, finder).for_log)
    structlog.get_logger("countersign").info("asked by jo@x.example", person="jo@x.example", count=3)
    logging.getLogger("other").warning("no account for %s", "jo@x.example")
    first, second = lines(capsys)
    assert (first["event"], first["person"], first["count"]) == ("asked by [e-mail 1]", "[e-mail 1]", 3)
    assert first["level"] == "info"
    assert second["event"] == "no account for [e-mail 1]"
