"""What holds for every approval and every file, whatever is in them."""

from __future__ import annotations

import tempfile
from copy import deepcopy
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from core.approvals.hours import is_open, next_open
from core.approvals.rules import load_rules
from core.approvals.schedule import due
from core.domain.approval import Approval, Approver, Escalation, WorkingHours
from core.errors import ConfigurationError
from tests.adapters.samples import NOW, approval
from tests.fuzz import examples

PATIENTLY = examples(300)
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001 - given a zone
HOURS = st.builds(
    WorkingHours,
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Kiritimati"]),
    days=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    start=st.times(max_value=time(11, 59)),
    end=st.times(min_value=time(12)),
)


@PATIENTLY
@given(MOMENTS, HOURS)
def test_the_next_opening_is_open_and_within_eight_days(at: datetime, hours: WorkingHours) -> None:
    opening = next_open(at, hours)
    assert at <= opening <= at + timedelta(days=8)
    assert is_open(opening, hours)
    assert next_open(opening, hours) == opening


@st.composite
def waiting(draw: st.DrawFn) -> Approval:
    base = approval()
    seconds = st.sets(st.integers(60, 71 * 3600), max_size=4).map(sorted)
    steps = [Escalation(after=after, approvers=(Approver(account="slack:B"),)) for after in draw(seconds)]
    rule = base.rule.model_copy(
        update={"reminders": tuple(draw(seconds)), "escalation": tuple(steps), "hours": draw(st.none() | HOURS)}
    )
    return base.model_copy(update={"rule": rule})


@PATIENTLY
@given(waiting(), st.lists(st.integers(1, 30 * 3600), max_size=12))
def test_time_never_goes_back_on_an_approval_and_nothing_is_due_twice(given_one: Approval, steps: list[int]) -> None:
    now, current, reminded = NOW, given_one, 0
    for step in steps:
        now += timedelta(seconds=step)
        brought = due(current, now)
        if brought is None:
            continue
        if brought.expired:
            assert now >= current.expires_at
            break
        assert now < current.expires_at
        assert brought.level >= current.level
        if brought.reminded > current.reminded:
            reminded += 1
            assert is_open(now, current.rule.hours)
        current = current.model_copy(update={"level": brought.level, "reminded": brought.reminded})
        assert due(current, now) is None
    assert reminded <= len(given_one.rule.reminders)


WORDS = [
    "answers",
    "groups",
    "owners",
    "hours",
    "handoff",
    "away",
    "approvers",
    "name",
    "quorum",
    "escalation",
    "after",
]
WORDS += ["cards", "reminders", "expires_after", "account", "email", "group", "owner", "zone", "from", "to", "days"]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.dates()
SCALARS |= st.sampled_from(
    ["slack:U1", "a@b.example", "4h", "90d", "09:00", "Europe/Berlin", "owner", "mon", "..", "/"]
)
CONTENT: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=4), inner),
    max_leaves=25,
)


@PATIENTLY
@given(CONTENT | st.dictionaries(st.sampled_from(WORDS[:6]), CONTENT))
def test_any_yaml_is_a_file_of_rules_or_one_line(content: Any) -> None:
    refused(yaml.safe_dump(content, allow_unicode=True).encode("utf-8", "replace"))


@PATIENTLY
@given(st.binary(max_size=200))
def test_any_bytes_are_a_file_of_rules_or_one_line(data: bytes) -> None:
    refused(data)


def refused(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "approvals.yml"
        path.write_bytes(data)
        try:
            load_rules(path)
        except ConfigurationError as error:
            assert len(str(error).splitlines()) == 1  # noqa: PT017 - either end is right


WHOLE: dict[str, Any] = {
    "version": 1,
    "hours": {"zone": "Europe/Berlin", "days": ["mon"], "from": "09:00", "to": "17:00"},
    "handoff": {"to": "slack:C9", "name": "the desk"},
    "owners": {"CFO": {"email": "cfo@b.example"}},
    "groups": {"leads": ["slack:U2", "c@b.example"]},
    "away": [{"person": "slack:U1", "delegate": "c@b.example", "from": date(2026, 1, 5), "to": date(2026, 1, 9)}],
    "answers": [
        {
            "name": "finance",
            "documents": ["finance/"],
            "approvers": [{"account": "slack:U1"}, {"owner": True}, {"group": "leads"}],
            "quorum": 2,
            "reminders": ["4h", "1d"],
            "escalation": [{"after": "30h", "approvers": [{"email": "a@b.example"}], "cards": ["approvers"]}],
            "expires_after": "72h",
            "cards": ["slack:C1", "owner"],
        }
    ],
}


@st.composite
def nearly_right(draw: st.DrawFn) -> dict[str, Any]:
    """A right file with one to three things changed, somewhere in it."""
    made = deepcopy(WHOLE)
    for _ in range(draw(st.integers(1, 3))):
        place: Any = made
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(place[key], dict | list) and draw(st.integers(0, 3)):
                place = place[key]
                continue
            if draw(st.booleans()):
                place[key] = draw(CONTENT)
            else:
                del place[key]
            break
    return made


@PATIENTLY
@given(nearly_right())
def test_a_file_that_is_nearly_right_is_used_or_refused_on_one_line(content: dict[str, Any]) -> None:
    refused(yaml.safe_dump(content, allow_unicode=True).encode("utf-8", "replace"))
