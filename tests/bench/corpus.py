"""A corpus of any size, made from real passages: their vectors and words are perturbed instead of encoding for an hour.

Run as a process of its own, so that what it leaves in memory is not measured.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import sys

import numpy as np

from adapters.memory.clock import SystemClock
from bot.bootstrap import SAMPLE, Application
from bot.commands.ingest import load
from bot.settings import load as settings
from core.domain.document import Chunk, Scope, Version, Window
from core.retrieval.lexemes import lexemes

CHUNKS_A_DOCUMENT = 100
NOISE = 0.03
"""Standard deviation added to each of 384 dimensions: the perturbed vector keeps a cosine of about 0.86 to its model."""
_NOISE = np.random.default_rng(7).normal(0, NOISE, 4_000_000).astype("<f4")
"""Cut anew for every vector, which costs a hundredth of drawing its numbers."""


async def make(size: int) -> int:
    """Ingests the sample policies into ``COUNTERSIGN_HOME``, unless they are there, and grows them to a size."""
    app = await Application.open(settings(), own_index=False, announce=lambda _: None)
    try:
        if not await app.store.documents.list():
            await load(app, [SAMPLE / "policies"])
        return await grow(app, size)
    finally:
        await app.close()


async def grow(app: Application, size: int, seed: int = 7) -> int:
    """Adds perturbed copies of what is in retrieval until there are ``size`` chunks; returns how many there are."""
    rnd = random.Random(seed)
    documents = await app.store.documents.list()
    real = [chunk for document in documents for chunk in await _chunks(app, document.version_id)]
    words = sorted({word for chunk in real for word in chunk.text.split() if word.isalpha()})
    count = sum(document.chunk_count for document in documents)
    while count < size:
        wanted = min(CHUNKS_A_DOCUMENT, size - count)
        name = f"grown/{count:07}.txt"
        version = _version(name, [rnd.choice(real) for _ in range(wanted)], words, rnd)
        await app.store.documents.put(name, version)
        count += wanted
    return count


async def _chunks(app: Application, version_id: str) -> list[Chunk]:
    version = await app.store.documents.version(version_id)
    scope = Scope(on=app.clock.now().date(), groups=frozenset({"finance-leads"}))
    return [p.chunk for p in await app.store.passages.get([chunk.id for chunk in version.chunks], scope)]


def _version(name: str, models: list[Chunk], words: list[str], rnd: random.Random) -> Version:
    texts, chunks, at = [], [], 0
    for ordinal, model in enumerate(models):
        text = _reworded(model.text, words, rnd)
        chunks.append(
            Chunk(
                id=f"ch_{hashlib.sha256(f'{name}:{ordinal}'.encode()).hexdigest()[:24]}",
                ordinal=ordinal,
                text=text,
                start=at,
                end=at + len(text),
                section=model.section,
                context=model.context,
                lexemes=" ".join(lexemes(f"{model.context}\n{text}")),
                windows=tuple(_moved(window, model, at, len(text), rnd) for window in model.windows),
                embedding=_perturbed(model.embedding, rnd),
            )
        )
        texts.append(text)
        at += len(text) + 1
    digest = hashlib.sha256(name.encode()).hexdigest()
    return Version(
        id=f"ver_{digest[:20]}",
        document_id=f"doc_{digest[:20]}",
        number=1,
        content_hash=digest,
        text="\n".join(texts),
        meta={"title": name},
        ingested_at=SystemClock().now(),
        chunks=tuple(chunks),
    )


def _reworded(text: str, words: list[str], rnd: random.Random) -> str:
    """Every tenth word becomes another of the corpus or one of its own, so that document frequencies spread as in life."""
    parts = text.split(" ")
    for at in range(0, len(parts), 10):
        parts[at] = rnd.choice(words) if rnd.random() < 0.5 else f"{rnd.choice(words)}{rnd.randrange(500)}"
    return " ".join(parts)


def _moved(window: Window, model: Chunk, at: int, length: int, rnd: random.Random) -> Window:
    start = min(window.start - model.start, length - 1)
    end = min(window.end - model.start, length)
    return Window(start=at + start, end=at + max(end, start + 1), embedding=_perturbed(window.embedding, rnd))


def _perturbed(embedding: bytes, rnd: random.Random) -> bytes:
    vector = np.frombuffer(embedding, dtype="<f4")
    at = rnd.randrange(len(_NOISE) - len(vector))
    vector = vector + _NOISE[at : at + len(vector)]
    return bytes((vector / np.linalg.norm(vector)).astype("<f4").tobytes())


if __name__ == "__main__":
    asyncio.run(make(int(sys.argv[1])))
