"""The chat in two browsers: live updates, photos, lost connections, blocking, muting and reporting."""

import re
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site
from tests.e2e.people import alive, jpeg, no_polls, toast, until

Visitor = Callable[..., Page]
PASSWORD = "demo1234"
PHONE = {"viewport": {"width": 360, "height": 740}}


def _login(site: Site, kind: str) -> tuple[str, dict[str, str]]:
    email = {"user": "buyer@example.com", "seller": "seller@example.com"}[kind]
    answer = calls.post(f"{site.url}/api/{kind}/login", json={"email": email, "password": PASSWORD}).json()
    return answer["userId" if kind == "user" else "sellerId"], {"Authorization": f"Bearer {answer['token']}"}


def _enter(page: Page, kind: str, path: str) -> None:
    email = {"user": "buyer@example.com", "seller": "seller@example.com"}[kind]
    page.request.post(f"/api/{kind}/login", data={"email": email, "password": PASSWORD, "cookie": True})
    no_polls(page)
    page.goto(path)
    alive(page)
    expect(_box(page)).to_be_visible()


def _box(page: Page):
    return page.get_by_label("Message", exact=True)


def _say(page: Page, text: str) -> None:
    _box(page).fill(text)
    _box(page).press("Enter")


def _type_until_seen(writer: Page, reader: Page) -> None:
    """Type several letters, as people do: the event of the first one is lost if the reader's tab has not subscribed yet."""

    def is_seen() -> bool:
        _box(writer).press_sequentially(".")
        return reader.get_by_text("typing…").is_visible()

    until(writer, is_seen)


def _log(page: Page):
    return page.get_by_role("log", name="Messages")


@pytest.fixture
def two(visitor: Visitor, site: Site) -> tuple[Page, Page]:
    """The buyer's and the seller's tab with their conversation open."""
    buyer_id, _ = _login(site, "user")
    seller_id, _ = _login(site, "seller")
    buyer, seller = visitor("/favicon.svg"), visitor("/favicon.svg")
    _enter(buyer, "user", f"/user/messages?seller={seller_id}")
    _enter(seller, "seller", f"/seller/messages?user={buyer_id}")
    return buyer, seller


def test_message_and_typing_appear_live(two: tuple[Page, Page]):
    buyer, seller = two
    words = f"Is it free on Sunday? {uuid.uuid4()} 👩‍👩‍👧 <b>bold</b>"
    _type_until_seen(buyer, seller)
    _say(buyer, f"   {words}  ")
    expect(_log(seller).get_by_text(words, exact=True)).to_be_visible()
    # Without the message, it would stay for five seconds.
    expect(seller.get_by_text("typing…")).to_have_count(0, timeout=2_500)
    expect(_log(buyer).get_by_text(words, exact=True)).to_have_count(1)
    expect(_log(buyer).locator("li", has_text=words).get_by_text("Read")).to_be_attached()
    expect(_box(buyer)).to_have_value("")
    _say(buyer, "   \n  ")
    expect(_box(buyer)).to_have_value("")


def test_composer_grows_with_its_text(two: tuple[Page, Page]):
    box = _box(two[0])
    heights = []
    for lines in (1, 4, 40):
        box.fill("\n".join(["Hello"] * lines))
        heights.append(box.evaluate("(box) => box.offsetHeight"))
    assert heights == [44, *heights[1:2], 160]
    assert 80 < heights[1] < 160
    box.fill("")


def test_message_is_delivered_before_it_is_read(two: tuple[Page, Page]):
    buyer, seller = two
    seller.goto("/seller/dashboard")
    expect(seller.get_by_role("heading", name="Dashboard")).to_be_visible()
    words = f"Are you there? {uuid.uuid4()}"
    _say(buyer, words)
    mine = _log(buyer).locator("li", has_text=words)
    expect(mine.get_by_text("Delivered")).to_be_visible()
    seller.go_back()
    expect(mine.get_by_text("Read", exact=True)).to_be_visible()


