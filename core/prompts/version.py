"""One version of a prompt: its file with front matter, and the artefacts beside it (seed 003's six: version, output schema,
examples, failure cases, regression cases, evaluation report)."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError, model_validator

from core.domain.base import Model
from core.errors import ConfigurationError
from core.strict_yaml import load

FENCE = "---\n"
RISK = Literal["low", "low_to_medium", "medium", "medium_to_high", "high"]
NOT_MEASURED = "rules only; not measured with a model"


class Header(Model):
    """The front matter (seed 003, "Prompt Metadata"). ``module`` is DESIGN's name; ``changelog`` has an entry a version."""

    name: str = Field(pattern=r"^[a-z_]+_v\d+$")
    version: str = Field(pattern=r"^v\d+\.\d+\.\d+$")
    module: str
    owner: str = Field(min_length=1)
    purpose: str = Field(min_length=1)
    risk_level: RISK
    output_mode: Literal["json_only"]
    last_updated: date
    changelog: tuple[dict[str, str], ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Header:
        if self.name.rpartition("_v")[2] != self.version.removeprefix("v").partition(".")[0]:
            raise ValueError(f"version {self.version} is no version of {self.name}")
        if not any(self.version in entry for entry in self.changelog):
            raise ValueError(f"changelog says nothing of {self.version}")
        return self


class Example(Model):
    """An input and a judgement of it as it should be."""

    title: str
    input: dict[str, Any]
    output: dict[str, Any]


class FailureCase(Model):
    """A judgement that fits the schema and is wrong, and what the hard rules make of it: the fields of ``enforced``."""

    title: str
    input: dict[str, Any]
    output: dict[str, Any]
    enforced: dict[str, Any] = Field(min_length=1)


class RegressionCase(Model):
    """What must stay so: the fields of ``expected``, by the rules alone."""

    title: str
    input: dict[str, Any]
    expected: dict[str, Any] = Field(min_length=1)


class Evaluation(Model):
    """What was measured, on which data, with which figures."""

    status: str
    data: tuple[str, ...] = ()
    figures: dict[str, float] = {}

    @model_validator(mode="after")
    def _names_its_data(self) -> Evaluation:
        if self.status != NOT_MEASURED and not (self.data and self.figures):
            raise ValueError(f"either the status is {NOT_MEASURED!r}, or data and figures are named")
        return self


class Artefacts(Model):
    """What is kept beside the text. ``schema_hash`` is the output schema's that the text was written for."""

    schema_hash: str
    examples: tuple[Example, ...] = Field(min_length=1)
    failure_cases: tuple[FailureCase, ...] = Field(min_length=1)
    regression_cases: tuple[RegressionCase, ...] = Field(min_length=1)
    evaluation: Evaluation


class PromptVersion:
    """A prompt file. Reading it raises ConfigurationError that names the file and the field; the artefacts are read when they
    are first asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        text = _read(path).decode("utf-8").replace("\r\n", "\n")
        opening, _, rest = text.partition(FENCE)
        front, fence, body = rest.partition(f"\n{FENCE}")
        if opening or not fence:
            raise ConfigurationError(f"{path.name} has no front matter.", "Begin it with --- and end it with ---.")
        self.header = _checked(Header, front.encode(), path)
        self.text = body.strip()
        if self.header.name != path.stem:
            raise ConfigurationError(f"{path.name} calls itself {self.header.name}.", "Give both the same name.")
        if not self.text:
            raise ConfigurationError(f"{path.name} has no text.", "Write the instructions below the front matter.")

    @property
    def name(self) -> str:
        """As ``intent_v2``."""
        return self.header.name

    @cached_property
    def artefacts(self) -> Artefacts:
        """Schema hash, examples, cases and evaluation. Raises ConfigurationError."""
        path = self.path.with_suffix(".yml")
        return _checked(Artefacts, _read(path), path)


Checked = TypeVar("Checked", bound=BaseModel)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"{path.name} cannot be read: {error.strerror}.", "Put it beside the prompt."
        ) from error


def _checked(model: type[Checked], data: bytes, path: Path) -> Checked:
    try:
        return model.model_validate(load(data))
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise ConfigurationError(f"{path.name}: {field or 'front matter'}: {first['msg']}.", "Mend the file.") from None
    except ValueError as error:
        raise ConfigurationError(f"{path.name} is no YAML: {error}.", "Mend the file.") from error
