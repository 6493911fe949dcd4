"""Secrets of tools: the tools file names where they are, and they are read when a call is made."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated

from pydantic import Field

from core.errors import ToolError, ToolProblem

_OURS = "COUNTERSIGN_"
MAX_SECRET = 8192
Reference = Annotated[str, Field(pattern=r"^(env:[A-Za-z_][A-Za-z0-9_]*|file:\S.*)$")]
"""``env:NAME`` or ``file:PATH``, a path relative to the tools file's folder."""


def settings_name(reference: str) -> bool:
    """Whether it names a variable that would be taken for a setting of the program itself, and refused there."""
    return reference.upper().startswith(f"ENV:{_OURS}")


def read_secret(reference: str, folder: Path) -> str:
    """The secret itself, stripped. Raises ToolError that names where it should be, and never what was found there."""
    kind, _, place = reference.partition(":")
    try:
        found = os.environ.get(place, "") if kind == "env" else _file(folder / place)
    except (OSError, UnicodeDecodeError) as error:
        raise _missing(
            f"The file {place} with a tool's secret cannot be read.", "Check its path and rights."
        ) from error
    found = found.strip()
    if not found:
        where = f"The variable {place}" if kind == "env" else f"The file {place}"
        raise _missing(f"{where} with a tool's secret is not set or empty.", "Write the secret there.")
    if len(found) > MAX_SECRET or not re.fullmatch(r"[!-~]+(?: [!-~]+)*", found):
        raise _missing(f"What {place} holds is no secret for a header.", "It is one line of visible ASCII characters.")
    return found


def _file(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.read(MAX_SECRET + 1)


def _missing(message: str, remedy: str) -> ToolError:
    return ToolError(ToolProblem.UNCONFIGURED, message, remedy=remedy)
