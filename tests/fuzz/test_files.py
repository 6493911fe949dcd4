"""Files of every format, damaged or nothing but noise: a document or one line that says what to do, never anything else."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from adapters.documents.limits import Limits
from adapters.documents.reading import read
from adapters.memory.clock import ManualClock, SequentialIds
from adapters.memory.encoder import WordEncoder
from adapters.memory.store import MemoryStore
from core.domain.document import ExtractedDocument
from core.errors import DocumentError, DocumentProblem
from core.ingestion.decide import Change
from core.ingestion.ingest import Ingestion
from tests.e2e.program import ROOT
from tests.fuzz import examples
from tests.fuzz.mangling import mangle, mangle_zip

SAMPLES = sorted(path for path in (ROOT / "bot/sample/policies").rglob("*") if path.is_file())
ENDINGS = (".pdf", ".docx", ".html", ".htm", ".md", ".txt", ".markdown", "")
STARTS = (b"", b"%PDF-1.7\n", b"PK\x03\x04", b"<html>", b"---\ntitle: x\n---\n", b"\xff\xfe", b"\xef\xbb\xbf# A\n")


def made(seed: int) -> tuple[str, bytes]:
    """A name and its content."""
    random = Random(seed)
    if random.random() < 0.15:
        return f"a{random.choice(ENDINGS)}", random.choice(STARTS) + random.randbytes(random.randrange(2000))
    sample = random.choice([path for path in SAMPLES if path.suffix != ".yml"])
    ending = sample.suffix if random.random() < 0.9 else random.choice(ENDINGS)
    data = sample.read_bytes()
    inside = sample.suffix == ".docx" and random.random() < 0.7
    return f"a{ending}", mangle_zip(data, random) if inside else mangle(data, random)


class Reader:
    async def extract(self, data: bytes, name: str) -> ExtractedDocument:
        return read(data, name, Limits())


@examples(60)
@given(st.integers(0, 2**62))
def test_a_file_is_read_or_is_one_line(seed: int) -> None:
    name, data = made(seed)
    try:
        document = read(data, name, Limits())
    except DocumentError as error:
        assert_one_line(error.args[0], error.remedy)
        assert error.problem in DocumentProblem  # noqa: PT017 - either end is right
    else:
        assert any(character.isalnum() for block in document.blocks for character in block.text)
        assert not any("\ud800" <= c <= "\udfff" for block in document.blocks for c in block.text)


@examples(40)
@given(st.integers(0, 2**62))
async def test_a_file_with_its_metadata_is_ingested_or_is_one_line_and_leaves_nothing(seed: int) -> None:
    random = Random(seed)
    name, data = made(random.randrange(2**62))
    if random.random() < 0.5:  # the text around the front matter is whole then, which lets more of it through
        sample = random.choice([path for path in SAMPLES if path.suffix in (".md", ".txt")])
        head, text = sample.read_bytes()[:300], sample.read_bytes()[300:]
        name, data = f"a{sample.suffix}", mangle(head, random) + text
    clock, ids = ManualClock(), SequentialIds()
    store = MemoryStore(clock, ids)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_bytes(data)
        if random.random() < 0.5:
            beside = random.choice([path for path in SAMPLES if path.suffix == ".yml"]).read_bytes()
            Path(f"{file}.meta.yml").write_bytes(mangle(beside, random))
        work = Ingestion(store.documents, Reader(), WordEncoder(), clock, ids)
        results = [progress.result async for progress in work.run([file])]
    documents = await store.documents.list()
    for result in results:
        assert_one_line(result.message, result.remedy)
        assert all("\n" not in warning for warning in result.warnings)
    failed = all(result.change is Change.FAILED for result in results)
    assert len(documents) == (0 if failed else 1)


def assert_one_line(*texts: str) -> None:
    for text in texts:
        assert "\n" not in text
        assert "Traceback" not in text
        assert len(text) < 2000
