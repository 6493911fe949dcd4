"""Only files that are what the manifest says are trusted."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import onnxruntime
import pytest

from adapters.models import weights
from adapters.models.weights import FOLDER, MANIFEST, Manifest, check, model_cache, read_manifest
from core.errors import ModelUnavailable


def exported(folder: Path, **changes: object) -> Manifest:
    """A folder with a manifest and one file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.ort").write_bytes(b"graph")
    fields = {
        "name": "tiny@0",
        "dimensions": 4,
        "max_tokens": 8,
        "onnxruntime": onnxruntime.__version__,
        "files": {"model.ort": hashlib.sha256(b"graph").hexdigest()},
        **changes,
    }
    manifest = Manifest.model_validate(fields)
    (folder / MANIFEST).write_text(manifest.model_dump_json())
    return manifest


def test_what_the_manifest_says_is_trusted(tmp_path: Path) -> None:
    manifest = exported(tmp_path)
    assert read_manifest(tmp_path) == manifest


def test_a_changed_file_is_refused_with_both_hashes_and_the_remedy(tmp_path: Path) -> None:
    exported(tmp_path)
    (tmp_path / "model.ort").write_bytes(b"other")
    with pytest.raises(ModelUnavailable) as raised:
        read_manifest(tmp_path)
    assert hashlib.sha256(b"graph").hexdigest() in str(raised.value)
    assert hashlib.sha256(b"other").hexdigest() in str(raised.value)
    assert "bot setup" in raised.value.remedy


@pytest.mark.parametrize("text", ["", "{", "{}", '{"name": "x"}', "null"])
def test_what_is_no_manifest_is_refused(tmp_path: Path, text: str) -> None:
    exported(tmp_path)
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(ModelUnavailable, match="not a manifest"):
        read_manifest(tmp_path)


def test_a_missing_file_or_folder_is_refused(tmp_path: Path) -> None:
    exported(tmp_path)
    (tmp_path / "model.ort").unlink()
    with pytest.raises(ModelUnavailable, match="cannot be read"):
        read_manifest(tmp_path)
    with pytest.raises(ModelUnavailable, match="no exported model"):
        read_manifest(tmp_path / "nowhere")


def test_a_graph_for_another_runtime_is_refused(tmp_path: Path) -> None:
    exported(tmp_path, onnxruntime="0.1")
    with pytest.raises(ModelUnavailable, match=r"exported for onnxruntime 0\.1"):
        read_manifest(tmp_path)


def test_published_weights_that_differ_are_refused(tmp_path: Path) -> None:
    for name in weights.WEIGHTS:
        (tmp_path / name).write_bytes(b"not the weights")
    with pytest.raises(ModelUnavailable, match=r"model\.safetensors has SHA-256"):
        check(tmp_path, weights.WEIGHTS)


def test_models_live_with_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "env"))
    assert model_cache(tmp_path / "data") == tmp_path / "env" / "share" / "countersign" / "models"


def test_models_live_with_the_data_where_the_environment_may_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "env"))
    monkeypatch.setattr(weights.os, "access", lambda path, mode: False)  # root may write anywhere
    assert model_cache(tmp_path / "data") == tmp_path / "data"
    exported(tmp_path / "env" / "share" / "countersign" / "models" / FOLDER)
    assert model_cache(tmp_path / "data") == tmp_path / "env" / "share" / "countersign" / "models"
