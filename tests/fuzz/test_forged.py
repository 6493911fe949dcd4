"""The click that would decide, forged, stale and replayed: nobody gets in, and one decision is made once."""

from __future__ import annotations

import asyncio
import json
import time
from random import Random
from typing import Any
from urllib.parse import urlencode

from hypothesis import given
from hypothesis import strategies as st

from adapters.slack import cards
from core.domain.approval import ApprovalState
from tests.adapters.slack.test_mangled import Kept
from tests.doubles.slack import Delivery, Http
from tests.fuzz import examples
from tests.fuzz.mangling import mangle
from tests.fuzz.test_slack import FORM, Scene, scene, settled

AT_ONCE = 50


HEADER = 8000
"""Longer headers are refused before anybody looks at them."""


async def forged(http: Http, body: bytes, random: Random) -> Delivery:
    """Signed by nobody, by another app, for another body or for another time."""
    genuine = http.signature(body)
    kind = random.randrange(5)
    if kind == 0:
        return await http.send(body, FORM, sign=False)
    if kind == 1:
        other = Http("", secret=f"{random.getrandbits(128):032x}")
        return await http.send(body, {**FORM, **other.signature(body)}, sign=False)
    if kind == 2:
        changed = body + b"&x=1" if random.random() < 0.5 else body.replace(b"U01SAM", b"U01LEE", 1)
        return await http.send(changed, {**FORM, **genuine}, sign=False)
    if kind == 3:
        shift = random.choice((-1, 1)) * random.uniform(310, 1e7)
        return await http.send(body, FORM, at=time.time() + shift)
    signature = mangle(genuine["X-Slack-Signature"].encode(), random).decode("latin-1")
    printable = "".join(c for c in signature if c.isprintable() and c.isascii())
    printable = printable[:HEADER]
    if printable == genuine["X-Slack-Signature"]:
        printable = "v0="
    return await http.send(body, {**FORM, **genuine, "X-Slack-Signature": printable}, sign=False)


@examples(4, each=AT_ONCE)
@given(st.integers(0, 2**62))
async def test_what_is_not_slacks_is_refused_and_what_is_replayed_counts_once(seed: int) -> None:
    random = Random(seed)
    async with scene() as stage:
        body = await approving(stage)
        refused = await asyncio.gather(*(forged(stage.http, body, random) for _ in range(AT_ONCE)))
        assert {delivery.status for delivery in refused} == {401}
        assert (await stage.desk.approval(stage.approval_id)).state is ApprovalState.PENDING  # type: ignore[union-attr]
        replayed = await asyncio.gather(*(stage.http.send(body, FORM) for _ in range(10)))
        assert {delivery.status for delivery in replayed} == {200}
        await settled(stage.desk)
        assert (await stage.desk.approval(stage.approval_id)).state is ApprovalState.APPROVED  # type: ignore[union-attr]
        assert len(await stage.desk.approvals.votes(stage.approval_id)) == 1
        told = [m for m in stage.slack.workspace.messages["C01GENERAL"].values() if "Reviewed by" in m.words]
        assert len(told) == 1


async def approving(stage: Scene) -> bytes:
    """The genuine click of somebody who may decide, which has not been brought yet."""
    people = Kept(stage.slack)
    people.transport = Nowhere()
    await people.click("U01SAM", stage.card, cards.APPROVE)
    return urlencode({"payload": json.dumps(people.payload)}).encode()


class Nowhere:
    async def deliver(self, kind: str, payload: dict[str, Any], retry: int, reason: str) -> Delivery:
        return Delivery(None, "", 0.0)
