"""Every response of the whole site has the security headers: odd paths and methods, on all transports."""

from typing import Any

import pytest
from starlette.types import ASGIApp

from marketplace.http import security_headers
from marketplace.http.security_headers import default_headers
from marketplace.settings import get_settings
from tests.http.asking import ask, run, scope_of

NOWHERE = "\x00", "\n", "\r\n", "\x7f", "\x1b[31m", "\t"
PLACES = (
    "", "/", "/api", "/api/", "/api/category", "/api/product/{}", "/media/{}", "/about", "/metrics", "/assets/{}", "/ping", "/_event/",
    "/_upload", "/sitemap.xml", "/sw.js", "/{}",
)  # fmt: skip
ODD = (
    "", "*", "evil.example:443", "//", "//api/category", "/api//category", "/api/../about", "/media/../../etc/passwd", "/..", "/%2e%2e",
    "/api/category/", "/api/a%2Fb", "/api/a/b;c=d", "/\udcff", "/api/\udcc0\udcaf", "/api/\ufffd", "/\u2028", "/api/\x85", "/" + "a" * 5000,
    "/api/" + "a/" * 500, "/media/" + "a" * 300, "/assets/../rxconfig.py", "/_event/\n", "/auth-codespace", "/_health", "/_all_routes",
    *(place + odd for place in PLACES for odd in NOWHERE),
    *(place.format(odd) for place in PLACES for odd in NOWHERE),
    *PLACES,
)  # fmt: skip
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "FROB", "get")


def missing(headers: dict[str, str]) -> list[str]:
    return [name.decode() for name, _ in default_headers() if name.decode() not in headers]


@pytest.mark.parametrize("method", METHODS)
def test_every_path_and_method(site: ASGIApp, db, method: str):
    without = {path: left for path in ODD if (left := missing(ask(site, path, method)["headers"]))}
    assert without == {}


@pytest.mark.parametrize("path", ["/api/a\nb", "/api/category\n", "/api/\x00", "/api/product/\x7f"])
def test_control_characters_below_api_get_the_error_envelope(site: ASGIApp, db, path: str):
    answer = ask(site, path)
    assert (answer["status"], answer["headers"]["content-type"]) == (404, "application/json")
    assert b'"success":false' in answer["body"]


@pytest.mark.parametrize("path", ["/a\nb", "/nowhere\n", "/media/a\n", "*", "", "evil.example:443"])
def test_other_paths_that_nothing_can_have_are_404(site: ASGIApp, db, path: str):
    assert ask(site, path)["status"] == 404


@pytest.mark.parametrize("path", ["/about\n", "/about).\r\n", "/ABOUT\t"])
def test_a_line_break_behind_the_path_of_a_page_leads_there(site: ASGIApp, db, path: str):
    answer = ask(site, path)
    assert (answer["status"], answer["headers"]["location"]) == (301, "/about")
    assert ask(site, path, "POST")["status"] == 404


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ([(b"content-length", b"99999999")], b""),
        ([(b"content-type", b"application/json"), (b"content-length", b"5")], b"\xff\xfe\x00{}"),
        ([(b"content-type", b"text/plain"), (b"content-length", b"2")], b"{}"),
        ([(b"authorization", b"Bearer \xff")], b""),
        ([(b"cookie", b"\xff=\xff;;==")], b""),
        ([(b"accept-encoding", b"\xff, gzip;q=x")], b""),
        ([(b"if-none-match", b"*"), (b"range", b"bytes=1-")], b""),
        ([(b"origin", b"null"), (b"access-control-request-method", b"PUT")], b""),
        ([(b"x-forwarded-for", b"\xff"), (b"x-forwarded-proto", b"\xff"), (b"x-request-id", b"\n" * 9)], b""),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_odd_headers(site: ASGIApp, db, headers: list[tuple[bytes, bytes]], body: bytes, method: str):
    for path in ("/api/category", "/api/report", "/api/upload", "/about", "/media/x", "/ping", "/_event/"):
        assert missing(ask(site, path, method, *headers, body=body)["headers"]) == [], path


def test_errors_outside_of_all_transports(site: ASGIApp, db, monkeypatch: pytest.MonkeyPatch):
    async def broken(*_: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr("marketplace.cache.middleware.ResponseCache.__call__", broken)
    answer = ask(site, "/about")
    assert (answer["status"], missing(answer["headers"])) == (500, [])


def test_https_adds_strict_transport_security(site: ASGIApp, db, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "site_url", "https://market.example")
    assert security_headers.get_settings().is_https
    assert "strict-transport-security" in ask(site, "/api/\n")["headers"]


class TestHandshakes:
    """A websocket that is refused gets a response like any other."""

    def refuse(self, site: ASGIApp, path: str, extensions: dict[str, Any]) -> list[Any]:
        scope = scope_of(path, (b"origin", b"https://evil.example"), (b"upgrade", b"websocket")) | {
            "type": "websocket",
            "scheme": "ws",
            "query_string": b"EIO=4&transport=websocket",
            "subprotocols": [],
            "extensions": extensions,
        }
        return run(site, scope, [{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1006}])

    @pytest.mark.parametrize("path", ["/_event/", "/nowhere", "/_event\n", "/api/category", "*"])
    def test_refusal_has_the_headers(self, site: ASGIApp, db, path: str):
        start, body = self.refuse(site, path, {"websocket.http.response": {}})
        assert (start["type"], start["status"]) == ("websocket.http.response.start", 403)
        assert missing({name.decode(): value.decode() for name, value in start["headers"]}) == []
        assert body["type"] == "websocket.http.response.body"

    def test_server_without_the_extension_gets_the_close_message(self, site: ASGIApp, db):
        assert [message["type"] for message in self.refuse(site, "/nowhere", {})] == ["websocket.close"]
