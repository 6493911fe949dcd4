"""sentence-transformers and torch, imported only by who needs them: the export, a custom encoder, a reranker."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch


def sentence_transformers() -> Any:
    """The library, silent, and without a network unless the operator sets ``HF_HUB_OFFLINE=0``."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")  # read once, at import
    import sentence_transformers
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    return sentence_transformers


def fingerprint(model: torch.nn.Module) -> str:
    """The first 12 hexadecimal digits of a SHA-256 over all weights: tells whether vectors may be compared."""
    import torch

    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(f"{name} {tuple(tensor.shape)} {tensor.dtype}\n".encode())
        digest.update(tensor.detach().cpu().contiguous().flatten().view(torch.uint8).numpy().data)
    return digest.hexdigest()[:12]
