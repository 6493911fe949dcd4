"""What goes to and fro between reviewers and whoever asked, and how a review ended."""

from __future__ import annotations

from adapters.teams import answers, text
from adapters.teams.activities import Message
from adapters.teams.answers import ASKED
from adapters.teams.elements import (
    Element,
    card,
    execute,
    fact,
    message,
    moment,
    note,
    paragraph,
    quotations,
    said,
    text_input,
    titled,
)
from adapters.teams.marks import Mark, Part
from adapters.teams.naming import named
from adapters.teams.outbound import Outbound
from adapters.teams.places import PREFIX, Spot
from adapters.teams.tickets import Ticket, Verb
from core.domain.approval import MAX_WORDS, Approval, Card, Remark
from core.domain.outcome import Outcome
from core.domain.request import Person, PlaceKind, SurfaceName
from core.wording import reviewing as wording
from core.wording import say
from core.wording.foreign import pieces, utc

NOTE = 1000
"""Characters of a handoff's note."""


class Dialogue(Outbound):
    """The outbound half of the surface, complete."""

    async def ask_back(self, approval: Approval, remark: Remark) -> None:
        """Where it was asked; one who is answered alone in their own chat."""
        mark = Mark(Part.ASKS_BACK, approval.id, more=remark.id)
        await self._show(await self._asker(approval), [question(approval, remark)], mark)

    async def add_remark(self, card: Card, approval: Approval, remark: Remark) -> None:
        """Beside the card: in its thread, or after it in a chat."""
        spot = await self._places.card(card)
        mark = Mark(Part.REMARK, approval.id, at=card.channel, more=remark.id)
        await self._show(spot.under(card.message), [remarked(approval, remark)], mark)

    async def remind(self, card: Card, approval: Approval, number: int) -> None:
        """Says beside the card that it still waits."""
        spot = await self._places.card(card)
        mark = Mark(Part.REMINDER, approval.id, number, at=card.channel)
        await self._show(spot.under(card.message), [reminder(approval)], mark)

    async def hand_over(self, approval: Approval) -> None:
        """Puts the question before the channel or person of the rule's handoff."""
        to = approval.rule.handoff.to.removeprefix(PREFIX) if approval.rule.handoff else ""
        if to.startswith(("19:", "a:")):
            spot = await self._places.channel(to)
        else:
            spot = await self._places.direct(Person(id=f"{PREFIX}{to}", name=to))
        await self._show(spot, [handed_over(approval)], Mark(Part.HANDOFF, approval.id))

    async def deliver_verdict(self, approval: Approval, outcome: Outcome) -> None:
        """Tells the asker where they asked, or in their own chat what is for them alone."""
        request = approval.request
        if request.place.surface is not SurfaceName.TEAMS:
            return
        spot = await self._asker(approval)
        asker = await named(self._api, spot, request.asker)
        await self._show(spot, answers.reviewed(request, outcome, asker), Mark(Part.VERDICT, outcome.exchange_id))

    async def _asker(self, approval: Approval) -> Spot:
        request = approval.request
        return await (self._places.direct(request.asker) if request.apart else self._places.asked_at(request))


def question(approval: Approval, remark: Remark) -> Message:
    """What a reviewer asks back, with who asks, and a field for the answer."""
    request = approval.request
    language = request.language
    asks = say("ask_back.asks", language, reviewer=remark.author.name)
    alone = request.apart or request.place.kind is PlaceKind.DIRECT
    to = [] if alone else [said(f"{request.asker.name}: ", weight="Bolder")]
    missing = say("answer_back.words_required", language)
    submit = execute(
        say("ask_back.button", language), Verb.ANSWER_BACK, Ticket(approval.id, approval.digest), style="positive"
    )
    shown = [
        *titled(say("ask_back.you_asked", language), quotations(text.shorten(request.question, ASKED))),
        paragraph(*to, said(asks), spacing="Medium"),
        *quotations(remark.text),
        text_input(Verb.ANSWER_BACK, say("ask_back.label", language), MAX_WORDS, missing),
    ]
    return message(card(shown, [submit]), asks)


def remarked(approval: Approval, remark: Remark) -> Message:
    """What a reviewer asked back or the asker answered, beside a card."""
    lead = wording.ANSWERS if remark.from_asker else wording.ASKS_BACK
    line = paragraph(said(remark.author.name, weight="Bolder"), said(f" {lead}"))
    return message(card([*_about(approval), line, *quotations(remark.text)]), f"{remark.author.name} {lead}")


def reminder(approval: Approval) -> Message:
    """What stands beside a card when it has waited for a while."""
    shown = [*_about(approval), note(f"{wording.STILL_WAITS}{moment(approval.expires_at)}.")]
    return message(card(shown), f"{wording.STILL_WAITS}{utc(approval.expires_at)}.")


def handed_over(approval: Approval) -> Message:
    """A question for somebody who goes on with it: what was asked, by whom and where, and who sent it here."""
    request = approval.request
    where = wording.ASKED_AT[request.place.kind]
    asked = f"Asked by {fact(request.asker.name)} {where}, {moment(request.received_at)}"
    by = f"{wording.HANDED_OVER_BY}{approval.decided_by.name}. " if approval.decided_by else ""
    shown = [
        *titled(wording.FOR_YOU, quotations(request.asks)),
        note(asked),
        paragraph(said(f"{by}{wording.ANSWER_YOURSELF}")),
        *(quotations(pieces(approval.note, NOTE)[0]) if approval.note else []),
    ]
    return message(card(shown), f"{wording.FOR_YOU}: {text.shorten(request.question, ASKED)}")


def _about(approval: Approval) -> list[Element]:
    """Which question this is about: in a chat nothing else tells it."""
    return titled("Question", quotations(text.shorten(approval.request.question, ASKED)))
