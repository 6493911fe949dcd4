"""The entries of the approvals file that are for actions: who decides on which tools, by exact name, risk and amount."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from core.approvals.entries import Rule, Strict, Who
from core.domain.action import ToolRisk
from core.domain.tool import Amount, ToolName, ToolSpec


def _exact(value: Any) -> Any:
    """Money is never a binary fraction: 500 or "499.99"."""
    if isinstance(value, float):
        raise ValueError('write an amount in quotes, as "499.99"')  # noqa: TRY004 - pydantic tells only this one
    return value


class Threshold(Strict):
    """Money from above which a rule applies."""

    value: Annotated[Decimal, BeforeValidator(_exact), Field(ge=0, allow_inf_nan=False)]
    currency: str = Field(pattern=r"^[A-Z]{3}$")


class ActionRule(Rule):
    """Who decides on calls of tools: of one (``tool``), of several (``tools``), or of every one of a ``risk``.

    ``amount_over`` narrows it to calls that move more money than that. ``askers`` says who may ask for it at all; every
    member of the company where it is left out.
    """

    tool: ToolName | None = None
    tools: tuple[ToolName, ...] = ()
    risk: ToolRisk | None = None
    amount_over: Threshold | None = None
    askers: tuple[Who, ...] = ()

    @model_validator(mode="after")
    def _about_something(self) -> ActionRule:
        if sum((self.tool is not None, bool(self.tools), self.risk is not None)) != 1:
            raise ValueError("a rule for actions is for one of tool, tools or risk")
        if self.risk in {ToolRisk.READ_ONLY, ToolRisk.WRITE_LOW}:
            raise ValueError(
                f"nobody approves {self.risk} as a whole: name a tool, or the risk write_high or external_high"
            )
        if any(entry.owner for entry in self.entries()):
            raise ValueError("owner is for answers: name who decides on an action by account, email or group")
        return self

    def matches(self, spec: ToolSpec, amount: Amount | None) -> str | None:
        """Why this rule is about that call, in plain words; None if it is not.

        Money of another currency, or money that cannot be read, counts as too much: nobody can say that it is little.
        """
        if self.risk is not None and self.risk is not spec.risk:
            return None
        if self.risk is None and spec.name not in {self.tool, *self.tools}:
            return None
        about = f"it is for {spec.name}" if self.risk is None else f"{spec.name} is of risk {spec.risk}"
        if self.amount_over is None:
            return about
        limit = f"{self.amount_over.value} {self.amount_over.currency}"
        if amount is None:
            return f"{about}, and its amount is not known to be at most {limit}" if spec.amount else None
        if amount.currency == self.amount_over.currency and amount.value <= self.amount_over.value:
            return None
        return f"{about}, and {amount.value} {amount.currency} is not at most {limit}"
