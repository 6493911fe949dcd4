"""Objects with free keys, which structured output does not know."""

import pytest
from pydantic import BaseModel, ValidationError

from core.domain.model import JsonObject, Usage


class Call(BaseModel):
    args: JsonObject


@pytest.mark.parametrize("args", [{"order_id": "O1"}, '{"order_id": "O1"}'])
def test_an_object_is_taken_as_it_is_or_as_json(args: object) -> None:
    assert Call.model_validate({"args": args}).args == {"order_id": "O1"}


@pytest.mark.parametrize("args", ["{", "[]", '"x"', "1", "", None])
def test_what_holds_no_object_is_refused(args: object) -> None:
    with pytest.raises(ValidationError):
        Call.model_validate({"args": args})


def test_a_model_is_asked_for_a_string() -> None:
    assert Call.model_json_schema()["properties"]["args"]["type"] == "string"


def test_all_tokens_count() -> None:
    assert Usage(input_tokens=1, output_tokens=2, cache_read_tokens=4, cache_write_tokens=8).tokens == 15
