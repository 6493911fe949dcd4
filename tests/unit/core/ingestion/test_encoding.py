from __future__ import annotations

from pathlib import Path

import pytest

from adapters.memory.encoder import WordEncoder
from core.domain.document import Scope
from core.errors import ConfigurationError
from core.ingestion.encoding import UNFINISHED, encode_again, same_encoder
from tests.scenarios.office import TRAVEL, Office


@pytest.fixture
async def office(tmp_path: Path) -> Office:
    """With a document, encoded by words of 384 dimensions."""
    office = Office(tmp_path)
    await office.ingest("travel.md", TRAVEL)
    await office.ingest("more.md", TRAVEL.replace("$210", "$99"))
    return office


async def check(office: Office, encoder: WordEncoder) -> None:
    await same_encoder(office.store.encoding, office.store.documents, encoder)


async def test_the_first_to_encode_is_on_record(office: Office) -> None:
    await check(office, WordEncoder())
    assert await office.store.encoding.current() == "words-384"
    await check(office, WordEncoder())


async def test_another_encoder_is_refused_with_what_to_do(office: Office) -> None:
    await check(office, WordEncoder())
    with pytest.raises(ConfigurationError, match=r"encoded with words-384, not with words-64\..*ingest --again"):
        await check(office, WordEncoder(64))


async def test_an_empty_collection_takes_any(office: Office) -> None:
    await check(office, WordEncoder())
    for path in ("travel.md", "more.md"):
        await office.store.documents.remove(path)
    await check(office, WordEncoder(64))
    assert await office.store.encoding.current() == "words-64"


async def test_everything_is_encoded_again(office: Office) -> None:
    await check(office, WordEncoder())
    other = WordEncoder(64)
    steps = [step async for step in encode_again(office.store.encoding, office.store.documents, other)]
    assert steps == [(1, 2, "more.md"), (2, 2, "travel.md")]
    await check(office, other)
    vectors = await office.store.passages.embeddings()
    assert {len(vector) for _, vector in vectors} == {64 * 4}
    scope = Scope(on=office.clock.now().date())
    passages = await office.store.passages.get([name for name, _ in vectors], scope)
    windows = [window.embedding for passage in passages for window in passage.chunk.windows]
    assert {len(embedding) for embedding in windows} == {64 * 4}


async def test_interrupted_nobody_goes_on_until_it_was_finished(office: Office) -> None:
    await check(office, WordEncoder())
    other = WordEncoder(64)
    async for _ in encode_again(office.store.encoding, office.store.documents, other):
        break
    assert await office.store.encoding.current() == f"{UNFINISHED}words-64"
    for encoder in (WordEncoder(), other):
        with pytest.raises(ConfigurationError, match="was not finished"):
            await check(office, encoder)
    async for _ in encode_again(office.store.encoding, office.store.documents, other):
        pass
    await check(office, other)
