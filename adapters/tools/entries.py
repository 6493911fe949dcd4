"""The tools file, entry by entry: each refuses what it does not know and what cannot work."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from adapters.tools.addresses import Reach, reach
from adapters.tools.schemas import check_schema
from adapters.tools.secrets import Reference, settings_name
from adapters.tools.urls import Origin, Template, read_origin
from core.domain.action import ToolRisk
from core.domain.base import Model
from core.domain.tool import ArgumentPath, ToolSpec

_OF_THE_PROTOCOL = frozenset(
    [
        "accept",
        "accept-encoding",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "cookie",
        "expect",
        "host",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "user-agent",
    ]
)
HeaderName = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,64}$")]
WireName = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[!-~]+$")]


class Constant(Model):
    """A value that is always sent, whatever the call."""

    const: str | int | float | bool


Sent = dict[WireName, ArgumentPath | Constant]
"""What is sent under which name: an argument, a part of one, or a constant."""


class HostEntry(Model):
    """A host that tools may be asked at. ``private``: it is on this machine or in the company's own network."""

    url: str
    private: bool = False

    @model_validator(mode="after")
    def _possible(self) -> Self:
        origin = read_origin(self.url)
        if origin.scheme == "http" and not self.private:
            raise ValueError(f"{origin} is not encrypted: use https, or declare it private: true")
        found = reach(origin.host) if re.fullmatch(r"[0-9.]+|.*:.*", origin.host) else Reach.PUBLIC
        if found is Reach.NEVER:
            raise ValueError(f"{origin} is an address at which no business system lives")
        if found is Reach.PRIVATE and not self.private:
            raise ValueError(f"{origin} is inside your own network: declare it private: true if it is meant")
        return self

    @property
    def origin(self) -> Origin:
        """Where it is."""
        return read_origin(self.url)


class AuthEntry(Model):
    """How a tool is told that it is us: a header, ``scheme`` and a blank before the secret where one is given."""

    header: HeaderName = "Authorization"
    scheme: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,32}$")] | None = None
    secret: Reference

    @field_validator("secret")
    @classmethod
    def _not_a_setting(cls, secret: str) -> str:
        if settings_name(secret):
            raise ValueError("a variable that begins with COUNTERSIGN_ is taken for a setting: name it otherwise")
        return secret

    @field_validator("header")
    @classmethod
    def _free(cls, header: str) -> str:
        return free_header(header)


def free_header(header: str) -> str:
    """A header that the protocol does not need for itself. Raises ValueError."""
    if header.lower() in _OF_THE_PROTOCOL:
        raise ValueError(f"the header {header} belongs to the protocol")
    return header


class ToolEntry(ToolSpec):
    """A tool and how it is called.

    Arguments that neither ``url``, ``query`` nor ``body`` names go by their own name into the query of a GET and into the
    body of everything else, a JSON object; where ``query`` or ``body`` is given, every argument must have its place.
    """

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    url: str
    query: Sent | None = None
    body: Sent | None = None
    auth: AuthEntry | None = None
    idempotency_header: HeaderName = "Idempotency-Key"

    @field_validator("arguments")
    @classmethod
    def _a_schema(cls, schema: dict[str, Any]) -> dict[str, Any]:
        check_schema(schema)
        return schema

    @field_validator("url")
    @classmethod
    def _a_template(cls, url: str) -> str:
        Template.read(url)
        return url

    @field_validator("idempotency_header")
    @classmethod
    def _free(cls, header: str) -> str:
        return free_header(header)

    @model_validator(mode="after")
    def _callable(self) -> Self:
        if self.risk.writes and self.method == "GET":
            raise ValueError("GET changes nothing: a tool that writes has another method, or is read_only")
        if self.risk is ToolRisk.READ_ONLY and self.method not in {"GET", "POST"}:
            raise ValueError(f"{self.method} changes something: a read_only tool has GET or POST")
        if self.method == "GET" and self.body is not None:
            raise ValueError("a GET has no body: write it under query")
        if self.auth and self.risk.writes and self.auth.header.lower() == self.idempotency_header.lower():
            raise ValueError("auth and idempotency_header name the same header")
        for path in self.template.names:
            if path.split(".")[0] not in self.required or not self.declares(path):
                raise ValueError(f"url has {{{path}}}, which is no argument that arguments requires")
        self._check_places()
        return self

    def _check_places(self) -> None:
        """An approver signs all arguments: each must be sent, and nothing be sent that is not declared."""
        mapped = [part for sent in (self.query, self.body) for part in (sent or {}).values() if isinstance(part, str)]
        if undeclared := next((path for path in mapped if not self.declares(path)), None):
            raise ValueError(f"query or body names the argument {undeclared}, which arguments does not declare")
        if self.query is None and self.body is None:
            return
        placed = {path.split(".")[0] for path in (*mapped, *self.template.names)}
        if lost := next((name for name in self.properties if name not in placed), None):
            raise ValueError(f"the argument {lost} is sent nowhere: place it in url, query or body")

    @property
    def template(self) -> Template:
        """Its address."""
        return Template.read(self.url)

    @property
    def spec(self) -> ToolSpec:
        """The tool without how it is called."""
        return ToolSpec.model_construct(**{name: getattr(self, name) for name in ToolSpec.model_fields})


class ToolsFile(Model):
    """The whole file. What its entries promise of each other is looked at in ``crosschecks``."""

    version: Literal[1]
    hosts: tuple[HostEntry, ...] = ()
    tools: tuple[ToolEntry, ...] = ()

    @property
    def private(self) -> frozenset[tuple[str, int]]:
        """Hosts and ports that are declared private."""
        return frozenset((host.origin.host, host.origin.port) for host in self.hosts if host.private)
