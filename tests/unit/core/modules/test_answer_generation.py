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


def test_a_refusal_with_claims_is_a_refusal() -> None:
    sound = claim("The controller approves.", "need the controller")
    assert enforce(given(), Output(answer="", claims=(sound,), refused=True)) == Output(
        answer=NO_GUIDANCE, refused=True
    )


def test_a_quote_that_is_typeset_differently_is_shown_as_its_source_writes_it() -> None:
    sources = (Source(n=1, document_name="d", section="", text="A gift isn’t\nkept above $50 – it is returned."),)
    output = enforce(Input(question="?", sources=sources), a_models(claim("It is returned.", "$50 - it is returned")))
    assert output.claims[0].quotes == (Quote(n=1, quote="$50 – it is returned"),)


def test_a_condition_or_a_denial_that_a_claim_leaves_out_comes_back_in_the_sources_words() -> None:
    text = "Items may be returned within 14 days unless the seal is broken. Gift cards are not refunded."
    asked = Input(question="Can I return it?", sources=(Source(n=1, document_name="d", section="", text=text),))
    first, second = text.split(". ")
    output = enforce(
        asked,
        a_models(claim("You have 14 days.", first), claim("Gift cards are refunded.", second)),
    )
    assert [one.text for one in output.claims] == [first, second]
    kept = claim("You have 14 days, unless the seal is broken.", first)
    assert enforce(asked, a_models(kept)).claims == (kept,)


def test_two_policies_that_disagree_are_both_cited() -> None:
    limits = {1: "Purchases up to $500 need no approval.", 2: "Purchases up to $300 need no approval."}
    sources = tuple(Source(n=n, document_name=f"Policy {n}", section="", text=text) for n, text in limits.items())
    one, other = (claim(text, text, n=n) for n, text in limits.items())
    asked = Input(question="Up to what amount?", sources=sources, proposed=(one, other))
    assert enforce(asked, a_models(one)).claims == (one, other)
    same = asked.model_copy(update={"proposed": (one, claim("Purchases", "Purchases", n=2))})
    assert enforce(same, a_models(one)).claims == (one,)
