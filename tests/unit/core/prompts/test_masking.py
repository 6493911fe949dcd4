"""Personal data stay here, and what is quoted of them comes back."""

from __future__ import annotations

import json
from typing import Any

from adapters.memory.clock import ManualClock, SequentialIds
from adapters.memory.model import ScriptedModel
from adapters.memory.privacy import KnownPersonalData
from core.domain.model import ModelRequest
from core.judge import Judge
from core.modules import answer_generation
from core.ports.privacy import PiiKind
from core.privacy import PiiMode, Privacy
from core.prompts.masking import masked

PHONE, MAIL = "+49 30 1234567", "dana@acme.example"
KNOWN = KnownPersonalData({PHONE: PiiKind.PHONE, MAIL: PiiKind.EMAIL, '"quoted"@acme.example': PiiKind.EMAIL})
MASKING = Privacy(PiiMode.MASK, KNOWN)
TEXT = f"Call the desk at {PHONE} before noon."


def test_the_same_datum_is_the_same_placeholder_wherever_it_stands() -> None:
    data = {"a": PHONE, "b": [f"{MAIL} or {PHONE}", 7, None, True], "c": {"d": "nothing"}}
    found, mask = masked(data, MASKING)
    assert found == {"a": "[phone 1]", "b": ["[e-mail 1] or [phone 1]", 7, None, True], "c": {"d": "nothing"}}
    assert json.loads(mask.restore(json.dumps(found))) == data


def test_what_comes_back_fits_into_json() -> None:
    found, mask = masked(['"quoted"@acme.example'], MASKING)
    assert found == ["[e-mail 1]"]
    assert json.loads(mask.restore(json.dumps(found))) == ['"quoted"@acme.example']


def test_a_text_that_holds_the_separator_stays_whole() -> None:
    data = ["a\n\u241e\nb", "\n\u241e\n\u241e\n", PHONE]
    assert masked(data, MASKING)[0] == [*data[:2], "[phone 1]"]


def test_where_it_is_not_masked_everything_stays() -> None:
    assert masked([PHONE], None)[0] == [PHONE]
    assert masked([PHONE], Privacy(PiiMode.LOG, KNOWN))[0] == [PHONE]


async def test_a_model_quotes_what_it_never_saw() -> None:
    given = answer_generation.Input(
        question=f"I am {MAIL}. Whom do I call?",
        sources=(answer_generation.Source(n=1, document_name="Desk", section="", text=TEXT),),
    )

    def quotes(request: ModelRequest) -> dict[str, Any]:
        source = json.loads("\n".join(request.user.split("\n")[1:-1]))["sources"][0]["text"]
        return {"answer": "x", "claims": [{"text": source, "quotes": [{"n": 1, "quote": source}]}], "refused": False}

    model = ScriptedModel(quotes)
    hearing = Judge(ManualClock(), SequentialIds(), model=model, privacy=MASKING).hearing()
    output = await hearing.judge(answer_generation, given)
    assert [claim.quotes[0].quote for claim in output.claims] == [TEXT]
    sent = model.requests[0].user
    assert PHONE not in sent
    assert MAIL not in sent
