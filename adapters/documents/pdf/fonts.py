"""Bytes of a show operator to characters and their widths, with pypdf's reading of the font."""

from __future__ import annotations

from typing import Any

from pypdf.generic import DictionaryObject
from pypdf.generic._font import (
    Font,
)  # private, so it is named in this file only; the range in pyproject.toml ends below 8

_BOLD_FLAG = 1 << 18  # ForceBold, PDF 32000-1 table 123
_BOLD_NAMES = ("bold", "black", "heavy", "semibold", "demi")


class Face:
    """One font resource: decodes strings and knows whether it looks bold.

    ``space`` is the width of a space, in thousandths of the font size.
    """

    def __init__(self, font: Font) -> None:
        self._font = font
        self._read: dict[bytes, tuple[str, float, int, int]] = {}
        name = font.name.rsplit("+", 1)[-1].lower()
        self.bold = any(word in name for word in _BOLD_NAMES) or bool(_integer(font.font_descriptor.flags) & _BOLD_FLAG)
        self.space = float(font.space_width) or 250.0

    @classmethod
    def load(cls, resource: Any) -> Face:
        """From a font dictionary; a resource that is none becomes a font whose bytes are Latin letters."""
        if isinstance(resource, DictionaryObject):
            return cls(Font.from_font_resource(resource))
        return cls(Font("Unknown", encoding={}))

    def read(self, string: bytes) -> tuple[str, float, int, int]:
        """Text, width in thousandths of the font size, number of codes, number of space codes."""
        known = self._read.get(string)
        if known is None:
            known = self._read[string] = self._decode(string)
        return known

    def _decode(self, string: bytes) -> tuple[str, float, int, int]:
        font = self._font
        if isinstance(font.encoding, str):
            codes = string.decode(font.encoding, errors="replace")
            characters: list[str] | str = codes
        else:
            codes = "".join(chr(byte) for byte in string)
            characters = [font.encoding.get(byte, chr(byte)) for byte in string]
        text = (
            "".join(str(font.character_map.get(character, character)) for character in characters)
            if font.interpretable
            else ""
        )
        width = sum(self.space if code == font.space_char else float(font.get_text_width(code)) for code in codes)
        return text, width, len(codes), codes.count(font.space_char)


def _integer(value: Any) -> int:
    return int(value) if isinstance(value, int | float) else 0
