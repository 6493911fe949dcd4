"""Whether a yes or no may be taken: whose it is, when, and to what."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from core.approvals.digest import action_digest
from core.approvals.people import same_person
from core.domain.case import ActionCase, CaseState
from core.domain.request import Person


class Answer(StrEnum):
    """What came of a click or a word on a case. Surfaces have one text for each."""

    ACCEPTED = "accepted"
    NOT_THE_ASKER = "not_the_asker"
    STALE = "stale"  # what was shown is not what is proposed now
    EXPIRED = "expired"
    ALREADY = "already"  # confirmed before
    OVER = "over"  # there is nothing to be confirmed or taken back any more


def answer_to(case: ActionCase, by: Person, digest: str, now: datetime) -> Answer:
    """The order of the checks is the order in which people are told: who has no part in it never learns how it stands."""
    if not same_person(case.asker, by):
        return Answer.NOT_THE_ASKER
    if case.confirmation is not None and case.confirmation.digest == digest and not case.over:
        return Answer.ALREADY
    if case.state is not CaseState.AWAITING_CONFIRMATION or case.action is None:
        return Answer.OVER
    if now >= case.expires_at:
        return Answer.EXPIRED
    if not digest == case.digest == action_digest(case.action):
        return Answer.STALE
    return Answer.ACCEPTED
