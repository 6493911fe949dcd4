import pytest

from core.retrieval.features import features
from core.retrieval.ranking import Retrieval
from core.retrieval.selection import draft_answer
from tests.unit.core.retrieval.specimens import passage, retrieval

LEAVE = passage(["Annual leave is 25 days.", "Ask your manager early."], pairs=False)
TRAVEL = passage(["Trips abroad need approval."], document="travel")
ASKED = "how many days of annual leave?"


def measured(found: Retrieval) -> dict[str, float]:
    draft = draft_answer(found, found.ranked)
    assert draft is not None
    return features(found, draft)


def test_a_question_that_is_answered() -> None:
    found = measured(retrieval(ASKED, [(LEAVE, 0.8), (TRAVEL, 0.2)]))
    assert found["window_cosine"] == 0.8
    assert found["margin"] > 0
    assert 0.5 < found["share"] < 1.0
    assert (found["unmet"], found["elsewhere"], found["tier"]) == (0.0, 0.0, 0.0)


def test_a_rival_takes_margin_and_share() -> None:
    rival = passage(["Annual leave is 20 days."], document="contractors")
    alone, rivalled = (
        measured(retrieval(ASKED, [(LEAVE, 0.8)])),
        measured(retrieval(ASKED, [(LEAVE, 0.8), (rival, 0.2)])),
    )
    assert rivalled["margin"] < alone["margin"]
    assert rivalled["share"] < alone["share"] == 1.0


@pytest.mark.parametrize(
    ("question", "unmet"),
    [
        ("how many days of annual leave?", 0.0),
        ("how much money is annual leave worth?", 1.0),
        ("who grants annual leave?", 0.0),
        ("after 25 days, how many more days of annual leave?", 1.0),
    ],
)
def test_a_number_that_is_asked_for_and_not_given_is_unmet(question: str, unmet: float) -> None:
    assert measured(retrieval(question, [(passage(["Annual leave is 25 days."]), 0.8)]))["unmet"] == unmet


def test_a_name_that_other_documents_bear_speaks_against_the_cited_one() -> None:
    acme = passage(["Acme staff book trips."], document="acme travel")
    found = measured(retrieval("how many days of annual leave at acme?", [(LEAVE, 0.9), (acme, 0.1)]))
    assert found["elsewhere"] == 0.5
    assert measured(retrieval(ASKED, [(LEAVE, 0.9), (acme, 0.1)]))["elsewhere"] == 0.0


def test_all_features_are_finite_without_any_rival() -> None:
    found = measured(retrieval(ASKED, [(passage(["Annual leave is 25 days."]), 0.8)]))
    assert all(abs(value) < 100 for value in found.values())
