"""The process in which files are read: a hostile one can hang or kill it, and nothing else.

Standard input carries jobs: a line of JSON (name, size in bytes, limits) and the file's bytes. Standard output carries one line
of JSON for each: ``{"document": ...}`` or ``{"problem": ..., "message": ..., "remedy": ...}``. It ends with its input.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any

from adapters.documents import problems
from adapters.documents.limits import Limits
from adapters.documents.reading import read
from core.errors import DocumentError


def answer(job: dict[str, Any], data: bytes) -> dict[str, Any]:
    """The reply to one job."""
    try:
        document = read(data, job["name"], Limits(**job["limits"]))
    except DocumentError as error:
        return _refusal(error)
    except MemoryError:
        return _refusal(problems.too_large("it takes more memory than one file may"))
    return {"document": document.model_dump(mode="json")}


def _refusal(error: DocumentError) -> dict[str, Any]:
    return {"problem": error.problem, "message": error.args[0], "remedy": error.remedy}


def main() -> None:
    """Answers jobs until standard input ends."""
    jobs, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    sys.stdout = sys.stderr  # what a parser prints must not become a reply
    while header := jobs.readline():
        job = json.loads(header)
        _bound(job["limits"])
        reply = answer(job, jobs.read(job["size"]))
        replies.write(json.dumps(reply).encode("ascii") + b"\n")
        replies.flush()


def _bound(limits: dict[str, Any]) -> None:
    """Memory, and the time after which a process whose parent has died ends by itself; not on Windows."""
    with suppress(ImportError, ValueError, OSError, AttributeError):
        import resource
        import signal

        resource.setrlimit(resource.RLIMIT_AS, (limits["memory"], limits["memory"]))
        signal.alarm(int(limits["seconds"]) + 10)
