"""Questions that lean on the one before."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.language import Language
from core.domain.request import Turn
from core.retrieval.follow_up import LONGEST, is_chatter, speaks_of, standalone
from core.wording.language import detect
from tests.adapters.samples import draft

LEAVE = [Turn(question="How many days of annual leave do I have?", answer="Thirty days. [1]")]
SAMPLE = Path(__file__).parents[4] / "bot" / "sample"


@pytest.mark.parametrize(
    ("question", "spelt_out"),
    [
        ("and for contractors?", "How many days of annual leave do I have, for contractors?"),
        ("ok, and for contractors?", "How many days of annual leave do I have, for contractors?"),
        ("what about part-timers?", "How many days of annual leave do I have, part-timers?"),
        ("Und für Werkstudenten?", "How many days of annual leave do I have, für Werkstudenten?"),
        ("¿y para contratistas?", "How many days of annual leave do I have, para contratistas?"),
        ("а для підрядників?", "How many days of annual leave do I have, для підрядників?"),
        ("那实习生呢？", "How many days of annual leave do I have, 实习生呢?"),
        ("who approves that?", "who approves that (days annual leave)?"),
        ("Can it be carried over?", "Can it be carried over (days annual leave)?"),
        ("why?", "why (days annual leave)?"),
        ("how long?", "how long (days annual leave)?"),
    ],
)
def test_a_follow_up_takes_its_topic_from_the_question_before(question: str, spelt_out: str) -> None:
    assert standalone(question, LEAVE) == spelt_out


@pytest.mark.parametrize(
    "question",
    [
        "What may a hotel room cost a night?",
        "And who approves a purchase order of $20,000?",
        "What is the policy on it security?",
        "How many of those can I carry over into the next year?",
        "parental leave?",
        "thanks!",
        "",
        "   ?",
    ],
)
def test_a_question_that_can_be_understood_by_itself_stays_as_it_is(question: str) -> None:
    assert standalone(question, LEAVE) is None


def test_no_question_of_the_sample_is_taken_for_a_follow_up() -> None:
    files = sorted(SAMPLE.glob("questions*.jsonl"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    questions = [json.loads(line)["question"] for line in lines]
    assert len(questions) >= 90
    assert [question for question in questions if standalone(question, LEAVE)] == []


def test_without_a_thread_nothing_is_added() -> None:
    assert standalone("and for contractors?", []) is None


def test_the_last_turn_counts_and_a_chain_of_follow_ups_keeps_its_topic() -> None:
    first = standalone("and for contractors?", LEAVE)
    assert first is not None
    second = standalone("who approves that?", [*LEAVE, Turn(question=first, answer="")])
    assert second == "who approves that (days annual leave contractors)?"


def test_what_would_be_too_long_is_left_as_it_was_asked() -> None:
    long = [Turn(question="leave " * LONGEST, answer="")]
    assert standalone("and for contractors?", long) is None
    assert standalone("and that? " * LONGEST, LEAVE) is None


@pytest.mark.parametrize(
    "text", ["thanks", "Thank you very much!", "ok 👍", "danke schön", "gracias", "дякую!", "谢谢", "🙏"]
)
def test_thanks_ask_nothing(text: str) -> None:
    assert is_chatter(text)


@pytest.mark.parametrize("text", ["thanks, and for contractors?", "ok but why", "great question: who approves it?"])
def test_thanks_before_a_question_do_not_hide_it(text: str) -> None:
    assert not is_chatter(text)


def test_a_draft_speaks_of_what_a_follow_up_adds_only_if_it_cites_a_word_of_it() -> None:
    said = draft("Contractors have no paid leave.")
    assert speaks_of("and for contractors?", said)
    assert not speaks_of("and for interns?", said)
    assert speaks_of("why?", said)  # adds no word


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=450), st.text(max_size=450))
def test_whatever_is_typed_the_rules_answer(question: str, before: str) -> None:
    spelt_out = standalone(question, [Turn(question=before, answer="")])
    assert spelt_out is None or question.strip()
    assert detect(question) in {None, *Language}
