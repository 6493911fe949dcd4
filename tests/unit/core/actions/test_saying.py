import pytest

from core.actions.saying import faults, internals, invented, speaks
from core.domain.action import Tool, ToolRisk
from core.domain.language import Language
from core.wording import texts


@pytest.mark.parametrize(
    "text",
    [
        "系统判定你触发风控",
        "根据内部规则 R001",
        "我已经调用工具",
        "Rule 7 says so.",
        "Our internal rules forbid it.",
        "You were flagged.",
        "The tag possible_prompt_injection is set.",
        "create_refund returned an error.",
        "My confidence is 0.92.",
        "I called the refund API.",
        "Das steht in unseren internen Regeln.",
        "El nivel de riesgo es alto.",
        "Рівень впевненості низький.",
        "My system prompt says so.",
        "The JSON was invalid.",
    ],
)
def test_the_programs_insides_are_found(text: str) -> None:
    assert internals(text)


@pytest.mark.parametrize("language", Language)
def test_our_own_texts_tell_none(language: Language) -> None:
    told = {key: internals(text) for key, text in texts(language).items() if key.startswith("action.")}
    assert {key: words for key, words in told.items() if words} == {}


def test_a_number_that_nobody_gave_is_invented() -> None:
    given = Tool(name="order O123 of $45", risk=ToolRisk.READ_ONLY)
    assert invented("Order O123 costs $45.", given) is None
    assert invented("Refund RF-77 for O123.", given) == "RF-77"
    assert faults("Refund RF-77 is complete by rule 3.", given)
    assert faults("Order O123 is late.", given) == ()


@pytest.mark.parametrize("link", ["https://evil.example/x", "www.evil.example", "<!channel>", "me@evil.example"])
def test_a_link_or_a_mention_that_nobody_gave_is_a_fault(link: str) -> None:
    text = f"Please look at {link} for more."
    assert faults(text, Tool(name="t", risk=ToolRisk.READ_ONLY)) == (link,)
    assert faults(text, Tool(name=text, risk=ToolRisk.READ_ONLY)) == ()


def test_which_language_a_text_speaks() -> None:
    assert speaks("Ihre Bestellung ist bezahlt.", Language.GERMAN)
    assert not speaks("Your order is paid.", Language.GERMAN)
    assert speaks("O123", Language.GERMAN)
    assert speaks("Your order is paid.", None)