def test_offline_messages_are_sent_once_and_in_order(two: tuple[Page, Page], watch):
    watch.expect("ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket|websocket|disconnected")
    # Without a network the browser can't update the service worker, and logs an error.
    watch.expect("error occurred when fetching the script")
    buyer, seller = two
    mark = uuid.uuid4().hex[:8]
    buyer.context.set_offline(True)
    for number in range(3):
        _say(buyer, f"{mark} offline {number}")
    waiting = buyer.get_by_role("list", name="Unsent messages")
    expect(waiting.locator("[data-waiting]")).to_have_count(3)
    _say(seller, f"{mark} missed 0")
    _say(seller, f"{mark} missed 1")
    expect(_log(seller).get_by_text(f"{mark} missed 1", exact=True)).to_be_visible()
    expect(seller.get_by_role("list", name="Unsent messages")).to_have_count(0)
    # Waiting messages are in the browser's storage, so that a reload loses none.
    stored = buyer.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('unsent:')).length")
    assert stored == 1
    buyer.context.set_offline(False)
    for page in two:
        expect(_log(page).get_by_text(f"{mark} offline 2", exact=True)).to_be_visible(timeout=40_000)
        expect(_log(page).get_by_text(f"{mark} missed 1", exact=True)).to_be_visible(timeout=40_000)
    expect(waiting).to_have_count(0)
    buyer.wait_for_timeout(2_000)
    for page in two:
        said = _log(page).locator("li p.whitespace-pre-wrap")
        for kind, count in (("offline", 3), ("missed", 2)):
            words = [f"{mark} {kind} {number}" for number in range(count)]
            expect(said.filter(has_text=f"{mark} {kind}")).to_have_text(words)


def test_offline_messages_are_sent_from_any_page(visitor: Visitor, site: Site, watch):
    watch.expect("ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket|websocket|disconnected")
    watch.expect("error occurred when fetching the script")
    buyer_id, _ = _login(site, "user")
    seller_id, _ = _login(site, "seller")
    seller = visitor("/favicon.svg")
    _enter(seller, "seller", f"/seller/messages?user={buyer_id}")
    buyer = visitor("/favicon.svg", **PHONE)
    _enter(buyer, "user", f"/user/messages?seller={seller_id}")
    mark = uuid.uuid4().hex[:8]
    buyer.context.set_offline(True)
    for number in range(3):
        _say(buyer, f"{mark} tunnel {number}")
    expect(buyer.get_by_text("Waiting for a connection")).to_have_count(3)
    buyer.get_by_role("link", name="Back to contacts").click()
    buyer.context.set_offline(False)
    expect(buyer.get_by_role("region", name="Contacts")).to_be_visible(timeout=40_000)
    expect(_log(seller).get_by_text(f"{mark} tunnel 2", exact=True)).to_be_visible(timeout=40_000)

    buyer.goto(f"/user/messages?seller={seller_id}")
    alive(buyer)
    buyer.context.set_offline(True)
    _say(buyer, f"{mark} closed")
    expect(buyer.get_by_text("Waiting for a connection")).to_have_count(1)
    buyer.context.set_offline(False)
    # The writer leaves the page before it tries again.
    buyer.goto("/")
    expect(_log(seller).get_by_text(f"{mark} closed", exact=True)).to_be_visible(timeout=40_000)
    said = _log(seller).locator("li p.whitespace-pre-wrap").filter(has_text=mark)
    expect(said).to_have_text([*(f"{mark} tunnel {number}" for number in range(3)), f"{mark} closed"])
    # Nothing is left in the outbox that could be sent again.
    buyer.goto(f"/user/messages?seller={seller_id}")
    expect(_log(buyer).get_by_text(f"{mark} closed", exact=True)).to_have_count(1)
    expect(buyer.get_by_role("list", name="Unsent messages")).to_have_count(0)


def test_photos_are_private(two: tuple[Page, Page], tmp_path: Path, site: Site, visitor: Visitor, watch):
    buyer, seller = two
    buyer.locator('input[type="file"]').set_input_files([jpeg(tmp_path / "crack.jpg", "teal")])
    expect(buyer.locator('li[data-state="done"]')).to_have_count(1, timeout=30_000)
    words = f"This is the crack {uuid.uuid4()}"
    _say(buyer, words)
    photo = _log(seller).locator("li", has_text=words).get_by_role("link", name="Open photo")
    expect(photo).to_be_visible()
    address = photo.get_attribute("href") or ""
    assert address.startswith("/api/messages/photos/")
    assert seller.request.get(address).status == 200
    assert buyer.request.get(address).headers["cache-control"].startswith("private")
    assert calls.get(site.url + address).status_code == 401
    stranger = visitor("/favicon.svg")
    stranger.request.post("/api/admin/login", data={"email": "admin@example.com", "password": PASSWORD, "cookie": True})
    assert stranger.request.get(address).status == 404
    seen = "[...document.querySelectorAll('[role=log] img')].every((one) => one.complete && one.naturalWidth)"
    until(seller, lambda: seller.evaluate(seen))


