"""What waits for somebody's decision, and their own questions under review, as the command and the home tab list them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.slack.api import SlackApi
from adapters.slack.blocks import Message, actions, button, context
from adapters.slack.modals import WITHDRAW
from adapters.slack.payloads import person
from adapters.slack.rich import Block, account, filled, linked, moment, paragraph, quotation, rich_text, said
from adapters.slack.text import shorten
from core.domain.approval import Approval, Card
from core.domain.language import Language
from core.domain.outcome import Outcome, OutcomeKind
from core.domain.request import SurfaceName
from core.errors import SurfaceError
from core.ports.surface import Frontdesk
from core.wording import reviewing as wording
from core.wording import say

SHOWN = 10
"""Entries of a list."""
QUESTION = 300
"""Characters shown of a question."""
LINKS = 2000
"""Addresses remembered at most."""
DIRECT = "D"
"""How the id of a direct channel begins."""


@dataclass(frozen=True)
class Waiting:
    """What concerns one person. ``inbox`` comes with the address of a card each, where they can open one."""

    inbox: Sequence[tuple[Approval, str | None]]
    pending: Sequence[Approval]
    paused: bool

    @property
    def language(self) -> Language | None:
        """That of the newest of their own questions, which is what is known of theirs."""
        return self.pending[-1].request.language if self.pending else None

    @property
    def notice(self) -> list[Block]:
        """That the program is paused, where it is."""
        return [rich_text(paragraph(said(wording.PAUSED, bold=True)))] if self.paused else []


class Lists:
    """Asks the desk what concerns a person, and Slack where the cards are."""

    def __init__(self, api: SlackApi, desk: Frontdesk) -> None:
        self._api = api
        self._desk = desk
        self._links: dict[tuple[str, str], str] = {}

    async def of(self, user: str) -> Waiting:
        """Both lists. Raises StoreUnavailable, SurfaceError."""
        inbox = await self._desk.inbox(person(user))
        shown = [(approval, await self._card(user, approval)) for approval in inbox[:SHOWN]]
        return Waiting(
            inbox=[*shown, *((approval, None) for approval in inbox[SHOWN:])],
            pending=await self._desk.pending(person(user)),
            paused=await self._desk.paused() is not None,
        )

    async def _card(self, user: str, approval: Approval) -> str | None:
        """The address of the person's own copy, else of one in a channel; None where Slack gives none."""
        copies = [card for card in await self._desk.cards(approval.id) if card.surface is SurfaceName.SLACK]
        try:
            own = await self._api.direct(user) if any(card.channel.startswith(DIRECT) for card in copies) else ""
            found = [card for card in copies if card.channel == own]
            found += [card for card in copies if not card.channel.startswith(DIRECT)]
            return await self._link(found[0]) if found else None
        except SurfaceError as error:
            if not error.permanent:
                raise
            return None

    async def _link(self, card: Card) -> str:
        place = (card.channel, card.message)
        if place not in self._links:
            if len(self._links) >= LINKS:
                del self._links[next(iter(self._links))]
            self._links[place] = await self._api.permalink(*place)
        return self._links[place]


def inbox(waiting: Waiting) -> list[Block]:
    """What waits for their decision, each with a link to its card: they decide there, where all of it is shown."""
    if not waiting.inbox:
        return [context(wording.INBOX_EMPTY)]
    blocks = []
    for approval, link in waiting.inbox[:SHOWN]:
        line = [said("Asked by "), account(approval.request.asker), said(", to be decided by ")]
        line += [moment(approval.expires_at), said(". ")]
        line += [linked(link, wording.OPEN_CARD)] if link else []
        blocks.append(rich_text(quotation(shorten(approval.request.question, QUESTION)), paragraph(*line)))
    return [*blocks, *_more(len(waiting.inbox))]


def pending(waiting: Waiting) -> list[Block]:
    """Their own questions, each with a button to withdraw it."""
    if not waiting.pending:
        return [context(say("pending.empty", waiting.language))]
    blocks = []
    for approval in waiting.pending[:SHOWN]:
        values = {"asked": moment(approval.request.received_at), "latest": moment(approval.expires_at)}
        line = filled(say("pending.entry", waiting.language), values)
        blocks.append(rich_text(quotation(shorten(approval.request.question, QUESTION)), paragraph(*line)))
        blocks.append(withdrawal(approval.id, waiting.language))
    return [*blocks, *_more(len(waiting.pending), waiting.language)]


def withdrawal(approval_id: str, language: Language | None) -> Block:
    """The button that takes one's own question back."""
    press = button(say("withdraw.button", language), WITHDRAW, value=approval_id)
    return actions(f"{WITHDRAW}:{approval_id}", press)


def offer(approval_id: str, language: Language | None) -> Message:
    """Offers the asker alone to withdraw a question that is under review in a channel."""
    words = say("withdraw.offer", language)
    return Message(words, [line(words), withdrawal(approval_id, language)])


def with_withdrawal(messages: list[Message], outcome: Outcome, language: Language | None) -> list[Message]:
    """Messages that the asker alone reads: the notice of a review gets the button that ends it."""
    if outcome.outcome is not OutcomeKind.PENDING_APPROVAL or not outcome.approval_id:
        return messages
    *before, last = messages
    return [*before, Message(last.text, [*last.blocks, withdrawal(outcome.approval_id, language)])]


def line(words: str) -> Block:
    """A line of our own words."""
    return rich_text(paragraph(said(words)))


def _more(count: int, language: Language | None = None) -> list[Block]:
    return [context(say("pending.more", language, count=count - SHOWN))] if count > SHOWN else []
