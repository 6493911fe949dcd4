"""What calls cost."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import yaml

from core.domain.model import Usage

_MILLION = 1_000_000
_CACHE_READ, _CACHE_WRITE = 0.1, 1.25
_DATE = re.compile(r"-\d{8}$")


def priced(usage: Usage, model: str) -> Usage:
    """The usage with its cost in US dollars; None where the model's price is not known."""
    price = _prices().get(_DATE.sub("", model))
    if price is None:
        return usage
    going_in, coming_out = price
    read_in = usage.input_tokens + _CACHE_READ * usage.cache_read_tokens + _CACHE_WRITE * usage.cache_write_tokens
    cost = (going_in * read_in + coming_out * usage.output_tokens) / _MILLION
    return usage.model_copy(update={"cost": round(cost, 6)})


@cache
def _prices() -> dict[str, tuple[float, float]]:
    listed = yaml.safe_load(Path(__file__).with_name("prices.yml").read_bytes())
    return {model: (float(going_in), float(coming_out)) for model, (going_in, coming_out) in listed.items()}
