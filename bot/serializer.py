"""What durable workflows keep on disk: plain JSON. Rows outlive the code that wrote them and must not execute."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from dbos import Serializer

from core.errors import CountersignError

_MOMENT = "$moment"
_ERROR = "$error"


class RecordedError(Exception):
    """An error read back from a row: the name of its class and, of our own errors, what it said."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}" if message else kind)
        self.kind = kind


class JsonSerializer(Serializer):
    """JSON and, within it, moments and errors as objects of one tagged key.

    The scheduler passes a ``datetime``: one that is not encoded silently stops every schedule (FIELD_NOTES: DBOS). Of a
    foreign error only its class is kept, since its text may quote what somebody wrote.
    """

    def name(self) -> str:
        """Stored beside each value."""
        return "countersign_json"

    def serialize(self, data: Any) -> str:
        """Raises TypeError for what is neither JSON nor a moment nor an error."""
        return json.dumps(data, default=_encode, ensure_ascii=False, separators=(",", ":"))

    def deserialize(self, serialized_data: str) -> Any:
        """The value; a tuple comes back as a list, an error as RecordedError."""
        return json.loads(serialized_data, object_hook=_decode)


def _encode(value: Any) -> Any:
    if isinstance(value, datetime):
        return {_MOMENT: value.isoformat()}
    if isinstance(value, RecordedError):
        return {_ERROR: [value.kind, ""]}
    if isinstance(value, BaseException):
        return {_ERROR: [type(value).__name__, str(value) if isinstance(value, CountersignError) else ""]}
    raise TypeError(f"{type(value).__name__} cannot be kept in a workflow: pass plain JSON.")


def _decode(value: dict[str, Any]) -> Any:
    if len(value) == 1:
        if moment := value.get(_MOMENT):
            return datetime.fromisoformat(moment)
        if error := value.get(_ERROR):
            return RecordedError(*error)
    return value
