"""What Teams waits for an answer to: presses on cards become ballots, thumbs become feedback."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from adapters.teams import cards, lists
from adapters.teams.activities import Message
from adapters.teams.http import Reply
from adapters.teams.marks import RATED, Mark, Part
from adapters.teams.once import Once
from adapters.teams.presses import Press, Rating, malformed, pressed, rated, says, shows, unknown
from adapters.teams.tickets import Verb
from core.domain.approval import Approval, ApprovalState, Ballot, Decision, Ruling, Verdict
from core.domain.request import Place, PlaceKind
from core.errors import CountersignError
from core.ports.conversations import Conversations
from core.ports.surface import Frontdesk
from core.wording import reviewing, say

_log = logging.getLogger("countersign.teams")

_VERDICTS = {Verb.APPROVE: Verdict.APPROVE, Verb.EDIT: Verdict.EDIT, Verb.DENY: Verdict.DENY}
_TRIED: Mapping[Verb, dict[Ruling, str]] = {
    Verb.EDIT: reviewing.EDITING,
    Verb.ASK_BACK: reviewing.ASKING_BACK,
    Verb.HAND_OVER: reviewing.HANDING_OVER,
}
_SHOWN = frozenset({
    Ruling.DECIDED,
    Ruling.COUNTED,
    Ruling.ALREADY_DECIDED,
    Ruling.SUPERSEDED,
    Ruling.EXPIRED,
    Ruling.WITHDRAWN,
    Ruling.HANDED_OVER,
})  # fmt: skip
"""Rulings that the card itself tells, as it stands now."""
_ACCEPTED = (Ruling.DECIDED, Ruling.COUNTED)
"""Rulings that only somebody hears who may decide."""
_ASKERS = (Verb.WITHDRAW, Verb.ANSWER_BACK)
"""What is pressed by whoever asked, who is not shown the reviewers' card."""


