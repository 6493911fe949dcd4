"""One encoder for all vectors in retrieval: held against the record, and changed for everything at once."""

from __future__ import annotations

from collections.abc import AsyncIterator

from core.errors import ConfigurationError
from core.ports.documents import Documents
from core.ports.encoder import Encoder
from core.ports.encoding import Encoding

UNFINISHED = "unfinished: "
"""Before the name while vectors of two encoders may be there."""
AGAIN = "python -m bot ingest --again"
BATCH = 64


async def same_encoder(encoding: Encoding, documents: Documents, encoder: Encoder) -> None:
    """Claims vectors that nobody has claimed. Raises ConfigurationError where they are another encoder's."""
    current = await encoding.current()
    if current == encoder.name:
        return
    if current is None or not await documents.list():
        await encoding.claim(encoder.name)
    elif current.startswith(UNFINISHED):
        raise ConfigurationError("Encoding the documents again was not finished.", f"Finish it: {AGAIN}")
    else:
        raise ConfigurationError(
            f"The documents were encoded with {current}, not with {encoder.name}.",
            f"Set COUNTERSIGN_EMBEDDING_MODEL as it was, or encode them again: {AGAIN}",
        )


async def encode_again(
    encoding: Encoding, documents: Documents, encoder: Encoder
) -> AsyncIterator[tuple[int, int, str]]:
    """Gives every passage a vector of this encoder; yields how many documents are done, of how many, and the path.

    Their text is not read again. Interrupted, nobody searches or ingests until it was repeated to its end. Raises
    StoreUnavailable and ModelUnavailable.
    """
    from core.ingestion.chunking import embedded_texts, with_embeddings  # which every start would wait for

    await encoding.claim(f"{UNFINISHED}{encoder.name}")
    listed = await documents.list()
    for done, document in enumerate(listed, start=1):
        version = await documents.version(document.version_id)
        texts = embedded_texts(version)
        embeddings: list[bytes] = []
        for start in range(0, len(texts), BATCH):
            embeddings.extend(await encoder.encode(texts[start : start + BATCH]))
        await encoding.replace(with_embeddings(version, embeddings))
        yield done, len(listed), document.path
    await encoding.claim(encoder.name)
