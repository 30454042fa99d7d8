"""A sale from the offer to the reviews, at 360 px, with both people in their own browsers."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, check_styled, toast

Visitor = Callable[..., Page]
SELLER, PASSWORD = "seller@example.com", "demo1234"


def _for_sale(site: Site) -> dict:
    """Return an ad for sale of the demo seller that takes offers and has a photo; other tests post some without."""
    seller = calls.post(f"{site.url}/api/seller/login", json={"email": SELLER, "password": PASSWORD}).json()
    ads = calls.get(f"{site.url}/api/product/approved/{seller['sellerId']}").json()["products"]
    return next(
        ad
        for ad in ads
        if ad["producttype"] == "sell" and ad["finalPrice"] and ad["status"] == "approved" and ad["images"]
    )


def _store_upi(site: Site) -> None:
    """Store a UPI address in the profile of the demo seller."""
    seller = calls.post(f"{site.url}/api/seller/login", json={"email": SELLER, "password": PASSWORD}).json()
    headers = {"Authorization": f"Bearer {seller['token']}"}
    saved = calls.request(
        "PUT", f"{site.url}/api/seller/{seller['sellerId']}", json={"upi": "chowk@bank"}, headers=headers
    )
    assert saved.status_code == 200, saved.text


def _meet(buyer: Page, seller: Page) -> None:
    """Agree on a meetup, report being late and having arrived: each page shows at once what the other party does."""
    at = datetime.now(ZoneInfo("Asia/Kolkata")) + timedelta(hours=2)
    expect(buyer.get_by_role("heading", name="Agree on where and when to meet")).to_be_visible()
    buyer.get_by_role("button", name="Propose", exact=True).click()
    expect(buyer.get_by_role("alert").filter(has_text="Please say where you want to meet.")).to_be_visible()
    suggested = buyer.get_by_role("group", name="Suggested places").get_by_role("button").first
    chosen = suggested.inner_text()
    suggested.click()
    expect(buyer.get_by_role("textbox", name="Place")).to_have_value(chosen)
    buyer.get_by_role("textbox", name="Place").fill("At the tea stall")
    suggested.click()
    expect(buyer.get_by_role("textbox", name="Place")).to_have_value(chosen)
    buyer.get_by_role("textbox", name="Place").fill(f"{chosen}, gate 2")
    buyer.get_by_label("Date and time").fill(f"{at:%Y-%m-%dT%H:%M}")
    buyer.get_by_role("button", name="Propose", exact=True).click()
    toast(buyer, "Proposal sent")
    expect(seller.get_by_text(f"{chosen}, gate 2")).to_be_visible()
    expect(seller.get_by_text("Your turn")).to_be_visible()
    seller.get_by_role("button", name="Confirm", exact=True).click()
    for page in (buyer, seller):
        expect(page.get_by_text("Agreed", exact=True)).to_be_visible()
    buyer.get_by_role("button", name="20 min").click()
    expect(seller.get_by_text("is 20 minutes late.")).to_be_visible()
    seller.get_by_role("button", name="I'm here").click()
    expect(buyer.get_by_text(re.compile(r"^\S.* has arrived\.$"))).to_be_visible()
    for page in (buyer, seller):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with buyer.expect_download() as download:
        buyer.get_by_role("link", name="Add to calendar").click()
    assert download.value.suggested_filename == "meetup.ics"
    expect(buyer.get_by_text("To receive money nobody ever has to scan a code")).to_be_visible()
    expect(seller.get_by_text("Pay by UPI")).to_have_count(0)


def _review(page: Page, text: str) -> None:
    check_styled(page.get_by_role("radio", name="5 stars", exact=True))
    page.get_by_label("Your review").fill(text)
    page.get_by_role("button", name="Send review").click()


def test_sale_from_the_offer_to_the_reviews(visitor: Visitor, site: Site):
    ad = _for_sale(site)
    _store_upi(site)
    phone = {"width": 360, "height": 800}
    buyer, seller = visitor("/favicon.svg", viewport=phone), visitor("/favicon.svg", viewport=phone)
    tour.sign_in(buyer, "buyer")
    tour.sign_in(seller, "seller")
    seller.goto("/seller/enquiries")
    alive(seller)

    buyer.goto(f"/products/{ad['_id']}")
    alive(buyer)
    buyer.get_by_role("button", name="Offer", exact=True).click()
    dialog = buyer.get_by_role("dialog", name="Make an offer")
    dialog.get_by_label("Your price in ₹").fill("1")
    dialog.get_by_role("button", name="Send offer").click()
    expect(dialog.get_by_role("alert")).to_contain_text("The offer must be at least")
    dialog.get_by_role("button", name="−10 %").click()
    dialog.get_by_label("Add a message").fill("Cash today")
    dialog.get_by_role("button", name="Send offer").click()
    toast(buyer, "Offer sent")
    expect(buyer.get_by_role("link", name="Your offer")).to_be_visible()

    # The seller's page shows it without a reload.
    offer = seller.get_by_role("listitem").filter(has_text="Cash today")
    expect(offer.get_by_text("Your turn")).to_be_visible()
    offer.get_by_role("button", name="Counter").click()
    dialog = seller.get_by_role("dialog", name="Counter-offer")
    dialog.get_by_label("Your price in ₹").fill(str(int(ad["finalPrice"] * 0.95)))
    dialog.get_by_role("button", name="Counter-offer").click()
    toast(seller, "Counter-offer sent")

    buyer.get_by_role("link", name="Your offer").click()
    # The two may have other deals; the list is folded then.
    unfold = buyer.locator("details:not([open]) > summary").filter(has_text="Offers")
    accept = buyer.get_by_role("button", name="Accept", exact=True)
    expect(unfold.or_(accept).first).to_be_visible()
    if unfold.is_visible():
        unfold.click()
    accept.click()
    buyer.get_by_role("dialog", name="Accept offer").get_by_role("button", name="Accept offer").click()
    toast(buyer, "Offer accepted. The ad is reserved.")
    own = buyer.get_by_role("listitem").filter(has_text=ad["name"])
    own.get_by_role("link", name="Open the deal").first.click()
    expect(buyer.get_by_role("heading", name="Your handover code")).to_be_visible()
    expect(buyer.locator("#content img").first).to_have_attribute("src", re.compile("^/media/"))
    expect(buyer.locator("#content").get_by_role("link", name="Chat", exact=True)).to_be_visible()
    code = buyer.locator("p.font-mono").inner_text()
    assert re.fullmatch(r"\d{4}", code)

    stranger = visitor(f"/products/{ad['_id']}")
    expect(stranger.get_by_text("Reserved", exact=True).first).to_be_visible()

    deal_path = re.search(r"/deals/\w+", buyer.url)
    assert deal_path
    seller.goto(deal_path[0])
    alive(seller)
    _meet(buyer, seller)

    seller.get_by_label("The buyer's four digits").fill("0000" if code != "0000" else "1111")
    seller.get_by_role("button", name="Confirm handover").click()
    expect(seller.get_by_role("alert")).to_contain_text("That code is wrong")
    seller.get_by_label("The buyer's four digits").fill(code)
    seller.get_by_role("button", name="Confirm handover").click()
    toast(seller, "Handover confirmed. The ad is sold.")
    for page in (seller, buyer):
        expect(page.get_by_role("heading", name="Receipt")).to_be_visible()
    with buyer.expect_download() as download:
        buyer.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "receipt.pdf"
    expect(buyer.get_by_text(code, exact=True)).to_have_count(0)

    _review(buyer, "Just as in the photos.")
    toast(buyer, "Thank you. Both reviews appear once")
    _review(seller, "Paid and friendly.")
    toast(seller, "Thank you. Both reviews are visible now.")
    expect(seller.get_by_text("Just as in the photos.")).to_be_visible()
    expect(buyer.get_by_text("Paid and friendly.")).to_be_visible()
