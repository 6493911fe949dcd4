"""What reviewers and askers do beside approving and denying: edit, ask back, answer, hand over, withdraw."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from adapters.slack import modals
from adapters.slack.api import SlackApi
from adapters.slack.blocks import Message
from adapters.slack.commands import PENDING, Commands
from adapters.slack.directory import PREFIX
from adapters.slack.marks import Mark
from adapters.slack.modals import Form, Ticket
from adapters.slack.payloads import Click, clicked, identifier, person, typed
from core.domain.approval import Approval, Ballot, Decision, Ruling, Verdict
from core.domain.language import Language
from core.errors import CountersignError, SurfaceError
from core.ports.surface import Frontdesk
from core.wording import reviewing as wording

READ_SECONDS = 1.0
"""For reading what a form shows: the trigger that opens it dies three seconds after the click."""
STAYS_OPEN = (Ruling.WORDS_REQUIRED, Ruling.STALE_DIGEST, Ruling.PAUSED)
"""Rulings told in the form itself, so that nobody loses what they wrote."""

Payload = dict[str, Any]
MakeView = Callable[[Form, Approval], dict[str, Any]]
Tell = Callable[[Click, str], None]


class Reviewing:
    """Listeners over the front desk. ``tell`` says something to one person where they clicked."""

    def __init__(
        self,
        bolt: AsyncApp,
        api: SlackApi,
        desk: Frontdesk,
        commands: Commands,
        tell: Tell,
        afterwards: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self.bolt = bolt
        self._api = api
        self._desk = desk
        self._commands = commands
        self._tell = tell
        self._afterwards = afterwards
        _register(self.bolt.action(modals.EDIT), self._edit)
        _register(self.bolt.action(modals.ASK_BACK), self._ask)
        _register(self.bolt.action(modals.HAND_OVER), self._hand_over)
        _register(self.bolt.action(modals.ANSWER), self._answer)
        _register(self.bolt.action(modals.WITHDRAW), self._withdraw)
        _register(self.bolt.view(modals.EDIT), self._edited)
        _register(self.bolt.view(modals.ASK_BACK), self._asked)
        _register(self.bolt.view(modals.HAND_OVER), self._handed_over)
        _register(self.bolt.view(modals.ANSWER), self._answered)

    async def _edit(self, body: Payload, action: Payload, ack: AsyncAck) -> None:
        await self._open(body, action, modals.edit_modal, needs_words=True)
        await ack()

    async def _ask(self, body: Payload, action: Payload, ack: AsyncAck) -> None:
        await self._open(body, action, lambda form, _: modals.ask_modal(form))
        await ack()

    async def _hand_over(self, body: Payload, action: Payload, ack: AsyncAck) -> None:
        def view(form: Form, approval: Approval) -> dict[str, Any]:
            return modals.hand_over_modal(form, approval.rule.handoff.name if approval.rule.handoff else "")

        await self._open(body, action, view)
        await ack()

    async def _answer(self, body: Payload, action: Payload, ack: AsyncAck) -> None:
        await self._open(body, action, lambda form, approval: modals.answer_modal(form, approval.request.language))
        await ack()

    async def _open(self, body: Payload, action: Payload, view: MakeView, *, needs_words: bool = False) -> None:
        """Opens a form; whether its ballot counts is ruled on when it is submitted.

        A card that is not the newest opens no form for an edit: its ruling is told at once, and nobody writes in vain.
        """
        click, ticket = clicked(body), Ticket.load(str(action.get("value")))
        if click is None:
            return
        if ticket is None or not click.trigger:
            self._tell(click, wording.OLD_BUTTON)
            return
        try:
            async with asyncio.timeout(READ_SECONDS):
                approval = await self._desk.approval(ticket.approval_id)
            if approval is None:
                self._tell(click, wording.RULINGS[Ruling.UNKNOWN_APPROVAL])
            elif needs_words and (ticket.digest != approval.digest or approval.decided_at):
                decision = await self._desk.decide(_edit_ballot(ticket, click, None))
                self._tell(click, wording.told(decision.ruling, wording.EDITING))
            else:
                form = Form(ticket, click.channel, click.thread)
                await self._api.open_view(click.trigger, view(form, approval))
        except (CountersignError, TimeoutError):
            self._tell(click, wording.NOT_RECORDED)
            raise

    async def _edited(self, body: Payload, view: Payload, ack: AsyncAck) -> None:
        async def edit(form: Form, click: Click) -> Decision:
            return await self._desk.decide(_edit_ballot(form.ticket, click, typed(view, modals.WORDS)))

        await self._submitted(body, view, ack, edit, modals.WORDS, _in_words(wording.EDITING))

    async def _asked(self, body: Payload, view: Payload, ack: AsyncAck) -> None:
        async def ask(form: Form, click: Click) -> Decision:
            question = typed(view, modals.QUESTION)
            return await self._desk.ask_back(form.ticket.approval_id, person(click.user), question, _key(view))

        await self._submitted(body, view, ack, ask, modals.QUESTION, _in_words(wording.ASKING_BACK))

    async def _answered(self, body: Payload, view: Payload, ack: AsyncAck) -> None:
        async def answer(form: Form, click: Click) -> Decision:
            reply = typed(view, modals.REPLY)
            return await self._desk.answer_back(form.ticket.approval_id, person(click.user), reply, _key(view))

        def said(decision: Decision) -> str:
            return wording.answering(decision.ruling, _language(decision))

        await self._submitted(body, view, ack, answer, modals.REPLY, said)

    async def _handed_over(self, body: Payload, view: Payload, ack: AsyncAck) -> None:
        async def hand_over(form: Form, click: Click) -> Decision:
            note = typed(view, modals.NOTE) or None
            return await self._desk.hand_over(form.ticket.approval_id, person(click.user), note)

        await self._submitted(body, view, ack, hand_over, modals.NOTE, _in_words(wording.HANDING_OVER))

    async def _submitted(
        self,
        body: Payload,
        view: Payload,
        ack: AsyncAck,
        act: Callable[[Form, Click], Awaitable[Decision]],
        name: str,
        words: Callable[[Decision], str],
    ) -> None:
        """Does what a form asks for, and tells its ruling: in the form where it stays open, else where the card is."""
        click, form = clicked(body), Form.load(str(view.get("private_metadata")))
        if click is None or form is None:
            await ack()
            return
        click = replace(click, channel=form.channel, thread=form.thread)
        try:
            decision = await act(form, click)
        except CountersignError:
            self._tell(click, wording.NOT_RECORDED)
            raise
        said = words(decision)
        if decision.ruling in STAYS_OPEN:
            await ack(response_action="errors", errors={name: said})
            return
        self._tell(click, said)
        await ack()

    async def _withdraw(self, body: Payload, action: Payload, ack: AsyncAck) -> None:
        click, approval_id = clicked(body), identifier(action.get("value"))
        if click is None or approval_id is None:
            await ack()
            return
        try:
            decision = await self._desk.withdraw(approval_id, person(click.user))
        except CountersignError:
            self._tell(click, wording.NOT_RECORDED)
            raise
        self._afterwards(self._withdrawn(body, click, decision))
        await ack()

    async def _withdrawn(self, body: Payload, click: Click, decision: Decision) -> None:
        """Tells what came of it, in place of the button where that stands for one person alone or is done with."""
        said = wording.withdrawing(decision.ruling, _language(decision))
        container, url = body.get("container") or {}, identifier(body.get("response_url"), 1000)
        shown = body.get("message") or {}
        if container.get("is_ephemeral") and url:
            if _is_list(shown):
                await self._commands.show(PENDING, click.user, url, said, replace=True)
            else:
                await self._api.respond(url, Message(said, []), replace=True)
            return
        self._tell(click, said)
        ts, approval = identifier(container.get("message_ts")), decision.approval
        if decision.ruling is Ruling.DECIDED and approval and ts and click.channel:
            mark = Mark("answer", approval.request.id, exchange_id=approval.exchange_id)
            left = [block for block in shown.get("blocks") or [] if block.get("type") != "actions"]
            try:
                await self._api.update(click.channel, ts, Message(str(shown.get("text") or ""), left), mark.metadata())
            except SurfaceError as error:
                if not error.permanent:
                    raise


def _edit_ballot(ticket: Ticket, click: Click, words: str | None) -> Ballot:
    return Ballot(
        approval_id=ticket.approval_id,
        digest=ticket.digest,
        verdict=Verdict.EDIT,
        voter=person(click.user),
        words=words,
    )


def _in_words(tried: dict[Ruling, str]) -> Callable[[Decision], str]:
    return lambda decision: wording.told(decision.ruling, tried)


def _language(decision: Decision) -> Language | None:
    """The asker's."""
    return decision.approval.request.language if decision.approval else None


def _key(view: Payload) -> str:
    """A form's own id: submitted again, it is the same remark."""
    return f"{PREFIX}view:{identifier(view.get('id')) or ''}"


def _is_list(message: Payload) -> bool:
    """Whether a message is the list of the command, which begins with its heading."""
    blocks = message.get("blocks") or []
    return bool(blocks) and isinstance(blocks[0], dict) and blocks[0].get("type") == "header"


def _register(decorate: Callable[..., Any] | None, listener: Callable[..., Awaitable[None]]) -> None:
    assert decorate is not None
    decorate(listener)
