"""All categories and cities of a list can be chosen, by keyboard and on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.people import answered

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
    choices = button.locator("xpath=preceding-sibling::ul").get_by_role("link")
    expect(choices).to_have_count(12)
    button.focus()
    page.keyboard.press("Enter")
    fewer = shown.get_by_role("button", name=f"Show fewer {name}")
    expect(fewer).to_be_focused()
    expect(fewer).to_have_attribute("aria-expanded", "true")
    choices = fewer.locator("xpath=preceding-sibling::ul").get_by_role("link")
    expect(choices).not_to_have_count(12)
    last = choices.last
    label = last.inner_text().split("\n")[0]
    last.click()
    expect(page).to_have_url(re.compile("categoryId=" if name == "Category" else "city="))
    answered(page)
    expect(page.get_by_role("group", name="What narrows the list").get_by_text(label)).to_be_attached()
    # The list stays open for another choice.
    expect(fewer).to_be_attached()
