from core.retrieval.question import Wants
from core.retrieval.vocabulary import vocabulary


def test_every_group_has_other_words_and_every_phrase_says_something() -> None:
    for group in vocabulary().synonyms:
        assert len(set(group)) > 1, group
        assert all(group), group


def test_every_kind_of_answer_is_asked_for_and_shown() -> None:
    kinds = {wants.value for wants in Wants}
    assert set(vocabulary().asks) == kinds
    assert set(vocabulary().shows) == kinds


def test_a_short_form_is_spelt_out_as_a_whole_word_only() -> None:
    assert vocabulary().spell_out("2 wks, Wks’s") == "2 weeks, Wks's"
