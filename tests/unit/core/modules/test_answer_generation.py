from core.domain.outcome import MAX_QUOTE
from core.modules.answer_generation import (
    NO_CITATIONS,
    NO_GUIDANCE,
    Claim,
    Input,
    Output,
    Quote,
    Source,
    enforce,
    rules,
)

TEXT = "Entries over $100,000 need the controller. Entries over $250,000 need the CFO."
SOURCES = (Source(n=1, document_name="Journal entries", section="Approval", page_number=3, text=TEXT),)


def claim(text: str, *quotes: str, n: int = 1) -> Claim:
    return Claim(text=text, quotes=tuple(Quote(n=n, quote=quote) for quote in quotes))


def given(*proposed: Claim) -> Input:
    return Input(question="Who approves entries over $100K?", sources=SOURCES, proposed=proposed)


def a_models(*claims: Claim) -> Output:
    return Output(answer="", claims=claims, refused=False)


def test_the_rules_quote_what_retrieval_proposes() -> None:
    output = rules(
        given(claim("Entries over $100,000 need the controller.", "Entries over $100,000 need the controller."))
    )
    assert output.answer == "Entries over $100,000 need the controller. [1]"
    assert not output.refused


def test_without_a_proposal_the_rules_refuse() -> None:
    assert rules(given()) == Output(answer=NO_GUIDANCE, refused=True)


def test_a_claim_without_an_exact_quote_is_dropped() -> None:
    sound = claim("The controller approves.", "need the controller")
    output = enforce(
        given(),
        a_models(
            sound,
            claim("The board approves."),
            claim("The board approves.", "need the board"),
            claim("So.", "CFO", n=9),
        ),
    )
    assert output.claims == (sound,)
    assert output.answer == "The controller approves. [1]"


def test_a_number_that_its_quotes_do_not_state_is_dropped() -> None:
    assert enforce(given(), a_models(claim("About $90,000 needs the controller.", TEXT))).refused
    assert not enforce(given(), a_models(claim("Over $100K it is the controller.", TEXT))).refused


def test_an_answer_whose_claims_all_fall_says_why() -> None:
    assert enforce(given(), a_models(claim("The board approves."))).answer == NO_CITATIONS


def test_a_models_own_refusal_stands() -> None:
    assert enforce(given(), Output(answer="no idea", refused=True)).answer == NO_GUIDANCE


def test_the_limits_of_quotes_hold() -> None:
    long = "x" * (MAX_QUOTE + 1)
    sources = (Source(n=1, document_name="d", section="", text=f"{long} a b c d"),)
    asked = Input(question="?", sources=sources)
    assert enforce(asked, a_models(claim("It is long.", long))).refused
    output = enforce(asked, a_models(*(claim(f"It is {letter}.", letter) for letter in "abcd")))
    assert len(output.claims) == 3
