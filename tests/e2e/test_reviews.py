"""Both parties of a deal review each other on a phone; sealed before, revealed after."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site
from tests.e2e.people import alive, check_styled, toast
from tests.e2e.tour import PASSWORD, sign_in

PHONE = {"width": 360, "height": 740}
OF_SELLER, OF_BUYER = "Exactly as in the photos.", "Came on time."


def _done_deal(site: Site) -> tuple[str, str]:
    """Let the demo user take an ad of the demo seller over; returns the ids of the deal and of the seller."""
    api = f"{site.url}/api"
    tokens, ids = {}, {}
    for who, kind in (("buyer", "user"), ("seller", "seller")):
        body = {"email": f"{who}@example.com", "password": PASSWORD}
        login = calls.post(f"{api}/{kind}/login", json=body).json()
        tokens[who], ids[who] = {"Authorization": f"Bearer {login['token']}"}, login[f"{kind}Id"]
    own = calls.get(f"{api}/product/approved/{ids['seller']}").json()["products"]
    ad = next(ad for ad in own if ad["producttype"] == "sell" and ad["finalPrice"] and ad["status"] == "approved")
    body = {"productId": ad["_id"], "price": ad["finalPrice"]}
    offer = calls.post(f"{api}/offer", json=body, headers=tokens["buyer"]).json()["data"]
    accepted = calls.post(f"{api}/offer/{offer['_id']}/accept", headers=tokens["seller"]).json()["data"]
    deal = f"{api}/deal/{accepted['dealId']}"
    code = calls.get(deal, headers=tokens["buyer"]).json()["data"]["code"]
    assert calls.post(f"{deal}/handover", json={"code": code}, headers=tokens["seller"]).is_success
    return accepted["dealId"], ids["seller"]


def _write(page: Page, stars: str, tag: str, text: str) -> None:
    check_styled(page.get_by_role("radio", name=stars, exact=True))
    check_styled(page.get_by_role("checkbox", name=tag, exact=True))
    page.get_by_label("Your review").fill(text)
    page.get_by_role("button", name="Send review").click()


def test_both_write_and_then_both_read(visitor: Callable[..., Page], site: Site):
    deal_id, seller_id = _done_deal(site)
    buyer, seller = visitor("/favicon.svg", viewport=PHONE), visitor("/favicon.svg", viewport=PHONE)
    for page, who in ((buyer, "buyer"), (seller, "seller")):
        sign_in(page, who)
        page.goto(f"/deals/{deal_id}")
        alive(page)

    # Without stars, nothing is lost.
    buyer.get_by_label("Your review").fill(OF_SELLER)
    buyer.get_by_role("button", name="Send review").click()
    expect(buyer.get_by_text("Please choose 1 to 5 stars.")).to_be_visible()
    expect(buyer.get_by_label("Your review")).to_have_value(OF_SELLER)
    _write(buyer, "4 stars", "As described", OF_SELLER)
    expect(buyer.get_by_text("Not shown yet")).to_be_visible()

    seller.reload()
    alive(seller)
    expect(seller.get_by_role("button", name="Send review")).to_be_visible()
    expect(seller.get_by_text(OF_SELLER)).to_have_count(0)
    stranger = visitor(f"/sellers/{seller_id}", viewport=PHONE)
    expect(stranger.get_by_text(OF_SELLER)).to_have_count(0)

    _write(seller, "5 stars", "On time", OF_BUYER)
    toast(seller, "Thank you. Both reviews are visible now.")
    expect(seller.get_by_text(OF_SELLER)).to_be_visible()
    # The buyer's page shows it without a reload.
    expect(buyer.get_by_text(OF_BUYER)).to_be_visible()
    seller.get_by_label("Your reply").fill("Enjoy it!")
    seller.get_by_role("button", name="Reply").click()
    toast(seller, "Reply published")

    stranger.reload()
    review = stranger.get_by_role("listitem").filter(has_text=OF_SELLER)
    expect(review.get_by_text("Enjoy it!")).to_be_visible()
    alive(stranger)
    review.get_by_role("button", name=re.compile("^Report")).click()
    dialog = stranger.get_by_role("dialog", name="Report this review")
    dialog.get_by_label("Reason").select_option("offensive")
    dialog.get_by_role("button", name="Send report").click()
    toast(stranger, "Thank you. We will look into it.")
    for page in (buyer, seller, stranger):
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], page.url
