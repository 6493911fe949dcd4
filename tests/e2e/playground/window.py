"""The playground's page as Alex sees and uses it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, WebSocket, expect

PATIENCE = 20_000
"""Milliseconds until something has to be seen."""
CARD = "application/vnd.microsoft.card.adaptive"


class Window:
    """``told`` is what the playground told the page of the bot's messages, in order."""

    def __init__(self, page: Page, shots: Path, scene: str) -> None:
        self._page = page
        self._shots = shots
        self._scene = scene
        self._taken = 0
        self.told: list[dict[str, Any]] = []
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.on("websocket", self._listen)

    async def open(self, name: str) -> None:
        """Opens a chat or a channel."""
        await self._page.get_by_role("treeitem", name=name).first.click()

    async def ask(self, text: str) -> None:
        """Writes to the bot directly."""
        await self._box.click()
        await self._page.keyboard.type(text)
        await self._page.keyboard.press("Enter")

    async def mention(self, text: str) -> None:
        """Mentions the bot in a chat."""
        await self._write_mention(text)
        await self._page.keyboard.press("Enter")

    async def post(self, text: str) -> None:
        """Mentions the bot in a new post of a channel."""
        await self._write_mention(text)
        await self._page.get_by_role("button", name="Post").click()

    async def sees(self, text: str) -> Locator:
        """Waits until that text is seen."""
        seen = self._page.get_by_text(text).last
        await expect(seen).to_be_visible()
        await seen.evaluate("seen => seen.scrollIntoView({block: 'nearest'})")  # it may be drawn anew meanwhile
        return seen

    async def sees_no(self, text: str) -> None:
        """Waits until no such text is seen."""
        await expect(self._page.get_by_text(text)).to_have_count(0)

    async def sees_label(self) -> None:
        """Waits for the label that says an answer is made by a machine."""
        await expect(self._page.get_by_text("AI generated").last).to_be_visible()

    async def source(self, number: int) -> tuple[str, str | None]:
        """What is shown over the mark of a source, and where its link leads."""
        await self._page.get_by_role("button", name=str(number), exact=True).last.hover()
        words = await self._popover()
        link = self._page.get_by_role("dialog", include_hidden=True).last.get_by_role("link", include_hidden=True).last
        return words, await link.get_attribute("href")

    async def sees_restricted(self) -> str:
        """What the sign of an answer that is not for everybody says."""
        await self._page.get_by_role("img", name="Restricted").last.hover()
        return await self._popover()

    async def rate(self, *, helpful: bool, words: str) -> None:
        """Presses a thumb under the last answer and says why."""
        await self._page.get_by_role("button", name="Like" if helpful else "Dislike", exact=True).last.click()
        form = self._page.get_by_role("dialog")
        await form.get_by_role("textbox").fill(words)
        await form.get_by_role("button", name="Submit").click()
        await self._page.get_by_role("button", name="Close", exact=True).click()
        await expect(form).to_have_count(0)

    async def press(self, title: str) -> None:
        """Presses a card's button."""
        await self._page.get_by_title(title, exact=True).last.click()

    async def fill(self, text: str) -> None:
        """Writes into the field that a card shows."""
        await self._page.locator(".ac-adaptiveCard").get_by_role("textbox").last.fill(text)

    async def picture(self, name: str) -> None:
        """Takes a picture of the page."""
        self._taken += 1
        self._shots.mkdir(parents=True, exist_ok=True)
        await self._page.screenshot(path=self._shots / f"{self._scene}-{self._taken:02}-{name}.png")

    def cards(self, conversation: str) -> list[tuple[str, dict[str, Any]]]:
        """The cards that stand in a conversation, each with its message's id, as they were last shown."""
        found: dict[str, dict[str, Any]] = {}
        for frame in self.told:
            if frame.get("actionConversationId") != conversation or "message" not in frame:
                continue
            for attachment in frame["message"].get("attachments") or []:
                if attachment.get("contentType") == CARD:
                    found[frame["message"]["messageId"]] = attachment["content"]
        return list(found.items())

    async def _popover(self) -> str:
        shown = self._page.get_by_role("dialog", include_hidden=True).last
        await expect(shown).to_be_visible()
        await shown.evaluate("shown => Promise.all(shown.getAnimations({subtree: true}).map(one => one.finished))")
        return await shown.inner_text()

    @property
    def _box(self) -> Locator:
        return self._page.locator("[contenteditable=true][role=textbox]").first

    async def _write_mention(self, text: str) -> None:
        await self._box.click()
        await self._page.keyboard.type("@")
        await self._page.locator("#typeahead-menu").get_by_text("Countersign", exact=True).click()
        await self._page.keyboard.type(f" {text}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        heard = json.loads(frame)
        if "action" in heard:
            self.told.append(heard)
