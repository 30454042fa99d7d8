"""A rental: the seller's calendar, availability and price, enquiry and decision, calendar feed."""

import re
from calendar import month_name
from collections.abc import Callable
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from marketplace.core import clock
from marketplace.core.money import format_rupees
from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, fill_login, no_polls, open_login, toast

Visitor = Callable[..., Page]
SELLER, BUYER, PASSWORD = "seller@example.com", "buyer@example.com", "demo1234"


def _rental(site: Site) -> tuple[str, int]:
    """Return a rental ad of the demo seller and its price for a day in paise."""
    seller = calls.post(f"{site.url}/api/seller/login", json={"email": SELLER, "password": PASSWORD}).json()
    ads = calls.get(f"{site.url}/api/product/approved/{seller['sellerId']}").json()["products"]
    return next(
        (ad["_id"], round(ad["finalPrice"] * 100)) for ad in ads if ad["priceUnit"] == "day" and ad["finalPrice"]
    )


def _day(page: Page, number: int):
    return page.get_by_role("button", name=re.compile(f"^{number} [A-Z][a-z]+ 20"))


def _free_month() -> str:
    """Return a month without enquiries, three after this one, in the format of the calendar."""
    now = clock.now().astimezone(ZoneInfo("Asia/Kolkata"))
    years, month = divmod(now.month + 2, 12)
    return f"{month_name[month + 1]} {now.year + years}"


def _turn_to(page: Page, month: str) -> None:
    """Go forward until the calendar shows this month."""
    label = page.locator("p[aria-live=polite]")
    expect(label).to_have_text(re.compile(r"^[A-Z][a-z]+ \d{4}$"))
    for _ in range(4):
        before = label.inner_text()
        if before == month:
            break
        page.get_by_role("button", name="Next month").click()
        expect(label).not_to_have_text(before)
    expect(label).to_have_text(month)


def test_rental_from_calendar_to_booking(visitor: Visitor, site: Site):
    ad_id, paise = _rental(site)
    day, week, cost = (format_rupees(paise * days) for days in (1, 6, 9))
    total_cost = format_rupees(paise * 9 + 200_000)
    seller = visitor("/favicon.svg")
    tour.sign_in(seller, "seller")
    seller.goto(f"/seller/ads/{ad_id}/calendar")
    alive(seller)
    expect(seller.get_by_role("heading", name="Calendar")).to_be_visible()
    expect(seller.get_by_label("Time zone")).to_have_value("Asia/Kolkata")
    # The price of a day is that of the ad.
    expect(seller.locator("#price_day")).to_be_disabled()
    expect(seller.get_by_role("link", name="Change the price of the ad")).to_have_attribute("href", re.compile(ad_id))
    seller.locator("#price_week").fill(f"{paise * 6 / 100:.2f}")
    seller.locator("#deposit").fill("2000")
    seller.locator("#minimum").fill("2")
    seller.locator("#minimum_unit").select_option("days")
    # Updates of the page have not erased what was typed; otherwise an empty calendar would be saved without an error.
    for control, typed in (("price_week", f"{paise * 6 / 100:.2f}"), ("minimum", "2")):
        expect(seller.locator(f"#{control}")).to_have_value(typed)
    seller.get_by_role("button", name="Save calendar").click()
    toast(seller, "Calendar saved")
    seller.locator("#price_week").fill("-1")
    seller.get_by_role("button", name="Save calendar").click()
    expect(seller.locator("#price_week-error")).to_contain_text("negative")
    month = _free_month()
    _turn_to(seller, month)
    _day(seller, 20).click()
    expect(_day(seller, 20)).to_have_attribute("aria-label", re.compile("taken$"))
    expect(seller.get_by_role("list", name="Closed dates")).to_contain_text("20 ")

    buyer = visitor(f"/products/{ad_id}")
    no_polls(buyer)
    alive(buyer)
    expect(buyer.get_by_role("listitem").get_by_text(f"{day} a day")).to_be_visible()
    _turn_to(buyer, month)
    expect(_day(buyer, 20)).to_be_disabled()
    _day(buyer, 7).click()
    expect(_day(buyer, 7)).to_have_attribute("aria-pressed", "true")
    _day(buyer, 8).click()
    expect(buyer.get_by_text("shorter than the seller's minimum of 2 days")).to_be_visible()
    _day(buyer, 7).click()
    expect(_day(buyer, 8)).to_have_attribute("aria-pressed", "false")
    _day(buyer, 17).click()
    total = buyer.get_by_role("status").filter(has_text="Total")
    expect(total).to_contain_text(f"Total{total_cost}")
    expect(buyer.get_by_text(f"1 week × {week}")).to_be_visible()
    expect(buyer.get_by_text(f"3 days × {day}")).to_be_visible()
    buyer.get_by_role("button", name="Enquire").click()
    toast(buyer, "Please login to send an enquiry")
    fill_login(buyer, BUYER, PASSWORD)
    toast(buyer, "Enquiry sent successfully!")
    expect(buyer.get_by_role("link", name="See your enquiries")).to_have_attribute("href", "/user/enquiries")

    seller.goto(f"/seller/enquiries?status=pending&ad={ad_id}")
    row = seller.get_by_role("row").filter(has_text=cost).first
    row.get_by_role("button", name="Accept").click()
    question = seller.get_by_role("dialog", name="Accept enquiry")
    expect(question).to_contain_text(re.compile(r"\d+ \w{3} \d{4}, \d\d:\d\d – \d+ \w{3} \d{4}, \d\d:\d\d"))
    question.get_by_role("button", name="Book these dates").click()
    toast(seller, "Enquiry accepted")
    # The buyer's page has not been touched since.
    expect(_day(buyer, 10)).to_have_attribute("aria-label", re.compile("taken$"))

    buyer.goto("/user/enquiries?status=accepted")
    buyer.get_by_role("button", name="Create an address").click()
    address = buyer.get_by_label("Your calendar address")
    expect(address).to_be_visible()
    feed = site.url + "/api/" + address.input_value().split("/api/")[1]
    assert "BEGIN:VEVENT" in calls.get(feed).text
    buyer.get_by_role("button", name="Revoke the address").click()
    toast(buyer, "no longer works")
    assert calls.get(feed).status_code == 404

    booked = buyer.get_by_role("row").filter(has_text=cost).first
    booked.get_by_role("button", name="Cancel").click()
    dialog = buyer.get_by_role("dialog", name="Cancel enquiry")
    dialog.get_by_label("Add a message").fill("Our plans changed, <b>sorry</b>.")
    dialog.get_by_role("button", name="Cancel enquiry").click()
    toast(buyer, "Enquiry cancelled")
    seller.goto(f"/seller/enquiries?status=cancelled&ad={ad_id}")
    expect(seller.get_by_role("row").filter(has_text="<b>sorry</b>")).to_be_visible()


