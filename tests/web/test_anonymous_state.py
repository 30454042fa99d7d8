"""Anonymous State is discarded soon after its tab has closed; State of an account stays."""

import asyncio
import os
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import redis
from redis.asyncio import Redis
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import BaseStateToken
from reflex.utils.token_manager import LocalTokenManager

import marketplace.marketplace
from marketplace.core import clock, ids
from marketplace.settings import get_settings
from marketplace.web.auth.register_state import RegisterState
from marketplace.web.reflex_ext.anonymous_state import AnonymousStates
from marketplace.web.reflex_ext.state_ownership import StateOwner

REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/15")
TEXT = "a" * 500


class Site:
    """A state manager and Reflex's connections."""

    def __init__(self, manager: Any) -> None:
        self.state_manager = manager
        self.tokens = LocalTokenManager()
        self.event_namespace = SimpleNamespace(_token_manager=self.tokens)
        self.states = AnonymousStates(self)  # pyright: ignore[reportArgumentType] - all that it uses
        self.states.install()

    async def open(self, account_id: str = "", token: str = "") -> str:
        """Connect a tab and type something; return its client token."""
        token = token or ids.new_token()
        await self.tokens.link_token_to_sid(token, f"sid of {token}")
        async with self.state_manager.modify_state(BaseStateToken(ident=token, cls=RegisterState)) as root:
            form = await root.get_state(RegisterState)
            form.email = TEXT
        async with self.state_manager.modify_state(BaseStateToken(ident=token, cls=StateOwner)) as root:
            (await root.get_state(StateOwner))._account_id = account_id
        return token

    async def close(self, token: str) -> None:
        """Close the connection of the tab."""
        await self.tokens.disconnect_token(token, f"sid of {token}")

    async def holds(self, token: str) -> bool:
        """Return whether the typed value is still there."""
        root = await self.state_manager.get_state(BaseStateToken(ident=token, cls=RegisterState))
        return root.get_substate(RegisterState.get_full_name().split(".")).email == TEXT


def pass_minutes(monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
    later = clock.now() + timedelta(minutes=minutes)
    monkeypatch.setattr(clock, "now", lambda: later)


@pytest.fixture(params=["memory", "redis"])
def run(request: pytest.FixtureRequest):
    if request.param == "redis":
        try:
            redis.Redis.from_url(REDIS).ping()
        except redis.RedisError as error:
            pytest.skip(f"no Redis: {error}")

    def run(check: Any) -> None:
        async def whole() -> None:
            manager = StateManagerMemory() if request.param == "memory" else StateManagerRedis(Redis.from_url(REDIS))
            try:
                await check(Site(manager))
            finally:
                await manager.close()

        asyncio.run(whole())

    return run


def test_anonymous_state_is_discarded_minutes_after_its_tab_closed(run, monkeypatch: pytest.MonkeyPatch):
    async def check(site: Site) -> None:
        token = await site.open()
        await site.close(token)
        pass_minutes(monkeypatch, get_settings().anonymous_state_minutes - 1)
        await site.states.sweep()
        assert await site.holds(token)
        pass_minutes(monkeypatch, 2)
        await site.states.sweep()
        assert not await site.holds(token)

    run(check)


def test_state_of_an_account_stays(run, monkeypatch: pytest.MonkeyPatch):
    async def check(site: Site) -> None:
        token = await site.open("an account")
        await site.close(token)
        pass_minutes(monkeypatch, get_settings().anonymous_state_minutes + 1)
        await site.states.sweep()
        assert await site.holds(token)

    run(check)


def test_open_or_reopened_tab_keeps_its_state(run, monkeypatch: pytest.MonkeyPatch):
    async def check(site: Site) -> None:
        tab, back = await site.open(), await site.open()
        await site.close(back)
        await site.open(token=back)
        pass_minutes(monkeypatch, get_settings().anonymous_state_minutes + 1)
        await site.states.sweep()
        assert (await site.holds(tab), await site.holds(back)) == (True, True)

    run(check)


def test_many_closed_tabs_leave_nothing(monkeypatch: pytest.MonkeyPatch):
    async def check() -> None:
        site = Site(StateManagerMemory())
        for _ in range(210):
            await site.close(await site.open())
        pass_minutes(monkeypatch, get_settings().anonymous_state_minutes + 1)
        await site.states.sweep()
        manager = site.state_manager
        assert (manager.states, manager._states_locks, manager._token_expires_at, site.states._ended) == (
            {},
            {},
            {},
            {},
        )
        await manager.close()

    asyncio.run(check())


def test_app_sweeps():
    namespace: Any = marketplace.marketplace.app.event_namespace
    assert namespace._token_manager.disconnect_token.__qualname__.startswith("AnonymousStates")
    assert marketplace.marketplace.anonymous_states.serve in marketplace.marketplace.app._lifespan_tasks
