"""Which language a question is in."""

import pytest

from core.domain.language import Language
from core.wording.language import detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Who approves a purchase of $20,000?", Language.ENGLISH),
        ("and for contractors?", Language.ENGLISH),
        ("Was darf ein Hotelzimmer kosten?", Language.GERMAN),
        ("Wie lange?", Language.GERMAN),
        ("Darf ich die Policy zum Home Office auch im Ausland nutzen?", Language.GERMAN),
        ("¿Quién aprueba una compra?", Language.SPANISH),
        ("Cuantos dias de vacaciones tengo", Language.SPANISH),
        ("我有多少天年假？", Language.CHINESE),
        ("PTO 有多少天？", Language.CHINESE),
        ("Скільки днів відпустки я маю?", Language.UKRAINIAN),
        ("Хто погоджує purchase order у SAP Ariba?", Language.UKRAINIAN),
        ("What does 休暇 mean in the leave policy for employees abroad?", Language.ENGLISH),
        ("年休は何日ですか", None),
        ("BOD 18-02", None),
        ("", None),
        ("🙂 …", None),
    ],
)
def test_script_and_small_words_tell_the_language(text: str, language: Language | None) -> None:
    assert detect(text) is language
