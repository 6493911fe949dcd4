import pytest

from core.retrieval.locator import locator


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("4. Review and approval > 4.2 Tiers by amount", "4.2 Tiers by amount"),
        ("Part I > 3. Types > 3.4. Roles > 3.4.3. Support", "Part I > 3.4.3. Support"),
        ("3. Grant of licence > 3.2", "3. Grant of licence > 3.2"),
        ("Leave > Sick leave", "Leave > Sick leave"),
        ("1. Scope > 2.1 Elsewhere", "1. Scope > 2.1 Elsewhere"),
        ("1. Scope > 11.1 Elsewhere", "1. Scope > 11.1 Elsewhere"),
        ("", ""),
    ],
)
def test_a_number_says_what_is_above_it(section: str, expected: str) -> None:
    assert locator(section) == expected
