"""Everything that stands on the stage: Microsoft's playground, a browser on its page, the bot as an operator runs it, and the
authority whose tokens are signed for both, so that the bot's validation stays on.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
from playwright.async_api import async_playwright

from tests.doubles.teams.authority import APP_ID, APP_PASSWORD, TENANT, Authority
from tests.e2e.playground.people import APPROVERS, GROUP, NAMES
from tests.e2e.playground.proxy import SigningProxy
from tests.e2e.playground.window import Window
from tests.e2e.program import ROOT, Program

HERE = Path(__file__).parent
CLIENT = HERE / "node_modules" / "@microsoft" / "m365agentsplayground" / "cli.js"
SHOTS = ROOT / "build" / "playground"
"""Where the pictures go."""
_BROWSER = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]
_START_SECONDS = 60


@dataclass
class Stage:
    """``window`` is what Alex sees; the others speak and press by the playground's REST interface."""

    program: Program
    proxy: SigningProxy
    url: str
    window: Window
    http: aiohttp.ClientSession

    async def start_bot(self) -> None:
        """Starts the program, or starts it again, and has the proxy speak to it."""
        await self.program.start()
        self.proxy.bot = f"{self.program.url}/api/messages"

    async def mention(self, user: str, text: str) -> None:
        """Somebody mentions the bot in the group chat; by its interface for messages the playground lets only Alex speak."""
        named = "<at>Countersign</at>"
        said = {
            "type": "message",
            "id": uuid.uuid4().hex,
            "channelId": "msteams",
            "serviceUrl": f"{self.url.replace('127.0.0.1', 'localhost')}/_connector",
            "from": {"id": user, "aadObjectId": user, "name": NAMES[user]},
            "conversation": {"id": GROUP, "conversationType": "groupChat", "isGroup": True, "tenantId": TENANT},
            "recipient": {"id": APP_ID, "name": "Countersign"},
            "text": f"{named} {text}",
            "textFormat": "plain",
            "entities": [{"type": "mention", "mentioned": {"id": APP_ID, "name": "Countersign"}, "text": named}],
            "channelData": {"tenant": {"id": TENANT}},
        }
        async with self.http.post(f"{self.url}/_internal/v1/customActivities", json=said) as r:
            assert r.status == 200, await r.text()

    async def press(self, user: str, message: str, action: dict[str, Any], **inputs: str) -> Any:
        """Somebody presses an action of a card in the group chat; what the bot answers, which Teams would show to them."""
        value = {"action": {**action, "data": {**action["data"], **inputs}}, "trigger": "manual"}
        pressed = {
            "name": "adaptiveCard/action",
            "from": {"id": user},
            "conversation": {"id": GROUP},
            "replyToId": message,
            "value": value,
        }
        async with self.http.post(f"{self.url}/_conversation/v1/invoke", json=pressed) as r:
            assert r.status == 200, await r.text()
            return await r.json()


@asynccontextmanager
async def on_stage(program: Program, settings: dict[str, str], scene: str) -> AsyncIterator[Stage]:
    """Starts everything, the program with these settings, and ends it again. ``scene`` names the pictures."""
    port = _free_port()
    async with AsyncExitStack() as opened:
        authority = await opened.enter_async_context(Authority(tenant=TENANT))
        http = await opened.enter_async_context(aiohttp.ClientSession())
        proxy = SigningProxy(authority)
        await proxy.start()
        opened.push_async_callback(proxy.stop)
        program.approvers = APPROVERS
        program.settings = {
            "SLACK_BOT_TOKEN": "",
            "SLACK_SIGNING_SECRET": "",
            "TEAMS_APP_ID": APP_ID,
            "TEAMS_APP_PASSWORD": APP_PASSWORD,
            "TEAMS_TENANT_ID": TENANT,
            "TEAMS_LOGIN_URL": authority.login_url,
            "TEAMS_OPENID_URL": authority.openid_url,
            "TEAMS_SERVICE_URLS": f"http://localhost:{port}/",
            **settings,
        }
        await program.start()
        proxy.bot = f"{program.url}/api/messages"
        url = await opened.enter_async_context(_playground(port, proxy.url, http, program.home))
        window = await opened.enter_async_context(_window(url, scene))
        yield Stage(program, proxy, url, window, http)


@asynccontextmanager
async def _playground(port: int, bot: str, http: aiohttp.ClientSession, home: Path) -> AsyncIterator[str]:
    log = home / "playground.log"
    environment = {
        **os.environ,
        "TEAMSAPPTESTER_BROWSER": "none",
        "APPLICATION_INSIGHTS_NO_STATSBEAT": "true",
        "M365_AGENTS_PLAYGROUND_CONFIG_PATH": str(HERE / "playground.yml"),
        "M365_AGENTS_PLAYGROUND_LOGFILE": str(log),
    }
    arguments = ("start", "-e", bot, "-c", "msteams", "-p", str(port), "--disable-telemetry")
    process = await asyncio.create_subprocess_exec(
        "node", str(CLIENT), *arguments, cwd=HERE, env=environment, stdin=-3, stdout=-3, stderr=-3
    )
    url, deadline = f"http://127.0.0.1:{port}", time.monotonic() + _START_SECONDS
    try:
        while not await _answers(http, f"{url}/_debug/ping"):
            assert process.returncode is None, log.read_text(encoding="utf-8")
            assert time.monotonic() < deadline, log.read_text(encoding="utf-8")
            await asyncio.sleep(0.1)
        yield url
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _answers(http: aiohttp.ClientSession, url: str) -> bool:
    try:
        async with http.get(url) as answer:
            return answer.status == 200
    except aiohttp.ClientError:
        return False


@asynccontextmanager
async def _window(url: str, scene: str) -> AsyncIterator[Window]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=_BROWSER)
        page = await browser.new_page(viewport={"width": 1400, "height": 1000})
        window = Window(page, SHOTS, scene)
        try:
            await page.goto(url)
            yield window
        except BaseException:
            await window.picture("failed")
            raise
        finally:
            await browser.close()


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
