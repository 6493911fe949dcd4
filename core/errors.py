"""Every error of Countersign, under one root, and the one place that says which of them may be tried again."""

from __future__ import annotations

from enum import StrEnum

from core.domain.model import Usage


class CountersignError(Exception):
    """Root of all errors.

    ``str(error)`` is one line for an operator that says what is wrong; ``remedy`` is one line that says how to mend it.
    Neither is ever shown to an asker or an approver: they read the outcome's reason instead.
    """

    remedy: str

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy

    def __str__(self) -> str:
        message = super().__str__()
        return f"{message} {self.remedy}".strip()


class ConfigurationError(CountersignError):
    """A setting, a rules file or a sidecar is wrong; the message names the field and the file."""


class NotFound(CountersignError):
    """What was asked for by id or path does not exist."""


class DocumentProblem(StrEnum):
    """Why a file could not become a document."""

    EMPTY = "empty"
    ENCRYPTED = "encrypted"
    BROKEN = "broken"
    NO_TEXT = "no_text"  # pages without a text layer: scans
    MISLABELLED = "mislabelled"  # the content is of another format than the name says
    TOO_LARGE = "too_large"
    BINARY = "binary"
    UNSUPPORTED = "unsupported"  # a format that Countersign does not read
    METADATA = "metadata"  # front matter or sidecar is invalid
    UNREADABLE = "unreadable"  # the operating system refuses


class DocumentError(CountersignError):
    """One file failed; the others go on."""

    def __init__(self, problem: DocumentProblem, message: str, remedy: str) -> None:
        super().__init__(message, remedy)
        self.problem = problem


class StoreUnavailable(CountersignError):
    """The database cannot be reached or is locked beyond its time-out."""


class IndexUnavailable(CountersignError):
    """The vector index cannot be used; exact search over SQL still can."""


class ModelUnavailable(CountersignError):
    """The encoder or another local model cannot be loaded, or its weights are not the expected ones."""


class ModelProblem(StrEnum):
    """What became of a call to a language model that brought no judgement. The exchange names it."""

    TIMEOUT = "timeout"  # no whole reply within the seconds given
    RATE_LIMITED = "rate_limited"  # 429
    OVERLOADED = "overloaded"  # 529
    UNAVAILABLE = "unavailable"  # 5xx, or no connection
    REJECTED = "rejected"  # another 4xx: key, model name or request are wrong
    REFUSED = "refused"  # the model declined
    TRUNCATED = "truncated"  # the reply ends at its token limit
    INVALID = "invalid"  # no JSON, or not of the schema, twice
    BUDGET = "budget"  # the exchange's calls, tokens or seconds are used up; nothing was asked
    PLANNED = "planned"  # only written down: nothing was asked


class ModelError(CountersignError):
    """A language model gave no judgement. ``retry_after`` is in seconds where the provider named a time.

    ``usage`` is what the call took where the provider said so: a refused or truncated reply is paid for.
    """

    def __init__(
        self, problem: ModelProblem, message: str, *, retry_after: float | None = None, usage: Usage | None = None
    ) -> None:
        super().__init__(message)
        self.problem = problem
        self.retry_after = retry_after
        self.usage = usage or Usage()


class ReplayRefused(CountersignError):
    """A recording does not fit what is here now; the message names what has changed."""


class SurfaceError(CountersignError):
    """A chat product refused or did not answer.

    ``permanent`` is true where trying again cannot help (channel archived, token revoked, bad blocks); ``code`` is the
    product's own word; ``retry_after`` is in seconds where the product named a time.
    """

    def __init__(
        self, message: str, *, code: str, permanent: bool, retry_after: float | None = None, remedy: str = ""
    ) -> None:
        super().__init__(message, remedy)
        self.code = code
        self.permanent = permanent
        self.retry_after = retry_after


class ToolProblem(StrEnum):
    """What became of a call of a tool that brought no answer."""

    NOT_DECLARED = "not_declared"  # no such tool for this kind of call; nothing was sent
    INVALID = "invalid"  # the arguments or the key do not fit; nothing was sent
    UNCONFIGURED = "unconfigured"  # its secret cannot be read; nothing was sent
    FORBIDDEN = "forbidden"  # its host resolves to an address that is not allowed; nothing was sent
    UNREACHABLE = "unreachable"  # no connection; nothing was sent
    TIMEOUT = "timeout"  # no whole answer in time
    BROKEN = "broken"  # the connection broke before a whole answer
    MALFORMED = "malformed"  # an answer, but none that can be read: redirect, no JSON object, too long
    UNAVAILABLE = "unavailable"  # 5xx, 408
    RATE_LIMITED = "rate_limited"  # 429: refused before it was worked on
    DENIED = "denied"  # 401, 403: our own right to call it is missing
    NOT_FOUND = "not_found"  # 404 or 410, said by the business system itself
    CONFLICT = "conflict"  # 409: what is there does not fit, perhaps because of an earlier call with this key
    REJECTED = "rejected"  # another 4xx: the business system's own rules say no


class ToolError(CountersignError):
    """A call of a tool failed; the message names tool and host, never an argument, an answer or a secret.

    ``may_have_acted``: the call changes something and was, or may have been, worked on. ``status`` is HTTP's, ``code`` the
    business system's own word where it gave one; ``retry_after`` is in seconds where it named a time.
    """

    def __init__(
        self,
        problem: ToolProblem,
        message: str,
        *,
        may_have_acted: bool = False,
        status: int | None = None,
        code: str | None = None,
        retry_after: float | None = None,
        remedy: str = "",
    ) -> None:
        super().__init__(message, remedy)
        self.problem = problem
        self.may_have_acted = may_have_acted
        self.status = status
        self.code = code
        self.retry_after = retry_after


_PASSING = {
    ToolProblem.UNREACHABLE,
    ToolProblem.TIMEOUT,
    ToolProblem.BROKEN,
    ToolProblem.MALFORMED,
    ToolProblem.UNAVAILABLE,
    ToolProblem.RATE_LIMITED,
}


def is_transient(error: BaseException) -> bool:
    """Whether the same call may succeed later. Retry and recovery ask this and nobody else.

    A call of a tool that may have acted is not tried again by itself: it has to be looked up first.
    """
    if isinstance(error, SurfaceError):
        return not error.permanent
    if isinstance(error, ToolError):
        return error.problem in _PASSING and not error.may_have_acted
    return isinstance(error, StoreUnavailable | IndexUnavailable | TimeoutError | ConnectionError)
