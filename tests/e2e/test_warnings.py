"""A buyer is warned of a fraudulent message, photo or link on a phone, reports and blocks; the sender sees nothing of it."""

import io
import uuid
from collections.abc import Callable
from random import Random

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from benchmarks import trust_photos
from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, no_polls, toast

Visitor = Callable[..., Page]
PASSWORD = "demo1234"
PHONE = {"viewport": {"width": 360, "height": 740}}
TITLE = "Scanning a QR code never brings you money"
TITLE_HI = "QR कोड स्कैन करने से कभी पैसे नहीं आते"


def _login(site: Site, kind: str) -> tuple[str, dict[str, str]]:
    email = {"user": "buyer@example.com", "seller": "seller@example.com"}[kind]
    answer = calls.post(f"{site.url}/api/{kind}/login", json={"email": email, "password": PASSWORD}).json()
    return answer["userId" if kind == "user" else "sellerId"], {"Authorization": f"Bearer {answer['token']}"}


def _open(visitor: Visitor, kind: str, path: str, **options) -> Page:
    page = visitor("/favicon.svg", **options)
    email = {"user": "buyer@example.com", "seller": "seller@example.com"}[kind]
    page.request.post(f"/api/{kind}/login", data={"email": email, "password": PASSWORD, "cookie": True})
    no_polls(page)
    page.goto(path)
    alive(page)
    return page


def _send_code(site: Site, sender: dict[str, str], receiver_id: str, words: str = "") -> None:
    """Send a photo with a QR code that asks for a payment."""
    photo = trust_photos.part(Random(1), Image.new("RGB", (800, 600), "#88aacc"))
    with io.BytesIO() as buffer:
        photo.save(buffer, "JPEG", quality=80)
        files = {"file": ("code.jpg", buffer.getvalue(), "image/jpeg")}
    upload = calls.post(f"{site.url}/api/upload", files=files, headers=sender).json()
    body = {"receiverId": receiver_id, "message": words, "photos": [upload["public_id"]]}
    assert calls.post(f"{site.url}/api/messages", json=body, headers=sender).status_code == 201


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("Scan this QR code and enter your PIN, the 9000 comes into your account.", {TITLE: 1, TITLE_HI: 0}),
        ("एक क्यूआर कोड भेजा है, उसको स्कैन कीजिए और पिन डालिए, आपके खाते में पैसे आ जाएंगे।", {TITLE: 1, TITLE_HI: 1}),
    ],
)
def test_the_recipient_reports_and_blocks(visitor: Visitor, site: Site, words: str, titles: dict[str, int]):
    buyer_id, buyer = _login(site, "user")
    seller_id, seller = _login(site, "seller")
    marked = f"{words} {uuid.uuid4().hex[:6]}"
    body = {"receiverId": buyer_id, "message": marked}
    assert calls.post(f"{site.url}/api/messages", json=body, headers=seller).status_code == 201
    sender = _open(visitor, "seller", f"/seller/messages?user={buyer_id}")
    expect(sender.get_by_text(marked)).to_be_visible()
    page = _open(visitor, "user", f"/user/messages?seller={seller_id}", **PHONE)
    message = page.get_by_role("log", name="Messages").locator("li", has_text=marked)
    for title, count in titles.items():
        expect(message.get_by_text(title)).to_have_count(count)
        expect(sender.get_by_text(title)).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= 360")
    message.get_by_role("button", name="Report and block").click()
    dialog = page.get_by_role("dialog", name="Report and block?")
    dialog.get_by_role("button", name="Report and block").click()
    toast(page, "Reported and blocked. Thank you.")
    expect(page.get_by_text("You have blocked this person.")).to_be_visible()
    expect(message.get_by_role("button", name="Report and block")).to_have_count(0)
    expect(sender.get_by_text("You have blocked this person.")).to_have_count(0)
    calls.request("DELETE", f"{site.url}/api/block/{seller_id}", headers=buyer)


