"""Where a request belongs, and how it is written down."""

from __future__ import annotations

import pytest

from core.domain.language import Language
from core.domain.request import PipelineRequest, PlaceKind, Turn
from tests.adapters.samples import request


def at(kind: PlaceKind, **place: object) -> str:
    given = {"kind": kind, "thread": None, "message": "7", **place}
    return request().model_copy(update={"place": request().place.model_copy(update=given)}).conversation


def test_a_thread_is_one_conversation_from_its_first_message_on() -> None:
    assert at(PlaceKind.CHANNEL) == at(PlaceKind.CHANNEL, thread="7", message="9") == "slack:C1:7"
    assert at(PlaceKind.CHANNEL, channel="C2") != at(PlaceKind.CHANNEL)


def test_on_a_grid_and_in_shared_channels_the_team_of_a_payload_makes_no_other_conversation() -> None:
    assert at(PlaceKind.CHANNEL, team="T99OTHER") == at(PlaceKind.CHANNEL)


def test_a_direct_channel_is_one_conversation_and_so_is_each_thread_in_it() -> None:
    assert at(PlaceKind.DIRECT) == at(PlaceKind.DIRECT, message="9") == "slack:C1:"
    assert at(PlaceKind.DIRECT, thread="5") == "slack:C1:5"


@pytest.mark.parametrize("place", [{"kind": PlaceKind.PRIVATE_REPLY}, {"kind": PlaceKind.SESSION, "channel": ""}])
def test_where_nothing_goes_on_there_is_no_conversation(place: dict[str, object]) -> None:
    assert at(**place) == ""  # type: ignore[arg-type]


def test_what_was_found_out_comes_back_from_json_and_is_not_written_where_nothing_was() -> None:
    found = request().model_copy(
        update={
            "language": Language.SPANISH,
            "memory_context": (Turn(question="How many?", answer="Thirty."),),
            "standalone": "How many, for contractors?",
            "privately": True,
        }
    )
    assert PipelineRequest.model_validate_json(found.model_dump_json()) == found
    assert found.asks == found.standalone
    plain = request().model_dump()
    assert not {"language", "memory_context", "standalone", "privately"} & plain.keys()
    assert PipelineRequest.model_validate(plain) == request()
