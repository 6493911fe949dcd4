"""What ``python -m bot setup`` does: quietly, as often as one likes, and plainly where it cannot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.cli import main
from bot.settings import PREFIX
from core.errors import ModelUnavailable


class Encoder:
    """Notes what it encodes."""

    name = "default@0"

    def __init__(self) -> None:
        self.encoded: list[str] = []

    async def encode(self, texts: Sequence[str]) -> list[bytes]:
        self.encoded += texts
        return [b""] * len(texts)


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bot.logging.configure", lambda *_: None)  # pytest keeps the log
    monkeypatch.setenv(f"{PREFIX}HOME", str(tmp_path))


def test_the_model_is_opened_and_tried_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    encoder = Encoder()
    monkeypatch.setattr("adapters.models.factory.open_encoder", lambda *_: encoder)
    assert (main(["setup"]), main(["setup"])) == (0, 0)
    assert len(encoder.encoded) == 2
    assert capfd.readouterr() == ("", "")


def test_a_model_that_cannot_be_made_ready_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def wrong(*_: object) -> Encoder:
        raise ModelUnavailable("The weights are not the published ones.", "Install the package anew.")

    monkeypatch.setattr("adapters.models.factory.open_encoder", wrong)
    assert main(["setup"]) == 1
    assert capfd.readouterr() == ("", "The weights are not the published ones. Install the package anew.\n")
