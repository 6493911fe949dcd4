"""A host that cannot prove who it is gets nothing."""

from __future__ import annotations

import datetime as dt
import ssl
from pathlib import Path

import pytest
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from core.errors import ToolError, ToolProblem
from tests.adapters.tools.specimens import ARGS, SECRET, Names, toolbox, tools
from tests.doubles.orders import TOKEN


def certificate(folder: Path, name: str) -> ssl.SSLContext:
    """A server's context with a certificate that it signed itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    named = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(named)
        .issuer_name(named)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "server.pem"
    plain = serialization.NoEncryption()
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
        + made.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)
    return context


async def test_a_certificate_that_nobody_vouches_for_is_refused_before_anything_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SECRET, TOKEN)
    arrived: list[str] = []

    async def handle(request: web.Request) -> web.Response:
        arrived.append(request.path)
        return web.json_response({})

    application = web.Application()
    application.add_routes([web.route("*", "/{path:.*}", handle)])
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=certificate(tmp_path, "orders.internal")).start()
    origin = f"https://orders.internal:{runner.addresses[0][1]}"
    box = toolbox(tmp_path, tools(origin, private=True), Names({"orders.internal": [["127.0.0.1"]]}))
    with pytest.raises(ToolError) as caught:
        await box.execute("create_refund", ARGS, "key-1")
    assert (caught.value.problem, caught.value.may_have_acted) == (ToolProblem.UNREACHABLE, False)
    assert arrived == []
    await box.close()
    await runner.cleanup()