def test_block_mute_and_report(two: tuple[Page, Page]):
    buyer, seller = two
    more = seller.get_by_role("region", name="Conversation").get_by_role("button", name="More", exact=True)
    more.click()
    seller.get_by_role("button", name="Mute", exact=True).click()
    more.click()
    expect(seller.get_by_role("button", name="Unmute")).to_be_visible()
    seller.get_by_role("button", name="Unmute").click()
    more.click()
    seller.get_by_role("button", name="Report", exact=True).click()
    dialog = seller.get_by_role("dialog", name="Report this conversation")
    dialog.get_by_label("What is wrong?").fill("Asks for money in advance")
    dialog.get_by_role("button", name="Send report").click()
    expect(dialog.get_by_text("Please choose a reason.")).to_be_visible()
    dialog.get_by_label("Reason").select_option("scam")
    dialog.get_by_role("button", name="Send report").click()
    toast(seller, "Thank you. We will look into it.")
    more.click()
    seller.get_by_role("button", name="Block", exact=True).click()
    expect(seller.get_by_text("You have blocked this person.")).to_be_visible()
    words = f"Are you there? {uuid.uuid4()}"
    _say(buyer, words)
    expect(_log(buyer).get_by_text(words)).to_be_visible()
    expect(_log(seller).get_by_text(words)).to_have_count(0)
    more.click()
    seller.get_by_role("button", name="Unblock").click()
    expect(_box(seller)).to_be_visible()
    expect(_log(seller).get_by_text(words)).to_have_count(0)


def test_panes_are_two_screens_on_phones(visitor: Visitor, site: Site):
    page = visitor("/favicon.svg", **PHONE)
    seller_id, _ = _login(site, "seller")
    _enter(page, "user", f"/user/messages?seller={seller_id}")
    contacts = page.get_by_role("region", name="Contacts")
    expect(contacts).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= 360")
    page.get_by_role("link", name="Back to contacts").click()
    expect(contacts).to_be_visible()
    expect(_box(page)).to_be_hidden()
    contacts.get_by_role("link").first.click()
    expect(_box(page)).to_be_visible()
    expect(page).to_have_url(re.compile(r"seller="))


def test_chat_opened_from_an_ad_shows_it_and_sends_a_question_with_one_tap(visitor: Visitor, site: Site):
    seller_id, headers = _login(site, "seller")
    ads = calls.get(f"{site.url}/api/product/approved/{seller_id}", headers=headers).json()["products"]
    ad = next(ad for ad in ads if ad["producttype"] == "sell" and ad["status"] == "approved" and ad["images"])
    page = visitor("/favicon.svg", **PHONE)
    _enter(page, "user", f"/user/messages?seller={seller_id}&ad={ad['_id']}")
    chat = page.get_by_role("region", name="Conversation")
    card = chat.get_by_role("link", name=re.compile(re.escape(ad["name"]), re.IGNORECASE))
    expect(card).to_have_attribute("href", f"/products/{ad['_id']}")
    questions = chat.get_by_role("list", name="Questions to send").get_by_role("button")
    expect(questions).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    question = questions.nth(1).inner_text()
    _box(page).fill("Half a sentence")
    questions.nth(1).click()
    expect(_log(page).locator("li", has_text=question).last).to_be_visible()
    expect(questions.filter(has_text=question)).to_have_count(0)
    expect(_box(page)).to_have_value("Half a sentence")


def test_enter_on_a_contact_goes_to_the_message_box(two: tuple[Page, Page], site: Site):
    buyer, _ = two
    seller_id, _ = _login(site, "seller")
    buyer.goto("/user/messages")
    alive(buyer)
    contact = buyer.locator(f'section[aria-label="Contacts"] a[href*="{seller_id}"]')
    contact.focus()
    contact.press("Enter")
    expect(_box(buyer)).to_be_focused()
