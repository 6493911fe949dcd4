"""One door to every format."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, replace
from threading import Timer
from typing import IO

from adapters.documents import problems
from adapters.documents.limits import Limits
from adapters.documents.sniff import TYPED, format_of
from core.domain.document import ExtractedDocument
from core.errors import DocumentError, DocumentProblem

_START = "from adapters.documents.worker import main; main()"


class FileExtractor:
    """Reads files one at a time in a process of its own, which it starts with the first file and ends with itself.

    A file that takes longer than ``limits.seconds``, or ``text_seconds`` for text, is given up and the process replaced.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="documents")
        self._worker = _Worker()
        weakref.finalize(self, _end, self._thread, self._worker)

    async def extract(self, data: bytes, name: str) -> ExtractedDocument:
        """See ``core.ports.documents.Extractor``."""
        kind = format_of(data, name, self._limits)  # what is refused at sight needs no process
        limits = self._limits
        if kind in TYPED:
            limits = replace(limits, seconds=min(limits.seconds, limits.text_seconds))
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._worker.read, data, name, limits)


class _Worker:
    """The process, as the thread that owns it sees it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, data: bytes, name: str, limits: Limits) -> ExtractedDocument:
        """The document; blocks. Raises DocumentError."""
        process = self._running()
        late = Timer(limits.seconds, process.kill)
        late.start()
        try:
            reply = _ask(process, data, name, limits)
        finally:
            in_time = late.is_alive()
            late.cancel()
        if not reply:
            self.stop()
            if in_time:
                raise problems.broken("document", "reading it ended the reader")
            raise problems.too_large(f"reading it takes longer than {limits.seconds:.0f} seconds")
        answer = json.loads(reply)
        if "document" in answer:
            return ExtractedDocument.model_validate(answer["document"])
        raise DocumentError(DocumentProblem(answer["problem"]), answer["message"], answer["remedy"])

    def stop(self) -> None:
        """Ends the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                _close(pipe)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.stop()
            kept = {key: value for key in ("PATH", "LANG", "SYSTEMROOT") if (value := os.environ.get(key))}
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                [sys.executable, "-c", _START],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={
                    **kept,
                    "PYTHONPATH": os.pathsep.join(sys.path),
                    "PYTHONUTF8": "1",
                },  # no secret of ours goes along
            )
        return self._process


def _ask(process: subprocess.Popen[bytes], data: bytes, name: str, limits: Limits) -> bytes:
    """The reply's line; empty if the process ended instead."""
    assert process.stdin is not None
    assert process.stdout is not None
    header = json.dumps({"name": name, "size": len(data), "limits": asdict(limits)})
    try:
        process.stdin.write(header.encode("ascii") + b"\n" + data)
        process.stdin.flush()
        return process.stdout.readline()
    except OSError:  # a broken pipe
        return b""


def _close(pipe: IO[bytes] | None) -> None:
    if pipe is not None:
        with suppress(OSError):  # bytes that the ended process never read
            pipe.close()


def _end(thread: ThreadPoolExecutor, worker: _Worker) -> None:
    worker.stop()
    thread.shutdown(wait=False, cancel_futures=True)
