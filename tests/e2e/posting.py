"""Steps of browser tests with the ad form."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site, Watch, attach
from tests.e2e.people import alive, jpeg, until

FORM = "/seller/create/products"
# What the console says while there is no connection.
LOST = ("ERR_INTERNET_DISCONNECTED", "WebSocket", "net::ERR_", "Failed to load resource")
PHOTOS, SUBJECT, PRICE_AND_PLACE, WORDS, REVIEW = "Photos", "What it is", "Price and place", "Description", "Review"
STEP_OF = {
    "name": SUBJECT,
    "title": SUBJECT,
    "price": PRICE_AND_PLACE,
    "city": PRICE_AND_PLACE,
    "state": PRICE_AND_PLACE,
    "place": PRICE_AND_PLACE,
    "description": WORDS,
}


def signed_in(page: Page, kind: str, email: str, password: str = "demo1234") -> None:
    """Give the page's context the session cookie of an account."""
    data = {"email": email, "password": password, "cookie": True}
    assert page.request.post(f"/api/{kind}/login", data=data).ok


def start_afresh(page: Page) -> None:
    """Open the form without a draft of an earlier test."""
    offer = page.get_by_role("button", name="Start over")
    first = page.get_by_role("heading", name=PHOTOS, exact=True)
    expect(offer.or_(first)).to_be_visible()
    if offer.count():
        start_over(page)
    expect(first).to_be_visible()


def start_over(page: Page) -> None:
    """Delete the offered draft and confirm the question."""
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("dialog", name="Start over").get_by_role("button", name="Yes").click()


def empty_form(page: Page) -> Page:
    """Open the empty form as the demo seller."""
    signed_in(page, "seller", "seller@example.com")
    page.goto(FORM)
    alive(page)
    start_afresh(page)
    return page


def open_step(page: Page, title: str) -> None:
    """Open a step of the form through the list of steps."""
    page.get_by_role("navigation", name="Steps").get_by_role("button", name=title, exact=True).click()
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()


def fill(page: Page, values: dict[str, str]) -> None:
    """Fill in text fields by name, each in its step."""
    for name, value in values.items():
        control = page.locator(f"#{name}")
        if not control.is_visible():
            open_step(page, STEP_OF[name])
        control.fill(value)


def create(page: Page) -> None:
    """Submit the new ad from the last step."""
    open_step(page, REVIEW)
    page.get_by_role("button", name="Create Product").click()


def open_again(page: Page, site: Site, watch: Watch) -> Page:
    """Open the form again in another tab of the same account."""
    later = page.context.new_page()
    attach(later, site, watch)
    page.close()
    later.goto(FORM)
    alive(later)
    return later


def noisy_photo(path: Path, megabytes: float) -> Path:
    """Make a photo of about this many megabytes; more pixels with more noise are larger."""
    width = int((megabytes * 1_000_000 / 0.6) ** 0.5)
    small = Image.frombytes("RGB", (width, width), os.urandom(width * width * 3))
    small.save(path, "JPEG", quality=75)
    return path


def photos(page: Page) -> Locator:
    return page.locator("li[data-state]")


def photos_in_order(page: Page, *names: str) -> None:
    """Expect these photos, by file name and in this order."""
    expect(photos(page)).to_have_count(len(names))
    for place, name in enumerate(names):
        expect(photos(page).nth(place)).to_have_attribute("data-name", name)


def pick_photos(page: Page, *paths: Path) -> None:
    page.locator('input[type="file"][multiple]').set_input_files(list(paths))


def uploads_complete(page: Page, count: int, timeout: float = 30_000) -> None:
    """Expect this many uploaded photos and no running upload."""
    expect(page.locator('li[data-state="done"]')).to_have_count(count, timeout=timeout)
    expect(photos(page)).to_have_count(count)


def upload_four_photos(page: Page, folder: Path) -> list[str]:
    """Upload four small photos in the form."""
    colours = ("teal", "tomato", "gold", "navy")
    pick_photos(page, *(jpeg(folder / f"{colour}.jpg", colour) for colour in colours))
    uploads_complete(page, 4)
    return [f"{colour}.jpg" for colour in colours]


def draft_stored(page: Page, site: Site, values: dict[str, str], photos: tuple[str, ...] = ()) -> None:
    """Wait until the server has stored this draft of the demo seller, so that the tab can be closed."""

    def is_stored() -> bool:
        content = site.ask(
            "SELECT content FROM ad_drafts JOIN accounts ON accounts.id = seller_id WHERE email = :email AND ad_key = ''",
            email="seller@example.com",
        )
        # PostgreSQL's driver has parsed the JSON already.
        draft = content if isinstance(content, dict) else json.loads(content or "{}")
        held = draft.get("values", {})
        names = tuple(photo["name"] for photo in draft.get("photos", ()))
        return all(held.get(name, "") == value for name, value in values.items()) and names == photos

    until(page, is_stored)


def own_ads(site: Site, name: str) -> list[dict]:
    """Return the demo seller's ads of this name."""
    who = {"email": "seller@example.com", "password": "demo1234"}
    login = calls.post(f"{site.url}/api/seller/login", json=who).json()
    headers = {"Authorization": f"Bearer {login['token']}"}
    found = calls.get(f"{site.url}/api/product/seller/{login['sellerId']}", headers=headers).json()["data"]
    return [ad for ad in found if ad["name"] == name]


def choose_category(page: Page, site: Site) -> None:
    """Choose a category without required dynamic fields."""
    category = calls.get(f"{site.url}/api/category").json()["data"][0]
    open_step(page, SUBJECT)
    page.locator("#categoryId").select_option(category["_id"])


@dataclass(frozen=True)
class DemoSubcategory:
    """A subcategory and two of its dynamic fields."""

    category_id: str
    id: str
    number: str
    choice: str


def with_a_number_and_a_choice(site: Site) -> DemoSubcategory:
    """Return the first demo subcategory with both kinds of fields."""
    for category in calls.get(f"{site.url}/api/category").json()["data"]:
        found = calls.get(f"{site.url}/api/subcategory", params={"category": category["_id"]}).json()["data"]
        for subcategory in found:
            fields = {field["inputType"]: field["_id"] for field in subcategory["dynamicFields"]}
            if {"number", "select"} <= fields.keys():
                return DemoSubcategory(category["_id"], subcategory["_id"], fields["number"], fields["select"])
    raise AssertionError("no subcategory asks for a number and a choice")
