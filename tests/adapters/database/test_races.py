"""Many at once; that only one decision wins is among the contracts."""

from __future__ import annotations

import asyncio
import os

from adapters.database.engine import create_engine
from adapters.database.retrieval import recount
from adapters.database.store import Store
from adapters.memory.clock import ManualClock, RandomIds
from core.approvals.voting import rule_on
from core.domain.approval import Approver, Decision, Ruling, Verdict
from core.domain.request import Person
from tests.adapters.samples import APPROVER, NOW, TODAY, approval, ballot, exchange, simple_rule, version

RIVAL = Person(id="slack:U3", name="Robin", email="robin@example.com")


async def figures_are_right(store: Store) -> None:
    """The kept corpus figures equal a new count."""
    async with store.database.read() as connection:
        count, total, holding = await recount(connection)
    answer = await store.passages.keyword_candidates(list(holding), 1, TODAY)
    assert answer.frequencies == holding
    assert (answer.chunk_count, answer.average_length) == (count, total / count if count else 0.0)


async def test_the_same_exchange_saved_by_many_is_written_once(sql_store: Store) -> None:
    saved = await asyncio.gather(*(sql_store.exchanges.save(exchange(), approval()) for _ in range(20)))
    assert all(one == exchange() for one in saved)
    assert len(await sql_store.approvals.list()) == 1
    assert (await sql_store.audit.verify()).count == 1


async def test_exchanges_saved_at_once_make_one_chain(sql_store: Store) -> None:
    await asyncio.gather(*(sql_store.exchanges.save(exchange(f"ex_{n}"), None) for n in range(60)))
    report = await sql_store.audit.verify()
    assert (report.count, report.faults) == (60, ())


async def test_the_same_path_ingested_by_many_is_one_document(sql_store: Store) -> None:
    versions = [version(f"v{n}", [f"leave number{n}", "carry over"], document=f"doc_{n}") for n in range(8)]
    await asyncio.gather(*(sql_store.documents.put("a.md", one) for one in versions))
    (document,) = await sql_store.documents.list(include_removed=True)
    stored = await sql_store.documents.versions(document.id)
    assert [one.number for one in stored] == list(range(1, 9))
    assert len(await sql_store.passages.embeddings()) == 2
    await figures_are_right(sql_store)


async def test_documents_coming_and_going_keep_the_figures_right(sql_store: Store) -> None:
    async def life(n: int) -> None:
        await sql_store.documents.put(
            f"{n}.md", version(f"v{n}a", ["leave days", f"word{n} word{n}"], document=f"doc_{n}")
        )
        await sql_store.documents.put(
            f"{n}.md", version(f"v{n}b", [f"leave word{n % 3}"], document=f"doc_{n}", number=2)
        )
        if n % 2:
            await sql_store.documents.remove(f"{n}.md")

    await asyncio.gather(*(life(n) for n in range(10)))
    assert len(await sql_store.documents.list()) == 5
    await figures_are_right(sql_store)
    assert (await sql_store.audit.verify()).faults == ()


async def test_two_processes_deciding_find_one_winner(sql_store: Store) -> None:
    """Two engines know nothing of each other's locks in memory, as two processes do not."""
    await sql_store.exchanges.save(exchange(), approval(quorum=2))
    url = sql_store.database.engine.url.render_as_string(hide_password=False)
    stores = [Store(create_engine(url), ManualClock(), RandomIds()) for _ in range(3)]
    voters = [Person(id=f"slack:V{n}", name=f"Voter {n}", email=f"v{n}@example.com") for n in range(30)]
    decisions = await asyncio.gather(
        *(stores[n % 3].approvals.decide(ballot(voter), simple_rule, NOW) for n, voter in enumerate(voters))
    )
    rulings = [decision.ruling for decision in decisions]
    assert (rulings.count(Ruling.DECIDED), rulings.count(Ruling.COUNTED)) == (1, 1)
    assert len(await sql_store.approvals.votes("ap_1")) == 2
    assert (await sql_store.audit.verify()).faults == ()
    for store in stores:
        await store.close()


RACES = int(os.environ.get("RACES", "100"))
"""``make races`` has a thousand of them."""


async def test_races_of_two_have_one_winner_each(sql_store: Store) -> None:
    """Two approvers of a quorum of one, the real rule: one approves while the other denies.

    In every tenth race they are in two processes, which on SQLite find each other by polling.
    """
    other = Store(
        create_engine(sql_store.database.engine.url.render_as_string(hide_password=False)), ManualClock(), RandomIds()
    )
    both = tuple(Approver(account=voter.id) for voter in (APPROVER, RIVAL))
    for n in range(RACES):
        base = approval(f"ap_{n}", exchange_id=f"ex_{n}")
        rule = base.rule.model_copy(update={"approvers": both})
        await sql_store.exchanges.save(exchange(f"ex_{n}"), base.model_copy(update={"rule": rule}))

    async def race(n: int) -> tuple[Decision, Decision]:
        yes = ballot(APPROVER, approval_id=f"ap_{n}")
        no = ballot(RIVAL, Verdict.DENY, approval_id=f"ap_{n}", note="out of date")
        second = sql_store if n % 10 else other
        ways = sql_store.approvals.decide(yes, rule_on, NOW), second.approvals.decide(no, rule_on, NOW)
        return await asyncio.gather(*(ways if n % 2 else reversed(ways)))

    async with asyncio.timeout(300):
        ends = [await race(n) for n in range(RACES)]
    for n, decisions in enumerate(ends):
        assert sorted(decision.ruling for decision in decisions) == [Ruling.ALREADY_DECIDED, Ruling.DECIDED]
        assert decisions[0].approval == decisions[1].approval == await sql_store.approvals.get(f"ap_{n}")
    report = await sql_store.audit.verify()
    assert (report.count, report.faults) == (3 * RACES, ())  # exchange, vote, decision
    await other.close()


async def test_readers_never_see_half_a_replacement(sql_store: Store) -> None:
    await sql_store.documents.put("a.md", version("v0", ["leave old"] * 3))

    async def replace() -> None:
        for n in range(1, 8):
            await sql_store.documents.put("a.md", version(f"v{n}", ["leave old"] * 3, number=n + 1))

    async def look() -> None:
        for _ in range(15):
            answer = await sql_store.passages.keyword_candidates(["leave"], 10, TODAY)
            assert len({candidate.chunk_id.split("_")[0] for candidate in answer.candidates}) == 1
            assert (len(answer.candidates), answer.chunk_count, answer.frequencies) == (3, 3, {"leave": 3})

    await asyncio.gather(replace(), look(), look())
