"""A draft into the audit, and the audit's word into what may be delivered."""

from __future__ import annotations

from adapters.memory.entailment import KnownEntailment
from core.domain.grounding import ClaimStatus, EvidenceSource
from core.domain.outcome import Draft
from core.grounding.auditing import ASKER, Verdict, conclude, entail, prepare
from core.grounding.citing import bind
from core.modules.grounding_audit import Input, Output, rules
from core.ports.entailment import Judgement
from tests.unit.core.retrieval.specimens import passage

DAYS, PAID = "Annual leave is 30 days a year.", "Parental leave is paid by the employer."
LEAVE = passage([DAYS, PAID, "No parental leave is granted to contractors."])
QUESTION = "How many days is annual leave, and is parental leave paid?"


def drafted(*claims: tuple[str, str]) -> Draft:
    draft = bind([(text, [(1, quote)]) for text, quote in claims], {1: LEAVE})
    assert draft is not None
    return draft


def audited(draft: Draft) -> tuple[Input, Output]:
    given = prepare(QUESTION, draft, [LEAVE], {LEAVE.chunk.id: 0.7})
    return given, rules(given)


def test_each_claim_is_a_segment_bound_to_the_passage_it_quotes() -> None:
    given, _ = audited(drafted((DAYS, DAYS), (PAID, PAID)))
    assert [segment.text for segment in given.answer_segments] == [DAYS, PAID]
    assert [(quote.evidence_id, quote.quote) for quote in given.quotes] == [
        (LEAVE.chunk.id, DAYS),
        (LEAVE.chunk.id, PAID),
    ]
    policy, asker = given.evidence
    assert (policy.source, policy.similarity, policy.context) == (
        EvidenceSource.TOOL_RESULT,
        0.7,
        "Leave policy\nRules",
    )
    assert (asker.id, asker.source, asker.text) == (ASKER, EvidenceSource.REPORTED_CONTEXT, QUESTION)


def test_what_is_grounded_is_delivered_as_it_is() -> None:
    draft = drafted((DAYS, DAYS), (PAID, PAID))
    result = conclude(draft, *audited(draft))
    assert (result.verdict, result.draft) == (Verdict.DELIVER, draft)


def test_an_unsupported_claim_is_dropped_and_the_rest_delivered() -> None:
    draft = drafted((DAYS, DAYS), (PAID, PAID), ("Ask the works council for advice.", PAID))
    result = conclude(draft, *audited(draft))
    assert result.verdict is Verdict.DELIVER
    assert result.draft is not None
    assert [claim.text for claim in result.draft.claims] == [DAYS, PAID]


def test_what_no_longer_answers_goes_to_review() -> None:
    draft = drafted((DAYS, DAYS), ("Parental leave lasts as the works council likes it.", PAID))
    result = conclude(draft, *audited(draft))
    assert result.verdict is Verdict.REVIEW
    assert result.draft is not None
    assert [claim.text for claim in result.draft.claims] == [DAYS]


def test_a_contradicted_claim_sends_the_whole_to_review() -> None:
    draft = drafted((PAID, PAID), ("Annual leave is 40 days a year.", DAYS))
    given, output = audited(draft)
    assert [claim.status for claim in output.claims] == [ClaimStatus.SUPPORTED, ClaimStatus.CONTRADICTED]
    result = conclude(draft, given, output)
    assert (result.verdict, result.draft) == (Verdict.REVIEW, draft)
    assert result.notes


def test_what_is_not_safe_goes_to_review() -> None:
    draft = drafted((DAYS, DAYS))
    given, output = audited(draft)
    result = conclude(draft, given, output.model_copy(update={"safe": False}))
    assert (result.verdict, result.draft) == (Verdict.REVIEW, draft)


def test_nothing_grounded_is_refused() -> None:
    draft = drafted(
        ("The works council decides on everything else.", PAID),
    )
    result = conclude(draft, *audited(draft))
    assert (result.verdict, result.draft) == (Verdict.REFUSE, None)


async def test_an_inference_model_is_asked_about_each_quoted_pair_once() -> None:
    given, _ = audited(drafted((DAYS, DAYS)))
    model = KnownEntailment({(LEAVE.chunk.text, DAYS): Judgement(entailed=0.2, contradicted=0.7)})
    (judged,) = (await entail(given, model)).entailments
    assert (judged.evidence_id, judged.entailed, judged.contradicted) == (LEAVE.chunk.id, 0.2, 0.7)
    assert await entail(given, None) == given
