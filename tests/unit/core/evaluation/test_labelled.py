from pathlib import Path

import pytest

from core.domain.outcome import Citation, Draft
from core.errors import ConfigurationError
from core.evaluation.labelled import LabelledQuestion, key_in, overlap, read_labelled

LABEL = LabelledQuestion(
    id="q1",
    question="how many days?",
    kind="answerable",
    doc="hr/leave.md",
    also_ok=("hr/faq.md",),
    gold_quotes=("Annual leave is 25 days.",),
    answer_keys=(("25 days", "twenty-five"), ("annual",)),
)


def draft(quote: str = "Annual leave is 25 days.", path: str = "policies/hr/leave.md") -> Draft:
    citation = Citation(
        n=1, document="Leave", path=path, section="", page=None, url=None, quote=quote,
        document_id="d", version_id="v", content_hash="h", chunk_id="c", start=0, end=len(quote),
    )  # fmt: skip
    return Draft(text=f"{quote} [1]", citations=(citation,))


def test_right_is_every_key_from_a_document_that_has_the_answer() -> None:
    assert LABEL.is_answered_by(draft())
    assert LABEL.is_answered_by(draft(path="hr/faq.md"))
    assert not LABEL.is_answered_by(draft(path="hr/travel.md"))
    assert not LABEL.is_answered_by(draft("Leave is 25 days."))
    assert not LABEL.model_copy(update={"kind": "near_miss"}).is_answered_by(draft())


def test_quotes_that_say_too_much_are_not_right() -> None:
    quote = "Annual leave is 25 days. " + "x" * 370
    twice = draft(quote).model_copy(update={"citations": draft(quote).citations * 2})
    assert LABEL.is_answered_by(draft(quote))
    assert not LABEL.is_answered_by(twice)


def test_a_quote_supports_when_it_shares_half_the_words_of_a_gold_quote() -> None:
    assert LABEL.supporting(draft("Leave is 25 days a year for everybody."))
    assert not LABEL.supporting(draft("Ask your manager early."))


@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("24", "within 240 hours", False),
        ("24", "1.24", False),
        ("24", "24 hours", True),
        ("no", "not now", False),
        ("no", "No, never", True),
        ("oncall", "the on-call engineer or oncall", True),
        ("don't", "you don’t need it", True),
        ("2/3", "a ２/３ majority", True),
    ],
)
def test_keys(key: str, text: str, found: bool) -> None:
    assert key_in(key, text) is found


def test_text_without_latin_letters_overlaps_by_characters() -> None:
    assert overlap("試用期間は6か月", "試用期間") == 1.0
    assert overlap("休暇", "試用期間") == 0.0


def test_a_wrong_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"id": "a", "question": "q", "kind": "answerable", "notes": "kept out"}\n\n{"id": "b"}\n')
    with pytest.raises(ConfigurationError, match="line 3: question"):
        read_labelled(file)
    file.write_text(file.read_text().splitlines()[0])
    assert [label.id for label in read_labelled(file)] == ["a"]
