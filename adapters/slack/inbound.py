"""What Slack tells us: questions start a durable journey, clicks become ballots.

Bolt runs with ``process_before_response``: the answer to Slack goes out when the listener is through, so that what was
acknowledged is on record. A listener that fails is a 500, and Slack sends the event again.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import cards, feedback, shortcut
from adapters.slack.answering import Answering, Share, help_for
from adapters.slack.api import SlackApi
from adapters.slack.arrivals import Arrivals
from adapters.slack.blocks import Message
from adapters.slack.commands import Commands
from adapters.slack.home import Home
from adapters.slack.lists import Lists
from adapters.slack.messages import Messages
from adapters.slack.modals import DENY, REASON, Form, Ticket, deny_modal
from adapters.slack.payloads import Click, clicked, from_command, from_post, is_for_us, names_somebody, person, typed
from adapters.slack.reviewing import Reviewing
from adapters.slack.settings import COMMAND, SlackSettings
from core.domain.approval import Ballot, Decision, Ruling, Verdict
from core.domain.request import PipelineRequest
from core.errors import CountersignError, SurfaceError
from core.ports.clock import Clock
from core.ports.surface import Frontdesk
from core.wording import reviewing as wording
from core.wording import say
from core.wording.language import detect

_log = logging.getLogger("countersign.slack")
_BOLT_LOG = logging.getLogger("countersign.slack.bolt")
_BOLT_LOG.setLevel(logging.ERROR)  # below that Bolt logs whole payloads

GRACE = 5.0
"""Seconds that private replies get to finish when the program stops."""
ANYTHING = re.compile(".*")
Payload = dict[str, Any]


class Inbound:
    """Bolt's listeners over the front desk."""

    def __init__(
        self,
        settings: SlackSettings,
        api: SlackApi,
        arrivals: Arrivals,
        desk: Frontdesk,
        clock: Clock,
        share: Share,
    ) -> None:
        self._api = api
        self._arrivals = arrivals
        self._desk = desk
        self._clock = clock
        self._afterwards: set[asyncio.Task[None]] = set()
        self._answering = Answering(
            api, desk, clock, submit=self._submit, share=share, tell=self._tell, later=self._afterwards_do
        )
        self.bolt = AsyncApp(
            name=_BOLT_LOG.name,  # Bolt gives the logger of this name the level of the next line's
            logger=_BOLT_LOG,
            client=AsyncWebClient(base_url=settings.api_url),
            authorize=_Authorize(api),
            process_before_response=True,
            request_verification_enabled=False,  # http.py has verified the signature, over the bytes Slack sent
            attaching_conversation_kwargs_enabled=False,
        )
        _register(self.bolt.error, self._failed)
        # What reviewers and askers do about a review; before the catch-alls.
        found = Lists(api, desk)
        self._commands = Commands(api, found, self._afterwards_do)
        self._messages = Messages(api, desk, clock, self._submit, self._tell)
        self.home = Home(self.bolt, api, found, self._afterwards_do)
        Reviewing(self.bolt, api, desk, self._commands, self._tell, self._afterwards_do)
        _register(self.bolt.event("app_mention"), self._mention)
        _register(self.bolt.event("message"), self._message)
        _register(self.bolt.event("assistant_thread_started"), self._answering.thread_opened)
        _register(self.bolt.event("assistant_thread_context_changed"), self._answering.thread_opened)
        _register(self.bolt.event(ANYTHING), self._nothing)  # an event nobody handles is no error
        _register(self.bolt.command(COMMAND), self._command)
        _register(self.bolt.action(cards.APPROVE), self._approve)
        _register(self.bolt.action(DENY), self._deny)
        _register(self.bolt.action(cards.READ_ALL), self._nothing)  # a link: Slack reports the click all the same
        _register(self.bolt.action(feedback.HELPFUL), self._answering.helpful)
        _register(self.bolt.action(feedback.UNHELPFUL), self._answering.unhelpful)
        _register(self.bolt.action(feedback.SHARE), self._answering.share)
        _register(self.bolt.action(ANYTHING), self._old_button)
        _register(self.bolt.view(feedback.COMMENT), self._answering.comment)
        _register(self.bolt.shortcut(shortcut.CALLBACK), self._answering.about_message)
        _register(self.bolt.view(shortcut.CALLBACK), self._answering.ask_about)
        _register(self.bolt.view(DENY), self._reason)

    async def close(self) -> None:
        """Lets the private replies that are under way finish, for some seconds."""
        if self._afterwards:
            _, late = await asyncio.wait(self._afterwards, timeout=GRACE)
            for task in late:
                task.cancel()

    async def _failed(self, error: Exception, body: Payload) -> None:
        # The boundary to Slack: whatever failed, Bolt answers 500 after this. Our own errors explain themselves.
        trace = None if isinstance(error, CountersignError) else error
        _log.error("a Slack %s was not taken: %s", body.get("type", "command"), error, exc_info=trace)

    async def _nothing(self, ack: AsyncAck) -> None:
        await ack()

    async def _mention(self, event: Payload, body: Payload) -> None:
        await self._submit_post(event, body)

    async def _message(self, event: Payload, body: Payload) -> None:
        if await self._messages.takes(event, body):
            return
        if is_for_us(event, (await self._api.identity()).user):
            await self._submit_post(event, body)
        elif event.get("thread_ts") and not names_somebody(event):
            await self._submit_post(event, body, unless_new=True)

    async def _submit_post(self, event: Payload, body: Payload, *, unless_new: bool = False) -> None:
        """``unless_new``: only if it goes on with what its author asked in that thread."""
        us = await self._api.identity()
        request = from_post(event, str(body.get("team_id") or us.team), us.user, self._clock.now())
        if request is None or (unless_new and not await self._desk.follows_up(request)):
            return
        await self._submit(request)
        self._afterwards_do(self._answering.assistant.entitle(request))

    async def _command(self, command: Payload, ack: AsyncAck) -> None:
        if words := help_for(command.get("text")):
            await ack(text=words, response_type="ephemeral")
            return
        if await self._commands.takes(command, ack):
            return
        request = from_command(command, self._clock.now())
        if request is None:
            await ack()
            return
        language = detect(request.question)
        try:
            await self._submit(request)
        except CountersignError:
            # Slack sends no command again: the asker must hear of it, beside the failure that Slack shows them.
            if request.place.reply_url:
                said = _words(say("not_taken_down", language))
                self._afterwards_do(self._api.respond(request.place.reply_url, said, replace=False))
            raise
        await ack(text=say("working", language), response_type="ephemeral")

    async def _submit(self, request: PipelineRequest) -> None:
        self._arrivals.note(request)
        await self._desk.submit(request)

    async def _approve(self, body: Payload, action: Payload, ack: AsyncAck) -> None:
        click, ticket = clicked(body), Ticket.load(str(action.get("value")))
        if click is None or ticket is None:
            await self._old_button(body, ack)
            return
        decision = await self._decide(ticket, Verdict.APPROVE, None, click)
        self._tell(click, wording.RULINGS[decision.ruling])
        await ack()

    async def _deny(self, body: Payload, action: Payload, ack: AsyncAck) -> None:
        click, ticket = clicked(body), Ticket.load(str(action.get("value")))
        if click is None or ticket is None or not click.trigger:
            await self._old_button(body, ack)
            return
        try:
            # Before anything else: the trigger dies three seconds after the click.
            await self._api.open_view(click.trigger, deny_modal(Form(ticket, click.channel, click.thread)))
        except SurfaceError:
            self._tell(click, wording.NOT_RECORDED)
            raise
        await ack()

    async def _reason(self, body: Payload, view: Payload, ack: AsyncAck) -> None:
        click, form = clicked(body), Form.load(str(view.get("private_metadata")))
        if click is None or form is None:
            await ack()
            return
        click = replace(click, channel=form.channel, thread=form.thread)
        decision = await self._decide(form.ticket, Verdict.DENY, typed(view, REASON) or None, click)
        if decision.ruling is Ruling.REASON_REQUIRED:
            await ack(response_action="errors", errors={REASON: wording.MODAL_REASON_MISSING})
            return
        self._tell(click, wording.RULINGS[decision.ruling])
        await ack()

    async def _old_button(self, body: Payload, ack: AsyncAck) -> None:
        if click := clicked(body):
            self._tell(click, wording.OLD_BUTTON)
        await ack()

    async def _decide(self, ticket: Ticket, verdict: Verdict, note: str | None, click: Click) -> Decision:
        try:
            # The desk finds out who the account belongs to, on its own terms.
            ballot = Ballot(
                approval_id=ticket.approval_id,
                digest=ticket.digest,
                verdict=verdict,
                voter=person(click.user),
                note=note,
            )
            return await self._desk.decide(ballot)
        except CountersignError:
            self._tell(click, wording.NOT_RECORDED)
            raise

    def _tell(self, click: Click, text: str) -> None:
        """Tells one person something where they clicked, or directly where that cannot be; after the acknowledgement."""
        self._afterwards_do(self._whisper(click, text))

    async def _whisper(self, click: Click, text: str) -> None:
        if not click.channel:  # in the home tab
            await self._api.post(await self._api.direct(click.user), _words(text))
            return
        try:
            await self._api.whisper(click.channel, click.user, text, click.thread)
        except SurfaceError as error:
            if not error.permanent:
                raise
            await self._api.post(await self._api.direct(click.user), _words(text))

    def _afterwards_do(self, work: Coroutine[Any, Any, None]) -> None:
        async def logged() -> None:
            try:
                await work
            except SurfaceError as error:
                _log.warning("a private reply was not shown: %s", error)

        task = asyncio.get_running_loop().create_task(logged())
        self._afterwards.add(task)
        task.add_done_callback(self._afterwards.discard)


class _Authorize(AsyncAuthorize):
    """Tells Bolt who the bot is.

    Bolt's own way acknowledges an event with 200 when auth.test fails, and the event is lost; what is raised here becomes a
    500, and Slack sends the event again.
    """

    def __init__(self, api: SlackApi) -> None:
        self._api = api

    async def __call__(self, **_: Any) -> AuthorizeResult:
        us = await self._api.identity()
        return AuthorizeResult(enterprise_id=us.enterprise, team_id=us.team, bot_user_id=us.user, bot_id=us.bot)


def _words(text: str) -> Message:
    return Message(text, [])


def _register(decorate: Callable[..., Any] | None, listener: Callable[..., Awaitable[None]]) -> None:
    assert decorate is not None
    decorate(listener)
