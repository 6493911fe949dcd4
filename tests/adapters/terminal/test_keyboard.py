"""Lines from a pipe and from a person: on a real pseudo-terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

ECHO = """
import asyncio, signal
from adapters.terminal.keyboard import Keyboard

async def main():
    keyboard = Keyboard()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, tell, keyboard)
    try:
        while (line := await keyboard.line("you> ")) is not None:
            print(f"<{line}>", flush=True)
        print("<end>", flush=True)
    finally:
        keyboard.close()

def tell(keyboard):
    with keyboard.aside():
        print("NEWS", flush=True)

asyncio.run(main())
"""


def test_a_pipe_is_read_to_its_end_without_prompts() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ECHO],
        input="one\r\n\ntwo \nlast",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "<one>\n<>\n<two >\n<last>\n<end>\n"


@dataclass
class Terminal:
    """The far end of a pseudo-terminal with a program on it."""

    end: int
    near: int
    program: subprocess.Popen[bytes]
    unread: bytes = b""

    def type(self, keys: bytes) -> None:
        os.write(self.end, keys)

    def until(self, text: bytes) -> None:
        """Reads up to and including the text."""
        while text not in self.unread:
            ready, _, _ = select.select([self.end], [], [], 30)
            assert ready, f"waited for {text!r}, saw {self.unread!r}"
            self.unread += os.read(self.end, 4096)
        self.unread = self.unread.partition(text)[2]

    def echoes(self) -> bool:
        return bool(termios.tcgetattr(self.near)[3] & termios.ECHO)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    end, near = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "INPUTRC": os.devnull}
    program = subprocess.Popen([sys.executable, "-c", ECHO], stdin=near, stdout=near, stderr=near, env=environment)
    yield Terminal(end, near, program)
    program.kill()
    program.wait()
    os.close(end)
    os.close(near)


def test_a_person_is_prompted_and_may_correct_themselves(terminal: Terminal) -> None:
    terminal.until(b"you> ")
    terminal.type(b"hallp\x7fo\r")
    terminal.until(b"<hallo>")


def test_the_end_of_input_ends_quietly(terminal: Terminal) -> None:
    terminal.until(b"you> ")
    terminal.type(b"\x04")
    terminal.until(b"<end>")
    assert terminal.program.wait(30) == 0
    assert terminal.echoes()


def test_news_does_not_eat_what_is_being_typed(terminal: Terminal) -> None:
    terminal.until(b"you> ")
    terminal.type(b"half a li")
    terminal.until(b"half a li")
    terminal.program.send_signal(signal.SIGUSR1)
    terminal.until(b"NEWS")
    terminal.until(b"you> half a li")
    terminal.type(b"ne\r")
    terminal.until(b"<half a line>")


def test_an_interrupt_gives_the_terminal_back_as_it_was(terminal: Terminal) -> None:
    terminal.until(b"you> ")
    terminal.type(b"half")
    terminal.until(b"half")
    terminal.program.send_signal(signal.SIGINT)
    assert terminal.program.wait(30) != 0
    assert terminal.echoes()
