import pytest

from core.retrieval.measures import SAME_BEGINNING, SYNONYM, coverage, fits, found, lacks_number, read, shows, tiers
from core.retrieval.question import understand


def test_a_term_is_found_by_name_by_synonym_or_by_its_beginning() -> None:
    question = understand("annual vacation submission")
    assert found("annu", read("Annual plan").words, question) == 1.0
    assert found("vacatio", read("Annual leave").words, question) == SYNONYM
    assert found("submissio", read("You submit it").words, question) == SAME_BEGINNING
    assert found("submissio", read("You send it").words, question) == 0.0


def test_coverage_weighs_rare_words_more() -> None:
    question = understand("quorum of the committee")
    weights = {"quorum": 3.0, "committe": 1.0}
    assert coverage(question, weights, read("A quorum is half of the members.").words) == pytest.approx(0.75)
    assert coverage(question, weights, read("The committee meets monthly.").words) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("question", "text", "share"),
    [
        ("how long is probation?", "Probation lasts six months.", 1.0),
        ("how long is probation?", "Probation is reviewed by HR.", 0.0),
        ("who approves it?", "The head of the department approves it.", 1.0),
        ("where do I report it?", "Write to safety@acme.test.", 1.0),
        ("Wie lange dauert die Probezeit?", "Die Probezeit dauert sechs Monate.", 1.0),
        ("quién lo aprueba", "Lo aprueba el director general.", 1.0),
        ("хто погоджує", "Погоджує керівник відділу.", 1.0),
        ("宿泊費はいくらですか", "1泊あたり8,000円とする。", 1.0),
        ("年假有几天", "员工每年有10天年假。", 1.0),
        ("tell me about probation", "Probation lasts six months.", 0.5),
    ],
)
def test_the_wanted_kind_of_answer_is_shown_or_not(question: str, text: str, share: float) -> None:
    assert shows(understand(question), read(text)) == share


def test_a_number_of_the_question_is_no_answer() -> None:
    question = understand("I used 4 weeks, how many weeks are left?")
    assert shows(question, read("You have used 4 weeks.")) == 0.0
    assert shows(question, read("Of 12 weeks you have used 4 weeks.")) == 1.0


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Entries of $50,000 to $250,000 need a controller.", 1.0),
        ("Entries under $50,000 need a manager.", -1.0),
        ("Entries need a controller.", 0.0),
        ("Entries are kept for 7 years.", 0.0),
    ],
)
def test_the_amount_asked_about_falls_into_the_tier_or_not(text: str, verdict: float) -> None:
    assert fits(understand("who approves journal entries over $100K?"), read(text)) == verdict


TIERS = (
    "Up to $10,000: the lead.",
    "$10,000 to $50,000: the manager.",
    "$50,000 to $250,000: the controller.",
    "No gifts.",
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who approves an entry of $62k?", [-1.0, -1.0, 1.0, 0.0]),
        ("Who approves an entry over $100K?", [-1.0, -1.0, 1.0, 0.0]),
        ("who signs approx 18k total", [-1.0, 1.0, -1.0, 0.0]),
        ("Who approves level 4 entries?", [0.0, 0.0, 0.0, 0.0]),
        ("Who approves entries?", [0.0, 0.0, 0.0, 0.0]),
    ],
)
def test_only_the_asked_tier_answers(question: str, expected: list[float]) -> None:
    assert tiers(understand(question), [read(sentence) for sentence in TIERS]) == expected


def test_a_sentence_that_states_two_tiers_is_neither() -> None:
    both = [read(f"{TIERS[1]} {TIERS[2]}"), read(TIERS[0])]
    assert tiers(understand("Who approves $62k?"), both) == [0.0, -1.0]


def test_a_single_range_is_no_table_of_tiers() -> None:
    assert tiers(understand("a trip of 3 nights"), [read("Trips of at least 4 nights include laundry.")]) == [0.0]


def test_tiers_of_time_answer_like_those_of_money() -> None:
    nights = [read("Up to 3 nights: no meals."), read("4 to 10 nights: breakfast.")]
    assert tiers(understand("a trip of 5 nights"), nights) == [-1.0, 1.0]


def test_the_rows_of_a_table_are_tiers_of_what_its_heading_counts() -> None:
    header = "Years of service | Days"
    rows = [read(row, header) for row in ("2 to 4 | 18 days", "5 to 9 | 22 days", "10 or more | 26 days")]
    assert tiers(understand("I have been here for 6 yrs"), rows) == [-1.0, 1.0, -1.0]


def test_limits_that_do_not_exclude_each_other_are_no_tiers() -> None:
    limits = [read("Explain lines above $75,000."), read("Reconcile accounts above $100,000.")]
    assert tiers(understand("an invoice of $120,000"), limits) == [0.0, 0.0]


def test_a_rate_names_no_tier() -> None:
    hours = [read("Fewer than 10 days: A."), read("10 to 20 days: B.")]
    assert tiers(understand("what is the most I can work on one day"), hours) == [0.0, 0.0]


def test_that_there_is_no_limit_is_an_answer_to_how_many() -> None:
    said = read("There is no minimum requirement to establish a quorum.")
    asked = understand("what is the minimum number of votes?")
    assert (shows(asked, said), lacks_number(asked, said)) == (1.0, False)


def test_a_year_is_no_amount() -> None:
    steps = [read("Up to $25: the agent."), read("$25 to $5,000: the manager.")]
    assert tiers(understand("a gift card from 2023"), steps) == [0.0, 0.0]
