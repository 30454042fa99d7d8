"""Ten things that people come for, on a phone of 360 px from the home page, and how many taps and letters they take.

`docs/product.md` has the same table. Who needs an account is signed in by a cookie, so that signing in is not counted; looking for
something is done signed out. Each script does what somebody would do who sees the pages, not the shortest way there is.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import tour
from tests.e2e.conftest import ROOT, Site
from tests.e2e.goods import Goods, publish_goods
from tests.e2e.hand import Hand
from tests.e2e.people import alive, answered, jpeg, toast
from tests.e2e.posting import start_over

Visitor = Callable[..., Page]
PHONE = {"width": 360, "height": 740}


@dataclass(frozen=True)
class Cost:
    """Taps and letters of a task."""

    taps: int
    letters: int


@dataclass(frozen=True)
class Task:
    """A task of the table: what it cost at first, and what it may cost now."""

    name: str
    before: Cost
    now: Cost


FLAT = Task("Find a flat for rent: two bedrooms, town, prices", Cost(11, 10), Cost(11, 10))
PHONES = Task("Find used phones and compare three", Cost(9, 0), Cost(9, 0))
CHAT = Task("Start a chat about an ad", Cost(4, 20), Cost(4, 20))
OFFER = Task("Make an offer", Cost(6, 20), Cost(6, 20))
CAMERA = Task("Enquire for a camera for two days", Cost(8, 14), Cost(8, 14))
SEARCH = Task("Save a search", Cost(3, 10), Cost(3, 10))
WANTED = Task("Post a wanted ad", Cost(9, 14), Cost(9, 14))
CAR = Task("Post a car with five photos", Cost(24, 65), Cost(24, 65))
RENTAL = Task("Put up a rental with calendar and deposit", Cost(30, 61), Cost(29, 61))
ANSWER = Task("Answer an offer as a seller", Cost(6, 0), Cost(6, 0))
TASKS = (FLAT, PHONES, CHAT, OFFER, CAMERA, SEARCH, WANTED, CAR, RENTAL, ANSWER)


@pytest.fixture(scope="module")
def goods(site: Site) -> Goods:
    """The ads that the scripts look for."""
    return publish_goods(site)


@pytest.fixture
def person(visitor: Visitor) -> Callable[[str], Hand]:
    """Open the home page on a phone, signed out or as a demo account."""

    def open_as(who: str = "") -> Hand:
        page = visitor("/favicon.svg", viewport=PHONE)
        if who:
            tour.sign_in(page, who)
        page.goto("/")
        alive(page)
        return Hand(page)

    return open_as


def _done(hand: Hand, task: Task) -> None:
    print(f"{task.name}: {hand.taps} taps, {hand.letters} letters")
    assert hand.taps <= task.now.taps, f"{task.name}: {hand.taps} taps"
    assert hand.letters <= task.now.letters, f"{task.name}: {hand.letters} letters"


def _main(hand: Hand) -> Locator:
    return hand.page.locator("#app-content main")


def _follow(hand: Hand, press: Callable[[], None]) -> None:
    """Do what leads to another list, and wait for it."""
    before = hand.page.url
    press()
    expect(hand.page).not_to_have_url(before)
    answered(hand.page)


def _filters(hand: Hand) -> Locator:
    hand.tap(hand.page.get_by_role("button", name="Filters"))
    return hand.page.get_by_role("dialog", name="Filters")


def _filter(hand: Hand, sheet: Locator, group: str, value: str) -> None:
    """Choose a value of a filter, which may be folded or among those behind 'Show more'."""
    heading = hand.page.get_by_role("heading", name=group, exact=True)
    fold = sheet.locator("details").filter(has=heading)
    link = fold.get_by_role("link", name=re.compile(rf"^{re.escape(value)}\b"))
    if fold.get_attribute("open") is None:
        hand.tap(fold.locator("summary"))
    if link.count() == 0:
        hand.tap(fold.get_by_role("button", name="Show more"))
    _follow(hand, lambda: hand.tap(link.first))


def _search(hand: Hand, words: str) -> None:
    """Search from the box of the home page."""
    hand.type(hand.page.get_by_role("combobox", name="What are you looking for").first, words)
    _follow(hand, hand.go)


def _open_by_search(hand: Hand, name: str) -> None:
    """Open an ad from the search box of the home page."""
    _search(hand, name.lower())
    hand.tap(_main(hand).get_by_role("link", name=name, exact=True).first)
    expect(hand.page.get_by_role("heading", level=1, name=name)).to_be_visible()


def _open_account_page(hand: Hand, name: str) -> None:
    """Open a page that the account page lists."""
    hand.tap(hand.page.get_by_role("navigation", name="Quick access").get_by_role("link", name="Account"))
    hand.tap(_main(hand).get_by_role("link", name=name))


def test_find_a_flat(person, goods: Goods):
    hand = person()
    _follow(hand, lambda: hand.tap(_main(hand).get_by_role("link", name="Homes", exact=True)))
    sheet = _filters(hand)
    _filter(hand, sheet, "Type", "Rent")
    _filter(hand, sheet, "Subcategory", "Flats")
    _filter(hand, sheet, "Bedrooms", "2")
    _filter(hand, sheet, "City", "Pune")
    hand.type(sheet.get_by_label("Lowest price"), "20000")
    hand.type(sheet.get_by_label("Highest price"), "30000")
    _follow(hand, hand.go)
    hand.tap(sheet.get_by_role("button", name=re.compile("^Show \\d+ ads?$")))
    hand.tap(_main(hand).get_by_role("link", name=goods.flat, exact=True))
    expect(hand.page.get_by_role("heading", level=1, name=goods.flat)).to_be_visible()
    _done(hand, FLAT)


def test_compare_three_phones(person, goods: Goods):
    hand = person("buyer")
    page = hand.page
    _follow(hand, lambda: hand.tap(_main(hand).get_by_role("link", name="Mobiles & Tablets", exact=True)))
    sheet = _filters(hand)
    _filter(hand, sheet, "Subcategory", "Smartphones")
    hand.tap(sheet.get_by_role("button", name=re.compile("^Show \\d+ ads?$")))
    for name in goods.phones:
        hand.tap(_main(hand).get_by_role("button", name=f"Save {name}"))
        expect(_main(hand).get_by_role("button", name=f"Saved {name}")).to_be_visible()
    hand.tap(page.get_by_role("banner").get_by_role("link", name="Wishlist"))
    hand.tap(_main(hand).get_by_role("link", name="Compare"))
    table = page.get_by_role("table", name="Ads side by side")
    storage = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Storage"))
    # What was saved last comes first.
    expect(storage.get_by_role("cell")).to_have_text(["256 GB", "128 GB", "64 GB"])
    _done(hand, PHONES)


def test_start_a_chat(person, goods: Goods):
    hand = person("buyer")
    _open_by_search(hand, goods.sofa)
    hand.tap(hand.page.get_by_role("button", name="Chat Now").locator("visible=true"))
    chat = hand.page.get_by_role("region", name="Conversation")
    expect(chat.get_by_role("log")).to_contain_text(f"Hi, is “{goods.sofa}” still available?")
    _done(hand, CHAT)


def test_make_an_offer(person, goods: Goods):
    hand = person("buyer")
    _open_by_search(hand, goods.sofa)
    hand.tap(hand.page.get_by_role("button", name=re.compile("Offer|Make an offer")).locator("visible=true").first)
    dialog = hand.page.get_by_role("dialog", name="Make an offer")
    hand.tap(dialog.get_by_role("button", name=re.compile("10 %")))
    hand.tap(dialog.get_by_role("button", name="Send offer"))
    toast(hand.page, "Offer sent")
    _done(hand, OFFER)


def test_rent_a_camera(person, goods: Goods):
    hand = person("buyer")
    page = hand.page
    _open_by_search(hand, goods.camera)
    hand.tap(page.get_by_role("link", name="See dates"))
    # In the next month, all days are free.
    month = page.locator("p[aria-live=polite]")
    before = month.inner_text()
    hand.tap(page.get_by_role("button", name="Next month"))
    expect(month).not_to_have_text(before)
    for number in (10, 11):
        day = page.get_by_role("button", name=re.compile(f"^{number} [A-Z][a-z]+ 20"))
        hand.tap(day)
        expect(day).to_have_attribute("aria-pressed", "true")
    hand.tap(page.get_by_role("region", name="Contact the seller").get_by_role("button", name="Enquire"))
    toast(page, "Enquiry sent successfully!")
    _done(hand, CAMERA)


def test_save_a_search(person):
    hand = person("buyer")
    _search(hand, "teak table")
    hand.tap(hand.page.get_by_role("button", name="Save this search"))
    toast(hand.page, "Search saved")
    _done(hand, SEARCH)


def test_post_a_wanted_ad(person):
    hand = person("buyer")
    page = hand.page
    _open_account_page(hand, "Looking for")
    hand.tap(
        page.get_by_role("button", name=re.compile("^(Say what you are looking for|New wanted ad|Tell sellers)")).first
    )
    dialog = page.get_by_role("dialog", name="What are you looking for?")
    hand.type(dialog.get_by_label("I am looking for"), "gramophone")
    hand.choose(dialog.get_by_label("Category", exact=False).first, "Furniture")
    subcategory = dialog.get_by_label("Subcategory")
    expect(subcategory.locator("option")).not_to_have_count(1)
    hand.choose(subcategory, subcategory.locator("option").nth(1).inner_text())
    hand.type(dialog.get_by_label("Highest price"), "9000")
    hand.tap(dialog.get_by_role("button", name="Tell sellers"))
    toast(page, "We tell sellers what you are looking for.")
    _done(hand, WANTED)


def _open_form(hand: Hand) -> None:
    hand.tap(hand.page.get_by_role("link", name="Post", exact=True))
    offer, first = (
        hand.page.get_by_role("button", name="Start over"),
        hand.page.get_by_role("heading", name="Photos", exact=True),
    )
    expect(offer.or_(first)).to_be_visible()
    if offer.count():
        # A draft of an earlier test.
        start_over(hand.page)
    expect(first).to_be_visible()


def _next(hand: Hand) -> None:
    hand.tap(hand.page.get_by_role("button", name="Next", exact=True))


def _describe(hand: Hand, name: str, category: str, subcategory: str, specifications: dict[str, str]) -> None:
    """Fill in the step What it is."""
    page = hand.page
    hand.type(page.get_by_role("textbox", name=re.compile("^Product name")), name)
    hand.choose(page.get_by_role("combobox", name=re.compile("^Category")), category)
    kind = page.get_by_role("combobox", name=re.compile("^Subcategory"))
    expect(kind.locator("option").filter(has_text=subcategory)).to_have_count(1)
    hand.choose(kind, subcategory)
    for label, value in specifications.items():
        field = page.get_by_label(label).first
        expect(field).to_be_visible()
        if field.evaluate("node => node.tagName") == "SELECT":
            hand.choose(field, value)
        else:
            hand.type(field, value)


def _create(hand: Hand, photos: int) -> None:
    expect(hand.page.locator('li[data-state="done"]')).to_have_count(photos, timeout=90_000)
    hand.tap(hand.page.get_by_role("button", name="Create Product"))
    toast(hand.page, "Product created successfully!")


def _photos(hand: Hand, folder: Path, *colours: str) -> None:
    paths = [jpeg(folder / f"{colour}.jpg", colour) for colour in colours]
    hand.add_photos(hand.page.locator('input[type="file"][multiple]'), paths)


@pytest.mark.timeout(900)
def test_post_a_car(person, tmp_path: Path):
    hand = person("seller")
    page = hand.page
    _open_form(hand)
    _photos(hand, tmp_path, "teal", "tomato", "gold", "navy", "silver")
    _next(hand)
    _describe(
        hand, "Maruti Swift VXi 2019", "Cars", "Hatchbacks", {"Year": "2019", "Driven": "42000", "Fuel": "Petrol"}
    )
    _next(hand)
    hand.type(page.get_by_label("Price (₹)"), "480000")
    _next(hand)
    hand.type(page.get_by_label("Description", exact=True), "One owner, all services done.")
    _next(hand)
    _create(hand, 5)
    _done(hand, CAR)


@pytest.mark.timeout(900)
def test_put_up_a_rental(person, tmp_path: Path):
    hand = person("seller")
    page = hand.page
    name = "Canon R6 With Lens"
    _open_form(hand)
    _photos(hand, tmp_path, "olive", "maroon")
    _next(hand)
    _describe(hand, name, "TV, Audio & Cameras", "Cameras", {"Kind": "Mirrorless", "Condition": "Good"})
    _next(hand)
    hand.tap(page.get_by_text("Rent out", exact=True))
    hand.type(page.get_by_label(re.compile(r"^Price \(₹\)|^Price")).first, "1200")
    _next(hand)
    hand.type(page.get_by_label("Description", exact=True), "Bag and two batteries come with it.")
    _next(hand)
    _create(hand, 2)
    hand.tap(page.get_by_role("link", name="Calendar and deposit"))
    expect(page.get_by_role("heading", name="Calendar", exact=True)).to_be_visible()
    hand.type(page.get_by_label("Deposit (₹)"), "5000")
    hand.tap(page.get_by_role("button", name="Save calendar"))
    toast(page, "Calendar saved")
    closed = datetime.now(ZoneInfo("Asia/Kolkata")).date() + timedelta(days=20)
    hand.pick(page.get_by_role("textbox", name=re.compile("^From")), closed.isoformat())
    hand.tap(page.get_by_role("button", name="Close dates"))
    expect(page.get_by_role("list", name="Closed dates")).to_be_visible()
    _done(hand, RENTAL)


def test_answer_an_offer(person, goods: Goods):
    hand = person("seller")
    page = hand.page
    hand.tap(page.get_by_role("navigation", name="Quick access").get_by_role("link", name="Account"))
    waiting = page.get_by_role("link", name=re.compile(f"{goods.bargain}")).first
    if not waiting.is_visible():
        hand.tap(page.get_by_role("link", name=re.compile("See all")))
    hand.tap(waiting)
    accept = page.get_by_role("listitem").filter(has_text="Paid in coins").last.get_by_role("button", name="Accept")
    # Several offers of the same buyer are folded.
    folded = page.locator("details:not([open]) > summary").filter(has_text="Offers")
    expect(folded.or_(accept).first).to_be_visible()
    if folded.is_visible():
        hand.tap(folded)
    hand.tap(accept)
    hand.tap(page.get_by_role("dialog", name="Accept offer").get_by_role("button", name="Accept offer"))
    toast(page, re.compile("accepted", re.IGNORECASE))
    _done(hand, ANSWER)


def test_the_table_of_the_documents_is_the_same():
    text = (ROOT / "docs" / "product.md").read_text()
    for task in TASKS:
        before, now = task.before, task.now
        assert f"| {task.name} | {before.taps} | {before.letters} | {now.taps} | {now.letters} |" in text
