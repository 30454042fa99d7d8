"""Tests of the cookie parser."""

import ast
import http.cookies

import pytest

from marketplace.http import cookies
from tests.architecture import sources
from tests.client import TestClient


@pytest.mark.parametrize(
    ("headers", "value"),
    [
        ([], None),
        ([""], None),
        (["a=b; c"], None),
        ([f"{cookies.SESSION}=t"], "t"),
        ([f"a=b;\t{cookies.SESSION} = t ;c=d"], "t"),
        ([f'{cookies.SESSION}="t"'], "t"),
        ([f"{cookies.SESSION}=t=u"], "t=u"),
        ([f"{cookies.SESSION}=t; {cookies.SESSION}=u"], "u"),
        ([f"{cookies.SESSION}=t", "a=b"], "t"),
        ([f"{cookies.SESSION}=t", f"{cookies.SESSION}="], ""),
        ([f"a={cookies.SESSION}=t"], None),
        ([f"{cookies.SESSION.upper()}=t"], None),
    ],
)
def test_cookies_are_parsed(headers: list[str], value: str | None):
    assert cookies.parse(headers).get(cookies.SESSION) == value


@pytest.mark.parametrize(
    ("value", "city"),
    [
        ("Pune", "Pune"),
        ("Pune%2C%20Maharashtra", "Pune, Maharashtra"),
        ("%E0%A4%AA", "प"),
        ("anywhere", cookies.ANYWHERE),
        ("", ""),
        ("%", "%"),
        ("%ff", "\ufffd"),
        ("x" * 120, "x" * 120),
        ("x" * 121, ""),
    ],
)
def test_town_is_decoded_and_limited(value: str, city: str):
    assert cookies.city(cookies.parse([f"{cookies.CITY}={value}"])) == city


def test_no_town_is_empty():
    assert cookies.city({}) == ""


def test_backslashes_are_parsed_in_linear_time(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    """Python's unquoting takes one step without backslashes, and searches the rest of the value for each backslash."""
    seen: list[str] = []
    unquote = http.cookies._unquote

    def note(value: str) -> str:
        seen.append(value)
        return unquote(value)

    monkeypatch.setattr(http.cookies, "_unquote", note)
    header = {"Cookie": 'a="' + "\\\\" * 100 + f'"; {cookies.SESSION}="\\101"'}
    for call in (client.get, client.delete):
        call("/api/wishlist", headers=header)
    cookies.parse(header.values())
    assert seen
    assert not any("\\" in value for value in seen)


def test_only_this_module_parses_cookies():
    """The cache, the API and the pages must agree on which requests are anonymous."""
    for path in sources.python_files("marketplace"):
        name = sources.name(path)
        for node in ast.walk(sources.tree(path)):
            words = {getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "name", "")}
            if name != "marketplace/http/cookies.py":
                assert not words & {"SimpleCookie", "cookie_parser"}, name
            if isinstance(node, ast.Attribute) and node.attr == "cookies":
                # `request.cookies` would be parsed by Starlette.
                assert ast.unparse(node.value).endswith(("credentials", "credentials.read(request.scope)")), name
            assert getattr(node, "value", None) not in (b"cookie", b"authorization"), name


def test_session_cookie_name_is_used_through_the_function_only():
    # The constant is the name on http only.
    users = [
        sources.name(path)
        for path in sources.python_files("marketplace")
        if "cookies.SESSION" in path.read_text(encoding="utf-8")
    ]
    assert users == []
