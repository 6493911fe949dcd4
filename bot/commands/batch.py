"""A file of questions for ``ask --batch``."""

from __future__ import annotations

import sys
from pathlib import Path

from pydantic import BaseModel, StrictInt, StrictStr, ValidationError

from core.errors import ConfigurationError


class Question(BaseModel):
    """One line; fields beside these are ignored, so that a labelled suite can be asked as it is."""

    id: StrictStr | StrictInt
    question: StrictStr


def read_batch(path: Path) -> list[Question]:
    """All questions of a JSONL file, in order; ``-`` is standard input, and blank lines are skipped.

    Raises ConfigurationError naming every malformed line: a batch is answered whole or not begun.
    """
    name = "Standard input" if str(path) == "-" else str(path)
    try:
        content = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise ConfigurationError(f"{name} cannot be read: {error.strerror}.", "Name a readable file.") from error
    questions: list[Question] = []
    faults: list[str] = []
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            questions.append(Question.model_validate_json(line))
        except ValidationError as error:
            faults.append(f"line {number}: {_fault(error)}")
    if faults:
        raise ConfigurationError(
            f"{name} has {len(faults)} malformed line(s): {'; '.join(faults)}.",
            'Write one object a line: {"id": "q1", "question": "..."}.',
        )
    return questions


def _fault(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False)[0]
    return f"{first['loc'][0]}: {first['msg']}" if first["loc"] else first["msg"]
