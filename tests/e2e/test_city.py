"""The search form of the header, and the visitor's home town."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site
from tests.e2e.people import alive, answered, loaded_again

Visitor = Callable[..., Page]
SIZES = {"phone": {"width": 360, "height": 800}, "desktop": {"width": 1440, "height": 900}}
PUNE = {"latitude": 18.5204, "longitude": 73.8567}


def header(page: Page) -> Locator:
    """The search form of the header."""
    return page.get_by_role("banner").get_by_role("search")


def picker(page: Page) -> Locator:
    """The popover with the towns."""
    return page.get_by_role("dialog", name="Where are you looking?")


def newest(site: Site) -> str:
    """The path of the newest ad."""
    return f"/products/{calls.get(f'{site.url}/api/product/sell', params={'limit': '1'}).json()['products'][0]['_id']}"


@pytest.mark.parametrize("size", SIZES)
def test_a_town_is_chosen_once_and_remembered(visitor: Visitor, site: Site, size: str):
    page = visitor(newest(site), viewport=SIZES[size])
    alive(page)
    where = header(page).get_by_role("button", name="Where: Anywhere")
    where.click()
    expect(picker(page)).to_be_visible()
    with loaded_again(page):
        picker(page).get_by_role("button", name="Pune").click()
    expect(header(page).get_by_role("button", name="Where: Pune")).to_be_visible()

    page.goto("/products/sell")
    # The server's own HTML is right, and stays so.
    assert "Nearest to Pune first" in page.content()
    first = page.locator("main article").first.inner_text()
    assert "Pune" in first
    answered(page)
    assert page.locator("main article").first.inner_text() == first
    expect(page.get_by_role("combobox", name="Sort by")).to_have_value("distance")
    total = page.get_by_role("main").get_by_role("status").first.inner_text()

    page.goto("/")
    alive(page)
    near = page.get_by_role("heading", name="Near you", exact=True).locator("xpath=ancestor::section")
    expect(near).to_contain_text("In and around Pune")
    expect(near.get_by_role("article").first).to_contain_text("Pune")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.goto("/products/sell")
    answered(page)
    page.get_by_role("button", name="Nearest to Pune first").click()
    with loaded_again(page):
        picker(page).get_by_role("button", name="Anywhere in India").click()
    answered(page)
    expect(header(page).get_by_role("button", name="Where: Anywhere")).to_be_visible()
    expect(page.get_by_text("Nearest to")).to_have_count(0)
    # Nothing was hidden before.
    assert page.get_by_role("main").get_by_role("status").first.inner_text() == total


@pytest.mark.parametrize("size", SIZES)
def test_search_from_the_page_of_an_ad(visitor: Visitor, site: Site, size: str):
    page = visitor(newest(site), viewport=SIZES[size])
    alive(page)
    page.mouse.wheel(0, 900)
    box = header(page).get_by_role("combobox", name="What are you looking for")
    # The form stays in sight while the page scrolls.
    expect(box).to_be_in_viewport()
    box.fill("sofa")
    header(page).get_by_role("button", name="Search", exact=True).click()
    expect(page).to_have_url(re.compile(r"/products/search\?keyword=sofa$"))
    answered(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Results for “sofa”")
    expect(box).to_have_value("sofa")
    page.go_back()
    expect(box).to_have_value("")


def test_a_list_is_searched_within_its_type(visitor: Visitor):
    page = visitor("/products/rent")
    answered(page)
    header(page).get_by_role("combobox").fill("camera")
    header(page).get_by_role("combobox").press("Enter")
    expect(page).to_have_url(re.compile(r"/products/search\?producttype=rent&keyword=camera$"))
    answered(page)
    kind = page.get_by_role("main").get_by_label("Type", exact=True)
    expect(kind).to_have_value("rent")
    kind.select_option("sell")
    page.get_by_role("main").get_by_role("button", name="Search Again").click()
    expect(page).to_have_url(re.compile(r"/products/search\?producttype=sell&keyword=camera$"))


@pytest.mark.parametrize("size", SIZES)
def test_type_and_category_are_searched_again(visitor: Visitor, site: Site, size: str):
    page = visitor("/products/search?keyword=table&producttype=sell", viewport={**SIZES[size], "height": 700})
    answered(page)
    main = page.get_by_role("main")
    # The fold of a phone pushes no result out of sight.
    first = main.get_by_role("article").first.bounding_box()
    assert first
    assert first["y"] < 700 - 250
    if size == "phone":
        fold = main.get_by_text("Type and category")
        expect(main.get_by_text("Buy · All Categories")).to_be_visible()
        expect(main.get_by_role("button", name="Search Again")).to_be_hidden()
        fold.click()
    kind, category = main.get_by_label("Type", exact=True), main.get_by_label("Category", exact=True)
    expect(kind).to_have_value("sell")
    kind.select_option("rent")
    expect(category.locator("option")).not_to_have_count(1)
    chosen = category.locator("option").nth(1).get_attribute("value")
    category.select_option(chosen)
    button = main.get_by_role("button", name="Search Again")
    expect(button).to_have_text("Search Again")
    expect(button).to_be_in_viewport()
    button.click()
    expect(page).to_have_url(re.compile(rf"/products/search\?producttype=rent&categoryId={chosen}&keyword=table$"))
    answered(page)
    expect(category).to_have_value(chosen or "")


def test_a_town_is_chosen_by_keyboard_alone(visitor: Visitor):
    page = visitor("/products/sell", viewport=SIZES["desktop"])
    answered(page)
    header(page).get_by_role("combobox").focus()
    page.keyboard.press("Tab")
    expect(header(page).get_by_role("button", name="Where")).to_be_focused()
    page.keyboard.press("Enter")
    box = picker(page).get_by_role("combobox", name="Search for a town or locality")
    expect(box).to_be_focused()
    page.keyboard.press("Escape")
    expect(picker(page)).to_be_hidden()
    expect(header(page).get_by_role("button", name="Where")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("nowhereville")
    expect(picker(page).get_by_role("alert")).to_have_text("We don't know this town.")
    box.press("Control+a")
    page.keyboard.type("poona")
    expect(picker(page).get_by_role("option").first).to_have_text("Pune, Maharashtra")
    with loaded_again(page):
        page.keyboard.press("Enter")
    answered(page)
    expect(page.get_by_role("button", name="Nearest to Pune first")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_locality_is_chosen(visitor: Visitor, size: str):
    page = visitor("/products/sell", viewport=SIZES[size])
    answered(page)
    header(page).get_by_role("button", name="Where").click()
    picker(page).get_by_role("combobox").fill("andh")
    with loaded_again(page):
        picker(page).get_by_role("option", name="Andheri, Mumbai, Maharashtra").click()
    answered(page)
    expect(header(page).get_by_role("button", name="Where: Andheri")).to_be_visible()
    expect(page.get_by_role("button", name="Nearest to Andheri first")).to_be_visible()


def test_a_choice_replaces_the_place_of_the_url(visitor: Visitor):
    page = visitor("/products/sell?lat=28.65&lng=77.22&near=Delhi&radiusKm=25&sort=distance&minPrice=1")
    answered(page)
    header(page).get_by_role("button", name="Where").click()
    picker(page).get_by_role("button", name="Pune").click()
    expect(page).to_have_url(re.compile(r"/products/sell\?minPrice=1$"))
    answered(page)
    expect(page.get_by_role("button", name="Nearest to Pune first")).to_be_visible()


def test_the_position_of_the_browser_is_a_choice(visitor: Visitor):
    page = visitor("/products/sell", geolocation=PUNE, permissions=["geolocation"])
    answered(page)
    header(page).get_by_role("button", name="Where").click()
    with loaded_again(page):
        picker(page).get_by_role("button", name="Use my location").click()
    expect(header(page).get_by_role("button", name="Where: Pune")).to_be_visible()


def test_a_refused_position_shows_an_error_in_the_picker(visitor: Visitor):
    page = visitor("/products/sell")
    page.context.clear_permissions()
    answered(page)
    header(page).get_by_role("button", name="Where").click()
    picker(page).get_by_role("button", name="Use my location").click()
    expect(picker(page).get_by_role("alert")).to_have_text("Unable to retrieve your location.")


def test_home_asks_once(visitor: Visitor):
    page = visitor("/", viewport=SIZES["phone"])
    alive(page)
    expect(page.get_by_text("Where are you looking?").locator("visible=true")).to_have_count(1)
    with loaded_again(page):
        page.get_by_role("main").get_by_role("button", name="Anywhere in India").click()
    alive(page)
    expect(page.get_by_text("Where are you looking?").locator("visible=true")).to_have_count(0)
    expect(page.get_by_role("heading", name="Near you", exact=True)).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_home_has_one_search_form_at_a_time(visitor: Visitor, size: str):
    page = visitor("/", viewport=SIZES[size])
    alive(page)
    forms = page.get_by_role("search").locator("visible=true")
    hero = page.get_by_role("main").get_by_role("search").first
    expect(header(page)).to_have_count(0)
    expect(hero).to_be_in_viewport()
    button = hero.get_by_role("button", name="Search Now").bounding_box()
    box = hero.get_by_role("combobox", name="What are you looking for").bounding_box()
    assert button
    assert box
    assert abs(button["height"] - box["height"]) <= 2
    assert forms.count() >= 1
    if size == "desktop":
        page.mouse.wheel(0, 1_200)
        expect(header(page)).to_have_count(1)
        expect(header(page)).to_be_in_viewport()
