"""What an answer is like in Teams, whatever the documents hold, and what people say of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core.wording import say
from tests.adapters.slack import specimens
from tests.doubles.teams import GENERAL, GROUP, Message, Refused, acts
from tests.scenarios.office import HOTEL, TRAVEL
from tests.scenarios.surfaces.table import ANSWER
from tests.scenarios.teams.conftest import TeamsHouse

RESTRICTED = TRAVEL.replace("policy_type", "audience: [board]\npolicy_type")
NASTY = """---
title: "Gifts *and* [hospitality](https://evil.test) <at>Everybody</at>"
url: https://policies.example/gifts
---
# Wine & <b>spirits</b>

A bottle of wine may be kept if \\<at>everybody\\</at> \\*agrees\\* within [14] days \\!\\[pixel](https://evil.test/p.png).
"""
WINE = "A bottle of wine may be kept if <at>everybody</at> *agrees* within [14] days ![pixel](https://evil.test/p.png)."


@pytest.fixture
def rules(rules: dict[str, Any]) -> dict[str, Any]:
    return {**rules, "groups": {"board": ["dana@acme.test"]}}


async def thumbs(at: TeamsHouse) -> dict[str, tuple[bool, str | None]]:
    return {given.person.name: (given.helpful, given.comment) for given in await at.house.store.feedback.list()}


async def test_thumbs_land_where_all_feedback_does(at: TeamsHouse) -> None:
    await at.ask(where=GROUP)
    await at.space.until(lambda: at.answers(where=GROUP)[-1].rateable)
    answer = at.answers(where=GROUP)[-1]
    for _ in range(3):
        assert (await acts.rate(at.people, "dana", answer, True)).status == 200
    assert (await acts.rate(at.people, "sam", answer, False, "Too <short>.")).status == 200
    async with asyncio.timeout(10):
        while len(await thumbs(at)) < 2:
            await asyncio.sleep(0.01)
    assert await thumbs(at) == {"Dana": (True, None), "Sam": (False, "Too <short>.")}


async def test_what_is_no_answer_has_no_thumbs_and_no_label(at: TeamsHouse) -> None:
    at.house.certain.value = 0.2
    await at.ask()
    refusal = at.answers()[-1]
    with pytest.raises(Refused):
        await acts.rate(at.people, "dana", refusal, True)
    assert (refusal.labelled, refusal.citations) == (False, [])


async def test_a_restricted_answer_is_for_the_asker_alone_and_labelled(at: TeamsHouse) -> None:
    await at.house.ingest("travel.md", RESTRICTED)
    await at.ask(where=GROUP)
    told = await at.told(ANSWER)
    assert told.message_entity["usageInfo"]["name"] == say("restricted.name")
    assert HOTEL in told.words
    before_all = [message.words for message in at.answers(where=GROUP)]
    assert before_all == [say("elsewhere.private", asker="Dana")]


async def test_a_restricted_answer_is_nothing_to_who_may_not_read_it(at: TeamsHouse) -> None:
    await at.house.ingest("travel.md", RESTRICTED)
    await at.ask(who="gus", where=GROUP)
    await at.ask(who="kim")
    said = [*at.answers(where=GROUP), *at.answers("kim"), *at.answers("gus")]
    assert not any("210" in message.words for message in said)


async def test_an_answer_that_everybody_may_read_has_no_sensitivity_label(at: TeamsHouse) -> None:
    await at.ask()
    assert "usageInfo" not in (await at.told(ANSWER)).message_entity


async def test_nothing_in_a_document_formats_pings_or_links(at: TeamsHouse) -> None:
    """The double notes whatever does (``workspace.faults``)."""
    await at.house.ingest("gifts.md", NASTY)
    await at.ask("May a bottle of wine be kept?", where=GENERAL)
    await at.space.until(lambda: any(WINE in m.words for m in everything(at)))
    answer = next(m for m in everything(at) if WINE in m.words)
    assert [citation["position"] for citation in answer.citations] == [1]


async def test_a_card_shows_such_words_as_they_are(at: TeamsHouse) -> None:
    await at.house.ingest("gifts.md", NASTY)
    question = "May a bottle of *wine* be <b>kept</b>, [really](https://evil.test)?"
    _, _, card = await at.under_review(question)
    assert question in card.words
    assert WINE in card.words


@pytest.mark.parametrize("where", [None, GENERAL], ids=["own chat", "channel"])
async def test_a_long_answer_with_many_sources_goes_on_in_further_messages_and_loses_nothing(
    at: TeamsHouse, where: str | None
) -> None:
    posted = await at.ask(where=where)
    request = await at.house.asked(posted.message.id)
    thread = posted.message.id if where else None
    before = len(at.answers(where=where, thread=thread))
    rules = [f"Rule {n} of the *handbook* {'holds for everybody ' * 20}in <room> {n}. [{n}]" for n in range(1, 31)]
    sources = tuple(specimens.citation(n, quote=f"Rule {n} of the *handbook*") for n in range(1, 31))
    answer = specimens.outcome(exchange_id="ex_long", text="\n\n".join(rules), citations=sources)
    for _ in range(2):  # repeated after a crash
        await at.house.teams_surface.deliver(request, answer, None)
    shown = at.answers(where=where, thread=thread)[before:]
    words = " ".join(" ".join(message.words for message in shown).split())
    assert [rule for rule in rules if words.count(" ".join(rule.split())) != 1] == []
    cited = [citation["position"] for message in shown for citation in message.citations]
    assert set(cited) == set(range(1, 31))
    assert [message.rateable for message in shown] == [False] * (len(shown) - 1) + [True]


def everything(at: TeamsHouse) -> list[Message]:
    return [message for messages in at.space.messages.values() for message in messages if message.from_bot]
