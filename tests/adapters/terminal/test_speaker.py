"""Who types, and as whom."""

import getpass

import pytest

from adapters.terminal.speaker import Speaker, login
from core.domain.approval import Verdict
from core.domain.request import PlaceKind, SurfaceName
from tests.adapters.samples import DIGEST, NOW, approval


def test_whoever_sits_there_has_one_account_and_their_login_name() -> None:
    you = Speaker(login="dana").person
    assert (you.id, you.name, you.email) == ("terminal:you", "dana", None)
    assert Speaker(login="dana").typed_by is None


def test_speaking_for_somebody_is_on_record_with_who_typed() -> None:
    sam = Speaker(name="sam", login="dana")
    assert (sam.person.id, sam.person.name) == ("terminal:sam", "sam")
    assert sam.request("Why?", "k1", NOW).typed_by == "terminal:you (dana)"
    assert sam.ballot(approval(), Verdict.APPROVE).typed_by == "terminal:you (dana)"


def test_a_request_has_its_own_key_and_goes_back_to_the_session() -> None:
    asked = Speaker(login="dana").request("Why?", "k1", NOW, top_k=3, min_confidence=0.9)
    assert asked.id == "terminal:k1"
    assert (asked.place.surface, asked.place.kind) == (SurfaceName.TERMINAL, PlaceKind.SESSION)
    assert (asked.question, asked.received_at, asked.top_k, asked.min_confidence) == ("Why?", NOW, 3, 0.9)


def test_a_ballot_is_for_the_digest_that_was_shown() -> None:
    cast = Speaker(login="dana").ballot(approval(), Verdict.DENY, "no")
    assert (cast.approval_id, cast.digest, cast.verdict, cast.note) == ("ap_1", DIGEST, Verdict.DENY, "no")


def test_an_account_without_a_name_is_still_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless() -> str:
        raise KeyError("uid not found: 4711")

    monkeypatch.setattr(getpass, "getuser", nameless)
    assert login() == "you"
