from __future__ import annotations

import asyncio
import json

import pytest

from adapters.documents.limits import Limits
from adapters.documents.registry import FileExtractor
from adapters.documents.worker import answer
from core.domain.document import Block, BlockKind
from core.errors import DocumentError, DocumentProblem


async def test_files_are_read_one_after_the_other_in_another_process() -> None:
    extractor = FileExtractor()
    first, second = await asyncio.gather(
        extractor.extract(b"# A\n\nOne.", "a.md"), extractor.extract(b"Two words.", "b.txt")
    )
    assert first.blocks[1] == Block(kind=BlockKind.PARAGRAPH, text="One.")
    assert second.blocks[0].text == "Two words."


async def test_what_is_wrong_comes_back_as_it_is() -> None:
    with pytest.raises(DocumentError, match="damaged") as caught:
        await FileExtractor().extract(b"%PDF-1.7\nnothing", "a.pdf")
    assert caught.value.problem is DocumentProblem.BROKEN


async def test_a_file_that_takes_too_long_is_given_up_and_the_next_is_read() -> None:
    extractor = FileExtractor(Limits(seconds=0.001))
    with pytest.raises(DocumentError) as caught:
        await extractor.extract(b"Text.", "a.txt")
    assert caught.value.problem is DocumentProblem.TOO_LARGE
    extractor._limits = Limits()
    assert (await extractor.extract(b"Text.", "a.txt")).blocks


async def test_a_process_that_ended_is_replaced() -> None:
    extractor = FileExtractor()
    await extractor.extract(b"Text.", "a.txt")
    process = extractor._worker._process
    assert process is not None
    process.kill()
    process.wait()
    assert (await extractor.extract(b"More text.", "a.txt")).blocks[0].text == "More text."


async def test_a_reader_that_dies_over_a_file_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.documents.registry._START", "import sys; sys.stdin.readline()")
    with pytest.raises(DocumentError) as caught:
        await FileExtractor().extract(b"Text.", "a.txt")
    assert caught.value.problem is DocumentProblem.BROKEN


def test_the_reply_to_a_job_is_plain_json() -> None:
    job = {"name": "a.txt", "size": 5, "limits": {}}
    document = json.loads(json.dumps(answer(job, b"Text.")))
    assert document["document"]["blocks"][0]["text"] == "Text."
    assert answer({**job, "name": "a.bin"}, b"Text.")["problem"] == "unsupported"
