"""Every page of the site with the account that opens it, for screenshots and axe."""

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from marketplace.web.page_registry import list_pages
from tests.e2e import calls
from tests.e2e.conftest import Site

KINDS = {"buyer": "user", "seller": "seller", "admin": "admin"}
PASSWORD = "demo1234"
# The accounts that open these pages, by the start of the path; all other pages are public.
_OWNERS = (
    ("/admin/login", ""),
    ("/admin", "admin"),
    ("/seller/", "seller"),
    ("/user/", "buyer"),
    ("/wishlist", "buyer"),
    ("/notices", "buyer"),
    ("/waiting", "seller"),
    ("/savedsearches", "buyer"),
    ("/account", "buyer"),
    ("/deals/", "buyer"),
    ("/rentals/", "buyer"),
    ("/reviews/", "buyer"),
)
# The same pages with other data.
_ALSO = (
    ("", "/products/search?keyword=sofa"),
    ("", "/products/search?keyword=qqqqxxxx"),
    ("", "/products/sell?view=list"),
    ("", "/products/rent?page=2"),
    ("", "/wishlist"),
    ("", "/account"),
    ("seller", "/account"),
    ("admin", "/account"),
    ("", "/no-such-page"),
)


def owner(route: str) -> str:
    """Return who opens this page: anonymous, or a demo account."""
    return next((who for start, who in _OWNERS if route.startswith(start)), "")


def sign_in(page: Page, who: str) -> None:
    """Give the page's context the session cookie of a demo account."""
    answer = page.request.post(
        f"/api/{KINDS[who]}/login", data={"email": f"{who}@example.com", "password": PASSWORD, "cookie": True}
    )
    assert answer.ok, answer.text()


def places(site: Site) -> Iterator[tuple[str, str]]:
    """Return all URLs with their visitors, every page at least once."""
    for route, path in routes(site).items():
        yield owner(route), path
    sale = _first(f"{site.url}/api", "sell")["_id"]
    yield "", f"/products/{sale}"
    yield "", f"/compare?ads={sale},{_first(f'{site.url}/api', 'rent')['_id']}"
    yield from _ALSO


def routes(site: Site) -> dict[str, str]:
    """Return a URL of each page by its route."""
    api = f"{site.url}/api"
    rent = _first(api, "rent")
    known = {
        "product_id": rent["_id"],
        "seller_id": rent["sellerId"],
        "category_id": rent["categoryId"]["_id"],
        "ad_id": _waiting(api),
        "deal_id": _deal(api),
        "enquiry_id": _finished(api),
        "rental_id": _rental(api),
        "account_id": rent["sellerId"],
    }
    own = {"product_id": _own(api)}
    found = {}
    for listed in list_pages():
        route = listed.route
        if route in ("/styleguide", "404"):
            continue
        ids = known | (own if owner(route) == "seller" else {})
        found[route] = re.sub(r"\[(\w+)\]", lambda name, ids=ids: ids[name[1]], route)
    return found


def _first(api: str, kind: str) -> dict[str, Any]:
    return calls.get(f"{api}/product/{kind}", params={"limit": "1"}).json()["products"][0]


def headers(api: str, who: str) -> dict[str, str]:
    body = {"email": f"{who}@example.com", "password": PASSWORD}
    return {"Authorization": f"Bearer {calls.post(f'{api}/{KINDS[who]}/login', json=body).json()['token']}"}


def _own(api: str) -> str:
    """Return a rental of the demo seller."""
    body = {"email": "seller@example.com", "password": PASSWORD}
    login = calls.post(f"{api}/seller/login", json=body).json()
    headers = {"Authorization": f"Bearer {login['token']}"}
    own = calls.get(f"{api}/product/seller/{login['sellerId']}", headers=headers).json()["data"]
    return next(ad["_id"] for ad in own if ad["producttype"] == "rent")


def _deal(api: str) -> str:
    """Return a deal of the demo user; the first call makes it."""
    user, seller = headers(api, "buyer"), headers(api, "seller")
    me = calls.post(f"{api}/user/login", json={"email": "buyer@example.com", "password": PASSWORD}).json()["userId"]
    mine = calls.get(f"{api}/deal/user/{me}", headers=user).json()["data"]
    if active := [deal for deal in mine if deal["status"] == "reserved"]:
        return active[0]["_id"]
    login = calls.post(f"{api}/seller/login", json={"email": "seller@example.com", "password": PASSWORD}).json()
    own = calls.get(f"{api}/product/approved/{login['sellerId']}").json()["products"]
    ad = next(ad for ad in own if ad["producttype"] == "sell" and ad["finalPrice"])
    body = {"productId": ad["_id"], "price": ad["finalPrice"]}
    offer = calls.post(f"{api}/offer", json=body, headers=user).json()["data"]
    return calls.post(f"{api}/offer/{offer['_id']}/accept", headers=seller).json()["data"]["dealId"]


def _rental(api: str) -> str:
    """Return a rental of the demo user with records of the condition at pickup and return."""
    me = calls.post(f"{api}/user/login", json={"email": "buyer@example.com", "password": PASSWORD}).json()["userId"]
    user = headers(api, "buyer")
    accepted = calls.get(f"{api}/enquiry/user/{me}", params={"status": "accepted"}, headers=user).json()["data"]
    pages = [calls.get(f"{api}/enquiry/{one['_id']}/condition", headers=user).json()["data"] for one in accepted]
    return next(page["enquiryId"] for page in pages if page["returnedAt"] and page["entries"])


def _finished(api: str) -> str:
    """Return a finished deal of the demo user, whose page of reviews is that of a rental."""
    me = calls.post(f"{api}/user/login", json={"email": "buyer@example.com", "password": PASSWORD}).json()["userId"]
    mine = calls.get(f"{api}/deal/user/{me}", headers=headers(api, "buyer")).json()["data"]
    return next(deal["_id"] for deal in mine if deal["status"] == "done")


def _waiting(api: str) -> str:
    """Return a waiting ad."""
    answer = calls.get(f"{api}/admin/products", params={"status": "pending"}, headers=headers(api, "admin"))
    return answer.json()["products"][0]["_id"]