def test_enquiry_is_declined_in_the_chat_with_a_message(visitor: Visitor, site: Site):
    ad_id, _ = _rental(site)
    buyer_login = calls.post(f"{site.url}/api/user/login", json={"email": BUYER, "password": PASSWORD}).json()
    asked = calls.post(
        f"{site.url}/api/enquiry",
        json={"productId": ad_id, "pickupDateTime": "2028-03-01T10:00", "dropDateTime": "2028-03-04T10:00"},
        headers={"Authorization": f"Bearer {buyer_login['token']}"},
    )
    assert asked.status_code == 201, asked.text
    seller, buyer = visitor("/favicon.svg"), visitor("/favicon.svg")
    for page, kind, email in ((seller, "seller", SELLER), (buyer, "user", BUYER)):
        page.request.post(f"/api/{kind}/login", data={"email": email, "password": PASSWORD, "cookie": True})
    no_polls(buyer)
    buyer.goto(f"/user/enquiries?ad={ad_id}")
    # The page shows the enquiry, and receives its updates from now on.
    expect(buyer.get_by_role("row").filter(has_text="1 Mar 2028")).to_be_visible()
    seller.goto(f"/seller/messages?user={buyer_login['userId']}")
    asked_for = seller.locator("details", has_text="Enquiries")
    item = asked_for.get_by_role("listitem").filter(has_text="1 Mar 2028")
    expect(asked_for.locator("summary")).to_contain_text("Your turn")
    # A single enquiry is unfolded already.
    if asked_for.get_attribute("open") is None:
        asked_for.locator("summary").click()
    item.get_by_role("button", name="Decline").click()
    dialog = seller.get_by_role("dialog", name="Decline enquiry")
    dialog.get_by_label("Add a message").fill("It is at the workshop then, sorry.")
    dialog.get_by_role("button", name="Decline enquiry").click()
    toast(seller, "Enquiry declined")
    expect(item).to_have_count(0)
    # The buyer's page has not been touched since.
    expect(buyer.get_by_role("row").filter(has_text="at the workshop")).to_be_visible()


def test_only_the_owner_sees_the_calendar_editor(visitor: Visitor, site: Site):
    path = f"/seller/ads/{_rental(site)[0]}/calendar"
    stranger = visitor(path)
    expect(stranger.get_by_text("Please sign in as a seller to see this page.")).to_be_visible()
    open_login(stranger, seller=False)
    fill_login(stranger, BUYER, PASSWORD)
    stranger.goto(path)
    expect(stranger.get_by_text("This page is for sellers.")).to_be_visible()
    expect(stranger.get_by_role("button", name="Save calendar")).to_have_count(0)
