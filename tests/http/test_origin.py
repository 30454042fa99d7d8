import pytest

from marketplace.http.origin import is_own_origin
from marketplace.settings import get_settings

SITE = "https://market.example"


def scope(origin: str, host: str = "10.0.0.1:3000", scheme: str = "http", **forwarded: str) -> dict:
    headers = {"origin": origin, "host": host} | {f"x-forwarded-{name}": value for name, value in forwarded.items()}
    return {"type": "http", "scheme": scheme, "headers": [(k.encode(), v.encode()) for k, v in headers.items()]}


@pytest.fixture(autouse=True)
def site(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "site_url", SITE)
    monkeypatch.setattr(get_settings(), "trusted_proxy_hops", 0)


@pytest.mark.parametrize(
    "asked",
    [
        scope(SITE),
        scope("http://10.0.0.1:3000"),
        scope("http://10.0.0.1:3000", scheme="ws"),
        scope("https://10.0.0.1:3000", scheme="wss"),
        scope("http://MARKET.local", host="market.LOCAL"),
    ],
)
def test_site_url_and_requested_host_are_own_origins(asked: dict):
    assert is_own_origin(asked)


@pytest.mark.parametrize(
    "asked",
    [
        scope(""),
        scope("null"),
        scope("http://market.example"),
        scope("https://market.example:8443"),
        scope("https://market.example.evil.example"),
        # Another scheme or port of the host that was asked.
        scope("https://10.0.0.1:3000"),
        scope("http://10.0.0.1"),
        scope("http://10.0.0.1:3000", scheme="wss"),
        scope("chrome-extension://10.0.0.1:3000"),
        scope("http://", host=""),
        # What nobody trusted has added.
        scope("https://evil.example", host="evil.example", proto="https"),
        scope("http://evil.example", host="10.0.0.1:3000", host_="x", proto="http"),
    ],
)
def test_other_origins_are_refused(asked: dict):
    asked["headers"].append((b"x-forwarded-host", b"evil.example"))
    assert not is_own_origin(asked)


def test_trusted_proxy_sets_the_scheme_but_not_the_host(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "trusted_proxy_hops", 1)
    assert is_own_origin(scope("https://shop.example", host="shop.example", proto="https"))
    assert not is_own_origin(scope("http://shop.example", host="shop.example", proto="https"))
    assert is_own_origin(scope("http://shop.example", host="shop.example", proto="gopher"))
    asked = scope("https://evil.example", host="shop.example", proto="https")
    asked["headers"].append((b"x-forwarded-host", b"evil.example"))
    assert not is_own_origin(asked)
