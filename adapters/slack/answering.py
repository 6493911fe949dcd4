"""What people do with questions and answers beside asking and reading: help, menus, thumbs, sharing, assistant threads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from slack_bolt.async_app import AsyncAck

from adapters.slack import feedback, shortcut
from adapters.slack.api import SlackApi
from adapters.slack.assistant import Assistant
from adapters.slack.feedback import Answer, Form
from adapters.slack.payloads import Click, clicked, part, person, typed
from adapters.slack.settings import COMMAND
from core.domain.exchange import Exchange
from core.domain.language import Language
from core.domain.request import PipelineRequest
from core.errors import CountersignError, StoreUnavailable, SurfaceError
from core.ports.answers import Sharing
from core.ports.clock import Clock
from core.ports.surface import Frontdesk
from core.wording import say

Payload = dict[str, Any]
Tell = Callable[[Click, str], None]
Later = Callable[[Coroutine[Any, Any, None]], None]
Share = Callable[[Exchange], Awaitable[None]]
Submit = Callable[[PipelineRequest], Awaitable[None]]

_HELP = {
    "": None,
    "help": Language.ENGLISH,
    "hilfe": Language.GERMAN,
    "ayuda": Language.SPANISH,
    "帮助": Language.CHINESE,
    "допомога": Language.UKRAINIAN,
}


def help_for(text: object) -> str | None:
    """What a command without a question, or with the word for help, is answered with; None for any other."""
    word = str(text or "").strip().strip("?？!").casefold()
    return say("help", _HELP[word], command=COMMAND) if word in _HELP else None


class Answering:
    """Bolt's listeners; ``tell`` says something to one person where they clicked, ``later`` works after the acknowledgement."""

    def __init__(
        self, api: SlackApi, desk: Frontdesk, clock: Clock, *, submit: Submit, share: Share, tell: Tell, later: Later
    ) -> None:
        self._api = api
        self._desk = desk
        self._clock = clock
        self._submit = submit
        self._share = share
        self._tell = tell
        self._later = later
        self.assistant = Assistant(api)

    async def thread_opened(self, event: Payload, ack: AsyncAck) -> None:
        """An assistant thread was opened, or its context changed."""
        self._later(self.assistant.opened(event))
        await ack()

    async def about_message(self, body: Payload, ack: AsyncAck) -> None:
        """Somebody chose "Ask about this message"."""
        click, subject = clicked(body), shortcut.about(body)
        if click and subject and click.trigger:
            text = str(part(body, "message").get("text") or "")
            try:
                await self._api.open_view(click.trigger, shortcut.modal(subject, text, None))
            except SurfaceError:
                self._tell(click, say("not_taken_down", None))
                raise
        await ack()

    async def ask_about(self, body: Payload, view: Payload, ack: AsyncAck) -> None:
        """The modal was submitted: a question like any other, answered to the asker alone."""
        request = shortcut.from_modal(body, view, self._clock.now())
        if request is not None:
            await self._submit(request)
        await ack()

    async def helpful(self, body: Payload, action: Payload, ack: AsyncAck) -> None:
        """A thumb up."""
        click, answer = clicked(body), Answer.load(action.get("value"))
        if click and answer:
            await self._rate(click, answer, helpful=True)
        await ack()

    async def unhelpful(self, body: Payload, action: Payload, ack: AsyncAck) -> None:
        """A thumb down. It counts as it is pressed; the modal, opened first for its trigger's sake, only adds the why."""
        click, answer = clicked(body), Answer.load(action.get("value"))
        if click and answer:
            asked = await self._asked_why(click, answer)
            await self._rate(click, answer, helpful=False, quiet=asked)
        await ack()

    async def comment(self, body: Payload, view: Payload, ack: AsyncAck) -> None:
        """What was wrong."""
        click, form = clicked(body), Form.load(view.get("private_metadata"))
        if click and form:
            click = replace(click, channel=form.channel, thread=form.thread)
            await self._rate(click, form.answer, helpful=False, comment=typed(view, feedback.COMMENT) or None)
        await ack()

    async def share(self, body: Payload, action: Payload, ack: AsyncAck) -> None:
        """The asker wants everybody in the channel to read it."""
        click, answer = clicked(body), Answer.load(action.get("value"))
        if click and answer:
            language = answer.language
            try:
                sharing, exchange = await self._desk.shared(answer.exchange_id, person(click.user))
            except CountersignError:
                self._tell(click, say("try_again", language))
                raise
            if sharing is Sharing.ALLOWED and exchange:
                self._later(self._post(click, exchange, language))
            else:
                self._tell(click, say(f"share.{sharing}", language))
        await ack()

    async def _post(self, click: Click, exchange: Exchange, language: Language | None) -> None:
        try:
            await self._share(exchange)
        except SurfaceError as error:
            self._tell(click, say("share.refused" if error.permanent else "try_again", language))
            raise
        self._tell(click, say("share.done", language))

    async def _asked_why(self, click: Click, answer: Answer) -> bool:
        try:
            await self._api.open_view(click.trigger, feedback.modal(Form(answer, click.channel, click.thread)))
        except SurfaceError:
            return False
        return True

    async def _rate(
        self, click: Click, answer: Answer, *, helpful: bool, comment: str | None = None, quiet: bool = False
    ) -> None:
        try:
            given = await self._desk.rate(answer.exchange_id, person(click.user), helpful, comment)
        except (StoreUnavailable, SurfaceError):
            self._tell(click, say("try_again", answer.language))
            raise
        if given is None or not quiet:
            self._tell(click, say("feedback.thanks" if given else "feedback.unknown", answer.language))
