"""Features to a probability: a logistic model read from the calibration file, with where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp
from pathlib import Path

from pydantic import ConfigDict, Field, ValidationError

from core.domain.base import Model, Probability
from core.errors import ConfigurationError

PACKAGED = Path(__file__).with_name("calibration.json")


class Provenance(Model):
    """For which corpus and engine a calibration holds, and how good it was there, out of fold."""

    data: str
    date: str
    questions: int
    documents: int
    engine: str
    method: str
    figures: dict[str, float]


class Term(Model):
    """One feature's part: ``weight * (value - centre) / spread``, the value first bounded to what the fit has seen."""

    model_config = ConfigDict(allow_inf_nan=False)

    weight: float
    centre: float
    spread: float = Field(gt=0)
    low: float
    high: float


class Calibration(Model):
    """How sentences are scored, and how the features of a draft become its confidence.

    ``scorer`` weighs a sentence's measures by name. ``confidence`` weighs a draft's features; features it does not name
    play no part, so that an optional one (a cross-encoder's) needs a calibration of its own.
    """

    model_config = ConfigDict(allow_inf_nan=False)

    provenance: Provenance
    scorer: dict[str, float]
    intercept: float
    terms: dict[str, Term]

    @classmethod
    def load(cls, path: Path | None = None) -> Calibration:
        """Reads a calibration file; None means the packaged one. Raises ConfigurationError, which names file and field."""
        path = path or PACKAGED
        try:
            return cls.model_validate_json(path.read_bytes())
        except OSError as error:
            raise ConfigurationError(
                f"{path}: cannot be read: {error.strerror}.", "Name a calibration file."
            ) from error
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"])
            raise ConfigurationError(f"{path}: {field}: {first['msg']}.", "Write it anew with calibrate.") from error

    def confidence(self, features: Mapping[str, float]) -> Probability:
        """The probability, 0 to 1, that the draft of these features is right. Raises ConfigurationError if one is missing."""
        missing = self.terms.keys() - features.keys()
        if missing:
            raise ConfigurationError(
                f"the calibration expects features that are not measured: {', '.join(sorted(missing))}.",
                "Write it anew with calibrate.",
            )
        total = self.intercept + sum(
            term.weight * (min(term.high, max(term.low, features[name])) - term.centre) / term.spread
            for name, term in self.terms.items()
        )
        return 1 / (1 + exp(-total)) if total >= 0 else exp(total) / (1 + exp(total))


@lru_cache(maxsize=1)
def packaged() -> Calibration:
    """The calibration that comes with the program, read once."""
    return Calibration.load()
