from core.domain.outcome import Claim, Draft
from core.grounding.segments import of_draft, of_text


def test_a_claim_is_a_segment_whose_id_stays_with_its_words() -> None:
    claims = (Claim(text="Leave is paid.", citations=(1,)), Claim(text="It ends in May.", citations=(2,)))
    whole = of_draft(Draft(text="", citations=(), claims=claims))
    left = of_draft(Draft(text="", citations=(), claims=claims[1:]))
    assert [segment.text for segment in whole] == ["Leave is paid.", "It ends in May."]
    assert left[0] == whole[1]


def test_the_same_words_twice_are_two_segments() -> None:
    one, two = of_text("Yes. Yes.")
    assert one.text == two.text
    assert one.id != two.id


def test_marks_and_headings_are_left_out_and_labels_are_not() -> None:
    text = "## Leave\nLeave is paid. [1][2]\n**Notice period**\nWithin [14] days it ends [3]."
    assert [segment.text for segment in of_text(text)] == [
        "Leave is paid.",
        "**Notice period**",
        "Within [14] days it ends.",
    ]


def test_nothing_has_no_segments() -> None:
    assert of_text(" \n") == ()
