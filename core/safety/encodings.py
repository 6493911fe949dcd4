"""What stands encoded in a text: Base64 and its relatives, numbers for letters, ciphers a child can read."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from collections.abc import Callable, Iterator
from functools import cache
from urllib.parse import unquote

MIN_LETTERS = 6
LONGEST = 8000
"""Characters in which something encoded is looked for."""
_USUAL = re.compile(
    r"\b(?:all|the|and|you|your|to|me|of|rules|system|ignore|previous|die|alle|und|las|tus|les|tes)\b|[的你我忽略之前所有规则]{2}",
    re.IGNORECASE,
)
"""Words that a text turned the right way has more of."""
_MORSE = {
    code: letter
    for letter, code in zip(
        "abcdefghijklmnopqrstuvwxyz",
        [".-", "-...", "-.-.", "-..", ".", "..-.", "--.", "....", "..", ".---", "-.-", ".-..", "--", "-.", "---", ".--.", "--.-", ".-.", "...", "-", "..-", "...-", ".--", "-..-", "-.--", "--.."],
        strict=True,
    )
}


def encoded(text: str, plain: str | None = None) -> Iterator[tuple[tuple[int, int], str]]:
    """The spans of what can be decoded, each with what it says. ``plain`` is the text to be turned and shifted as a whole."""
    text = text[:LONGEST]
    for sign, decode in _decoders():
        for match in sign.finditer(text):
            try:
                said = decode(match[0])
            except (ValueError, binascii.Error, OverflowError, IndexError):
                continue
            if said != match[0] and _is_text(said):
                yield match.span(), said
    if plain:
        whole = (0, len(text))
        for turned in (codecs.encode(plain, "rot13"), plain[::-1]):
            if len(_USUAL.findall(turned)) > len(_USUAL.findall(plain)):
                yield whole, turned
    tags = [i for i, character in enumerate(text) if 0xE0020 <= ord(character) <= 0xE007E]
    if tags:
        yield (tags[0], tags[-1] + 1), "".join(chr(ord(text[i]) - 0xE0000) for i in tags)


@cache
def _decoders() -> tuple[tuple[re.Pattern[str], Callable[[str], str]], ...]:
    return (
        (re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}"), _base64),
        (re.compile(r"\b[A-Z2-7]{16,}={0,6}"), _base32),
        (re.compile(r"(?:\b|\\x|0x)[0-9a-fA-F]{2}(?:(?:[\s:,-]|\\x|0x)*[0-9a-fA-F]{2}){7,}\b"), _hexadecimal),
        (re.compile(r"\b[01]{7,8}(?:[\s,]*[01]{7,8}){5,}\b"), _binary),
        (re.compile(r"(?:%[0-9a-fA-F]{2}|[\w.+-]){0,40}(?:%[0-9a-fA-F]{2})(?:%[0-9a-fA-F]{2}|[\w.+-])*"), unquote),
        (re.compile(r"(?:\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}){4,}"), _escapes),
        (re.compile(r"(?:[^&\n]{0,20}&(?:#\d+|#x[0-9a-fA-F]+|\w+);){3,}[^&\n]*"), html.unescape),
        (re.compile(r"[.-]{1,4}(?:[ /|]+[.-]{1,4}){7,}"), _morse),
        (re.compile(r"(?:<~)?[!-u]{20,}(?:~>)?"), lambda code: _bytes(base64.a85decode(code, adobe=code.startswith("<~")))),
        (re.compile(r"[0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{20,}"), lambda code: _bytes(base64.b85decode(code))),
    )  # fmt: skip


def _is_text(said: str) -> bool:
    """Random bytes that happen to be characters are no text: that has letters, and words or a script without spaces."""
    letters = sum(character.isalpha() for character in said)
    printable = sum(character.isprintable() or character.isspace() for character in said)
    return letters >= MIN_LETTERS and printable == len(said) and letters + said.count(" ") >= 0.75 * len(said)


def _bytes(data: bytes) -> str:
    return data.decode("utf-8")


def _base64(code: str) -> str:
    stripped = code.rstrip("=").replace("-", "+").replace("_", "/")
    return _bytes(base64.b64decode(stripped + "=" * (-len(stripped) % 4), validate=True))


def _base32(code: str) -> str:
    stripped = code.rstrip("=")
    return _bytes(base64.b32decode(stripped + "=" * (-len(stripped) % 8)))


def _hexadecimal(code: str) -> str:
    return _bytes(bytes.fromhex("".join(re.findall(r"[0-9a-fA-F]{2}", re.sub(r"\\x|0x", " ", code)))))


def _binary(code: str) -> str:
    digits = re.sub(r"[\s,]", "", code)
    width = 8 if len(digits) % 8 == 0 else 7
    return "".join(chr(int(digits[i : i + width], 2)) for i in range(0, len(digits), width))


def _escapes(code: str) -> str:
    return re.sub(r"\\[ux]([0-9a-fA-F]{2,4})", lambda match: chr(int(match[1], 16)), code)


def _morse(code: str) -> str:
    words = re.split(r"\s*[/|]\s*|\s{3,}", code.strip())
    return " ".join("".join(_MORSE[sign] for sign in word.split() if sign in _MORSE) for word in words)
