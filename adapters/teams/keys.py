"""The keys that Microsoft signs its requests with: fetched once a day, and at once when one is used that is not known."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

import aiohttp
from jwt.algorithms import RSAAlgorithm
from jwt.exceptions import InvalidKeyError

from core.errors import SurfaceError
from core.ports.clock import Clock

DAY = 24 * 3600.0
"""Seconds after which keys are fetched anew."""
LAPSE = 2 * DAY
"""Seconds after which keys that could not be fetched anew are not believed any more."""
PAUSE = 5.0
"""Seconds between two fetches at least, whoever asks for whatever key: strangers must not make us a nuisance."""
PATIENCE = 5.0
"""Seconds that a fetch may take; Teams waits fifteen for our answer."""

_log = logging.getLogger("countersign.teams")


class UnknownKey(Exception):
    """No key of that name signs for Teams."""


@dataclass(frozen=True)
class Key:
    """As the SDK wants one: ``endorsements`` are the channels that it signs for."""

    public_key: Any
    endorsements: tuple[str, ...]


class SigningKeys:
    """Takes the place of the SDK's own store of keys.

    That one sees a new key only after a day (one that it does not know raises IndexError before it looks again), fetches
    without a time limit while the whole program waits, and lets a key that endorses nothing sign for everything.
    """

    def __init__(self, url: str, clock: Clock) -> None:
        self._url = url
        self._clock = clock
        self._lock = asyncio.Lock()
        self._keys: dict[str, Key] = {}
        self._fetched: float | None = None
        self._tried: float | None = None
        self._failed = False

    async def get(self, name: str | None) -> Key:
        """The key of that name. Raises UnknownKey, and SurfaceError where keys cannot be fetched to know it by."""
        if self._due(name) or (name not in self._keys and self._lock.locked()):
            async with self._lock:
                if self._due(name):  # whoever waited finds what the fetch before brought
                    await self._fetch()
        if name in self._keys and self._age() <= LAPSE:
            return self._keys[str(name)]
        if self._failed:
            raise self._unreachable()
        raise UnknownKey

    async def count(self) -> int:
        """Fetches the keys; how many there are. Raises SurfaceError where they cannot be fetched."""
        await self._fetch()
        if self._failed:
            raise self._unreachable()
        return len(self._keys)

    def _unreachable(self) -> SurfaceError:
        return SurfaceError(
            f"The keys that Teams signs with cannot be fetched from {self._url}.",
            code="no_signing_keys",
            permanent=False,
            retry_after=PAUSE,
            remedy="The server must be able to reach that address.",
        )

    def _age(self) -> float:
        return float("inf") if self._fetched is None else self._clock.elapsed() - self._fetched

    def _due(self, name: str | None) -> bool:
        if self._tried is not None and self._clock.elapsed() - self._tried < PAUSE:
            return False
        return name not in self._keys or self._age() > DAY

    async def _fetch(self) -> None:
        self._tried = self._clock.elapsed()
        try:
            async with asyncio.timeout(PATIENCE), aiohttp.ClientSession(trust_env=True) as session:
                metadata = await _read(session, self._url)
                found = await _read(session, str(metadata.get("jwks_uri")))
        except (aiohttp.ClientError, TimeoutError, ValueError, RecursionError) as error:
            _log.warning("keys could not be fetched from %s: %s", self._url, type(error).__name__)
            self._failed = True
            return
        listed = found.get("keys")
        keys = dict(filter(None, map(_key, listed if isinstance(listed, list) else [])))
        self._failed = not keys
        if keys:
            self._keys, self._fetched = keys, self._tried


async def _read(session: aiohttp.ClientSession, url: str) -> dict[str, Any]:
    async with session.get(url, raise_for_status=True) as response:
        found = await response.json(content_type=None)
    return found if isinstance(found, dict) else {}


def _key(listed: object) -> tuple[str, Key] | None:
    """A key by its name; None for one that we could not use: of another kind, or for no channel at all."""
    if not isinstance(listed, dict):
        return None
    name, endorsements = listed.get("kid"), listed.get("endorsements")
    if not (isinstance(name, str) and name and isinstance(endorsements, list) and endorsements):
        return None
    try:
        return name, Key(RSAAlgorithm.from_jwk(listed), tuple(map(str, endorsements)))
    except (InvalidKeyError, ValueError, TypeError):
        return None
