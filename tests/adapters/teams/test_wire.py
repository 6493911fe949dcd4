"""The SDK's calls go over the adapter's own connections, and every refusal comes back as ours."""

from __future__ import annotations

import pytest
import requests

from adapters.memory.clock import ManualClock
from adapters.teams.api import TeamsApi
from adapters.teams.settings import TeamsSettings
from core.errors import SurfaceError
from tests.doubles.teams import APP_ID, APP_PASSWORD, REVIEW, TeamsDouble


async def test_a_refusal_is_a_surface_error_and_no_thread_has_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def elsewhere(*_: object, **__: object) -> None:
        raise AssertionError("sent by the SDK's own sender")

    monkeypatch.setattr(requests.Session, "request", elsewhere)
    async with TeamsDouble() as teams:
        authority = teams.authority
        settings = TeamsSettings(
            APP_ID,
            APP_PASSWORD,
            login_url=authority.login_url,
            openid_url=authority.openid_url,
            services=(teams.service_url,),
        )
        api = TeamsApi(settings, ManualClock())
        reference = {"serviceUrl": teams.service_url, "conversation": {"id": REVIEW}}
        assert (await api.member(reference, "29:1-sam"))["name"] == "Sam"
        with pytest.raises(SurfaceError) as refused:
            await api.member(reference, "29:1-dana")
        await api.close()
    assert (refused.value.code, refused.value.permanent) == ("MemberNotFoundInConversation", True)
