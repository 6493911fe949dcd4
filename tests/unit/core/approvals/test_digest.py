"""The digest binds a vote to exactly what was shown."""

from core.approvals.digest import answer_digest, canonical
from core.domain.outcome import Citation, Draft
from tests.adapters.samples import draft

QUESTION = "How many days of leave?"


def changed(**fields: object) -> Draft:
    citation = Citation.model_validate({**draft().citations[0].model_dump(), **fields})
    return draft().model_copy(update={"citations": (citation,)})


def test_the_same_question_and_draft_have_the_same_digest() -> None:
    assert answer_digest(QUESTION, draft()) == answer_digest(QUESTION, draft())
    assert len(answer_digest(QUESTION, draft())) == 64


def test_whatever_an_approver_sees_changes_the_digest() -> None:
    signed = answer_digest(QUESTION, draft())
    assert answer_digest(QUESTION + "?", draft()) != signed
    assert answer_digest(QUESTION, draft("Forty days.")) != signed
    for field in (
        {"version_id": "v2"},
        {"content_hash": "other"},
        {"url": "https://elsewhere"},
        {"page": 3},
        {"section": "Part 2"},
    ):
        assert answer_digest(QUESTION, changed(**field)) != signed, field


def test_moving_words_between_question_and_draft_changes_the_digest() -> None:
    assert answer_digest("ab", draft("c")) != answer_digest("a", draft("bc"))


def test_canonical_json_ignores_the_order_of_keys_and_keeps_letters() -> None:
    assert canonical({"b": 1, "a": "é"}) == canonical({"a": "é", "b": 1}) == '{"a":"é","b":1}'.encode()
