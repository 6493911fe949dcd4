"""Every ruling has its words."""

import pytest

from adapters.terminal.rulings import ruling_text
from core.domain.approval import ApprovalState, Decision, Ruling
from tests.adapters.samples import APPROVER, NOW, approval

ENDED = approval(quorum=2).model_copy(
    update={"state": ApprovalState.APPROVED, "decided_by": APPROVER, "decided_at": NOW}
)


@pytest.mark.parametrize("ruling", list(Ruling))
def test_every_ruling_has_its_own_text(ruling: Ruling) -> None:
    text = ruling_text(Decision(ruling=ruling, approval=ENDED))
    others = {ruling_text(Decision(ruling=other, approval=ENDED)) for other in Ruling if other is not ruling}
    assert text
    assert text not in others


def test_a_loser_learns_who_decided() -> None:
    text = ruling_text(Decision(ruling=Ruling.ALREADY_DECIDED, approval=ENDED))
    assert "approved by Sam (slack:U2), 2026-01-05 09:00 UTC" in text


def test_an_unknown_approval_has_nothing_to_show() -> None:
    assert "no approval" in ruling_text(Decision(ruling=Ruling.UNKNOWN_APPROVAL, approval=None))
