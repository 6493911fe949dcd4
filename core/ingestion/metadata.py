"""What a document says of itself: YAML front matter, or a sidecar file beside it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from datetime import date
from difflib import get_close_matches
from pathlib import PurePosixPath
from typing import Any, Final
from urllib.parse import quote

from pydantic import ValidationError

from core import strict_yaml
from core.domain.document import DocumentMeta
from core.errors import DocumentError, DocumentProblem

SIDECAR: Final = ".meta.yml"
"""A sidecar's name is its document's with this behind it (``leave.pdf.meta.yml``), or in place of its ending."""

FRONT_MATTER_SUFFIXES: Final = frozenset({".md", ".markdown", ".html", ".htm", ".txt"})
_FRONT_MATTER = re.compile(rb"\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n(.*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_FIELDS: Final = tuple(DocumentMeta.model_fields)
_ALIASES: Final = {"last_updated": "updated_at", "updated": "updated_at", "expires": "expiry"}
_REMEDY: Final = f"Known fields: {', '.join(_FIELDS)}. Dates are written 2026-01-31."


def front_matter(data: bytes, name: str) -> dict[str, Any]:
    """The fields of ours that the YAML at the head of a text file sets.

    Other programs keep fields of theirs there; they are left alone, unless one is so near to a field of ours that it must be
    a slip (``audiance``): that is an error, because a lost audience would show a document to everybody. Raises DocumentError.
    """
    match = _FRONT_MATTER.match(data) if PurePosixPath(name).suffix.lower() in FRONT_MATTER_SUFFIXES else None
    if match is None:
        return {}
    where = f"The front matter of {name}"
    try:
        found = strict_yaml.load(match[1] or b"")
    except ValueError as error:
        raise _invalid(f"{where} is not valid YAML: {error}.") from error
    if not isinstance(found, Mapping):
        return {}
    ours: dict[str, Any] = {}
    for key, value in found.items():
        field = _field(key)
        if field in _FIELDS:
            ours[field] = value
        elif near := get_close_matches(field, _FIELDS, n=1, cutoff=0.86):
            raise _invalid(f"{where} has a field “{key}”; is it “{near[0]}”?")
    _validate(ours, where)
    return ours


def sidecar(data: bytes, name: str) -> dict[str, Any]:
    """The fields of a sidecar file; one that is not known is an error. Raises DocumentError."""
    try:
        found = strict_yaml.load(data)
    except ValueError as error:
        raise _invalid(f"{name} is not valid YAML: {error}.") from error
    if found is None:
        return {}
    if not isinstance(found, Mapping):
        raise _invalid(f"{name} must be a list of fields with values.")
    fields = {_field(key): value for key, value in found.items()}
    _validate(fields, name)
    return fields


def merge(own: DocumentMeta, *layers: Mapping[str, Any]) -> DocumentMeta:
    """The format's own metadata, overruled by each layer in turn; layers are validated already."""
    fields = own.model_dump(exclude_unset=True)
    for layer in layers:
        fields.update(_plain(layer))
    return DocumentMeta.model_validate(fields)


def content_hash(data: bytes, fields: Mapping[str, Any]) -> str:
    """SHA-256 of a file's bytes and of what its sidecar says."""
    said = json.dumps(fields, sort_keys=True, default=str, ensure_ascii=False) if fields else ""
    return hashlib.sha256(data + b"\x00" + said.encode() if said else data).hexdigest()


def link(url_base: str, path: str) -> str:
    """Where a document is read: the base address and its path below the folder."""
    return f"{url_base.rstrip('/')}/{quote(path)}"


def sidecar_names(name: str) -> tuple[str, str]:
    """The names under which a document's sidecar may stand beside it, the one that counts first."""
    return name + SIDECAR, PurePosixPath(name).stem + SIDECAR


def _field(key: object) -> str:
    field = str(key).strip().lower().replace("-", "_").replace(" ", "_")
    return _ALIASES.get(field, field)


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    plain = dict(fields)
    audience = plain.get("audience")
    if isinstance(audience, str):
        plain["audience"] = (audience,)
    elif audience is None:
        plain.pop("audience", None)
    return {key: value for key, value in plain.items() if value is not None}


def _validate(fields: Mapping[str, Any], where: str) -> None:
    unknown = {key: value for key, value in fields.items() if key not in _FIELDS}  # an error even without a value
    try:
        meta = DocumentMeta.model_validate(_plain(fields) | unknown)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            near = get_close_matches(field, _FIELDS, n=1, cutoff=0.6)
            raise _invalid(
                f"{where} has an unknown field “{field}”{f'; is it “{near[0]}”?' if near else '.'}"
            ) from error
        raise _invalid(f"{where}: {field}: {first['msg']}.") from error
    begins, ends = meta.effective_date or date.min, meta.expiry or date.max
    if begins > ends:
        raise _invalid(f"{where}: expiry {ends} is before effective_date {begins}.")


def _invalid(message: str) -> DocumentError:
    return DocumentError(DocumentProblem.METADATA, message, _REMEDY)
