"""The default model: which weights it is, and where its ready-to-run form is kept."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import onnxruntime
from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import ModelUnavailable

NAME = "all-MiniLM-L6-v2"
MAX_TOKENS = 256
"""What the model was trained on; its tokenizer file says 128 and its position table 512."""
WEIGHTS = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""SHA-256 of the published files. The weights' is that of the original, sentence-transformers/all-MiniLM-L6-v2."""
FINGERPRINT = WEIGHTS["model.safetensors"][:12]
FOLDER = f"{NAME}-{FINGERPRINT}"
MANIFEST = "manifest.json"
REMEDY = "Run `python -m bot setup` (or `make run`) to export the model anew."


class Manifest(BaseModel):
    """What an exported model's folder holds. A folder without a manifest, or one that differs from it, is not trusted."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    dimensions: int
    max_tokens: int
    onnxruntime: str  # the graph is optimised by, and for, this version
    files: dict[str, str]  # SHA-256 by file name


def sha256(path: Path) -> str:
    """Of a file's bytes, in hexadecimal. Raises ModelUnavailable if it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelUnavailable(f"{path} cannot be read: {error.strerror}.", REMEDY) from error


def check(folder: Path, files: dict[str, str], remedy: str = REMEDY) -> None:
    """Raises ModelUnavailable unless every file is there with the SHA-256 it should have."""
    for name, expected in files.items():
        if (found := sha256(folder / name)) != expected:
            raise ModelUnavailable(f"{folder / name} has SHA-256 {found}, expected {expected}.", remedy)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder whose files are the ones it names. Raises ModelUnavailable."""
    path = folder / MANIFEST
    try:
        manifest = Manifest.model_validate_json(path.read_bytes())
    except FileNotFoundError as error:
        raise ModelUnavailable(f"There is no exported model in {folder}.", REMEDY) from error
    except OSError as error:
        raise ModelUnavailable(f"{path} cannot be read: {error.strerror}.", REMEDY) from error
    except ValidationError as error:
        raise ModelUnavailable(f"{path} is not a manifest.", REMEDY) from error
    if manifest.onnxruntime != onnxruntime.__version__:
        raise ModelUnavailable(f"The model in {folder} was exported for onnxruntime {manifest.onnxruntime}.", REMEDY)
    check(folder, manifest.files)
    return manifest


def model_cache(fallback: Path) -> Path:
    """Where exported models live: beside the installed packages, which they belong to, so that every data folder shares them.

    ``fallback`` where the environment has no model yet and may not be written.
    """
    shared = Path(sys.prefix) / "share" / "countersign" / "models"
    if (shared / FOLDER / MANIFEST).exists():
        return shared
    nearest = next(folder for folder in (shared, *shared.parents) if folder.exists())
    return shared if os.access(nearest, os.W_OK) else fallback
