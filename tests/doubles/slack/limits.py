"""What Slack refuses in blocks and views, in its own words: ``MESSAGE [json-pointer:/blocks/0/text/text]``.

Numbers are those of slack_sdk's models and of Slack's published types; the sum of all text is the lowest that Slack was
seen to refuse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MAX_TEXT_OF_MESSAGE = 11_340  # 11,341 was refused (bolt-js issue 2867)
MAX_FALLBACK = 4_000
MESSAGE_BLOCKS = {"section", "header", "context", "actions", "divider", "image", "input", "markdown", "rich_text"}
MODAL_BLOCKS = {"section", "header", "context", "actions", "divider", "image", "input", "rich_text"}
FIELDS = {
    "section": {"text", "fields", "accessory", "expand"},
    "header": {"text"},
    "context": {"elements"},
    "actions": {"elements"},
    "divider": set(),
    "image": {"image_url", "slack_file", "alt_text", "title"},
    "input": {"label", "element", "hint", "optional", "dispatch_action"},
    "markdown": {"text"},
    "rich_text": {"elements"},
    "button": {"text", "action_id", "url", "value", "style", "confirm", "accessibility_label"},
    "plain_text_input": {
        "action_id", "initial_value", "multiline", "min_length", "max_length", "placeholder", "focus_on_load",
        "dispatch_action_config",
    },
}  # fmt: skip

RICH: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "text": (("text",), ("style",)),
    "link": (("url",), ("text", "style")),
    "user": (("user_id",), ("style",)),
    "channel": (("channel_id",), ("style",)),
    "date": (("timestamp", "format"), ("fallback", "url")),
}
"""What a rich-text element must have, and what it may have besides."""


class Inspection:
    """Collects what is wrong with one message or view."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self._block_ids: set[str] = set()

    def fault(self, path: str, message: str) -> None:
        self.errors.append(f"{message} [json-pointer:{path}]")

    def blocks(self, blocks: Any, path: str, allowed: set[str], most: int) -> None:
        if not isinstance(blocks, list):
            return self.fault(path, "must provide an array")
        if len(blocks) > most:
            self.fault(path, f"no more than {most} items allowed")
        for at, block in enumerate(blocks):
            self._block(block, f"{path}/{at}", allowed)
        return None

    def _block(self, block: Any, path: str, allowed: set[str]) -> None:
        if not isinstance(block, dict):
            return self.fault(path, "must provide an object")
        kind = block.get("type")
        if kind not in allowed:
            return self.fault(f"{path}/type", f"unsupported type: {kind}")
        self._known_fields(block, path, FIELDS[kind] | {"type", "block_id"})
        self.string(block, "block_id", path, 255, needed=False)
        block_id = block.get("block_id")
        if block_id in self._block_ids:
            self.fault(f"{path}/block_id", f"`block_id` {block_id} already exists")
        self._block_ids.add(block_id) if block_id else None
        check: Callable[[dict[str, Any], str], None] | None = getattr(self, f"_{kind}", None)
        return check(block, path) if check else None

    def _section(self, block: dict[str, Any], path: str) -> None:
        if block.get("text") is None and not block.get("fields"):
            self.fault(path, "missing required field: text")
        self.text(block, "text", path, 3000, needed=False)
        for at, field in enumerate(self._list(block, "fields", path, 1, 10) if "fields" in block else []):
            self.text({"field": field}, "field", f"{path}/fields/{at}", 2000, at_path=True)
        if "accessory" in block:
            self._element(block["accessory"], f"{path}/accessory", {"button"}, set())

    def _header(self, block: dict[str, Any], path: str) -> None:
        self.text(block, "text", path, 150, plain=True)

    def _context(self, block: dict[str, Any], path: str) -> None:
        for at, element in enumerate(self._list(block, "elements", path, 1, 10)):
            self.text({"text": element}, "text", f"{path}/elements/{at}", 3000, at_path=True)

    def _actions(self, block: dict[str, Any], path: str) -> None:
        taken: set[str] = set()
        for at, element in enumerate(self._list(block, "elements", path, 1, 25)):
            self._element(element, f"{path}/elements/{at}", {"button"}, taken)

    def _image(self, block: dict[str, Any], path: str) -> None:
        self.string(block, "alt_text", path, 2000)
        self.string(block, "image_url", path, 3000)

    def _input(self, block: dict[str, Any], path: str) -> None:
        self.text(block, "label", path, 2000, plain=True)
        self.text(block, "hint", path, 2000, plain=True, needed=False)
        if "element" not in block:
            return self.fault(path, "missing required field: element")
        return self._element(block["element"], f"{path}/element", {"plain_text_input"}, set())

    def _markdown(self, block: dict[str, Any], path: str) -> None:
        self.string(block, "text", path, 12_000)

    def _rich_text(self, block: dict[str, Any], path: str) -> None:
        for at, part in enumerate(self._list(block, "elements", path, 1, 1000)):
            here = f"{path}/elements/{at}"
            if not isinstance(part, dict) or part.get("type") not in ("rich_text_section", "rich_text_quote"):
                self.fault(here, "must be a valid enum value")
                continue
            self._known_fields(part, here, {"type", "elements"})
            for n, element in enumerate(self._list(part, "elements", here, 1, 1000)):
                self._rich_element(element, f"{here}/elements/{n}")

    def _rich_element(self, element: dict[str, Any], path: str) -> None:
        needed, more = RICH.get(element.get("type", ""), ((), ()))
        if not needed:
            return self.fault(f"{path}/type", "must be a valid enum value")
        self._known_fields(element, path, {"type", *needed, *more})
        for key in needed:
            if not element.get(key):
                self.fault(path, f"missing required field: {key}")
        if element["type"] == "link" and not str(element.get("url")).startswith(("http://", "https://")):
            self.fault(f"{path}/url", "must be a valid URL")
        return None

    def _element(self, element: Any, path: str, allowed: set[str], taken: set[str]) -> None:
        if not isinstance(element, dict):
            return self.fault(path, "must provide an object")
        kind = element.get("type")
        if kind not in allowed:
            return self.fault(f"{path}/type", f"unsupported type: {kind}")
        self._known_fields(element, path, FIELDS[kind] | {"type"})
        self.string(element, "action_id", path, 255, needed=False)
        if element.get("action_id") in taken:
            self.fault(f"{path}/action_id", f"`action_id` {element['action_id']} already exists")
        taken.add(element.get("action_id", path))
        if kind == "button":
            self.text(element, "text", path, 75, plain=True)
            self.string(element, "value", path, 2000, needed=False, least=0)
            self.string(element, "url", path, 3000, needed=False)
            if element.get("style", "primary") not in ("primary", "danger"):
                self.fault(f"{path}/style", "must be a valid enum value")
        else:
            self.text(element, "placeholder", path, 150, plain=True, needed=False)
            most = element.get("max_length", 3000)
            if not 0 < most <= 3000:
                self.fault(f"{path}/max_length", "must be less than 3001")
            self.string(element, "initial_value", path, min(most, 3000), needed=False)
        return None

    def string(
        self, holder: dict[str, Any], key: str, path: str, most: int, *, needed: bool = True, least: int = 1
    ) -> None:
        value = holder.get(key)
        if value is None:
            return self.fault(path, f"missing required field: {key}") if needed else None
        if not isinstance(value, str):
            return self.fault(f"{path}/{key}", "must be a string")
        if len(value) < least:
            self.fault(f"{path}/{key}", f"must be more than {least - 1} characters")
        if len(value) > most:
            self.fault(f"{path}/{key}", f"must be less than {most + 1} characters")
        return None

    def text(
        self,
        holder: dict[str, Any],
        key: str,
        path: str,
        most: int,
        *,
        plain: bool = False,
        needed: bool = True,
        at_path: bool = False,
    ) -> None:
        value, at = holder.get(key), path if at_path else f"{path}/{key}"
        if value is None:
            return self.fault(path, f"missing required field: {key}") if needed else None
        if not isinstance(value, dict):
            return self.fault(at, "must provide an object")
        kinds = {"plain_text": {"emoji"}, "mrkdwn": {"verbatim"}}
        if value.get("type") not in (("plain_text",) if plain else kinds):
            return self.fault(f"{at}/type", "must be a valid enum value")
        self._known_fields(value, at, {"type", "text"} | kinds[value["type"]])
        return self.string(value, "text", at, most)

    def _known_fields(self, holder: dict[str, Any], path: str, known: set[str]) -> None:
        for key in holder.keys() - known:
            self.fault(f"{path}/{key}", f"additional property is not allowed: {key}")

    def _list(self, holder: dict[str, Any], key: str, path: str, least: int, most: int) -> list[Any]:
        value = holder.get(key)
        if not isinstance(value, list):
            self.fault(path, f"missing required field: {key}")
            return []
        if not least <= len(value) <= most:
            self.fault(f"{path}/{key}", f"must have between {least} and {most} items")
        return value


