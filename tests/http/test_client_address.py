"""Tests of the client address: entries of trusted proxies count, entries of the client do not."""

import pytest
from fastapi import Request
from reflex.app import EventNamespace
from reflex_base.config import get_config

from marketplace.api.dependencies import Dispatcher
from marketplace.http.client_address import client_address
from marketplace.settings import get_settings

PEER, CLIENT, INNER = "10.0.0.9", "203.0.113.7", "10.0.0.8"

CASES = [
    ([], 0, PEER),
    (["6.6.6.6"], 0, PEER),
    ([CLIENT], 1, CLIENT),
    ([f"6.6.6.6, {CLIENT}"], 1, CLIENT),
    (["6.6.6.6", CLIENT], 1, CLIENT),
    (["6.6.6.6, 7.7.7.7", CLIENT], 1, CLIENT),
    (["6.6.6.6", "", f" ,{CLIENT} , "], 1, CLIENT),
    (["6.6.6.6", CLIENT, INNER], 2, CLIENT),
    ([f"6.6.6.6, {CLIENT}", INNER], 2, CLIENT),
    (["6.6.6.6", f"{CLIENT}, {INNER}"], 2, CLIENT),
    ([CLIENT], 2, PEER),
    ([], 1, PEER),
]


def scope_with(lines: list[str]) -> dict:
    headers = [(b"host", b"x"), *((b"x-forwarded-for", line.encode()) for line in lines)]
    return {"type": "http", "method": "GET", "path": "/", "headers": headers, "client": (PEER, 1)}


@pytest.mark.parametrize(("lines", "hops", "address"), CASES)
def test_several_header_lines_are_one_list(lines: list[str], hops: int, address: str):
    assert client_address(PEER, lines, hops) == address


@pytest.mark.parametrize(("lines", "hops", "address"), CASES)
def test_api_and_pages_use_the_same_address(monkeypatch: pytest.MonkeyPatch, lines: list[str], hops: int, address: str):
    monkeypatch.setattr(get_settings(), "trusted_proxy_hops", hops)
    monkeypatch.setattr(get_config(), "trusted_proxy_hops", hops)
    scope = scope_with(lines)
    handshake = EventNamespace._build_static_router_data(None, "sid", {"asgi.scope": scope})  # pyright: ignore[reportArgumentType]
    assert Dispatcher(Request(scope)).address == handshake["ip"] == address
