"""Every setting once: name, default, meaning. Unknown ``COUNTERSIGN_`` variables are refused."""

from __future__ import annotations

import os
import re
from datetime import UTC, tzinfo
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.domain.model import Budget
from core.errors import ConfigurationError
from core.gate import Gate
from core.privacy import PiiMode

PREFIX = "COUNTERSIGN_"
BARE = ("anthropic_api_key", "anthropic_base_url")
"""Also read without the prefix, as people set them for other programs; the prefixed one goes first."""
_WHOM = "Please consult the full policy library or contact Compliance."


class Settings(BaseSettings):
    """Read from the environment with the prefix ``COUNTERSIGN_``; a secret may also be given as ``NAME_FILE``."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True, env_ignore_empty=True)

    home: Path = Field(Path("var"), description="data folder")
    database_url: str | None = Field(None, description="SQLAlchemy URL; default: SQLite in the data folder")
    chroma_url: str | None = Field(None, description="a Chroma server as the shared index, http://HOST:PORT")

    slack_bot_token: SecretStr | None = Field(None, description="xoxb-..., of the installed Slack app")
    slack_signing_secret: SecretStr | None = Field(None, description="the Slack app's signing secret; HTTP needs it")
    slack_app_token: SecretStr | None = Field(None, description="xapp-..., turns Socket Mode on")
    slack_api_url: str = Field("https://slack.com/api/", description="address of the Slack Web API")

    embedding_model: str | None = Field(
        None, description="path or name of a sentence-transformers model; default: the built-in MiniLM"
    )
    reranker_model: str | None = Field(None, description="path or name of a cross-encoder; default: none")
    entailment_model: str | None = Field(
        None, description="path or name of an inference cross-encoder for the grounding audit; default: none"
    )

    anthropic_api_key: SecretStr | None = Field(
        None, description="turns the language model on; default: the rules judge. Also read without the prefix"
    )
    anthropic_base_url: str | None = Field(
        None, description="address of the Messages API; default: Anthropic's own. Also read without the prefix"
    )
    model: str = Field("claude-sonnet-5-5", min_length=1, description="the language model")
    model_effort: str = Field(
        "low", pattern="^(none|low|medium|high|xhigh|max)$", description="how hard it thinks; none: as it likes"
    )
    model_calls: Annotated[int, Field(ge=0)] = Field(16, description="calls of the model for one request, at most")
    model_tokens: Annotated[int, Field(ge=0)] = Field(120_000, description="tokens for one request, at most")
    model_seconds: Annotated[float, Field(ge=0, le=600)] = Field(60, description="seconds for one request, at most")
    model_call_seconds: Annotated[float, Field(gt=0, le=600)] = Field(20, description="seconds of one call, at most")
    model_reply_tokens: Annotated[int, Field(ge=256)] = Field(4096, description="tokens of one reply, at most")
    prompts: str | None = Field(
        None,
        pattern=r"^\s*(\w+=\w+\s*(,\s*\w+=\w+\s*)*)?$",
        description="active prompts as MODULE=PROMPT,...; default: each module's highest version",
    )

    min_confidence: Annotated[float, Field(ge=0, le=1)] = Field(0.80, description="answers below it go to a reviewer")
    high_confidence: Annotated[float, Field(ge=0, le=1)] = Field(
        0.90, description="answers below it open with a moderate-confidence line"
    )
    review_floor: Annotated[float, Field(ge=0, le=1)] = Field(
        0.35, description="drafts below it are refused, not reviewed"
    )
    top_k: Annotated[int, Field(ge=1, le=50)] = Field(5, description="passages retrieved for a question")
    calibration_file: Path | None = Field(None, description="confidence calibration; default: the one shipped")

    approvals_file: Path | None = Field(
        None, description="who may approve what (YAML); default: nobody, or the sample's where no token is set"
    )
    tools_file: Path | None = Field(
        None,
        description="what may be done in business systems (YAML); default: nothing, or the sample's where no token is set",
    )
    feedback_channel: str | None = Field(
        None,
        pattern=r"^slack:[A-Z0-9]+$",
        description="slack:C..., gets the daily digest of thumbs down; default: none",
    )
    whom_to_ask: str = Field(_WHOM, description="closing sentence of a refusal")
    port: Annotated[int, Field(ge=0, le=65535)] = Field(3978, description="HTTP port of serve")
    host: str = Field("127.0.0.1", description="HTTP address of serve")
    max_file_megabytes: Annotated[int, Field(ge=1)] = Field(50, description="larger files are not ingested")
    time_zone: str = Field("UTC", description="IANA name, as Europe/Berlin: its date says which documents are in force")
    pii: PiiMode = Field(
        PiiMode.LOG,
        description="e-mail, phone, IBAN, card and national id in what people type: off, log (masked in the log) or mask (for the model too)",
    )
    log_level: str = Field("INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$", description="of the log on standard error")

    @field_validator("chroma_url", "anthropic_base_url")
    @classmethod
    def _a_server(cls, url: str | None) -> str | None:
        """Here, so that commands which search beside the server refuse it too."""
        parts = urlsplit(url or "http://unset")
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.port == 0:
            raise ValueError("it is no address of a server, as http://HOST:PORT or https://HOST")
        return url

    @field_validator("anthropic_api_key")
    @classmethod
    def _a_key(cls, key: SecretStr | None) -> SecretStr | None:
        if key and not re.fullmatch(r"[!-~]+", key.get_secret_value()):
            raise ValueError("a key has no spaces and only ASCII characters")
        return key

    @field_validator("time_zone")
    @classmethod
    def _a_zone(cls, name: str) -> str:
        zone(name)
        return name

    @model_validator(mode="after")
    def _floor_below_minimum(self) -> Self:
        """A floor above the minimum would let answers out that the gate means to refuse."""
        if self.review_floor > self.min_confidence:
            given = "review_floor" if "review_floor" in self.model_fields_set else "min_confidence"
            raise PydanticCustomError(
                "floor",
                "the review floor {floor} is above the minimum confidence {minimum}",
                {"floor": self.review_floor, "minimum": self.min_confidence, "setting": given},
            )
        return self

    @property
    def local(self) -> bool:
        """The local default: no chat product and no approvals file of one's own. Then the sample's approvers apply."""
        return self.slack_bot_token is None and self.slack_app_token is None and self.approvals_file is None

    @property
    def secrets(self) -> list[str]:
        """The values that must never be seen in a log."""
        values = (getattr(self, name) for name in type(self).model_fields)
        return [value.get_secret_value() for value in values if isinstance(value, SecretStr)]

    @property
    def sqlalchemy_url(self) -> str:
        """The database's URL, with the driver named."""
        if self.database_url is None:
            return f"sqlite+aiosqlite:///{(self.home / 'countersign.db').absolute()}"
        for short in ("postgresql://", "postgres://"):
            if self.database_url.startswith(short):
                return "postgresql+psycopg://" + self.database_url.removeprefix(short)
        return self.database_url

    @property
    def zone(self) -> tzinfo:
        """Whose date it is that says which documents are in force."""
        return zone(self.time_zone)

    @property
    def budget(self) -> Budget:
        """What one request may ask of the language model."""
        return Budget(
            calls=self.model_calls,
            tokens=self.model_tokens,
            seconds=self.model_seconds,
            call_seconds=self.model_call_seconds,
            reply_tokens=self.model_reply_tokens,
        )

    @property
    def effort(self) -> str | None:
        """How hard the model is to think; None: as it likes."""
        return None if self.model_effort == "none" else self.model_effort

    @property
    def active_prompts(self) -> dict[str, str]:
        """The prompt chosen for a module, by the module's name."""
        pairs = (pair.partition("=") for pair in (self.prompts or "").split(",") if pair.strip())
        return {module.strip(): prompt.strip() for module, _, prompt in pairs}

    @property
    def gate(self) -> Gate:
        """The gate's numbers."""
        return Gate(
            high=self.high_confidence, minimum=self.min_confidence, review_floor=self.review_floor, top_k=self.top_k
        )


