"""What every modal of ours is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adapters.slack.blocks import plain_text
from adapters.slack.rich import Block


def modal(callback: str, metadata: str, words: tuple[str, str, str], blocks: Sequence[Block]) -> dict[str, Any]:
    """A modal; ``words`` are its title and the words that submit and close it."""
    title, submit, close = map(plain_text, words)
    return {
        "type": "modal",
        "callback_id": callback,
        "private_metadata": metadata,
        "title": title,
        "submit": submit,
        "close": close,
        "blocks": list(blocks),
    }


def text_input(name: str, label: str, hint: str, most: int, *, initial: str = "", optional: bool = False) -> Block:
    """A field for so many characters; its name is that of block and action."""
    element: Block = {"type": "plain_text_input", "action_id": name, "multiline": True, "max_length": most}
    if initial:
        element["initial_value"] = initial
    if not optional:
        element["min_length"] = 1
    return {
        "type": "input",
        "block_id": name,
        "optional": optional,
        "label": plain_text(label),
        "hint": plain_text(hint),
        "element": element,
    }
