"""The word encoder and reranker."""

from __future__ import annotations

import numpy as np

from adapters.memory.encoder import WordEncoder, WordReranker


def cosine(one: bytes, other: bytes) -> float:
    return float(np.frombuffer(one, "<f4") @ np.frombuffer(other, "<f4"))


async def test_vectors_have_unit_length_and_the_promised_dimensions() -> None:
    encoder = WordEncoder(64)
    vectors = await encoder.encode(["annual leave", "", "!!!", "休暇"])
    assert [len(vector) for vector in vectors] == [4 * encoder.dimensions] * 4
    assert np.allclose([np.linalg.norm(np.frombuffer(vector, "<f4")) for vector in vectors], 1.0)


async def test_the_same_text_has_the_same_vector_in_every_encoder() -> None:
    assert await WordEncoder().encode(["annual leave"]) == await WordEncoder().encode(["annual leave"])


async def test_texts_that_share_words_are_near() -> None:
    encoder = WordEncoder()
    question, answer, other = await encoder.encode(
        [
            "Who approves travel expenses?",
            "Travel expenses need the approval of a manager.",
            "The office has a cat and a garden.",
        ]
    )
    assert cosine(question, answer) > 0.4 > 0.2 > cosine(question, other)


async def test_tokens_are_words_and_two_more() -> None:
    assert WordEncoder().token_counts(["annual leave", ""]) == [4, 2]


async def test_the_reranker_prefers_the_text_with_more_of_the_words() -> None:
    scores = await WordReranker().score("travel expenses", ["travel expenses are paid", "travel is fun", "a cat"])
    assert scores == [1.0, 0.5, 0.0]
