"""Who is the same person, and whom an entry of the approvals file means."""

import pytest

from core.approvals.people import same_person, voters_account
from core.domain.approval import Approver
from core.domain.request import Person

SLACK = Person(id="slack:U1", name="Dana", email="Dana@Example.com")
TEAMS = Person(id="teams:29:x", name="D. Doe", email="dana@example.com")
NAMESAKE = Person(id="slack:U9", name="Dana")
NOBODY: frozenset[str] = frozenset()


def test_one_account_is_one_person_whatever_the_name() -> None:
    assert same_person(SLACK, Person(id="slack:U1", name="renamed"))


def test_two_accounts_with_one_verified_email_are_one_person() -> None:
    assert same_person(SLACK, TEAMS)


@pytest.mark.parametrize("email", [None, ""])
def test_a_missing_email_joins_nobody(email: str | None) -> None:
    one, other = (Person(id=f"slack:{n}", name="Dana", email=email) for n in (1, 2))
    assert not same_person(one, other)
    assert not same_person(NAMESAKE, SLACK)


def test_an_entry_names_an_account_exactly() -> None:
    assert voters_account(Approver(account="slack:U1"), SLACK, NOBODY)
    assert not voters_account(Approver(account="slack:U10"), SLACK, NOBODY)
    assert not voters_account(Approver(account="slack:u1"), SLACK, NOBODY)


def test_an_entry_names_a_verified_email_on_every_surface() -> None:
    assert voters_account(Approver(email="dana@example.com"), SLACK, NOBODY)
    assert voters_account(Approver(email="dana@example.com"), TEAMS, NOBODY)
    assert not voters_account(Approver(email="dana@example.com"), NAMESAKE, NOBODY)


def test_an_entry_names_a_group() -> None:
    assert voters_account(Approver(group="finance"), NAMESAKE, frozenset({"finance"}))
    assert not voters_account(Approver(group="finance"), NAMESAKE, frozenset({"finance-leads"}))


def test_an_entry_that_names_nothing_means_nobody() -> None:
    assert not voters_account(Approver(), SLACK, frozenset({"finance"}))
