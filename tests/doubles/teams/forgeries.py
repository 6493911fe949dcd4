"""Headers that must never pass."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.doubles.teams.authority import ISSUER, TENANT, Authority, Key


def forged(authority: Authority, service_url: str) -> dict[str, str | None]:
    """Every header that must be refused with 401 or 403, by what is wrong with it. None: no header at all."""
    now, good = int(time.time()), authority.claims(service_url)
    stranger, header = Key(), authority.header(service_url)
    public = authority.key.private.public_key()
    head, _, signature = header.removeprefix("Bearer ").split(".")
    tampered = authority.sign({**good, "note": "changed afterwards"}, authority.key).split(".")[1]
    shared = secrets.token_bytes(64)
    return {
        "no header": None,
        "an empty header": "",
        "no token": "Bearer ",
        "no scheme": header.removeprefix("Bearer "),
        "another scheme": f"Basic {header.removeprefix('Bearer ')}",
        "no JWT": "Bearer not-a-token",
        "three empty parts": "Bearer ..",
        "two tokens": f"{header} {header}",
        "a cut signature": header[:-40],
        "no signature": header.rsplit(".", 1)[0] + ".",
        "claims changed after signing": f"Bearer {head}.{tampered}.{signature}",
        "a stranger's signature under a known key": f"Bearer {authority.sign(good, Key(stranger.private, authority.key.kid))}",
        "an unknown key": f"Bearer {authority.sign(good, stranger)}",
        "no key named": f"Bearer {authority.sign(good, authority.key, kid=None)}",
        "an empty key name": f"Bearer {authority.sign(good, authority.key, kid='')}",
        "a key it brings along": f"Bearer {authority.sign(good, stranger, jwk=stranger.published)}",
        "alg none": f"Bearer {jwt.encode(good, None, 'none', {'kid': authority.key.kid})}",
        "HS256": f"Bearer {jwt.encode(good, shared, 'HS256', {'kid': authority.key.kid})}",
        "HS256 with the public key": f"Bearer {_confused(good, authority.key.kid, public)}",
        "PS256": f"Bearer {jwt.encode(good, authority.key.private, 'PS256', {'kid': authority.key.kid})}",
        "another issuer": authority.header(service_url, iss=f"https://sts.windows.net/{TENANT}/"),
        "an issuer that begins well": authority.header(service_url, iss=f"{ISSUER}.example.com"),
        "no issuer": authority.header(service_url, iss=None),
        "another audience": authority.header(service_url, aud="00000000-0000-0000-0000-000000000000"),
        "no audience": authority.header(service_url, aud=None),
        "several audiences": authority.header(service_url, aud=[authority.app_id, "another"]),
        "expired": authority.header(service_url, nbf=now - 7200, exp=now - 3600),
        "no expiry": authority.header(service_url, exp=None),
        "not yet valid": authority.header(service_url, nbf=now + 3600, exp=now + 7200),
        "another service": authority.header("https://smba.example.com/emea/"),
        "no service": authority.header(service_url, serviceurl=None),
        "a key for other channels": authority.header(service_url, authority.others),
        "one of the bot's own tokens": f"Bearer {authority.issue(TENANT)}",
    }


def _confused(claims: dict[str, Any], kid: str, public: rsa.RSAPublicKey) -> str:
    """Signed with HMAC and the public key as its secret, which everybody knows; PyJWT will not make such a token."""

    def part(value: bytes) -> str:
        return base64.urlsafe_b64encode(value).rstrip(b"=").decode()

    head = part(json.dumps({"alg": "HS256", "typ": "JWT", "kid": kid}).encode())
    signed = f"{head}.{part(json.dumps(claims).encode())}"
    secret = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return f"{signed}.{part(hmac.new(secret, signed.encode(), hashlib.sha256).digest())}"
