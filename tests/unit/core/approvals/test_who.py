"""The dry run of an approval."""

from datetime import timedelta

from core.approvals.who import plan
from core.domain.approval import Approver, Delegation, Escalation
from tests.adapters.samples import NOW, approval

BOSS = Approver(email="boss@example.com")
SAM = Approver(account="slack:U2")
AWAY = Delegation(
    id="d",
    absent="BOSS@example.com",
    delegate="slack:U9",
    first_day=NOW.date(),
    last_day=NOW.date() + timedelta(days=1),
)


def test_who_is_asked_where_and_when_level_by_level() -> None:
    base = approval()
    rule = base.rule.model_copy(
        update={
            "cards": ("slack:C1",),
            "reminders": (3600,),
            "escalation": (Escalation(after=86400, approvers=(BOSS,)), Escalation(after=90000, approvers=(SAM, BOSS))),
        }
    )
    made = plan(base.model_copy(update={"rule": rule}), [AWAY])
    assert [(level.at - NOW, level.cards, level.direct) for level in made.levels] == [
        (timedelta(0), ("slack:C1",), ()),
        (timedelta(days=1), (), (BOSS,)),
        (timedelta(hours=25), (), (SAM, BOSS)),
    ]
    away = ("BOSS@example.com", "slack:U9")
    assert [level.deputies for level in made.levels] == [(), (away,), (away,)]
    assert (made.reminders, made.expiry) == ((NOW + timedelta(hours=1),), base.expires_at)


def test_a_delegation_counts_on_the_days_it_is_for() -> None:
    late = AWAY.model_copy(update={"absent": "slack:U2", "first_day": NOW.date() + timedelta(days=1)})
    assert plan(approval(), [late]).levels[0].deputies == ()
    called_off = AWAY.model_copy(update={"absent": "slack:U2", "ended_at": NOW})
    assert plan(approval(), [called_off]).levels[0].deputies == ()
