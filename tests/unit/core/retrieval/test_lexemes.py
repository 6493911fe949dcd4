import pytest

from core.retrieval.lexemes import lexemes


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("approval", "approvals"),
        ("requesting", "request"),
        ("Policies", "policy"),
        ("$100K", "100,000"),
        ("20,000円", "2万円"),
        ("80h", "80 hours"),
        ("5 yrs", "five years"),
        ("oncall", "on-call"),
        ("BOD 1802", "BOD 18-02"),
        ("Ｐｏｌｉｃｙ", "policy"),
        ("Urlaub", "Urlaubs"),
        ("muß", "muss"),
        ("politica", "políticas"),
        ("відпустка", "відпустку"),
        ("п’ять", "5"),
        ("don't", "don’t"),
    ],
)
def test_question_and_document_meet(asked: str, written: str) -> None:
    assert set(lexemes(asked)) <= set(lexemes(written))


def test_text_without_spaces_becomes_bigrams() -> None:
    assert lexemes("試用期間は6か月") == ["試用", "用期", "期間", "間は", "6", "か月"]


def test_a_single_ideograph_is_kept() -> None:
    assert lexemes("3日") == ["3", "日"]


def test_a_unit_letter_is_a_unit_only_behind_a_number() -> None:
    assert lexemes("plan h") == ["plan", "h"]
    assert lexemes("8 h") == ["8", "hour"]


def test_amounts_differ_from_their_parts() -> None:
    assert "100" not in lexemes("$100K")
    assert lexemes("1,000,000") == ["1000000"]


def test_only_letters_and_digits_come_out() -> None:
    found = lexemes("e-mail: foundation@example.org / [14] days — «так» ¿qué? don't_worry 3.2.1")
    assert all(word.isalnum() for word in found)


def test_nothing_in_nothing_out() -> None:
    assert lexemes("") == []
    assert lexemes(" —!? ") == []
