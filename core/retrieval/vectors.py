"""The few vector operations the core needs, on embeddings as they are stored, without an array library."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from math import sqrt
from operator import mul

from core.domain.base import Embedding


def unpack(embedding: Embedding) -> array[float]:
    """The numbers of a stored embedding."""
    vector = array("f")
    vector.frombytes(embedding)
    if sys.byteorder == "big":
        vector.byteswap()
    return vector


def pack(vector: Iterable[float]) -> Embedding:
    """Numbers as a stored embedding, scaled to unit length."""
    numbers = list(vector)
    length = sqrt(sum(map(mul, numbers, numbers))) or 1.0
    packed = array("f", (number / length for number in numbers))
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def mean(embeddings: Sequence[Embedding]) -> Embedding:
    """The direction between several embeddings."""
    return pack(map(sum, zip(*map(unpack, embeddings), strict=True)))


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Of two unit vectors."""
    return float(sum(map(mul, one, other)))
