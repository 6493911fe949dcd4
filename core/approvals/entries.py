"""The entries of the approvals file: each refuses what it does not know and what cannot work."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from itertools import pairwise
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from core.domain.approval import ApprovalRule, Approver, Delegation, Escalation, Handoff, WorkingHours

_UNITS = {"m": 60, "h": 3600, "d": 86400}
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LONGEST = 90 * 86400
OWNER, EACH = "owner", "approvers"


def _seconds(value: Any) -> Any:
    """``90m``, ``72h`` or ``3d`` as seconds."""
    if isinstance(value, str) and (found := re.fullmatch(r"([0-9]{1,9})\s*([mhd])", value.strip())):
        return int(found[1]) * _UNITS[found[2]]
    raise ValueError("write a time as 90m, 72h or 3d")


def _clock(value: Any) -> Any:
    """``09:00``; YAML reads it as the number 540 unless it is quoted."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{2}:[0-9]{2}", value.strip()):
        return time.fromisoformat(value.strip())
    raise ValueError('write a time of day as "09:00", with its quotes')


def _day(value: Any) -> Any:
    if isinstance(value, date) and type(value) is date:
        return value
    raise ValueError("write a day as 2026-12-24")


Seconds = Annotated[int, BeforeValidator(_seconds), Field(ge=60, le=LONGEST)]
Clock = Annotated[time, BeforeValidator(_clock)]
Day = Annotated[date, BeforeValidator(_day)]
Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
Place = Annotated[str, Field(pattern=r"^(slack|teams):\S+$")]
CardPlace = Annotated[str, Field(pattern=rf"^((slack|teams):\S+|{OWNER}|{EACH})$")]
Account = Annotated[str, Field(pattern=r"^((slack|teams|terminal):\S+|[^@:\s]+@[^@:\s]+)$")]


