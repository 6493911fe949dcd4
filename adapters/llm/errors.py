"""The SDK's errors in the core's words. Texts that came over the network stay out of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from math import isfinite

from core.domain.model import Usage
from core.errors import ModelError, ModelProblem

_OVERLOADED = 529
_TIMEOUTS = {408, 504}
_STOPS = {
    "refusal": ModelProblem.REFUSED,
    "max_tokens": ModelProblem.TRUNCATED,
    "model_context_window_exceeded": ModelProblem.TRUNCATED,
}


def timed_out(seconds: float) -> ModelError:
    """No whole reply came."""
    return ModelError(ModelProblem.TIMEOUT, f"The model gave no whole reply within {seconds:g} s.")


def unreachable() -> ModelError:
    """No connection, or it broke off."""
    return ModelError(ModelProblem.UNAVAILABLE, "The model's server cannot be reached, or broke off.")


def no_message() -> ModelError:
    """What came is no message of the API."""
    return ModelError(ModelProblem.INVALID, "The model's server answered, but not with a message.")


def of_status(status: int, kind: str | None, headers: Mapping[str, str], now: datetime) -> ModelError:
    """An answer that is an error; ``kind`` is the API's own word for it."""
    message = f"The model's server answered {status}{f' ({kind})' if kind else ''}."
    wait = _retry_after(headers, now)
    if status == 429:
        return ModelError(ModelProblem.RATE_LIMITED, message, retry_after=wait)
    if status == _OVERLOADED:
        return ModelError(ModelProblem.OVERLOADED, message, retry_after=wait)
    if status in _TIMEOUTS:
        return ModelError(ModelProblem.TIMEOUT, message)
    if status >= 500:
        return ModelError(ModelProblem.UNAVAILABLE, message, retry_after=wait)
    return ModelError(ModelProblem.REJECTED, f"{message} Check the key, the address and COUNTERSIGN_MODEL.")


def of_stop(reason: str | None, usage: Usage) -> ModelError | None:
    """None for a reply that ends where the model meant it to."""
    problem = _STOPS.get(reason or "")
    return ModelError(problem, f"The model's reply ended with {reason}.", usage=usage) if problem else None


def _retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds, from a number of them or from a date; None where there is none, or one that says nothing."""
    value = headers.get("retry-after")
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(value) - now).total_seconds()
        except (ValueError, TypeError):  # no date, or one without its zone
            return None
    return max(0.0, seconds) if isfinite(seconds) else None
