"""The filters of a list, by keyboard and on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import Site
from tests.e2e.people import alive, answered

Visitor = Callable[..., Page]


def filters(page: Page, width: int) -> Locator:
    """Return the visible filters of a list."""
    if width >= 1024:
        return page.get_by_role("complementary", name="Filters")
    page.get_by_role("button", name="Filters").click()
    return page.get_by_role("dialog", name="Filters")


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("name", ["Category", "City"])
def test_show_more_shows_all_values(visitor: Visitor, width: int, name: str):
    page = visitor("/products/search", viewport={"width": width, "height": 800})
    answered(page)
    shown = filters(page, width)
    button = shown.get_by_role("button", name=f"Show more {name}")
    # The list right before the button.
    choices = button.locator("xpath=preceding-sibling::div[1]/ul").get_by_role("link")
    expect(choices).to_have_count(12)
    button.focus()
    page.keyboard.press("Enter")
    fewer = shown.get_by_role("button", name=f"Show fewer {name}")
    expect(fewer).to_be_focused()
    expect(fewer).to_have_attribute("aria-expanded", "true")
    choices = fewer.locator("xpath=preceding-sibling::div[1]/ul").get_by_role("link")
    expect(choices).not_to_have_count(12)
    last = choices.last
    label = last.inner_text().split("\n")[0]
    last.click()
    expect(page).to_have_url(re.compile("categoryId=" if name == "Category" else "city="))
    answered(page)
    expect(page.get_by_role("group", name="Active filters").get_by_text(label).first).to_be_attached()
    # The list stays open for another choice.
    expect(fewer).to_be_attached()


@pytest.mark.parametrize("width", [360, 1440])
def test_long_list_is_searched_by_keyboard(visitor: Visitor, width: int):
    page = visitor("/products/search", viewport={"width": width, "height": 800})
    answered(page)
    shown = filters(page, width)
    more = shown.get_by_role("button", name="Show more City")
    more.focus()
    page.keyboard.press("Enter")
    box = shown.get_by_role("textbox", name="Search City")
    links = shown.locator("summary", has_text="City").locator("xpath=following-sibling::div[1]/ul").get_by_role("link")
    box.press_sequentially("zzz")
    expect(links).to_have_count(0)
    expect(shown.get_by_text("Nothing found")).to_be_visible()
    # Escape empties the box and leaves the sheet open.
    box.press("Escape")
    expect(box).to_have_value("")
    expect(links).not_to_have_count(0)
    box.press_sequentially("PÚN")
    expect(links).to_have_text([re.compile("Pune")])
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("city=Pune"))
    answered(page)
    expect(links.and_(page.locator("[aria-current=true]"))).to_have_text([re.compile("Pune")])


def test_sidebar_stays_in_sight_and_folds(visitor: Visitor):
    page = visitor("/products/search", viewport={"width": 1440, "height": 800})
    answered(page)
    shown = filters(page, 1440)
    posted, price = (shown.get_by_role("heading", name=name) for name in ("Posted", "Price (₹)"))
    within = shown.get_by_role("link", name="Last 30 days")
    page.locator("article").last.scroll_into_view_if_needed()
    expect(shown).to_be_in_viewport(ratio=0.9)
    scrolled = page.evaluate("scrollY")
    page.mouse.move(300, 400)
    page.mouse.wheel(0, 10_000)
    expect(posted).to_be_in_viewport()
    assert page.evaluate("scrollY") == scrolled
    expect(within).to_be_hidden()
    posted.click()
    within.click()
    expect(page).to_have_url(re.compile("postedWithinDays=30"))
    answered(page)
    # Groups stay as they were left, also when nothing of them is chosen any more.
    price.click()
    expect(shown.get_by_label("Lowest price")).to_be_hidden()
    within.click()
    expect(page).not_to_have_url(re.compile("postedWithinDays"))
    answered(page)
    expect(within).to_be_visible()
    expect(shown.get_by_label("Lowest price")).to_be_hidden()


def test_sheet_begins_with_the_chosen_filters_and_counts_the_ads(visitor: Visitor):
    page = visitor("/products/search?city=Pune&postedWithinDays=30", viewport={"width": 360, "height": 800})
    alive(page)
    sheet = filters(page, 360)
    chosen = sheet.get_by_role("group", name="Active filters").get_by_role("link")
    expect(chosen).to_have_text([re.compile("Pune"), re.compile("Posted within 30 days")])
    expect(chosen.first).to_be_in_viewport()
    expect(sheet.get_by_role("link", name="Clear all filters")).to_be_in_viewport()
    show = sheet.get_by_role("button", name=re.compile(r"^Show \d"))
    count = page.locator("main").get_by_role("status", include_hidden=True).first
    before = str(count.text_content())
    expect(show).to_have_text(f"Show {before}")
    chosen.first.click()
    expect(page).not_to_have_url(re.compile("city="))
    expect(show).not_to_have_text(f"Show {before}")
    expect(show).to_be_enabled()
    expect(show).to_have_text(f"Show {count.text_content()}")
    expect(chosen).to_have_count(1)
    show.click()
    expect(sheet).to_have_count(0)
    expect(count).to_be_in_viewport()


def test_folded_filters_open_without_scripts(chrome: Browser, site: Site):
    context = chrome.new_context(base_url=site.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/products/search")
    shown = page.get_by_role("complementary", name="Filters")
    shown.get_by_role("heading", name="Posted").click()
    shown.get_by_role("link", name="Last 30 days").click()
    expect(page).to_have_url(re.compile("postedWithinDays=30"))
    page.get_by_role("link", name="Clear all filters").click()
    expect(page).to_have_url(re.compile("/products/search$"))
    context.close()
