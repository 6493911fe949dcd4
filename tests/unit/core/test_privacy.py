from adapters.memory.privacy import KnownPersonalData
from core.ports.privacy import PiiKind
from core.privacy import PiiMode, Privacy, mask

FINDER = KnownPersonalData({"jo@x.example": PiiKind.EMAIL, "al@x.example": PiiKind.EMAIL, "555-0100": PiiKind.PHONE})
TEXT = "jo@x.example or 555-0100; again jo@x.example, not al@x.example"


def test_the_same_datum_has_the_same_placeholder() -> None:
    assert mask(TEXT, FINDER).text == "[e-mail 1] or [phone 1]; again [e-mail 1], not [e-mail 2]"


def test_what_comes_back_is_restored() -> None:
    masked = mask(TEXT, FINDER)
    assert masked.restore(masked.text) == TEXT
    assert masked.restore("Write to [e-mail 2], not to [e-mail 9].") == "Write to al@x.example, not to [e-mail 9]."


def test_a_placeholder_that_was_typed_stands_for_nothing() -> None:
    masked = mask("[e-mail 1] is jo@x.example", FINDER)
    assert masked.text == "[e-mail 1] is [e-mail 2]"
    assert masked.restore(masked.text) == "[e-mail 1] is jo@x.example"


def test_the_mode_says_who_reads_what() -> None:
    texts = {
        mode: (Privacy(mode, FINDER).for_model(TEXT).text, Privacy(mode, FINDER).for_log(TEXT)) for mode in PiiMode
    }
    masked = mask(TEXT, FINDER).text
    assert texts == {PiiMode.OFF: (TEXT, TEXT), PiiMode.LOG: (TEXT, masked), PiiMode.MASK: (masked, masked)}
