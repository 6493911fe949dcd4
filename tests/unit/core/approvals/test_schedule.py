"""What time does to an approval."""

from datetime import datetime, time, timedelta
from typing import Any

from core.approvals.schedule import Due, due, schedule
from core.domain.approval import Approval, ApprovalState, Approver, Escalation, WorkingHours
from tests.adapters.samples import NOW, approval

HOUR = 3600
BOSS = Escalation(after=24 * HOUR, approvers=(Approver(account="slack:BOSS"),))
HEAD = Escalation(after=48 * HOUR, approvers=(Approver(account="slack:HEAD"),))
OFFICE = WorkingHours(zone="UTC", days=(0, 1, 2, 3, 4), start=time(8), end=time(18))


def waiting(**more: Any) -> Approval:
    """Opened on a Monday at 9:00, for 72 hours, with reminders after 4 and 30 hours and two escalations."""
    base = approval()
    rule = base.rule.model_copy(update={"reminders": (4 * HOUR, 30 * HOUR), "escalation": (BOSS, HEAD)})
    if "hours" in more:
        rule = rule.model_copy(update={"hours": more.pop("hours")})
    return base.model_copy(update={"rule": rule, **more})


def after(hours: float) -> datetime:
    return NOW + timedelta(hours=hours)


def test_the_plan_is_told_in_advance() -> None:
    plan = schedule(waiting())
    assert plan.reminders == (after(4), after(30))
    assert plan.escalations == (after(24), after(48))
    assert plan.expiry == after(72)


def test_nothing_is_due_before_its_time() -> None:
    assert due(waiting(), after(3.99)) is None
    assert due(waiting(reminded=1), after(23)) is None


def test_each_thing_is_due_at_its_moment_until_it_is_on_record() -> None:
    assert due(waiting(), after(4)) == Due(expired=False, level=0, reminded=1)
    assert due(waiting(reminded=1), after(24)) == Due(expired=False, level=1, reminded=1)
    assert due(waiting(reminded=1, level=1), after(24)) is None
    assert due(waiting(reminded=2, level=1), after(48)) == Due(expired=False, level=2, reminded=2)


def test_what_came_due_while_nobody_looked_is_one() -> None:
    assert due(waiting(), after(50)) == Due(expired=False, level=2, reminded=2)


def test_time_that_is_over_is_all_that_counts() -> None:
    assert due(waiting(), after(72)) == Due(expired=True, level=0, reminded=0)


def test_what_is_decided_is_never_due() -> None:
    for state in ApprovalState:
        if state is not ApprovalState.PENDING:
            assert due(waiting(state=state), after(100)) is None


def test_reminders_wait_for_working_hours_and_a_weekends_are_one() -> None:
    friday = {"opened_at": NOW + timedelta(days=4, hours=8), "expires_at": NOW + timedelta(days=7, hours=8)}
    given = waiting(hours=OFFICE, **friday)  # at 17:00; 21:00 and Saturday night are no time for a reminder
    monday = NOW + timedelta(days=7) - timedelta(hours=1)
    assert schedule(given).reminders == (monday, monday)
    saturday = due(given, NOW + timedelta(days=5, hours=9))
    assert saturday == Due(expired=False, level=1, reminded=0)  # escalations do not wait
    assert due(given, monday) == Due(expired=False, level=2, reminded=2)


def test_a_reminder_is_not_given_late_at_night_either() -> None:
    given = waiting(hours=OFFICE)
    assert due(given, after(11)) is None  # 20:00: the sweep was down at 13:00
    assert due(given, after(23)) == Due(expired=False, level=0, reminded=1)


def test_a_reminder_that_would_come_after_the_end_is_left_out() -> None:
    given = waiting(hours=OFFICE.model_copy(update={"days": (6,)}))
    assert schedule(given).reminders == ()


def test_time_that_was_held_does_not_count() -> None:
    given = waiting(held=2 * HOUR)
    assert schedule(given).reminders == (after(6), after(32))
    assert due(given, after(5)) is None
