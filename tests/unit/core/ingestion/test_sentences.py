from __future__ import annotations

import pytest

from core.ingestion.sentences import split


def parts(text: str) -> list[str]:
    return [text[start:end] for start, end in split(text)]


@pytest.mark.parametrize(
    "sentences",
    [
        pytest.param(["Leave is paid.", "It lasts 5.5 days, e.g. in May.", "Ask Dr. Mills (ext. 14)."], id="english"),
        pytest.param(["See 41 U.S.C. 1908 for limits.", "Claims over $2.5 m. need consent!", "Why?"], id="figures"),
        pytest.param(["Does it apply to 401(k) plans?", "“It does.”", "Nobody asked."], id="quotes"),
        pytest.param(
            ["Der Antrag ist bis zum 31. Dezember zu stellen.", "Dies gilt gem. § 3 Abs. 2 z. B. für Azubis.", "Ende."],
            id="german",
        ),
        pytest.param(
            ["El permiso dura 15 días.", "¿Quién lo aprueba?", "La Sra. Gómez, según el art. 4.", "¡Gracias!"],
            id="spanish",
        ),
        pytest.param(
            ["Відпустка триває 24 дні.", "Заяву подають за 2 тижні (див. ст. 5).", "Це стосується м. Київ."],
            id="ukrainian",
        ),
    ],
)
def test_sentences_of_a_language_written_with_spaces(sentences: list[str]) -> None:
    assert parts(" ".join(sentences)) == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        pytest.param(
            ["社員の定年は、満65歳とする。", "「会社が認めた場合。」はこの限りでない。", "以上。"], id="japanese"
        ),
        pytest.param(["员工每年享有十天年假。", "未休的年假可以结转吗？", "不可以！"], id="chinese"),
    ],
)
def test_sentences_of_a_language_written_without_spaces(sentences: list[str]) -> None:
    assert parts("".join(sentences)) == sentences


def test_a_line_feed_ends_a_sentence() -> None:
    assert parts("Human Resources\n12 Main Street") == ["Human Resources", "12 Main Street"]


def test_a_number_of_a_list_does_not_end_a_sentence() -> None:
    assert parts("1. The vendor pays. 2. The lab tests.") == ["1. The vendor pays.", "2. The lab tests."]


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "…", "no end at all"])
def test_spans_are_within_the_text_and_without_surrounding_space(text: str) -> None:
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in split(text))
