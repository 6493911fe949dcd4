"""The stage that finds what the policies say to the case: rewritten by its facts, retrieved, filtered."""

from __future__ import annotations

from dataclasses import replace

from core.actions.attribution import ALLOWED, DENIED, KINDS, acting, supporting
from core.actions.recovering import RETRIEVE, Failure
from core.actions.replies import of_intent
from core.domain.action import ATTACK_TAGS, Fact, FactKind
from core.domain.evidence import RejectReason
from core.domain.judgement import RiskTag, VerifiedFacts
from core.domain.language import Language
from core.domain.tool import ToolSpec
from core.errors import IndexUnavailable, ModelUnavailable, StoreUnavailable
from core.journeys.acting.calls import chosen
from core.journeys.acting.recovering import ended_by, recover
from core.journeys.acting.work import Work, noted
from core.journeys.bench import Bench
from core.journeys.evidence import Assessment, assess
from core.journeys.scope import scope_of
from core.modules import policy_rewrite
from core.retrieval.measures import read
from core.retrieval.question import understand
from core.retrieval.search import search
from core.safety.scanning import scan

_KINDS = (
    FactKind.ORDER_STATUS, FactKind.PAYMENT_STATUS, FactKind.SHIPMENT_STATUS, FactKind.LOGISTICS_STATUS,
    FactKind.AFTER_SALES_STATUS,
)  # fmt: skip


async def find_policies(work: Work, bench: Bench) -> Work:
    """Searches once in the asker's language, and where that gives no evidence for a decision once more in English, as most policies are
    written. Information alone needs no policy."""
    result = work.case.intent_result
    assert result is not None
    if acting(result).intent not in KINDS:
        return work
    kind = KINDS[acting(result).intent]
    wanted = [decision for decision in (ALLOWED[kind], DENIED.get(kind)) if decision]
    english = of_intent("what", acting(result).intent, Language.ENGLISH)
    for words in (work.case.wish, f"The customer asks for {english}."):
        try:
            work = await _searched(work, bench, words)
            failure = Failure.EVIDENCE_INSUFFICIENT
        except (IndexUnavailable, ModelUnavailable, StoreUnavailable) as error:
            failure = Failure.RETRIEVAL_FAILED
            work = noted(work, bench, "retrieval", "failed", type(error).__name__, "elevated")
        if any(supporting(work.case.evidence, decision) for decision in wanted):
            return work
        spec = chosen(work.case, bench.toolbox.specs) if bench.toolbox else None
        work, action = await recover(
            work,
            bench,
            failure,
            risk=spec.risk if spec else None,
            sufficiency="insufficient" if failure is Failure.EVIDENCE_INSUFFICIENT else None,
        )
        if action is not RETRIEVE:
            return ended_by(work, bench, action)
    return work


async def _searched(work: Work, bench: Bench, words: str) -> Work:
    case = work.case
    assert case.intent_result is not None
    facts = verified(case.facts)
    given = policy_rewrite.Input(user_query=words, intent_result=case.intent_result, verified_tool_facts=facts)
    sought = await work.hearing.judge(policy_rewrite, given)
    retrieval = await search(
        sought.primary_rewrite_query,
        encoder=bench.encoder,
        index=bench.index,
        passages=bench.passages,
        reranker=bench.reranker,
        scope=await scope_of(case.request, bench.clock.now(), bench),
        limit=bench.gate.for_call(None, None).top_k,
        scorer=bench.calibration.scorer,
    )
    spec = chosen(case, bench.toolbox.specs) if bench.toolbox else None
    topical = spec if spec and spec.decision == "action_allowed" else None
    found = _stricter(await assess(sought, retrieval, work.hearing), topical)
    work = replace(work, retrieval=retrieval, ranked=found.evidence, sources=found.sources).tagged(*found.risk_tags)
    work = work.having(evidence=found.selected, evidence_sufficiency=found.sufficiency)
    rejected = {source.chunk_id: source.rejected for source in found.sources if source.rejected}
    return noted(
        work,
        bench,
        "policy_evidence_filter",
        found.sufficiency,
        sought.primary_rewrite_query,
        selected=[evidence.doc_id for evidence in found.selected],
        rejected=rejected,
    )


def _stricter(found: Assessment, topical: ToolSpec | None) -> Assessment:
    """What may justify a deed is held to more than what may be quoted.

    A passage in which anything is found that would be an attack if somebody wrote it to the bot justifies nothing: a false
    alarm costs a human's look, a miss would cost money. ``topical``: the filter has no word for what this tool does, so a
    passage that names none of it is about something else.
    """
    texts = {ranked.passage.chunk.id: ranked.passage.chunk.text for ranked in found.evidence}
    no = {chunk: RejectReason.IRRELEVANT for chunk, text in texts.items() if topical and not _names(text, topical)}
    no |= {chunk: RejectReason.POSSIBLE_PROMPT_INJECTION for chunk, text in texts.items() if _attacks(text)}
    if not no:
        return found
    selected = tuple(evidence for evidence in found.selected if evidence.doc_id not in no)
    attacked = RejectReason.POSSIBLE_PROMPT_INJECTION in no.values()
    return replace(
        found,
        evidence=tuple(ranked for ranked in found.evidence if ranked.passage.chunk.id not in no),
        sources=tuple(
            source.model_copy(update={"evidence": False, "rejected": no[source.chunk_id].value})
            if source.chunk_id in no
            else source
            for source in found.sources
        ),
        selected=selected,
        sufficiency=found.sufficiency if selected else "insufficient",
        risk_tags=(*found.risk_tags, *([RiskTag.POSSIBLE_PROMPT_INJECTION.value] if attacked else [])),
    )


def _names(text: str, spec: ToolSpec) -> bool:
    """Whether a passage has half the words, or more, of what some language calls the tool."""
    words = read(text).words
    titles = (frozenset(understand(spec.words.title.said(language)).terms) for language in Language)
    return any(title and 2 * len(title & words) >= len(title) for title in titles)


def _attacks(text: str) -> bool:
    return any(finding.tag in ATTACK_TAGS for finding in scan(text))


def verified(facts: tuple[Fact, ...]) -> VerifiedFacts:
    """The facts by what they are about; of several about one thing, the last holds."""
    return VerifiedFacts.model_validate({fact.kind.value: fact.words for fact in facts if fact.kind in _KINDS})
