"""Addresses of tools: templates in which an argument stays inside the one path segment it was given."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import quote, urlsplit

MAX_VALUE = 200
"""Characters of an argument inside an address."""
_PLACE = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}(\.[A-Za-z_][A-Za-z0-9_]{0,63}){0,4}")
_LITERAL = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*")
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*")
_NUMERIC = re.compile(r"(?:^|\.)(?:0x[0-9a-f]*|[0-9]+)$")
_STEPS = {"", ".", ".."}
_PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True, order=True)
class Origin:
    """Scheme, host and port: where a request goes, whatever its path. ``host`` of an IPv6 address is without brackets."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == _PORTS[self.scheme] else f":{self.port}")


def read_origin(url: str) -> Origin:
    """The origin that a URL begins with. Raises ValueError that says what is wrong with it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ValueError("it is no address, as https://orders.example.com") from error
    host = parts.hostname or ""
    if parts.scheme not in _PORTS:
        raise ValueError("an address begins with https:// (or http://, for a host that is declared private)")
    if re.search(r"[\x00-\x20\x7f\\@]", url):
        raise ValueError("blanks, control characters, backslashes, users and passwords do not belong into an address")
    if parts.path not in {"", "/"} or parts.query or parts.fragment or url.endswith(("?", "#")):
        raise ValueError("an address of a host ends with its name or port")
    if port == 0:
        raise ValueError("0 is no port")
    _check_host(host)
    return Origin(parts.scheme, host, port or _PORTS[parts.scheme])


def _check_host(host: str) -> None:
    if _NUMERIC.search(host) or ":" in host:
        try:
            written = str(ip_address(host))
        except ValueError:
            written = ""
        if written != host:  # 127.1, 0x7f000001 and their kin are addresses to some and names to others
            raise ValueError("an IP address is written out in full, as 10.0.0.7")
    elif not _HOST.fullmatch(host) or len(host) > 253:
        raise ValueError("the host has letters, digits, hyphens and dots (write others in their xn-- form)")


@dataclass(frozen=True)
class Template:
    """A path in segments; a segment alternates literal text and names of arguments, beginning and ending with text."""

    origin: Origin
    segments: tuple[tuple[str, ...], ...]

    @classmethod
    def read(cls, url: str) -> Template:
        """Reads ``https://host/orders/{order_id}``. Raises ValueError that says what is wrong with it."""
        head, slash, path = _split(url)
        if "{" in head or "}" in head:
            raise ValueError("arguments stand in the path only, never in the host")
        if "?" in path or "#" in path:
            raise ValueError("it ends with its path: write what follows ? under query")
        segments = tuple(tuple(_PLACE.split(segment)) for segment in path.split("/")) if slash else ()
        for pieces in segments:
            if not all(_LITERAL.fullmatch(text) for text in pieces[::2]):
                raise ValueError("its path has a character that an address cannot have: write it as %XX")
            if not all(_NAME.fullmatch(name) for name in pieces[1::2]):
                raise ValueError("what stands between { and } is the name of an argument")
            if len(pieces) == 1 and pieces[0].replace("%2e", ".").replace("%2E", ".") in {".", ".."}:
                raise ValueError("its path has the segment . or ..")
        return cls(read_origin(head), segments)

    @property
    def names(self) -> tuple[str, ...]:
        """The arguments that it holds."""
        return tuple(name for pieces in self.segments for name in pieces[1::2])

    def fill(self, values: Mapping[str, Any]) -> str:
        """The address with its arguments, percent-encoded. Raises ValueError, naming the argument, for one that could leave
        its segment: with a slash, a backslash, a percent sign or a control character, or if the segment becomes ``.`` or
        ``..`` — as written or as Unicode's compatibility form, which some servers read it as."""
        return f"{self.origin}/" + "/".join(_filled(pieces, values) for pieces in self.segments)


def _split(url: str) -> tuple[str, str, str]:
    scheme, mark, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    return f"{scheme}{mark}{authority}", slash, path


def _filled(pieces: tuple[str, ...], values: Mapping[str, Any]) -> str:
    if len(pieces) == 1:
        return pieces[0]
    plain = [_plain(piece, values.get(piece)) if place % 2 else piece for place, piece in enumerate(pieces)]
    if unicodedata.normalize("NFKC", "".join(plain)) in _STEPS:
        raise ValueError(f"{pieces[1]}: it cannot stand in an address")
    return "".join(quote(text, safe="") if place % 2 else text for place, text in enumerate(plain))


def _plain(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(f"{name}: only text and whole numbers stand in an address")  # noqa: TRY004 - one kind of fault
    text = str(value)
    folded = unicodedata.normalize("NFKC", text)
    hidden = any(unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for character in text + folded)
    if not text or len(text) > MAX_VALUE or hidden or re.search(r"[/\\%]", text + folded):
        raise ValueError(f"{name}: it cannot stand in an address")
    return text
