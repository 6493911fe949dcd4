import pytest

from core.retrieval.question import Wants, understand


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("how long do we keep invoices?", Wants.DURATION),
        ("What is the deadline for claims?", Wants.DURATION),
        ("when do I get paid", Wants.TIME),
        ("How much does parking cost?", Wants.MONEY),
        ("what % of the fare is refunded", Wants.PERCENT),
        ("how many approvers are needed", Wants.NUMBER),
        ("who signs off on travel", Wants.PERSON),
        ("where do I send the form", Wants.PLACE),
        ("can I work from abroad?", Wants.YES_NO),
        ("Wie lange ist die Probezeit?", Wants.DURATION),
        ("Wer genehmigt Reisen?", Wants.PERSON),
        ("Darf ich im Ausland arbeiten?", Wants.YES_NO),
        ("¿Cuántos días de vacaciones tengo?", Wants.DURATION),
        ("¿Quién aprueba los viajes?", Wants.PERSON),
        ("Скільки днів триває відпустка?", Wants.DURATION),
        ("Хто погоджує витрати?", Wants.PERSON),
        ("年假有几天？", Wants.DURATION),
        ("谁审批报销？", Wants.PERSON),
        ("試用期間は何か月ですか", Wants.DURATION),
        ("宿泊費はいくらまで出ますか", Wants.MONEY),
    ],
)
def test_what_is_wanted(text: str, wants: Wants) -> None:
    assert wants in understand(text).wants


def test_how_much_time_is_not_a_matter_of_money() -> None:
    assert Wants.MONEY not in understand("how much time off do I get?").wants


def test_short_forms_are_spelt_out() -> None:
    assert understand("10 hrs w/o pay, thx govt").spelt_out == "10 hours without pay, thanks government"
    assert understand("don’t know: 80h?").spelt_out == "don't know: 80 hours?"


def test_terms_are_content_words_once() -> None:
    assert understand("Who approves the approval of a journal entry?").terms == ("approv", "journ", "entr")


def test_a_question_of_stop_words_keeps_them() -> None:
    assert understand("who is it?").terms


def test_synonyms_belong_to_the_words_they_replace() -> None:
    asked = understand("can I roll over vacation?")
    assert frozenset({"annu", "leav"}) in asked.synonyms["vacatio"]
    assert frozenset({"carr", "over"}) in asked.synonyms["roll"]
    assert "carr" in asked.related
    assert not set(asked.related) & set(asked.terms)


def test_numbers_asked_about_are_kept() -> None:
    assert [q.low for q in understand("journal entries over $100K").quantities] == pytest.approx([100_000.1])


@pytest.mark.parametrize(
    ("text", "unwanted"),
    [
        ("what is the rate when I take my own car?", Wants.TIME),
        ("a supplier emailed a new account, what now?", Wants.PLACE),
        ("the shop where I work closed, who pays me?", Wants.PLACE),
        ("the other shop sells it for $30 less, do we match?", Wants.MONEY),
        ("how many percent does the company pay?", Wants.MONEY),
    ],
)
def test_words_that_ask_elsewhere_ask_nothing_here(text: str, unwanted: Wants) -> None:
    assert unwanted not in understand(text).wants


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("What do I do, and how long does the carrier get?", True),
        ("Is it allowed? Who approves it?", True),
        ("Darf ich das, und wer genehmigt es?", True),
        ("How long do we keep contracts and invoices?", False),
    ],
)
def test_a_question_may_ask_several_things(text: str, several: bool) -> None:
    assert understand(text).is_several is several


def test_a_phrase_of_stop_words_keeps_its_meaning() -> None:
    asked = understand("someone was let go today")
    assert {"let", "go"} <= set(asked.terms)
    assert "terminate" in "".join(asked.related) or any("terminat" in word for word in asked.related)


def test_a_documents_number_counts_once_and_is_no_range() -> None:
    asked = understand("which directive did BOD 18-02 replace?")
    assert "1802" in asked.terms
    assert not {"18", "02"} & set(asked.terms)
    assert asked.quantities == ()


def test_japanese_particles_are_no_terms() -> None:
    assert "社に" not in understand("会社に届出は必要？").terms
    assert "届出" in understand("会社に届出は必要？").terms