def test_a_fine_message_loses_its_warning(visitor: Visitor, site: Site):
    buyer_id, _ = _login(site, "user")
    seller_id, seller = _login(site, "seller")
    marked = f"Scan this QR code and enter your PIN, the money comes into your account. {uuid.uuid4().hex[:6]}"
    calls.post(f"{site.url}/api/messages", json={"receiverId": buyer_id, "message": marked}, headers=seller)
    page = _open(visitor, "user", f"/user/messages?seller={seller_id}", **PHONE)
    message = page.get_by_role("log", name="Messages").locator("li", has_text=marked)
    message.get_by_role("button", name="This is fine").click()
    expect(message.get_by_text(TITLE)).to_have_count(0)
    expect(message.get_by_text(marked)).to_be_visible()


def test_a_photo_is_warned_of_in_the_open_conversation_and_only_there(visitor: Visitor, site: Site):
    buyer_id, _ = _login(site, "user")
    seller_id, seller = _login(site, "seller")
    page = _open(visitor, "user", f"/user/messages?seller={seller_id}", **PHONE)
    sender = _open(visitor, "seller", f"/seller/messages?user={buyer_id}")
    marked = f"Here it is {uuid.uuid4().hex[:6]}"
    _send_code(site, seller, buyer_id, marked)
    message = page.get_by_role("log", name="Messages").locator("li", has_text=marked)
    expect(message.get_by_text(TITLE)).to_be_visible()
    expect(sender.get_by_role("log", name="Messages").get_by_text(marked)).to_be_visible()
    expect(sender.get_by_text(TITLE)).to_have_count(0)


def test_a_buyer_reports_a_photo_and_the_moderator_reads_why(visitor: Visitor, site: Site):
    buyer_id, buyer = _login(site, "user")
    seller_id, seller = _login(site, "seller")
    page = _open(visitor, "user", f"/user/messages?seller={seller_id}", **PHONE)
    sender = _open(visitor, "seller", f"/seller/messages?user={buyer_id}")
    _send_code(site, seller, buyer_id)
    message = page.get_by_role("log", name="Messages").locator("li").last
    # The photo has no words that would tell the recipient's language.
    for title in (TITLE, TITLE_HI):
        expect(message.get_by_text(title)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= 360")
    message.get_by_role("button", name="Report and block").click()
    page.get_by_role("dialog").get_by_role("button", name="Report and block").click()
    toast(page, "Reported and blocked. Thank you.")
    expect(sender.get_by_text(TITLE)).to_have_count(0)
    calls.request("DELETE", f"{site.url}/api/block/{seller_id}", headers=buyer)

    desk = visitor("/favicon.svg", **PHONE)
    tour.sign_in(desk, "admin")
    desk.goto("/admin/reports")
    alive(desk)
    desk.get_by_role("row").filter(has_text="Conversation").last.get_by_role("button", name="View").click()
    dialog = desk.locator("#report")
    expect(dialog.get_by_text(TITLE).last).to_be_visible()
    expect(dialog.get_by_text("QR: upi://").last).to_contain_text("The recipient called it fraud.")
    assert desk.evaluate("document.documentElement.scrollWidth <= 360")


def test_a_link_to_another_site_asks_before_it_opens(visitor: Visitor, site: Site):
    buyer_id, _ = _login(site, "user")
    seller_id, seller = _login(site, "seller")
    marked = f"https://paytm.com.refund.example/{uuid.uuid4().hex[:6]}"
    calls.post(f"{site.url}/api/messages", json={"receiverId": buyer_id, "message": marked}, headers=seller)
    page = _open(visitor, "user", f"/user/messages?seller={seller_id}", **PHONE)
    link = page.get_by_role("log", name="Messages").get_by_role("button", name=marked)
    expect(link).to_contain_text("refund.example")
    assert page.evaluate("document.documentElement.scrollWidth <= 360")
    link.click()
    dialog = page.get_by_role("dialog", name="Do you want to open this page?")
    expect(dialog.get_by_text("refund.example").first).to_be_visible()
    opening = dialog.get_by_role("link", name="Open the page")
    expect(opening).to_have_attribute("href", marked)
    expect(opening).to_have_attribute("target", "_blank")
    dialog.get_by_role("button", name="Stay here").click()
    expect(dialog).to_have_count(0)
    assert len(page.context.pages) == 1
