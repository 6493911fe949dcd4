"""The default encoder: all-MiniLM-L6-v2 on onnxruntime. Nothing here imports torch."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

from adapters.models.thread import ModelThread, Sized
from adapters.models.weights import REMEDY, Manifest, read_manifest
from core.domain.base import Embedding
from core.errors import ModelUnavailable

MODEL = "model.ort"
TOKENIZER = "tokenizer.json"
READ = 32_768
"""Characters of a text that are looked at: many times what fills 256 tokens, so that a huge text costs what a page does."""


class OnnxModel:
    """An exported model: token ids in, unit vectors out. For one thread."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        """Raises ModelUnavailable if onnxruntime does not accept the files."""
        self._limit = manifest.max_tokens
        # Errors of both libraries are direct children of Exception, so no narrower class can be named.
        try:
            self.tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
            self._session = onnxruntime.InferenceSession(
                str(folder / MODEL), _options(), providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise ModelUnavailable(f"The model in {folder} cannot be loaded: {error}", REMEDY) from error
        # The file says 128 tokens and pads to it. Rows are cut to the model's own limit and padded to their run's longest.
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()

    def prepare(self, texts: Sequence[str]) -> list[Sized[list[int]]]:
        """Token ids, special tokens included, at most the model's limit."""
        encodings = self.tokenizer.encode_batch_fast([text[:READ] for text in texts])
        rows = (encoding.ids for encoding in encodings)
        cut = [ids if len(ids) <= self._limit else ids[: self._limit - 1] + ids[-1:] for ids in rows]
        return [Sized(len(ids), ids) for ids in cut]

    def run(self, rows: Sequence[list[int]]) -> list[Embedding]:
        """One vector a row."""
        ids = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
        mask = np.zeros_like(ids)
        for place, row in enumerate(rows):
            ids[place, : len(row)] = row
            mask[place, : len(row)] = 1
        vectors: npt.NDArray[np.float32] = self._session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        return [vector.tobytes() for vector in vectors.astype("<f4", copy=False)]


class OnnxEncoder:
    """``core.ports.encoder.Encoder`` over an exported model."""

    def __init__(self, model: OnnxModel, manifest: Manifest) -> None:
        self._model = model
        self._manifest = manifest
        self._thread = ModelThread(manifest.name, model.prepare, model.run)

    @classmethod
    def open(cls, model_dir: Path) -> OnnxEncoder:
        """Loads what ``export.ensure_default_model`` made, if its hashes still match. Raises ModelUnavailable."""
        manifest = read_manifest(model_dir)
        return cls(OnnxModel(model_dir, manifest), manifest)

    @property
    def name(self) -> str:
        """The model and the hash of its weights."""
        return self._manifest.name

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        return self._manifest.dimensions

    async def encode(self, texts: Sequence[str]) -> list[Embedding]:
        """One unit vector a text, in order; of a text over the model's limit only the beginning counts. Raises ModelUnavailable."""
        return await self._thread.submit(texts)

    def token_counts(self, texts: Sequence[str]) -> list[int]:
        """Tokens each text would take if there were no limit, special tokens included."""
        return [len(encoding.ids) for encoding in self._model.tokenizer.encode_batch_fast(list(texts))]

    def close(self) -> None:
        """Ends the thread. Calls that wait get ModelUnavailable."""
        self._thread.close()


def _options() -> onnxruntime.SessionOptions:
    options = onnxruntime.SessionOptions()
    # Threads that spin between runs take the processor from the event loop and gain nothing measurable.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The weights stay in the mapped file: half the time to open, and processes share them.
    options.add_session_config_entry("session.use_memory_mapped_ort_model", "1")
    options.add_session_config_entry("session.use_ort_model_bytes_for_initializers", "1")
    affinity = getattr(
        os, "sched_getaffinity", None
    )  # absent on macOS; onnxruntime would count cores that are not ours
    options.intra_op_num_threads = len(affinity(0)) if affinity else os.cpu_count() or 1
    options.log_severity_level = 3
    return options
