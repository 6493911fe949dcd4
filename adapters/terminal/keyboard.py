"""Lines from a person or from a pipe, read beside the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import Any


class Keyboard:
    """Standard input, a line at a time.

    A line is read on a daemon thread: unlike an executor's, it does not keep a program alive that was asked to end while
    somebody has not finished typing.
    """

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._prompt: str | None = None
        self._readline: Any = None
        self._modes: list[Any] | None = None
        if self.interactive:
            self._prepare()

    def _prepare(self) -> None:
        with contextlib.suppress(ImportError):  # not on every platform; input() then edits plainly
            import readline
            import termios

            self._readline = readline
            self._modes = termios.tcgetattr(sys.stdin)

    async def line(self, prompt: str) -> str | None:
        """The next line without its end; None when there are no more. The prompt is shown to a person only."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str | None] = loop.create_future()

        def settle(text: str | None, error: Exception | None) -> None:
            if answer.done():
                return
            if error:
                answer.set_exception(error)
            else:
                answer.set_result(text)

        def read() -> None:
            text: str | None = None
            problem: Exception | None = None
            try:
                text = input(prompt) if self.interactive else sys.stdin.readline()
            except EOFError:
                text = None
            except (OSError, ValueError) as error:  # the input was closed under us
                problem = error
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile: nobody waits
                loop.call_soon_threadsafe(settle, text, problem)

        self._prompt = prompt
        threading.Thread(target=read, name="keyboard", daemon=True).start()
        text = await answer
        self._prompt = None
        if self.interactive or text is None:
            return text
        return text.rstrip("\r\n") if text else None

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """Lets something be printed while a person may be typing: takes the prompt away and puts it back with their words."""
        typing = self.interactive and self._prompt is not None
        if typing:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()
        yield
        if typing:
            begun = self._readline.get_line_buffer() if self._readline else ""
            sys.stdout.write(f"{self._prompt}{begun}")
            sys.stdout.flush()

    def close(self) -> None:
        """Gives the terminal back as it was, on a new line if one was being edited."""
        if self.interactive and self._prompt is not None:
            sys.stdout.write("\n")
        if self._modes is not None:
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._modes)
