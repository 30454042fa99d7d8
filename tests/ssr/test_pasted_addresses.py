"""Addresses as people copy and type them lead to every page: with what stood behind them, and in other cases of letters."""

import time
from urllib.parse import quote

import pytest

from marketplace.core import ids
from marketplace.ssr import pages
from marketplace.web.page_registry import list_pages
from tests import factories
from tests.client import TestClient

BEHIND = (
    ")", ").", ".", ",", ";", "'", '"', ">", "]", "!", "?", "…", "”", "’", "।", "*", "_", "/)", ")/", " ", "\u00a0", "\u200b", "\ufeff",
    "\n", "\r\n", "\t", "%20", "%0A", ")%0D%0A", "//", "/",
)  # fmt: skip
ROUTES = [page.route for page in list_pages() if page.route.startswith("/")]
QUERY = "?page=2&utm_source=mail"


def address_of(route: str) -> str:
    return "/".join(ids.new_id() if part.startswith("[") else part for part in route.split("/"))


def get(site: TestClient, path: str):
    return site.request("GET", site.base_url.copy_with(raw_path=quote(path, safe="/?&=%").encode()))


AROUND = (
    ("(", ""), ("(", ")"), ("<", ">"), ("[", "]"), ('"', '"'), ("'", "'"), ("“", "”"), ("‘", "’"), ("«", "»"), ("।", "।"), (" ", ""),
    ("%20", ""), ("\u200b", ""), ("\u00a0", "\u00a0"), ("*", "*"), ("%28", "%29"), ("%0A", ""), ("#", ""), ("@", ""),
)  # fmt: skip


@pytest.mark.parametrize("route", [route for route in ROUTES if "[" in route])
def test_signs_around_an_id_lead_to_the_page(site: TestClient, route: str) -> None:
    path = address_of(route)
    own = next(part for part in path.split("/") if ids.is_id(part))
    wrong = {}
    for before, after in AROUND:
        pasted = path.replace(own, f"{quote(before, safe='%')}{own.lower()}{quote(after, safe='%')}")
        answer = site.request("GET", site.base_url.copy_with(raw_path=(pasted + QUERY).encode()))
        if (answer.status_code, answer.headers.get("location")) != (301, path + QUERY):
            wrong[pasted] = answer.status_code, answer.headers.get("location")
    assert wrong == {}


@pytest.mark.parametrize("route", ROUTES)
def test_signs_and_cases_lead_to_the_page(site: TestClient, route: str) -> None:
    path = address_of(route)
    pasted = [path + quote(signs, safe="/") for signs in BEHIND]
    pasted += [path.lower(), path.upper(), path.title(), f"/{path}", path.replace("/", "//")]
    wrong = {}
    for each in pasted:
        if each == path or (route == "/" and not each.strip("/.")):
            continue
        answer = site.request("GET", site.base_url.copy_with(raw_path=(each + QUERY).encode()))
        if (answer.status_code, answer.headers.get("location")) != (301, path + QUERY):
            wrong[each] = answer.status_code, answer.headers.get("location")
    assert wrong == {}
    # The canonical address itself is served.
    assert pages.find_canonical(path) == path
    assert get(site, path).status_code != 301


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere)", "/products/nothing)", "/Products/", "/a/b/c.", "/.env", "/index.html", "/क", "/products/sell/x", "/404", "/404)",
        "//evil.example/", "//evil.example/%2e%2e", "/\\evil.example)", "/products//evil.example)", "/product/a b/",
        "/x\r\nSet-Cookie: a/", "/wp-login.php", "/products/01M7YH44H3FVMP4547R0ZWQBC3x", "/sell.",
    ],
)  # fmt: skip
def test_what_is_unknown_stays_404(site: TestClient, path: str) -> None:
    answer = get(site, path)
    assert (answer.status_code, answer.headers.get("location")) == (404, None)


def test_an_unknown_id_is_404_after_the_redirect(site: TestClient) -> None:
    path = f"/products/{ids.new_id()}"
    assert get(site, f"{path.lower()}).").headers["location"] == path
    assert get(site, path).status_code == 404


def test_the_old_word_for_ads(site: TestClient, db, shop) -> None:
    ad = factories.ad(db, *shop)
    for pasted in (
        f"/product/{ad.id}",
        f"/product/({ad.id})",
        f"/product/%20{ad.id}",
        f"/Product/{ad.id.lower()}).",
        f"/product/{ad.id}/",
    ):
        assert get(site, pasted).headers["location"] == f"/products/{ad.id}"
    assert get(site, f"/products/{ad.id}").status_code == 200


def test_other_methods_are_not_redirected(site: TestClient) -> None:
    assert site.post("/about.").status_code != 301
    assert site.head("/about.").status_code == 301


def test_a_long_address_takes_no_long_time() -> None:
    began = time.perf_counter()
    assert pages.find_canonical("/products/" + "_" * 20_000 + "a") is None
    assert time.perf_counter() - began < 0.5
