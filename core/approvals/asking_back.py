"""Whether a reviewer may ask the asker back, and whether the asker may answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from core.approvals.people import Member, is_own, may_decide, same_person
from core.approvals.voting import ruling_on_end
from core.domain.approval import Approval, Remark, Ruling
from core.domain.request import Person, SurfaceName

LONGEST_REMARK = 3000
"""Characters of one remark, as many as a reviewer's own words."""


def ruling_on_question(
    approval: Approval, member: Member, absent: Sequence[Member], text: str, now: datetime
) -> Ruling:
    """PASSED_ON if this person may ask back now: they may decide on it, and whoever asked can be reached."""
    if is_own(approval, member.person):
        return Ruling.OWN_REQUEST
    if not may_decide(approval, member, absent):
        return Ruling.NOT_AN_APPROVER
    if ended := ruling_on_end(approval, now):
        return ended[0]
    if approval.request.place.surface is SurfaceName.TERMINAL:
        return Ruling.OUT_OF_REACH
    return _ruling_on_text(text)


def ruling_on_answer(approval: Approval, person: Person, said: Sequence[Remark], text: str, now: datetime) -> Ruling:
    """PASSED_ON if this person may answer now: they asked, and the last remark is a reviewer's."""
    if not same_person(approval.request.asker, person):
        return Ruling.NOT_THE_ASKER
    if ended := ruling_on_end(approval, now):
        return ended[0]
    if not said or said[-1].from_asker:
        return Ruling.NOT_ASKED_BACK
    return _ruling_on_text(text)


def _ruling_on_text(text: str) -> Ruling:
    return Ruling.PASSED_ON if 0 < len(text.strip()) <= LONGEST_REMARK else Ruling.WORDS_REQUIRED