def check_blocks(blocks: Any) -> list[str]:
    """What is wrong with a message's blocks; empty if Slack takes them."""
    inspection = Inspection()
    inspection.blocks(blocks, "/blocks", MESSAGE_BLOCKS, 50)
    return inspection.errors


def check_view(view: Any) -> list[str]:
    """What is wrong with a modal; empty if Slack takes it."""
    inspection = Inspection()
    if not isinstance(view, dict) or view.get("type") != "modal":
        return ["must be a valid enum value [json-pointer:/view/type]"]
    inspection.text(view, "title", "/view", 24, plain=True)
    inspection.text(view, "submit", "/view", 24, plain=True, needed=False)
    inspection.text(view, "close", "/view", 24, plain=True, needed=False)
    inspection.string(view, "private_metadata", "/view", 3000, needed=False, least=0)
    inspection.string(view, "callback_id", "/view", 255, needed=False, least=0)
    inspection.blocks(view.get("blocks"), "/view/blocks", MODAL_BLOCKS, 100)
    if any(isinstance(b, dict) and b.get("type") == "input" for b in view.get("blocks") or []) and "submit" not in view:
        inspection.fault("/view", "missing required field: submit")
    return inspection.errors


def check_home(view: Any) -> list[str]:
    """What is wrong with a home tab; empty if Slack takes it."""
    if not isinstance(view, dict) or view.get("type") != "home":
        return ["must be a valid enum value [json-pointer:/view/type]"]
    inspection = Inspection()
    known = {"type", "blocks", "private_metadata", "callback_id", "external_id"}
    for key in view.keys() - known:
        inspection.fault(f"/view/{key}", f"additional property is not allowed: {key}")
    inspection.blocks(view.get("blocks"), "/view/blocks", MODAL_BLOCKS, 100)
    return inspection.errors
