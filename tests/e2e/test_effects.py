"""An ad that others wait for is sold and another is deleted, at 360 px: the question says what ends, and each hears of it once."""

from collections.abc import Callable
from datetime import timedelta

from playwright.sync_api import Page, expect

from marketplace.core import clock
from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, toast

Visitor = Callable[..., Page]
PASSWORD = "demo1234"


def _login(site: Site, who: str) -> dict[str, str]:
    answer = calls.post(
        f"{site.url}/api/{tour.KINDS[who]}/login", json={"email": f"{who}@example.com", "password": PASSWORD}
    )
    return {"Authorization": f"Bearer {answer.json()['token']}"}


def _ask(site: Site, who: str, path: str, **body: object) -> dict:
    answer = calls.post(f"{site.url}/api{path}", json=body, headers=_login(site, who))
    assert answer.is_success, answer.text
    return answer.json()


def _publish(site: Site, name: str, **values: object) -> str:
    """Let the demo seller post an ad and an administrator approve it; returns its id."""
    category = calls.get(f"{site.url}/api/category").json()["data"][0]["_id"]
    text = {"name": name, "title": "As good as new", "description": "Kept in a dry room.", "price": 5000}
    where = {"state": "Maharashtra", "city": "Pune", "place": "Kothrud", "categoryId": category}
    made = _ask(site, "seller", "/product", **(text | where | {"producttype": "sell"} | values))
    ad_id = made["data"]["_id"]
    approved = calls.post(f"{site.url}/api/admin/products/{ad_id}/approve", headers=_login(site, "admin"))
    assert approved.is_success, approved.text
    return ad_id


def _open(visitor: Visitor, who: str, path: str) -> Page:
    page = visitor("/favicon.svg", viewport={"width": 360, "height": 780})
    tour.sign_in(page, who)
    page.goto(path)
    alive(page)
    return page


def _choose(seller: Page, name: str, action: str) -> None:
    row = seller.get_by_role("row").filter(has_text=name)
    row.get_by_role("button", name="More", exact=True).click()
    row.get_by_role("button", name=action, exact=True).click()


def test_people_hear_once_of_what_ends(visitor: Visitor, site: Site):
    sold, deleted = "Steel Cricket Rack", "Folding Camp Table"
    sale = _publish(site, sold)
    rental = _publish(site, deleted, producttype="rent", priceUnit="day")
    _ask(site, "buyer", "/wishlist", productId=sale)
    _ask(site, "buyer", "/offer", productId=sale, price=4500)
    begin = clock.now() + timedelta(days=40)
    dates = {"pickupDateTime": begin.isoformat(), "dropDateTime": (begin + timedelta(days=2)).isoformat()}
    asked = _ask(site, "buyer", "/enquiry", productId=rental, **dates)
    _ask(site, "seller", f"/enquiry/{asked['data']['_id']}/accept")

    buyer = _open(visitor, "buyer", "/notices")
    seller = _open(visitor, "seller", "/seller/ads?q=Steel+Cricket+Rack")
    _choose(seller, sold, "Mark as sold")
    question = seller.get_by_role("dialog", name="Mark as sold")
    expect(question).to_contain_text("This ends 1 offer. Everyone involved is told.")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    _choose(seller, sold, "Mark as sold")
    question.get_by_role("button", name="Mark as sold").click()
    toast(seller, "sold")

    seller.goto("/seller/ads?q=Folding+Camp+Table")
    alive(seller)
    _choose(seller, deleted, "Delete")
    question = seller.get_by_role("dialog", name="Delete ad")
    expect(question).to_contain_text("This ends 1 booking. Everyone involved is told.")
    question.get_by_role("button", name="Yes").click()
    toast(seller, "deleted")

    # The offer is the strongest reason to hear of the sale, so the wishlist says nothing of it.
    buyer.reload()
    alive(buyer)
    news = buyer.get_by_role("listitem")
    expect(news.filter(has_text=f"The offer for '{sold}' has ended. The ad has been sold.")).to_have_count(1)
    expect(news.filter(has_text=f"The booking of '{deleted}' was cancelled.")).to_have_count(1)
    for name in (sold, deleted):
        expect(news.filter(has_text=f"'{name}'").filter(has_text="wishlist")).to_have_count(0)
    assert buyer.evaluate("document.documentElement.scrollWidth") == 360
    site.mail_to("buyer@example.com", f"The offer of ₹4,500 for {sold} has ended.")
    site.mail_to("buyer@example.com", deleted)
