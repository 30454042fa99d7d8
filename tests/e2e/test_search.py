"""Search: suggestions, chips, filters, places, and URLs for back, reload and sharing."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, answered, toast

Visitor = Callable[..., Page]
PUNE = {"latitude": 18.5204, "longitude": 73.8567}
PHONE = {"width": 360, "height": 780}


def _total(page: Page) -> int:
    """Return the number of results after the list shows the current URL."""
    answered(page)
    text = page.get_by_role("status").filter(has_text=re.compile(r"\d+ ads?")).first.inner_text()
    return int(re.sub(r"\D", "", text))


def _chips(page: Page) -> Locator:
    return page.get_by_role("group", name="Active filters").get_by_role("link")


def _settled(page: Page, count: int) -> None:
    words = f"{count} ad" if count == 1 else f"{count} ads"
    expect(page.get_by_role("status").filter(has_text=re.compile(rf"^{words}$")).first).to_be_visible()


def _offered(page: Page, site: Site, typed: str) -> Locator:
    """Return the suggestions for the complete typed text."""
    wanted = [one["text"] for one in calls.get(f"{site.url}/api/search/suggest", params={"q": typed}).json()["data"]]
    offered = page.get_by_role("listbox", name="Suggestions").get_by_role("option")
    expect(offered.locator("span:first-of-type")).to_have_text(wanted)
    return offered


def test_suggestions_by_keyboard(visitor: Visitor, site: Site):
    page = visitor("/products/search")
    answered(page)
    box = page.get_by_role("banner").get_by_role("combobox", name="What are you looking for")
    with page.expect_response(re.compile("suggest.q=sof$")):
        box.press_sequentially("sof", delay=40)
    offered = _offered(page, site, "sof")
    expect(offered.first).to_be_visible()
    expect(box).to_have_attribute("aria-expanded", "true")
    box.press("ArrowDown")
    expect(offered.first).to_have_attribute("aria-selected", "true")
    expect(box).to_have_attribute("aria-activedescendant", str(offered.first.get_attribute("id")))
    wanted = offered.first.locator("span").first.inner_text()
    # Arrow Up leads from the first line to the box, and from there to the last line.
    box.press("ArrowUp")
    expect(page.locator('[role="option"][aria-selected="true"]')).to_have_count(0)
    box.press("ArrowUp")
    expect(offered.last).to_have_attribute("aria-selected", "true")
    box.press("Escape")
    expect(offered).to_have_count(0)
    expect(box).to_have_value("sof")
    box.press("ArrowDown")
    expect(offered.first).to_be_visible()
    box.press("ArrowDown")
    box.press("Enter")
    page.wait_for_url(re.compile(rf"keyword={wanted.replace(' ', '.*')}"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(wanted)
    expect(offered).to_have_count(0)


def test_suggestions_of_the_header_are_as_wide_as_its_form(visitor: Visitor):
    page = visitor("/products/sell", viewport=PHONE)
    alive(page)
    form = page.get_by_role("banner").get_by_role("search")
    form.get_by_role("combobox", name="What are you looking for").press_sequentially("sof", delay=40)
    offered = page.get_by_role("listbox", name="Suggestions")
    expect(offered).to_be_visible()
    around, inner = form.bounding_box(), offered.bounding_box()
    assert around
    assert inner
    assert (round(inner["x"]), round(inner["width"])) == (round(around["x"]), round(around["width"]))


def test_suggestion_on_the_home_page_opens_an_ad(visitor: Visitor, site: Site):
    page = visitor("/", viewport=PHONE)
    alive(page)
    box = page.get_by_role("combobox", name="What are you looking for").first
    with page.expect_response(re.compile("suggest.q=sofa$")):
        box.press_sequentially("sofa", delay=40)
    _offered(page, site, "sofa")
    listed = page.get_by_role("listbox", name="Suggestions")
    expect(listed).to_be_visible()
    # Nothing of it is cut off, and it is as wide as its box.
    frame, own = listed.bounding_box(), box.bounding_box()
    assert frame
    assert own
    assert abs(frame["width"] - own["width"]) < 2
    assert frame["x"] >= 0
    assert frame["x"] + frame["width"] <= 360
    ad = listed.get_by_role("option").filter(has_text=re.compile("Ad$")).first
    name = ad.locator("span").first.inner_text()
    ad.click()
    page.wait_for_url(re.compile(r"/products/\w{26}"))
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(re.escape(name), re.IGNORECASE))


def test_chips_remove_understood_and_chosen_filters(visitor: Visitor):
    page = visitor("/products/search?keyword=sofa+under+90000&postedWithinDays=30")
    answered(page)
    chips = _chips(page)
    expect(chips).to_have_text([re.compile("Under ₹90,000"), re.compile("Posted within 30 days")])
    chips.first.click()
    page.wait_for_url(re.compile(r"keyword=sofa&"))
    expect(chips).to_have_text([re.compile("Posted within 30 days")])
    chips.first.click()
    page.wait_for_url(re.compile(r"keyword=sofa$"))
    expect(chips).to_have_count(0)


def test_counts_equal_the_results(visitor: Visitor):
    page = visitor("/products/search?keyword=table")
    answered(page)
    filters = page.get_by_role("complementary", name="Filters")
    expect(filters.get_by_role("heading", name="City")).to_be_visible()
    start = page.url
    links = filters.locator("li a:has(span:nth-of-type(2))")
    seen = 0
    for at in range(links.count()):
        line = links.nth(at)
        count = line.locator("span").last.text_content() or ""
        if not count.isdigit():
            continue
        if not line.is_visible():
            line.locator("xpath=ancestor::details/summary").click()
        line.click()
        page.wait_for_url(lambda url: url != start)
        answered(page)
        _settled(page, int(count))
        seen += 1
        page.go_back()
        page.wait_for_url(start)
        answered(page)
        expect(_chips(page)).to_have_count(0)
        expect(links.nth(at).locator("span").last).to_have_text(count)
    assert seen >= 8


def test_filters_open_in_a_sheet_on_phones(visitor: Visitor):
    page = visitor("/products/search?keyword=table", viewport={"width": 360, "height": 780})
    everything = _total(page)
    expect(page.locator("article h3").first).to_be_in_viewport()
    opener, sheet = page.get_by_role("button", name="Filters"), page.get_by_role("dialog", name="Filters")
    expect(page.get_by_role("link", name="Clear all filters")).to_have_count(0)
    opener.focus()
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible()
    sheet.get_by_label("Highest price").fill("5000")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("maxPrice=5000"))
    # The list behind it follows, and the sheet stays for the next choice.
    expect(sheet.get_by_role("button", name=re.compile(r"^Show \d+ ads?$"))).to_be_enabled()
    expect(sheet.get_by_role("link", name="Clear all filters")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(opener).to_be_focused()
    expect(opener).to_have_accessible_name("Filters 1 set")
    assert _total(page) < everything
    opener.click()
    sheet.get_by_role("link", name="Clear all filters").click()
    page.wait_for_url(re.compile("keyword=table$"))
    _settled(page, everything)
    sheet.get_by_role("button", name=re.compile(r"^Show \d")).click()
    expect(sheet).to_have_count(0)
    expect(opener).to_have_accessible_name("Filters")


def test_back_reload_and_share_show_the_same(visitor: Visitor):
    page = visitor("/products/search?keyword=chair")
    before = _total(page)
    page.locator("[name=maxPrice]:visible").fill("5000")
    page.locator("[name=maxPrice]:visible").press("Enter")
    page.wait_for_url(re.compile("maxPrice=5000"))
    expect(_chips(page)).to_have_text([re.compile("Under ₹5,000")])
    page.get_by_role("combobox", name="Sort by").select_option("price_asc")
    page.wait_for_url(re.compile("sort=price_asc"))
    # The list is up to date once its links contain the chosen order.
    expect(page.get_by_role("link", name="List", exact=True)).to_have_attribute("href", re.compile("sort=price_asc"))
    leading = page.locator("#app-content article").first.get_by_role("link").first
    total = _total(page)
    expect(leading).to_be_visible()
    first = str(leading.get_attribute("href"))
    page.reload()
    expect(leading).to_have_attribute("href", first)
    _settled(page, total)
    other = visitor(page.url.removeprefix(page.url.split("/products")[0]))
    _settled(other, total)
    expect(other.get_by_role("combobox", name="Sort by")).to_have_value("price_asc")
    page.go_back()
    page.wait_for_url(re.compile(r"maxPrice=5000$"))
    page.go_back()
    page.wait_for_url(re.compile(r"keyword=chair$"))
    _settled(page, before)


def test_near_me_asks_for_the_position(visitor: Visitor):
    page = visitor("/products/search?keyword=table+near+me", geolocation=PUNE, permissions=["geolocation"])
    answered(page)
    expect(_chips(page)).to_have_text([re.compile("Near you")])
    page.get_by_role("button", name="Use my location").click()
    page.wait_for_url(re.compile(r"lat=18\.520&lng=73\.857"))
    expect(page.get_by_role("combobox", name="Sort by")).to_have_value("distance")
    expect(page.get_by_role("button", name="Use my location")).to_have_count(0)
    within = _total(page)
    page.get_by_role("link", name="Within 100 km").last.click()
    page.wait_for_url(re.compile("radiusKm=100"))
    assert _total(page) >= within
    _chips(page).first.click()
    page.wait_for_url(re.compile(r"keyword=table$"))
    expect(_chips(page)).to_have_count(0)


def test_near_a_town_with_a_radius(visitor: Visitor):
    page = visitor("/products/sell")
    answered(page)
    town = page.get_by_role("combobox", name="Near a town").locator("visible=true")
    town.fill("Nowhereville")
    town.press("Enter")
    toast(page, "We don't know this town.")
    town.fill("Poona")
    town.press("Enter")
    page.wait_for_url(re.compile("near=Pune"))
    expect(_chips(page)).to_have_text([re.compile("Within 25 km of Pune")])
    page.get_by_role("link", name="Within 5 km").last.click()
    expect(_chips(page)).to_have_text([re.compile("Within 5 km of Pune")])


def test_empty_results_have_fallbacks(visitor: Visitor):
    page = visitor("/products/search?keyword=sofa+zzyzxqv")
    answered(page)
    page.get_by_role("link", name=re.compile("without “zzyzxqv”")).click()
    page.wait_for_url(re.compile(r"keyword=sofa$"))
    expect(page.locator("article").first).to_be_visible()
    assert _total(page) > 0


def test_corrected_word_is_shown_and_can_be_restored(visitor: Visitor):
    page = visitor("/products/search?keyword=wardorbe")
    answered(page)
    expect(page.get_by_text("Showing results for wardrobe")).to_be_visible()
    page.get_by_role("link", name="Search for exactly what I typed").click()
    page.wait_for_url(re.compile("literal=true"))
    expect(page.get_by_text("No Products Available for your search.")).to_be_visible()


def test_search_is_saved_renamed_and_mailed(visitor: Visitor):
    page = visitor("/favicon.svg")
    tour.sign_in(page, "buyer")
    page.goto("/products/search?keyword=harmonium&maxPrice=20000")
    answered(page)
    page.get_by_role("button", name="Save this search").click()
    toast(page, "Search saved")
    page.goto("/savedsearches")
    row = page.get_by_role("main").get_by_role("listitem").filter(has_text="harmonium")
    expect(row.get_by_role("combobox")).to_have_value("daily")
    row.get_by_role("combobox").select_option("at_once")
    toast(page, "Saved search changed")
    row.get_by_role("button", name="Rename harmonium").click()
    dialog = page.get_by_role("dialog", name="Rename saved search")
    dialog.get_by_label("Name").fill("Music for the hall")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    page.reload()
    row = page.get_by_role("main").get_by_role("listitem").filter(has_text="Music for the hall")
    expect(row.get_by_role("combobox")).to_have_value("at_once")
    row.get_by_role("button", name="Delete Music for the hall").click()
    page.get_by_role("dialog", name="Delete saved search").get_by_role("button", name="Yes").click()
    toast(page, "Saved search deleted")
    expect(row).to_have_count(0)