def zone(name: str) -> tzinfo:
    """The time zone of that IANA name. Raises ValueError if there is none."""
    try:
        return UTC if name == "UTC" else ZoneInfo(name)  # UTC needs no time zone database
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"there is no time zone {name[:60]}: give an IANA name, as Europe/Berlin") from error


def load() -> Settings:
    """The settings of this process's environment. Raises ConfigurationError that names the variable and how to mend it."""
    known = {name.upper() for name in Settings.model_fields}
    secrets: dict[str, str] = {}
    for variable in sorted(key for key in os.environ if key.startswith(PREFIX)):
        name = variable.removeprefix(PREFIX)
        if any("\udc80" <= character <= "\udcff" for character in os.environ[variable]):  # a byte that is no text
            raise ConfigurationError(f"{variable} is not UTF-8.", "Write it in UTF-8.")
        if name in known:
            continue
        if name.endswith("_FILE") and (secret := name.removesuffix("_FILE")) in known:
            if not os.environ[variable]:  # as an empty variable counts as unset
                continue
            if os.environ.get(PREFIX + secret):
                raise ConfigurationError(f"{PREFIX}{secret} and {variable} are both set.", "Unset one of them.")
            secrets[secret.lower()] = _secret(variable)
            continue
        near = get_close_matches(name, known, n=1)
        hint = f"Did you mean {PREFIX}{near[0]}?" if near else f"Known ones: {', '.join(sorted(known))}."
        raise ConfigurationError(f"There is no setting {variable}.", hint)
    for setting in BARE:
        value = os.environ.get(setting.upper())
        if value and setting not in secrets and not os.environ.get(PREFIX + setting.upper()):
            secrets[setting] = value
    try:
        return Settings(**secrets)  # type: ignore[arg-type]  # strings, as from the environment: pydantic converts them
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        field = str(first["loc"][0] if first["loc"] else first.get("ctx", {}).get("setting", "a setting")).upper()
        raise ConfigurationError(
            f"{PREFIX}{field} is wrong: {first['msg']}.", "Set it to a valid value or unset it."
        ) from None


def _secret(variable: str) -> str:
    try:
        secret = Path(os.environ[variable]).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"{variable} names a file that cannot be read.", "Check its path and permissions."
        ) from error
    if not secret:
        raise ConfigurationError(f"{variable} names an empty file.", "Write the secret into it.")
    return secret
