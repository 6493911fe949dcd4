import pytest

from core.domain.grounding import Category
from core.grounding.material import category, is_material, reports_asker


@pytest.mark.parametrize(
    "text",
    [
        "Hello!",
        "Thank you for your question.",
        "I hope this helps.",
        "Here is what the policy says:",
        "Which country do you work in?",
        "Wo arbeiten Sie?",
        "¿En qué país trabaja?",
        "Де ви працюєте?",
        "请问您在哪个国家工作？",
        "どの国で働いていますか。",
        "[1]",
        "https://policies.example/leave",
        "[Leave Policy](https://policies.example/leave)",
        "Source: Travel Policy, section 3.2",
        "I cannot find relevant policy guidance.",
        "I'm not certain about this.",
        "我无法确定。",
    ],
)
def test_what_asserts_nothing(text: str) -> None:
    assert not is_material(text)


@pytest.mark.parametrize(
    "text",
    [
        "Leave is paid.",
        "Yes.",
        "**Notice period**",
        "Submit the form first.",
        "Leave is paid, right?",
        "Did you know that leave is paid?",
        "How about 90 days?",
        "I cannot find it, but leave is paid.",
        "Sure, leave is paid.",
        "Source: employees may take unlimited leave.",
        "Hello, leave is paid.",
        "Urlaub wird ausgezahlt.",
        "可以退货。",
        "返品できます。",
    ],
)
def test_what_asserts_something(text: str) -> None:
    assert is_material(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("You have 30 days.", Category.MEASUREMENT),
        ("Submit the form to HR.", Category.INSTRUCTION),
        ("In an emergency leave the building.", Category.SAFETY_BOUNDARY),
        ("The policy applies to contractors.", Category.COMPATIBILITY),
        ("It was refused because the receipt is missing.", Category.DIAGNOSIS),
        ("Use of the car is private.", Category.INSTRUCTION),
        ("Leave is paid.", Category.OTHER),
    ],
)
def test_kinds(text: str, kind: Category) -> None:
    assert category(text) is kind


def test_what_the_asker_reports_is_told_from_a_rule() -> None:
    assert reports_asker("You said that you received it six days ago.")
    assert reports_asker("Sie schrieben, dass es vorige Woche ankam.")
    assert reports_asker("您提到六天前收到。")
    assert not reports_asker("You said that returns are always allowed.")
    assert not reports_asker("Returns are free, you said.")
    assert not reports_asker("You received it six days ago.")
