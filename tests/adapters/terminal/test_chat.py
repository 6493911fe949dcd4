"""A conversation: questions, and the approvals that wait for whoever sits there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

import pytest

from adapters.terminal.chat import Chat
from adapters.terminal.speaker import Speaker
from core.domain.approval import Approval, ApprovalState, Ballot, Decision, Ruling, Verdict
from core.domain.outcome import OutcomeKind
from core.domain.request import Person
from core.errors import StoreUnavailable
from tests.adapters.samples import DIGEST, NOW, approval, exchange, request
from tests.adapters.terminal.printing import console, said

FIRST, SECOND = "ap_aaaa1111", "ap_aaaa2222"


class Lines:
    """A keyboard on which these lines are typed."""

    def __init__(self, *lines: str, interactive: bool = False) -> None:
        self.interactive = interactive
        self.prompts: list[str] = []
        self._lines = list(lines)

    async def line(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return self._lines.pop(0) if self._lines else None

    @contextmanager
    def aside(self) -> Iterator[None]:
        yield


class FakeDesk:
    """Remembers what it was asked; everything in ``waiting`` waits for ``terminal:you``."""

    def __init__(self, *waiting: Approval, fails: bool = False) -> None:
        self.waiting = list(waiting)
        self.fails = fails
        self.asked: list[tuple[str, str]] = []
        self.ballots: list[Ballot] = []

    async def ask(self, speaker: Speaker, question: str) -> None:
        if self.fails:
            raise StoreUnavailable("The database does not answer.", "Check that it runs.")
        self.asked.append((speaker.person.id, question))

    async def inbox(self, person: Person) -> Sequence[Approval]:
        return self.waiting if person.id == "terminal:you" else []

    async def decide(self, ballot: Ballot) -> Decision:
        self.ballots.append(ballot)
        if ballot.verdict is Verdict.DENY and not ballot.note:
            return Decision(ruling=Ruling.REASON_REQUIRED, approval=self.waiting[0])
        state = ApprovalState.APPROVED if ballot.verdict is Verdict.APPROVE else ApprovalState.DENIED
        change = {"state": state, "decided_by": ballot.voter, "decided_at": NOW, "note": ballot.note}
        return Decision(ruling=Ruling.DECIDED, approval=self.waiting[0].model_copy(update=change))


async def talk(desk: FakeDesk, *lines: str, interactive: bool = False, strangers: bool = True) -> str:
    screen = console()
    chat = Chat(screen, Lines(*lines, interactive=interactive), Speaker(login="dana"), strangers=strangers)
    await chat.run(desk)
    return said(screen)


async def test_every_line_of_a_pipe_is_a_question_and_is_repeated() -> None:
    desk = FakeDesk()
    shown = await talk(desk, "Who approves travel?", "", "  ", " And gifts? ")
    assert desk.asked == [("terminal:you", "Who approves travel?"), ("terminal:you", "And gifts?")]
    assert "you> Who approves travel?" in shown


async def test_a_person_is_greeted_and_not_repeated() -> None:
    shown = await talk(FakeDesk(), "Who approves travel?", interactive=True)
    assert "/help" in shown
    assert "you> Who" not in shown


async def test_quit_leaves_the_rest_unasked() -> None:
    desk = FakeDesk()
    await talk(desk, "/quit", "Who approves travel?")
    assert desk.asked == []


async def test_an_unknown_command_is_no_question() -> None:
    desk = FakeDesk()
    assert "There is no /aprove." in await talk(desk, "/aprove ap_1")
    assert desk.asked == []


async def test_help_names_every_command() -> None:
    shown = await talk(FakeDesk(), "/help")
    for command in ("/inbox", "/show ID", "/approve ID", "/deny ID REASON", "/as NAME", "/help", "/quit"):
        assert command in shown


async def test_an_error_is_one_line_and_the_conversation_goes_on() -> None:
    desk = FakeDesk(fails=True)
    shown = await talk(desk, "Who approves travel?", "/inbox")
    assert "The database does not answer. Check that it runs.\n" in shown
    assert "Nothing waits for your decision." in shown


async def test_the_inbox_lists_what_waits() -> None:
    shown = await talk(FakeDesk(approval(FIRST)), "/inbox")
    assert "1 waiting for your decision: /inbox" in shown
    assert f"{FIRST}  Dana asks: How many days of leave?" in shown


async def test_nothing_is_signed_before_the_whole_card_was_shown() -> None:
    desk = FakeDesk(approval(FIRST))
    shown = await talk(desk, f"/approve {FIRST}")
    assert desk.ballots == []
    assert "“Thirty days.”" in shown
    assert "Give the command once more" in shown


@pytest.mark.parametrize("first", [f"/show {FIRST}", f"/approve {FIRST}"])
async def test_what_was_shown_is_what_is_signed(first: str) -> None:
    desk = FakeDesk(approval(FIRST))
    shown = await talk(desk, first, f"/approve {FIRST}")
    assert [(cast.verdict, cast.digest, cast.voter.id) for cast in desk.ballots] == [
        (Verdict.APPROVE, DIGEST, "terminal:you")
    ]
    assert "Done: approved by dana (terminal:you)" in shown


async def test_a_vote_carries_the_digest_of_the_card_even_if_it_has_changed_since() -> None:
    desk = FakeDesk(approval(FIRST))
    screen = console()

    class Changing(Lines):
        async def line(self, prompt: str) -> str | None:
            if len(self.prompts) == 1:
                desk.waiting[0] = desk.waiting[0].model_copy(update={"digest": "e" * 64})
            return await super().line(prompt)

    keyboard = Changing(f"/show {FIRST}", f"/approve {FIRST}")
    await Chat(screen, keyboard, Speaker(login="dana"), strangers=True).run(desk)
    assert [cast.digest for cast in desk.ballots] == [DIGEST]


async def test_a_denial_carries_the_whole_reason() -> None:
    desk = FakeDesk(approval(FIRST))
    await talk(desk, f"/show {FIRST}", f"/deny {FIRST}  outdated since  May ")
    assert desk.ballots[0].note == "outdated since  May"


async def test_a_denial_without_a_reason_asks_for_one() -> None:
    shown = await talk(FakeDesk(approval(FIRST)), f"/show {FIRST}", f"/deny {FIRST}")
    assert "A denial needs a reason" in shown


async def test_the_beginning_of_an_id_is_enough_if_only_one_has_it() -> None:
    desk = FakeDesk(approval(FIRST), approval(SECOND))
    shown = await talk(desk, "/show ap_aaaa1", "/approve ap_aaaa1", "/show ap_aaaa", "/show ap_z", "/show")
    assert [cast.approval_id for cast in desk.ballots] == [FIRST]
    assert "More than one begins with ap_aaaa" in shown
    assert "Nothing that begins with ap_z waits" in shown
    assert "Say which: /show ID" in shown


async def test_speaking_for_others_changes_who_asks_and_what_waits() -> None:
    desk = FakeDesk(approval(FIRST))
    shown = await talk(desk, "/as sam", "Who approves travel?", "/inbox", "/as", "/as two words")
    assert desk.asked == [("terminal:sam", "Who approves travel?")]
    assert "sam> /inbox" in shown
    assert "Nothing waits for your decision." in shown
    assert shown.count("a name of one word") == 2


async def test_what_one_person_was_shown_another_has_not_seen() -> None:
    desk = FakeDesk(approval(FIRST))
    await talk(desk, f"/show {FIRST}", "/as sam", "/as you", f"/approve {FIRST}")
    assert desk.ballots == []


async def test_nobody_speaks_for_others_outside_the_local_default() -> None:
    desk = FakeDesk()
    shown = await talk(desk, "/as sam", "Who approves travel?", strangers=False)
    assert "local default only" in shown
    assert desk.asked == [("terminal:you", "Who approves travel?")]


async def test_what_is_typed_cannot_draw_either() -> None:
    shown = await talk(FakeDesk(), "/\x1b[2Jx\u202e")
    assert "There is no /x." in shown


def test_a_verdict_says_on_which_question() -> None:
    screen = console()
    chat = Chat(screen, Lines(), Speaker(login="dana"), strangers=True)
    outcome = exchange().outcome
    chat.show(request(), outcome)
    assert "On your question" not in said(screen)
    assert "/show ap_1" in said(screen)
    late = {"outcome": OutcomeKind.DENIED, "reviewed_at": NOW + timedelta(hours=1), "text": "Sam did not release it."}
    chat.show(request(), outcome.model_copy(update=late))
    assert "On your question: How many days of leave?" in said(screen)
