"""Lists: the URL has the whole search, back returns to the same position, and odd input causes no error."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e import calls, tour
from tests.e2e.conftest import Site, Watch
from tests.e2e.people import alive, answered, stop_clock, toast, until
from tests.e2e.tabs import Tabs, tabs_of_strangers

Visitor = Callable[..., Page]
MARKUP = '"><img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'


def cards(page: Page) -> Locator:
    """Return the ads of a list."""
    return page.locator("#app-content main article")


def names(page: Page) -> list[str]:
    """Return the names of the ads after the list shows the current URL."""
    answered(page)
    expect(cards(page).first).to_be_visible()
    return cards(page).get_by_role("heading").all_inner_texts()


def test_url_has_the_whole_search(visitor: Visitor):
    page = visitor("/products/sell")
    first = names(page)
    page.get_by_label("Sort by").select_option(label="Price: low to high")
    expect(page).to_have_url(re.compile("sort="))
    top = cards(page).first.get_by_role("heading")
    expect(top).not_to_have_text(first[0])
    cheap = names(page)
    page.get_by_role("link", name="Page 2", exact=True).click()
    expect(page).to_have_url(re.compile("page=2"))
    expect(page.get_by_role("link", name="Page 2", exact=True)).to_have_attribute("aria-current", "page")
    expect(top).not_to_have_text(cheap[0])
    second = names(page)
    page.locator("main").get_by_role("link", name="List", exact=True).click()
    expect(page).to_have_url(re.compile("view=list"))
    assert names(page) == second
    page.reload()
    assert names(page) == second
    # Another visitor who opens the same URL sees the same list.
    assert names(visitor(page.url)) == second
    page.go_back()
    expect(page).not_to_have_url(re.compile("view=list"))
    page.go_back()
    expect(page).not_to_have_url(re.compile("page=2"))
    expect(cards(page).first.get_by_role("heading")).to_have_text(cheap[0])


@pytest.mark.parametrize("width", [360, 1440])
def test_back_returns_to_the_scroll_position(visitor: Visitor, width: int):
    page = visitor("/products/sell?page=2", viewport={"width": width, "height": 800})
    wanted = names(page)[9]
    card = cards(page).nth(9)
    card.scroll_into_view_if_needed()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    before = page.evaluate("scrollY")
    assert before > 0
    card.get_by_role("link").first.click()
    expect(page.locator("#app-content main h1")).to_have_text(wanted)
    until(page, lambda: page.evaluate("scrollY") == 0)
    page.go_back()
    expect(page).to_have_url(re.compile(r"/products/sell\?page=2"))
    until(page, lambda: abs(page.evaluate("scrollY") - before) < 2)
    expect(card).to_be_in_viewport()
    assert names(page)[9] == wanted


def test_filter_is_applied_and_removed(visitor: Visitor):
    page = visitor("/products/sell")
    names(page)
    count = page.locator("main").get_by_role("status").first
    everything = count.inner_text()
    page.locator("[name=minPrice]:visible").fill("50000")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("minPrice=50000"))
    expect(count).not_to_have_text(everything)
    page.go_back()
    expect(count).to_have_text(everything)


def test_price_boxes_take_amounts_in_any_order(visitor: Visitor):
    page = visitor("/products/sell")
    alive(page)
    least, most = page.locator("[name=minPrice]:visible"), page.locator("[name=maxPrice]:visible")
    least.press_sequentially("₹50,000 only")
    most.press_sequentially("1,000")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("minPrice=1000&maxPrice=50000"))
    expect(least).to_have_value("1000")
    expect(most).to_have_value("50000")
    expect(cards(page).first).to_be_visible()


def test_bottom_bar_marks_the_page(visitor: Visitor):
    page = visitor("/", viewport={"width": 360, "height": 740})
    alive(page)
    bar = page.get_by_role("navigation", name="Quick access")
    expect(bar.locator("[aria-current=page]")).to_have_text("Home")
    bar.get_by_role("link", name="Search").click()
    expect(bar.locator("[aria-current=page]")).to_have_text("Search")
    for path in ("/products/rent", "/categories"):
        page.goto(path)
        alive(page)
        expect(bar.locator("[aria-current=true]")).to_have_text("Search")
        expect(bar.locator("[aria-current=page]")).to_have_count(0)
    tour.sign_in(page, "seller")
    for path, name in {
        "/account": "Account",
        "/seller/ads": "Account",
        "/notices": "Account",
        "/seller/messages": "Messages",
    }.items():
        page.goto(path)
        alive(page)
        expect(bar.locator("[aria-current]:not([aria-current=false])")).to_contain_text(name)
    page.context.clear_cookies()
    tour.sign_in(page, "admin")
    for path, name in {"/admin/queue": "Administration", "/admin/security": "Account"}.items():
        page.goto(path)
        alive(page)
        expect(bar.locator("[aria-current]:not([aria-current=false])")).to_contain_text(name)


ODD = {
    "a page past the end": "/products/sell?page=99999",
    "no page": "/products/rent?page=zero&sort=sideways&view=cube",
    "a negative page": "/products/lease?page=-4",
    "an unknown category": "/products/search?categoryId=nothing",
    "an unknown type": "/products/search?producttype=steal",
    "300 letters": f"/products/search?keyword={'sofa' * 75}",
    "300 words": f"/products/search?keyword={'a+' * 150}",
    "emoji": "/products/search?keyword=%F0%9F%9B%8B%EF%B8%8F%F0%9F%98%80",
    "null": "/products/search?keyword=null&categoryId=undefined&producttype=null",
    "prices the wrong way round": "/products/sell?minPrice=900&maxPrice=1",
    "prices that are none": "/products/sell?minPrice=1e999&maxPrice=abc",
    "control characters": "/products/search?keyword=%00%01%1f%ff",
    "a question to the database": "/products/search?keyword=%27%3B%20DROP%20TABLE%20ads%3B--%20%22%20OR%20NEAR%2F2%20*",
    "markup": f"/products/search?keyword={quote(MARKUP)}",
}


@pytest.fixture(scope="module")
def odd_pages(chrome: Browser, site: Site) -> Iterator[Tabs]:
    """The pages of the odd URLs as anonymous visitors."""
    with tabs_of_strangers(chrome, site, list(ODD.values())) as opened:
        yield opened


@pytest.mark.parametrize("path", ODD.values(), ids=ODD)
def test_odd_url_gets_a_page(odd_pages: Tabs, site: Site, path: str):
    assert calls.get(site.url + path).status_code == 200
    visit = odd_pages.visit(path)
    page = visit.page
    assert odd_pages.problems(visit) == []
    expect(page.locator("#app-content main h1")).to_have_count(1)
    expect(page.locator("#app-content main .skeleton")).to_have_count(0)
    shown = cards(page).or_(page.get_by_text(re.compile("No Products Available|No products available")))
    expect(shown.first).to_be_visible()
    assert page.evaluate("window.hurt") is None
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_unknown_category_shows_an_error(visitor: Visitor, watch: Watch):
    watch.expect("404")
    page = visitor("/category/nothing")
    expect(page.locator("#app-content main h1")).to_have_text("Category not found")


def test_empty_search_shows_a_warning(visitor: Visitor):
    page = visitor("/")
    alive(page)
    form = page.get_by_role("search").first
    # With the clock stopped, a toast stays until it is closed.
    stop_clock(page)
    corner = page.locator('section[aria-label^="Notifications"]')
    for words in ("", "   ", "null", "undefined"):
        form.get_by_placeholder("What are you looking for").fill(words)
        form.get_by_role("button", name="Search Now").click()
        toast(page, "Please enter a keyword or select filters")
        corner.get_by_role("button").first.click()
        expect(corner.locator("li")).to_have_count(0)
    assert page.url.rstrip("/").endswith(str(httpx.URL(page.url).port))


def test_categories_of_the_form_follow_the_type(visitor: Visitor, site: Site):
    page = visitor("/")
    alive(page)
    form = page.get_by_role("search").first
    choices = form.get_by_label("Category").locator("option")
    expect(choices).to_have_count(1)
    offered = calls.get(f"{site.url}/api/product/categories/by-type", params={"type": "lease"}).json()["data"]
    form.get_by_label("Type").select_option("lease")
    expect(choices).to_have_count(1 + len(offered))
    form.get_by_label("Type").select_option("")
    expect(choices).to_have_count(1)


def type_into_all(page: Page, scope: Locator, text: str) -> int:
    """Fill every visible text field; return their number."""
    fields = scope.locator("input:not([type]), input[type=text], input[type=search], input[type=password], textarea")
    seen = [field for field in fields.all() if field.is_visible() and field.is_editable()]
    for field in seen:
        field.fill(text)
    return len(seen)


def test_markup_in_a_profile_is_shown_as_text(visitor: Visitor, site: Site):
    page = visitor("/favicon.svg")
    tour.sign_in(page, "seller")
    page.goto("/seller/profile")
    alive(page)
    place = page.locator("main [name=place]")
    expect(place).not_to_have_value("")
    before = place.input_value()
    place.fill(MARKUP)
    page.get_by_role("button", name=re.compile("^(Update|Save)")).first.click()
    toast(page, "Profile updated successfully")
    page.reload()
    alive(page)
    expect(page.locator("main [name=place]")).to_have_value(MARKUP)
    assert page.evaluate("window.hurt") is None
    page.locator("main [name=place]").fill(before)
    page.get_by_role("button", name=re.compile("^(Update|Save)")).first.click()
    toast(page, "Profile updated successfully")


@pytest.mark.parametrize("path", ["/", "/products/sell", "/products/search", "/forgotpassword"])
def test_markup_in_a_form_is_shown_as_text(visitor: Visitor, path: str):
    page = visitor(path)
    alive(page)
    scope = page.get_by_role("search").first if path != "/forgotpassword" else page.locator("main")
    type_into_all(page, scope, MARKUP)
    if path == "/forgotpassword":
        page.locator("main input[type=email]").fill("<b>@example.org")
        page.get_by_role("button", name="Send OTP").click()
    else:
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("keyword="))
        answered(page)
        expect(page.locator("#app-content main h1")).to_be_visible()
    assert page.evaluate("window.hurt") is None
    assert page.locator("img[onerror]").count() == 0