class Invokes:
    """Answers at once. A press is on record before it is answered."""

    def __init__(self, desk: Frontdesk, conversations: Conversations) -> None:
        self._desk = desk
        self._conversations = conversations
        self._once = Once()

    async def take(self, activity: dict[str, Any]) -> Reply:
        """400 for one that is malformed or that the bot has no use for. Raises StoreUnavailable where feedback is lost."""
        match activity.get("name"):
            case "adaptiveCard/action":
                press = pressed(activity)
                return await self._press(press) if press else malformed("This is no press on a card.")
            case "message/submitAction":
                rating = rated(activity)
                return await self._rate(rating) if rating else malformed("This is no feedback.")
            case _:
                return malformed("This bot takes presses on its cards, and feedback.")

    async def _press(self, press: Press) -> Reply:
        if press.verb is Verb.REFRESH:
            try:
                return await self._look(press)
            except CountersignError as error:
                _log.warning("a card could not be shown anew: %s", error)
                return unknown("Not now.") if press.automatic else says(reviewing.LIST_FAILED)
        try:
            decision = await self._once.do(press.key, lambda: self._decide(press))
        except CountersignError as error:
            _log.error("a press on a card was not recorded: %s", error)
            return says(reviewing.NOT_RECORDED)
        said = _told(press.verb, decision)
        try:
            return await self._shown(press, decision, said) or says(said)
        except CountersignError as error:  # what is decided stays decided
            _log.warning("a card could not be replaced: %s", error)
            return says(said)

    async def _look(self, press: Press) -> Reply:
        """The card as it stands, for those who may decide with its buttons. It decides nothing.

        Whoever is not asked to decide sees it only where it stands: nobody is shown a card by naming its id.
        """
        approval = await self._desk.approval(press.ticket.approval_id)
        copy = await self._copy(approval, press) if approval else None
        if copy is None and press.automatic:  # it may be so new that it is not on record yet
            return unknown("This card is not known here.")
        may_decide = False
        if approval and approval.state is ApprovalState.PENDING:
            may_decide = any(one.id == approval.id for one in await self._desk.inbox(press.by))
        if approval is None or not (copy or may_decide):
            return says(reviewing.OLD_BUTTON)
        return await self._card(approval, copy, may_decide=may_decide)

    async def _shown(self, press: Press, decision: Decision, said: str) -> Reply | None:
        """What takes the place of the card that was pressed; None if it stays."""
        verb, approval = press.verb, decision.approval
        if verb is Verb.ANSWER_BACK and decision.ruling is Ruling.PASSED_ON:
            return _replaced(lists.done(said))
        if verb is Verb.WITHDRAW and decision.ruling is Ruling.DECIDED:
            if await self._mark(press.place, press.message):
                return _replaced(lists.done(said))
            return _replaced(lists.pending(await lists.waiting(self._desk, press.by)))  # pressed in that list
        if approval is None or decision.ruling not in _SHOWN or verb in _ASKERS:
            return None
        copy = await self._copy(approval, press)
        if copy is None and decision.ruling not in _ACCEPTED:
            return None
        newest = await self._desk.approval(approval.id)  # a repeated press is told of an older one
        return await self._card(newest or approval, copy, may_decide=False)

    async def _decide(self, press: Press) -> Decision:
        approval_id, verb, text = press.ticket.approval_id, press.verb, press.text
        match verb:
            case Verb.ASK_BACK:
                return await self._desk.ask_back(approval_id, press.by, text or "", press.key)
            case Verb.ANSWER_BACK:
                return await self._desk.answer_back(approval_id, press.by, text or "", press.key)
            case Verb.HAND_OVER:
                return await self._desk.hand_over(approval_id, press.by, text)
            case Verb.WITHDRAW:
                return await self._desk.withdraw(approval_id, press.by)
            case _:
                # The desk finds out who the account belongs to, on its own terms.
                return await self._desk.decide(
                    Ballot(
                        approval_id=approval_id,
                        digest=press.ticket.digest,
                        verdict=_VERDICTS[verb],
                        voter=press.by,
                        note=text if verb is Verb.DENY else None,
                        words=text if verb is Verb.EDIT else None,
                    )
                )

    async def _rate(self, rating: Rating) -> Reply:
        mark = await self._rated(rating)
        if mark is None or mark.part not in RATED:
            return unknown(say("feedback.unknown"))
        given = await self._desk.rate(mark.key, rating.by, rating.helpful, rating.comment)
        return Reply(200, {}) if given else unknown(say("feedback.unknown"))

    async def _rated(self, rating: Rating) -> Mark | None:
        """What is rated: the message named; in one's own chat, where the client names none, the newest of ours there."""
        if rating.message:
            return await self._mark(rating.place, rating.message)
        if rating.place.kind is not PlaceKind.DIRECT:
            return None
        return Mark.load(await self._conversations.newest_key(rating.place.channel))

    async def _card(self, approval: Approval, copy: Mark | None, *, may_decide: bool) -> Reply:
        """One part of the card. Off its place that is the first, which has buttons only if it is all of the card."""
        votes = await self._desk.votes(approval.id)
        return shows(cards.part(approval, votes, copy.n if copy else 0, decides=may_decide))

    async def _copy(self, approval: Approval, press: Press) -> Mark | None:
        """Which part of the approval's card was pressed; None for a button of another message."""
        mark = await self._mark(press.place, press.message)
        return mark if mark and (mark.part, mark.key) == (Part.CARD, approval.id) else None

    async def _mark(self, place: Place, message: str) -> Mark | None:
        """What a message of ours is, if it is one."""
        for conversation in dict.fromkeys((place.channel, place.thread or place.channel)):
            if mark := Mark.load(await self._conversations.key_of(conversation, message)):
                return mark
        return None


def _told(verb: Verb, decision: Decision) -> str:
    language = decision.approval.request.language if decision.approval else None
    if verb is Verb.WITHDRAW:
        return reviewing.withdrawing(decision.ruling, language)
    if verb is Verb.ANSWER_BACK:
        return reviewing.answering(decision.ruling, language)
    return reviewing.told(decision.ruling, _TRIED.get(verb, {}))


def _replaced(message: Message) -> Reply:
    return shows(message.card) if message.card else says(message.text)
