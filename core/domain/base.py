"""What all domain models share."""

from __future__ import annotations

from typing import Annotated

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field


class Model(BaseModel):
    """A frozen value; an unknown field is an error, so that a misspelt one is never silently dropped."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Moment = AwareDatetime
"""A point in time with its offset; Countersign writes UTC."""

Probability = Annotated[float, Field(ge=0.0, le=1.0)]

Embedding = bytes
"""A unit-length vector as little-endian float32: four bytes a dimension. Stored and compared as it is."""
