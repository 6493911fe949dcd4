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
    assert found["window_cosine"] == found["chunk_cosine"] == 0.8
    assert found["shown"] == 1.0
    assert found["covered"] == pytest.approx(1.0)
    assert found["gap"] == 0.0
    assert found["agreement"] == 1.0
    assert found["quotes"] == 1.0
    assert 0 < found["margin"] <= found["margin_document"]


def test_a_rival_document_takes_the_margin_and_the_share() -> None:
    rival = passage(["Annual leave is 20 days."], document="contractors")
    alone, rivalled = (
        measured(retrieval(ASKED, [(LEAVE, 0.8)])),
        measured(retrieval(ASKED, [(LEAVE, 0.8), (rival, 0.2)])),
    )
    assert rivalled["margin_document"] < alone["margin_document"]
    assert rivalled["share_document"] < alone["share_document"] == 1.0


def test_what_the_quotes_do_not_speak_of_leaves_a_gap() -> None:
    found = measured(retrieval("how many days of annual leave for sabbaticals?", [(LEAVE, 0.8)]))
    assert found["gap"] == pytest.approx(1 / 4)


def test_words_no_document_holds_are_unknown() -> None:
    found = measured(retrieval("annual unicorn leave", [(LEAVE, 0.8)], unknown=frozenset({"unicor"})))
    assert found["unknown"] == pytest.approx(1 / 3)


def test_all_features_are_finite_without_any_rival() -> None:
    found = measured(retrieval(ASKED, [(passage(["Annual leave is 25 days."]), 0.8)]))
    assert all(abs(value) < 100 for value in found.values())
