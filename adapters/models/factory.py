"""Settings to models."""

from __future__ import annotations

from pathlib import Path

from adapters.models.encoder import OnnxEncoder
from adapters.models.weights import FOLDER, model_cache
from core.errors import ModelUnavailable
from core.ports.encoder import Encoder, Reranker
from core.ports.entailment import EntailmentModel


def open_encoder(setting: str | None, cache: Path) -> Encoder:
    """The encoder that ``EMBEDDING_MODEL`` names (a path or a name), or the default one if it names none.

    The default is exported if that has not been done (some seconds, once; setup does it): into the environment Python runs
    in, or into ``cache`` where that may not be written. Raises ModelUnavailable.
    """
    if setting is not None:
        from adapters.models.custom import SentenceTransformerEncoder

        return SentenceTransformerEncoder.open(setting)
    folder = model_cache(cache)
    try:
        return OnnxEncoder.open(folder / FOLDER)
    except ModelUnavailable:
        from adapters.models.export import ensure_default_model

        return OnnxEncoder.open(ensure_default_model(folder))


def open_reranker(setting: str | None) -> Reranker | None:
    """The cross-encoder that ``RERANKER_MODEL`` names; None if it names none. Raises ModelUnavailable."""
    if setting is None:
        return None
    from adapters.models.reranker import CrossEncoderReranker

    return CrossEncoderReranker.open(setting)


def open_entailment(setting: str | None) -> EntailmentModel | None:
    """The inference model that ``ENTAILMENT_MODEL`` names; None if it names none. Raises ModelUnavailable."""
    if setting is None:
        return None
    from adapters.models.entailment import CrossEncoderEntailment

    return CrossEncoderEntailment.open(setting)