class Strict(BaseModel):
    """Refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Who(Strict):
    """Somebody: a person by account or verified e-mail, or a group."""

    account: str | None = Field(default=None, pattern=r"^(slack|teams|terminal):\S+$")
    email: str | None = Field(default=None, pattern=r"^[^@\s]+@[^@\s]+$")
    group: Name | None = None

    @model_validator(mode="after")
    def _one(self) -> Who:
        if sum(value is not None for value in (self.account, self.email, self.group)) != 1:
            raise ValueError("an approver is one of account, email or group")
        return self

    def approver(self) -> Approver:
        """As an approval keeps it."""
        return Approver(account=self.account, email=self.email, group=self.group)


class ApproverEntry(Who):
    """Somebody who may decide; ``owner: true`` means whoever owns the document that is cited."""

    owner: bool = False

    @model_validator(mode="after")
    def _one(self) -> ApproverEntry:
        named = (self.account, self.email, self.group)
        if sum(value is not None for value in named) + self.owner != 1:
            raise ValueError("an approver is one of account, email, group or owner")
        return self


class HoursEntry(Strict):
    """Working hours."""

    zone: Name
    days: Annotated[tuple[str, ...], Field(min_length=1, max_length=7)] = _DAYS[:5]
    start: Clock = Field(alias="from")
    end: Clock = Field(alias="to")

    @model_validator(mode="after")
    def _possible(self) -> HoursEntry:
        try:
            ZoneInfo(self.zone)
        except (KeyError, OSError, ValueError) as error:  # unknown, a folder of the database, or no name at all
            raise ValueError(f"there is no time zone {self.zone}; an example is Europe/Berlin") from error
        if wrong := [day for day in self.days if day not in _DAYS]:
            raise ValueError(f"there is no day {wrong[0]}; they are {', '.join(_DAYS)}")
        if self.end <= self.start:
            raise ValueError("working hours must end after they begin, on the same day")
        return self

    def hours(self) -> WorkingHours:
        """As an approval keeps them."""
        days = tuple(sorted({_DAYS.index(day) for day in self.days}))
        return WorkingHours(zone=self.zone, days=days, start=self.start, end=self.end)


class HandoffEntry(Strict):
    """Who goes on with a question by themselves."""

    to: Place
    name: Name

    def handoff(self) -> Handoff:
        """As an approval keeps it."""
        return Handoff(to=self.to, name=self.name)


class EscalationEntry(Strict):
    """Who is asked too after a time, and where their cards go."""

    after: Seconds
    approvers: tuple[ApproverEntry, ...] = Field(min_length=1)
    cards: tuple[CardPlace, ...] = ()


class AwayEntry(Strict):
    """Who stands in for whom, from the first to the last day."""

    person: Account
    delegate: Account
    first: Day = Field(alias="from")
    last: Day = Field(alias="to")

    @model_validator(mode="after")
    def _possible(self) -> AwayEntry:
        if self.person.casefold() == self.delegate.casefold():
            raise ValueError("nobody stands in for themselves")
        if self.last < self.first:
            raise ValueError("the last day is before the first")
        return self

    def delegation(self, number: int) -> Delegation:
        """As one that was set by a command."""
        return Delegation(
            id=f"file_{number}",
            absent=self.person,
            delegate=self.delegate,
            first_day=self.first,
            last_day=self.last,
        )


class Rule(Strict):
    """Who decides, how many of them, for how long it waits, and who is asked when."""

    name: Name
    approvers: tuple[ApproverEntry, ...] = Field(min_length=1)
    quorum: int = Field(default=1, ge=1, le=100)
    expires_after: Seconds = 72 * 3600
    cards: tuple[CardPlace, ...] = ()
    reminders: tuple[Seconds, ...] = Field(default=(), max_length=20)
    escalation: tuple[EscalationEntry, ...] = Field(default=(), max_length=10)
    hours: HoursEntry | None = None
    handoff: HandoffEntry | None = None

    @model_validator(mode="after")
    def _ends(self) -> Rule:
        for what, times in (("reminder", self.reminders), ("escalation", [step.after for step in self.escalation])):
            if any(later <= earlier for earlier, later in pairwise(times)):
                raise ValueError(f"each {what} must come after the one before it")
            if times and times[-1] >= self.expires_after:
                raise ValueError(f"the last {what} would come when the time is over: expires_after must be longer")
        asked = set(self.approvers)
        for number, step in enumerate(self.escalation):
            if asked.issuperset(step.approvers):
                raise ValueError(f"escalation {number} asks nobody who was not asked before")
            asked |= set(step.approvers)
        return self

    @property
    def may_decide_own(self) -> bool:
        """Whether who asked may decide too."""
        return False

    def entries(self) -> Iterator[ApproverEntry]:
        """Everybody it may ever ask."""
        yield from self.approvers
        for step in self.escalation:
            yield from step.approvers

    def approval_rule(
        self,
        owners: Sequence[Approver] = (),
        *,
        matched: str = "",
        hours: HoursEntry | None = None,
        handoff: HandoffEntry | None = None,
    ) -> ApprovalRule:
        """The rule as an approval keeps it. ``hours`` and ``handoff`` are the file's, for a rule without its own."""
        own_hours, own_handoff = self.hours or hours, self.handoff or handoff
        return ApprovalRule(
            name=self.name,
            matched=matched,
            quorum=self.quorum,
            asker_may_decide=self.may_decide_own,
            expires_after=self.expires_after,
            reminders=self.reminders,
            escalation=tuple(
                Escalation(after=step.after, **_level(step.approvers, step.cards, owners)) for step in self.escalation
            ),
            hours=own_hours.hours() if own_hours else None,
            handoff=own_handoff.handoff() if own_handoff else None,
            **_level(self.approvers, self.cards, owners),
        )


class AnswerRule(Rule):
    """Who decides on answers that cite certain documents; without conditions, on all answers."""

    policy_types: tuple[Name, ...] = ()
    documents: tuple[Name, ...] = ()  # exact paths, or folders that end in a slash
    asker_may_decide: bool = False

    @property
    def may_decide_own(self) -> bool:
        """As the file says: nobody's own answers by default."""
        return self.asker_may_decide

    @property
    def everything(self) -> bool:
        """Whether it has no condition."""
        return not self.policy_types and not self.documents

    def matches(self, paths: frozenset[str], policy_types: frozenset[str]) -> str | None:
        """Why this rule is about one of the cited documents, in plain words; None if it is about none."""
        if self.everything:
            return "it is for every answer"
        if types := sorted(policy_types & set(self.policy_types)):
            return f"a cited document is of policy type {types[0]}"
        for path in sorted(paths):
            for wanted in self.documents:
                if path == wanted or (wanted.endswith("/") and path.startswith(wanted)):
                    return f"{path} is cited" if path == wanted else f"{path}, in {wanted}, is cited"
        return None


def _level(entries: Iterable[ApproverEntry], cards: Collection[str], owners: Sequence[Approver]) -> Mapping[str, Any]:
    """Who is asked together, and where their cards go, with the owners in the place of ``owner``."""
    people = [one for entry in entries for one in (owners if entry.owner else [entry.approver()])]
    approvers = tuple(dict.fromkeys(people))
    direct = (approvers if EACH in cards else ()) + (tuple(owners) if OWNER in cards else ())
    return {
        "approvers": approvers,
        "cards": tuple(dict.fromkeys(place for place in cards if place not in (EACH, OWNER))),
        "direct": tuple(dict.fromkeys(direct)),
    }
