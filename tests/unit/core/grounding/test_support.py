import pytest

from core.grounding.support import weigh

LEAVE = "You can carry over a maximum of 240 annual leave hours, from one leave year to the next."


def test_a_statement_of_the_evidence_is_supported_in_other_words() -> None:
    found = weigh("A maximum of 240 hours of annual leave carry over to the next year.", (LEAVE,))
    assert found.supports
    assert (found.numbers, found.names, found.contradicts) == ((), (), False)


@pytest.mark.parametrize(
    "claim",
    [
        "You can carry over a maximum of 480 annual leave hours, from one leave year to the next.",
        "You can carry over at least 240 annual leave hours to the next leave year.",
    ],
)
def test_another_number_of_the_kind_contradicts(claim: str) -> None:
    found = weigh(claim, (LEAVE,))
    assert found.contradicts
    assert not found.supports


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Der Urlaub beträgt 40 Tage im Jahr.", "Der Urlaub beträgt 30 Tage im Jahr."),
        ("El plazo es de 90 días.", "El plazo es de 30 días."),
        ("Відпустка триває 40 днів.", "Відпустка триває 30 днів."),
        ("商品可在90天内退货。", "商品可在30天内退货。"),
        ("返品は90日以内に限ります。", "返品は30日以内に限ります。"),
        ("The fee is $500 a year.", "The fee is $50 a year."),
        ("The share is 15% of pay.", "The share is 5% of pay."),
    ],
)
def test_numbers_count_in_every_language(claim: str, evidence: str) -> None:
    assert weigh(claim, (evidence,)).contradicts
    assert weigh(evidence, (evidence,)).supports


def test_the_same_time_in_another_unit_is_the_same() -> None:
    assert weigh("Reports are answered within one week.", ("Reports are answered within 7 days.",)).numbers == ()


def test_a_number_without_a_source_is_never_supported() -> None:
    found = weigh("Annual leave hours carry over to the next year for 12 managers.", (LEAVE,))
    assert found.numbers == ("12 count",)
    assert not found.supports


def test_a_name_without_a_source_is_not_supported() -> None:
    found = weigh("The report goes to the Finance Office.", ("The report goes to the office.",))
    assert found.names == ("Finance",)
    assert not found.supports


def test_german_nouns_are_no_names() -> None:
    assert weigh("Der Antrag geht an die Leitung der Abteilung.", ("Der Antrag geht an die Leitung.",)).names == ()


def test_a_denial_contradicts_only_what_speaks_of_the_same() -> None:
    assert weigh("Award leave is paid out.", ("Award leave is not paid out.",)).contradicts
    assert not weigh("Award leave is paid out.", ("Parking is not free on the premises.",)).contradicts


def test_another_sentence_that_agrees_settles_it() -> None:
    evidence = ("Award leave is paid out to staff.", "Award leave is not paid out to contractors.")
    assert not weigh("Award leave is paid out to staff.", evidence).contradicts


def test_other_words_are_not_supported() -> None:
    assert not weigh("Managers decide on parking spaces.", (LEAVE,)).supports


def test_another_language_is_noticed() -> None:
    found = weigh("Höchstens 240 Stunden Urlaub werden in das nächste Jahr übertragen.", (LEAVE,))
    assert found.foreign


@pytest.mark.parametrize("evidence", [(), ("",), ("…",)])
def test_nothing_establishes_nothing(evidence: tuple[str, ...]) -> None:
    assert weigh("Leave is paid.", evidence).score == 0
