"""A rental from the enquiry to the review, at 360 px, with both people in their own browsers."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from marketplace.core import clock
from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, check_styled, jpeg, toast

Visitor = Callable[..., Page]
SELLER, PASSWORD = "seller@example.com", "demo1234"


def _free_rental(site: Site) -> str:
    """Return a rental ad of the demo seller that nobody has booked."""
    seller = calls.post(f"{site.url}/api/seller/login", json={"email": SELLER, "password": PASSWORD}).json()
    ads = calls.get(f"{site.url}/api/product/approved/{seller['sellerId']}").json()["products"]
    for ad in ads:
        if ad["producttype"] == "rent":
            calendar = calls.get(f"{site.url}/api/product/{ad['_id']}/calendar").json()["data"]
            if not calendar["busy"]:
                return ad["_id"]
    raise AssertionError("every rental is booked")


def _enquire(site: Site, buyer: Page) -> tuple[str, str]:
    """Send an enquiry for a week that begins today from the page of the ad; returns the id of the ad and the day."""
    ad_id = _free_rental(site)
    pickup = clock.now().astimezone(ZoneInfo("Asia/Kolkata")) + timedelta(minutes=20)
    drop = pickup + timedelta(days=7, hours=2)
    buyer.goto(f"/products/{ad_id}")
    alive(buyer)
    assert _look_of(buyer, "Enquire") != _look_of(buyer, "Chat Now")
    buyer.get_by_label("Pickup").fill(f"{pickup:%Y-%m-%dT%H:%M}")
    buyer.get_by_label("Drop").fill(f"{drop:%Y-%m-%dT%H:%M}")
    cost = buyer.get_by_role("status").filter(has_text="Total")
    # Both dates, and the day that has begun.
    expect(cost).to_contain_text(f"{_show(pickup)} – {_show(drop)}")
    bar = buyer.get_by_role("region", name="Contact the seller")
    expect(bar.get_by_role("button", name="Enquire")).to_have_class(re.compile("button-primary"))
    bar.get_by_role("button", name="Enquire").click()
    toast(buyer, "Enquiry sent successfully!")
    for _ in range(2):
        card = buyer.get_by_role("region", name="Your enquiry")
        expect(card).to_contain_text("Waiting for an answer")
        expect(card).to_contain_text(_show(pickup))
        expect(card).to_contain_text("Total")
        buyer.reload()
        alive(buyer)
    return ad_id, f"{pickup.day} {pickup:%b %Y}"


def _show(moment: datetime) -> str:
    return f"{moment.day} {moment:%b %Y, %H:%M}"


def _look_of(page: Page, name: str) -> str:
    return page.get_by_role("button", name=name).first.get_attribute("class") or ""


def _accept(seller: Page, ad_id: str, day: str) -> None:
    seller.goto(f"/seller/enquiries?status=pending&ad={ad_id}")
    alive(seller)
    seller.get_by_role("listitem").filter(has_text=day).get_by_role("button", name="Accept").click()
    question = seller.get_by_role("dialog", name="Accept enquiry")
    question.get_by_role("button", name="Book these dates").click()
    toast(seller, "Enquiry accepted")


def _meet(proposer: Page, other: Page, place: str) -> None:
    """Propose a meetup at the suggested time, and confirm it."""
    proposer.get_by_role("button", name="Propose").click()
    expect(proposer.locator("#place-error")).to_contain_text("Please say where")
    proposer.locator("#place").fill(place)
    proposer.get_by_role("button", name="Propose").click()
    toast(proposer, "Proposal sent")
    expect(other.get_by_text(place, exact=True)).to_be_visible()
    other.get_by_role("button", name="Confirm", exact=True).first.click()
    toast(other, "The meetup is agreed")
    expect(proposer.get_by_text("Agreed", exact=True)).to_be_visible()


def _settle_deposit(payer: Page, other: Page, amount: str, *, button: str) -> None:
    """Record the deposit, with one mistake, and confirm it."""
    payer.get_by_role("button", name=button).click()
    field = payer.get_by_label(re.compile("^Deposit given"))
    field.fill("a lot")
    payer.get_by_role("button", name="Record", exact=True).click()
    expect(payer.locator("#amount-error")).to_be_visible()
    # Nothing typed is lost.
    expect(field).to_have_value("a lot")
    field.fill(amount)
    payer.get_by_role("button", name="Record", exact=True).click()
    toast(payer, "Deposit recorded")
    other.get_by_role("button", name="Confirm the deposit").click()
    toast(other, "Deposit confirmed")


def _add_photo(page: Page, file: Path, part: int, note: str) -> None:
    """Add a photo through the open form."""
    page.get_by_label("What it shows").select_option(index=part)
    page.locator("form input[type=file]").set_input_files(file)
    expect(page.locator("[data-state=done]")).to_have_count(1)
    page.get_by_label("Note").fill(note)
    page.get_by_role("button", name="Add to the record").click()
    toast(page, "Added to the record")
    # The form is empty for the next one.
    expect(page.locator("[data-state=done]")).to_have_count(0)


def _use_code(buyer: Page, seller: Page, stage: str) -> str:
    """Type the code that the buyer sees; returns it."""
    expect(buyer.get_by_role("heading", name=f"Your {stage} code")).to_be_visible()
    code = buyer.locator("p.font-mono").inner_text()
    assert re.fullmatch(r"\d{4}", code)
    expect(seller.get_by_text(code, exact=True)).to_have_count(0)
    seller.get_by_label("The buyer's four digits").fill("0000" if code != "0000" else "1111")
    seller.get_by_role("button", name=f"Confirm {stage}").click()
    expect(seller.get_by_role("alert")).to_contain_text("That code is wrong")
    seller.get_by_label("The buyer's four digits").fill(code)
    seller.get_by_role("button", name=f"Confirm {stage}").click()
    toast(seller, f"{stage.capitalize()} confirmed")
    return code


def _review(page: Page, enquiry_id: str, text: str) -> None:
    page.get_by_role("link", name="Reviews").click()
    page.wait_for_url(f"**/reviews/{enquiry_id}")
    check_styled(page.get_by_role("radio", name="5 stars"))
    page.get_by_label("Your review").fill(text)
    page.get_by_role("button", name="Send review").click()


def test_rental_from_the_enquiry_to_the_review(visitor: Visitor, site: Site, tmp_path: Path):
    buyer, seller = visitor("/favicon.svg"), visitor("/favicon.svg")
    for page, who in ((buyer, "buyer"), (seller, "seller")):
        page.set_viewport_size({"width": 360, "height": 800})
        tour.sign_in(page, who)
    ad_id, day = _enquire(site, buyer)
    _accept(seller, ad_id, day)
    # The card on the page of the ad leads to the rental, without a reload.
    expect(buyer.get_by_role("region", name="Your enquiry")).to_contain_text("Accepted")
    expect(buyer.get_by_role("link", name="Open the rental")).to_be_visible()

    buyer.goto("/notices")
    alive(buyer)
    buyer.get_by_role("link", name=re.compile("Your enquiry for .* was accepted")).first.click()
    buyer.wait_for_url("**/rentals/*")
    enquiry_id = buyer.url.rpartition("/")[2]
    alive(buyer)
    seller.goto("/seller/enquiries?status=accepted")
    alive(seller)
    seller.locator(f"a[href='/rentals/{enquiry_id}']", has_text="Open the rental").locator("visible=true").click()
    seller.wait_for_url(f"**/rentals/{enquiry_id}")

    _meet(buyer, seller, "Central Station, gate 2")
    _settle_deposit(buyer, seller, "500", button="Record the deposit")

    # The condition at the pickup: the buyer takes photos, the seller sees them at once.
    buyer.get_by_role("button", name="Add a photo").click()
    front, back = jpeg(tmp_path / "front.jpg", "teal"), jpeg(tmp_path / "back.jpg", "brown")
    _add_photo(buyer, front, 0, "A scratch on the left")
    expect(seller.get_by_text("A scratch on the left")).to_be_visible()
    shown = seller.get_by_role("list", name="Entries").locator("img").first
    expect(shown).to_have_js_property("complete", True)
    assert shown.evaluate("image => image.naturalWidth") > 0
    buyer.get_by_role("button", name="Done", exact=True).click()
    buyer.get_by_role("button", name="Confirm", exact=True).click()
    toast(buyer, "Record confirmed")
    expect(seller.get_by_text(re.compile(": confirmed$"))).to_be_visible()
    # Another photo takes the confirmation back; a party may disagree before it confirms.
    seller.get_by_role("button", name="Add a photo").click()
    _add_photo(seller, back, 1, "")
    seller.get_by_role("button", name="Done", exact=True).click()
    expect(buyer.get_by_text("You confirmed")).to_have_count(0)
    buyer.get_by_role("button", name="I don't agree").click()
    dialog = buyer.get_by_role("dialog", name="I don't agree")
    dialog.get_by_role("button", name="Add to the record").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Please say why")
    dialog.get_by_label("What is wrong with it?").fill("The photo is too dark")
    dialog.get_by_role("button", name="Add to the record").click()
    expect(seller.get_by_text("The photo is too dark")).to_be_visible()
    for page in (buyer, seller):
        page.get_by_role("button", name="Confirm", exact=True).click()
        toast(page, "Record confirmed")
    for page in (buyer, seller):
        record = page.locator("section").filter(has_text="Condition at pickup")
        expect(record.get_by_text("Both confirmed")).to_be_visible()
        expect(page.get_by_text("This record is unchanged")).to_be_visible()
        expect(page.get_by_role("button", name="Add a photo")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    _use_code(buyer, seller, "pickup")
    expect(buyer.get_by_role("heading", name="Condition at return")).to_be_visible()
    buyer.get_by_role("button", name="Add a photo").click()
    _add_photo(buyer, front, 0, "As before")
    expect(seller.get_by_text("As before")).to_be_visible()
    _settle_deposit(seller, buyer, "400", button="Record that it was given back")
    expect(buyer.get_by_text("₹100 of ₹500 was not given back.")).to_be_visible()
    _use_code(buyer, seller, "return")
    for page in (buyer, seller):
        expect(page.get_by_text("Finished", exact=True)).to_be_visible()
        expect(page.get_by_text("Can be booked again from")).to_be_visible()
        expect(page.get_by_text("The buyer's four digits")).to_have_count(0)

    _review(buyer, enquiry_id, "Clean and on time.")
    toast(buyer, "Thank you. Both reviews appear once")
    _review(seller, enquiry_id, "Brought back as it was.")
    toast(seller, "Thank you. Both reviews are visible now.")
    expect(buyer.get_by_text("Brought back as it was.")).to_be_visible()
