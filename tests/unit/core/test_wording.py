"""The fixed words people read."""

import re
from string import Formatter

import pytest

from bot.settings import Settings
from core import wording
from core.domain.language import Language
from core.domain.outcome import Band, Reason
from tests.adapters.samples import draft

REFUSALS = {
    Reason.NO_EVIDENCE,
    Reason.LOW_CONFIDENCE,
    Reason.NOTHING_QUOTABLE,
    Reason.NO_DOCUMENTS,
    Reason.NO_APPROVER,
    Reason.EMPTY_QUESTION,
    Reason.QUESTION_TOO_LONG,
    Reason.NOTHING_ASKED,
}
REVIEWS = {Reason.REVIEW_BAND, Reason.MINIMUM_RAISED, Reason.RESTRICTED_REQUEST, Reason.GROUNDING_DOUBT}
FAILURES = {Reason.INTERNAL_ERROR, Reason.STORE_UNAVAILABLE}
SPOKEN_BY_THE_ANSWER = {Reason.HIGH_CONFIDENCE, Reason.MODERATE_CONFIDENCE}
SPOKEN_BY_THE_REVIEW = {
    Reason.SOURCE_CHANGED,
    Reason.REVIEWER_APPROVED,
    Reason.REVIEWER_EDITED,
    Reason.REVIEWER_DENIED,
    Reason.REVIEW_EXPIRED,
    Reason.ASKER_WITHDREW,
    Reason.HANDED_TO_PERSON,
}
SPOKEN_BY_THE_OPERATOR = {Reason.PAUSED}
SPOKEN_BY_THE_QUESTION_BACK = {Reason.MISSING_DETAILS}
SPOKEN_BY_THE_CASE = {
    Reason.ACTION_RISK,
    Reason.ALREADY_UNDER_WAY,
    Reason.ASKER_DECIDES,
    Reason.CASE_CHANGED,
    Reason.CONFIRMATION_EXPIRED,
    Reason.EFFECT_UNKNOWN,
    Reason.LOOKED_UP,
    Reason.NOT_ALLOWED,
    Reason.NO_EFFECT,
    Reason.STILL_LOOKING,
    Reason.VERIFIED,
}
WHOM = "Ask Compliance."


def test_every_ending_of_the_catalogue_has_its_words() -> None:
    assert wording.REFUSALS == REFUSALS
    assert set(wording.WHY_REVIEW) == REVIEWS
    assert wording.FAILURES == FAILURES
    assert all(wording.refusal(reason, "") for reason in REFUSALS)
    assert all(wording.failure(reason) for reason in FAILURES)
    spoken = SPOKEN_BY_THE_ANSWER | SPOKEN_BY_THE_REVIEW | SPOKEN_BY_THE_OPERATOR | SPOKEN_BY_THE_QUESTION_BACK
    assert set(Reason) == REFUSALS | REVIEWS | FAILURES | spoken | SPOKEN_BY_THE_CASE


@pytest.mark.parametrize(
    "reason", sorted(REFUSALS - {Reason.EMPTY_QUESTION, Reason.QUESTION_TOO_LONG, Reason.NOTHING_ASKED})
)
def test_a_refusal_says_whom_to_ask_instead(reason: Reason) -> None:
    assert wording.refusal(reason, WHOM).endswith(f". {WHOM}")
    assert wording.refusal(reason, "") == wording.say(f"refused.{reason}")


@pytest.mark.parametrize("reason", [Reason.EMPTY_QUESTION, Reason.QUESTION_TOO_LONG, Reason.NOTHING_ASKED])
def test_what_the_asker_can_mend_sends_them_to_nobody(reason: Reason) -> None:
    assert WHOM not in wording.refusal(reason, WHOM)


def test_only_a_moderate_answer_opens_with_a_caution() -> None:
    assert wording.answer(draft(), Band.HIGH, 0.95) == draft().text
    opening, _, rest = wording.answer(draft(), Band.MODERATE, 0.85).partition("\n\n")
    assert opening.startswith("Moderate confidence (0.85)")
    assert rest == draft().text


def test_a_confidence_is_never_told_as_more_than_it_is() -> None:
    assert wording.answer(draft(), Band.MODERATE, 0.8999).startswith("Moderate confidence (0.89)")
    assert "79% confidence" in wording.why_review(Reason.REVIEW_BAND, 0.7999, 0.80)
    assert "29% confidence" in wording.why_review(Reason.REVIEW_BAND, 0.29, 0.80)


