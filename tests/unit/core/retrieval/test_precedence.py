from datetime import date

from core.retrieval.precedence import Standing, outranked


def standing(doc_id: str, title: str = "Travel Policy", *, trusted: bool = True, year: int | None = None) -> Standing:
    return Standing(doc_id, doc_id, title, "travel", trusted, date(year, 1, 1) if year else None)


def test_the_newer_state_of_a_policy_holds() -> None:
    assert outranked(
        [standing("old", "Travel Policy 2022", year=2022), standing("new", "Travel Policy 2024", year=2024)]
    ) == {"old": "outdated"}


def test_a_trusted_copy_wins_over_a_newer_untrusted_one() -> None:
    assert outranked([standing("own", year=2020), standing("found", trusted=False, year=2024)]) == {
        "found": "low_trust"
    }


def test_different_policies_stand_beside_each_other() -> None:
    assert outranked([standing("hotel", "Hotels", year=2020), standing("flight", "Flights", year=2024)]) == {}


def test_two_passages_of_one_document_do_not_compete() -> None:
    one = Standing("c1", "same.md", "Travel Policy", "travel", True, date(2020, 1, 1))
    assert outranked([one, Standing("c2", "same.md", "Travel Policy", "travel", True, date(2024, 1, 1))]) == {}


def test_without_dates_nothing_is_outdated() -> None:
    assert outranked([standing("one"), standing("two", year=2024)]) == {}
