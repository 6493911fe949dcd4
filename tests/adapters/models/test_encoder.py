"""The real default encoder."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from adapters.models.encoder import READ, OnnxEncoder
from adapters.models.export import ensure_default_model, packaged_weights
from adapters.models.libraries import sentence_transformers
from core.domain.base import Embedding
from core.errors import ModelUnavailable

pytestmark = pytest.mark.model

TEXTS = [
    "What is the approval workflow for journal entries over $100K?",
    "Wer genehmigt Buchungen über 100.000 € nach § 12 Absatz 3?",
    "¿Cuántos días de vacaciones corresponden al año?",
    "Скільки днів відпустки на рік оплачується?",
    "年次有給休暇は何日ありますか。",
    "差旅费报销需要哪些审批？",
    "",
    "   \n\t ",
    "🙂 emoji and a\u0000control",
    "x" * 300,
    "Refunds are paid within fourteen days. " * 100,
]


def matrix(embeddings: list[Embedding]) -> npt.NDArray[np.float32]:
    return np.stack([np.frombuffer(embedding, dtype="<f4") for embedding in embeddings])


async def test_vectors_are_those_of_sentence_transformers(encoder: OnnxEncoder) -> None:
    original = sentence_transformers().SentenceTransformer(str(packaged_weights()), device="cpu")
    assert original.max_seq_length == 256
    expected = original.encode(TEXTS, normalize_embeddings=True, show_progress_bar=False)
    cosines = np.sum(expected * matrix(await encoder.encode(TEXTS)), axis=1)
    assert cosines.min() > 0.9999


def test_a_real_export_encodes_the_same(model_dir: Path, tmp_path: Path) -> None:
    anew, kept = OnnxEncoder.open(ensure_default_model(tmp_path)), OnnxEncoder.open(model_dir)
    assert (anew.name, anew.dimensions) == (kept.name, kept.dimensions)
    vectors = [matrix(asyncio.run(encoder.encode(TEXTS))) for encoder in (anew, kept)]
    np.testing.assert_allclose(*vectors, atol=1e-5)
    anew.close()
    kept.close()


async def test_vectors_have_unit_length_and_the_size_it_says(encoder: OnnxEncoder) -> None:
    vectors = matrix(await encoder.encode(TEXTS))
    assert vectors.shape == (len(TEXTS), encoder.dimensions)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


async def test_the_name_says_model_and_weights(encoder: OnnxEncoder) -> None:
    assert encoder.name == "all-MiniLM-L6-v2@53aa51172d14"


async def test_a_vector_does_not_depend_on_what_is_encoded_beside_it(encoder: OnnxEncoder) -> None:
    together = matrix(await encoder.encode(TEXTS))
    alone = matrix([(await encoder.encode([text]))[0] for text in TEXTS])
    np.testing.assert_allclose(together, alone, atol=1e-5)


async def test_only_the_first_256_tokens_count(encoder: OnnxEncoder) -> None:
    start = "word " * 254  # with the two special tokens: 256
    assert encoder.token_counts([start]) == [256]
    full, over, under = await encoder.encode([start, start + "refund policy", "word " * 253 + "refund"])
    assert full == over
    assert full != under


async def test_a_huge_text_costs_what_a_page_does(encoder: OnnxEncoder) -> None:
    text = "policy " * (2 * READ)
    assert (await encoder.encode([text])) == (await encoder.encode(["policy " * 254]))


def test_token_counts_know_no_limit(encoder: OnnxEncoder) -> None:
    assert encoder.token_counts(["", "policy", "policy " * 1000, "休暇"]) == [2, 3, 1002, 4]
    assert encoder.token_counts([]) == []


async def test_two_hundred_at_once_get_their_own_vectors(encoder: OnnxEncoder) -> None:
    questions = [f"Who approves item {n} of {n * n}?" for n in range(200)]
    at_once = await asyncio.gather(*(encoder.encode([question, "and?"]) for question in questions))
    in_order = await encoder.encode(questions)
    np.testing.assert_allclose(matrix([first for first, _ in at_once]), matrix(in_order), atol=1e-5)


async def test_a_closed_encoder_says_so(model_dir: Path) -> None:
    encoder = OnnxEncoder.open(model_dir)
    tasks = [asyncio.create_task(encoder.encode(["policy " * 200] * 50)) for _ in range(4)]
    await asyncio.sleep(0)
    await asyncio.to_thread(encoder.close)
    assert all(isinstance(error, ModelUnavailable) for error in await asyncio.gather(*tasks, return_exceptions=True))
    with pytest.raises(ModelUnavailable, match="is closed"):
        await encoder.encode(["Too late?"])


def test_the_default_path_imports_nothing_heavy(model_dir: Path) -> None:
    script = """
import asyncio, sys
from pathlib import Path
from adapters.index.factory import open_index
from adapters.memory.store import MemoryStore
from adapters.models.factory import open_encoder, open_reranker

async def main():
    store = MemoryStore()
    encoder = open_encoder(None, Path(sys.argv[1]))
    index = open_index(store.passages, Path(sys.argv[1]) / "index", own=False, chroma_url=None)
    assert open_reranker(None) is None
    (vector,) = await encoder.encode(["Who approves it?"])
    from core.domain.document import Scope
    from datetime import date
    assert await index.search(vector, 5, Scope(on=date(2026, 1, 5))) == []

asyncio.run(main())
print(sorted({"torch", "transformers", "sentence_transformers", "chromadb", "onnx", "sklearn"} & set(sys.modules)))
"""
    run = subprocess.run(
        [sys.executable, "-c", script, str(model_dir.parent)], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"