def test_a_reviewer_reads_both_numbers() -> None:
    assert "at least 97% confidence; the draft has 85%" in wording.why_review(Reason.MINIMUM_RAISED, 0.85, 0.97)


def test_the_end_of_a_review_names_the_reviewer_and_their_reason() -> None:
    assert wording.reviewed(draft(), "Sam").endswith("\n\nReviewed by Sam.")
    assert wording.denied("Sam", "It is {outdated}.").endswith("Their reason: It is {outdated}.")
    assert "reason" not in wording.denied("Sam", None)


def test_a_reviewers_own_words_are_marked_as_theirs() -> None:
    alone = wording.reviewed(draft(), "Sam", "Sam")
    assert alone.startswith("In the words of Sam, who reviewed my draft:\n\nThirty days.")
    assert alone.endswith("Written by Sam, not by me.")
    assert wording.reviewed(draft(), "Robin", "Sam").endswith("Written by Sam, not by me. Reviewed by Robin.")


def test_a_pause_says_so_and_why() -> None:
    assert wording.paused("A wrong policy is out.") == (
        "I am paused by my operators, so I answer nothing at the moment. They say: A wrong policy is out. "
        "Please ask again later."
    )
    assert "say" not in wording.paused("")


def test_expired_is_no_denial() -> None:
    assert "This is not a no." in wording.expired(WHOM)
    assert wording.expired(WHOM).endswith(WHOM)
    assert wording.expired("").endswith("no.")


ENGLISH = wording.texts(Language.ENGLISH)
OTHERS = [language for language in Language if language is not Language.ENGLISH]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_text_with_the_same_values(language: Language) -> None:
    texts = wording.texts(language)
    assert list(texts) == list(ENGLISH)
    assert [key for key in texts if placeholders(texts[key]) != placeholders(ENGLISH[key])] == []
    assert [key for key, text in texts.items() if not text.strip() or text.strip() != text] == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_was_left_in_english(language: Language) -> None:
    texts = wording.texts(language)
    assert [key for key in texts if texts[key] == ENGLISH[key] and re.search("[a-z]", ENGLISH[key])] == []


@pytest.mark.parametrize("language", Language)
def test_buttons_titles_and_placeholders_are_as_short_as_slack_wants_them(language: Language) -> None:
    limits = {"feedback.title": 24, "shortcut.title": 24, "feedback.submit": 24, "shortcut.submit": 24, "cancel": 24}
    limits |= {"ask_back.title": 24, "ask_back.submit": 24, "ask_back.button": 75, "withdraw.button": 75}
    limits |= {
        "pending.title": 150,
        "how_to_ask": 150,
        "feedback.helpful": 75,
        "feedback.unhelpful": 75,
        "share.button": 75,
        "status": 50,
    }
    texts = wording.texts(language)
    assert {key: texts[key] for key, limit in limits.items() if len(texts[key]) > limit} == {}


def test_a_text_that_needs_values_refuses_to_go_without_them() -> None:
    with pytest.raises(KeyError):
        wording.say("wait.days", Language.GERMAN, number=3)
    with pytest.raises(KeyError):
        wording.say("no.such.text")


def test_the_askers_language_is_spoken_and_the_draft_is_not_translated() -> None:
    assert wording.answer(draft(), Band.MODERATE, 0.85, Language.GERMAN).startswith("Mittlere Sicherheit (0.85)")
    assert wording.answer(draft(), Band.MODERATE, 0.85, Language.GERMAN).endswith(draft().text)
    assert wording.reviewed(draft(), "Sam", None, Language.UKRAINIAN).endswith("Перевірка: Sam.")
    assert "{outdated}" in wording.denied("Sam", "It is {outdated}.", Language.CHINESE)


def test_the_default_sentence_of_whom_to_ask_is_translated_and_the_operators_own_is_not() -> None:
    default = Settings.model_fields["whom_to_ask"].default
    assert wording.say("whom_to_ask") == default
    assert wording.expired(default, Language.SPANISH).endswith("Cumplimiento.")
    assert wording.expired(WHOM, Language.SPANISH).endswith(WHOM)
