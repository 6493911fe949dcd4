"""Packaged detectors of prompt injection, for comparison: those that work without a model hub.

Installed by ``pip install -e .[bench]``; one that is not there is left out. Looked at and not used: last-layer (its native
scanner passes "Ignore all previous instructions"), llm-guard, rebuff, vigil and the guardrails validators (a model from a hub,
or a service).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from core.retrieval.instructions import order_to_machine

Detector = Callable[[str], bool]
"""Whether a text holds an injection."""


def detectors() -> dict[str, Detector]:
    """Our rules for passages, and the packaged detectors that are installed, each at its own default."""
    found: dict[str, Detector] = {"rules": lambda text: order_to_machine(text) is not None}
    if find_spec("injectionguard"):
        guard = import_module("injectionguard")
        found["injectionguard"] = lambda text: not guard.is_safe(text)
    if find_spec("injectionshield"):
        shield = import_module("injectionshield")
        found["injectionshield"] = lambda text: not shield.scan(text).safe
    return found
