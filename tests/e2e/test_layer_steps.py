"""Layers and the history of the browser: two at once, pages that they open, reloads, questions of a page that is left."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from marketplace.web import paths
from tests.e2e import tour
from tests.e2e.conftest import Site, Watch
from tests.e2e.layers import BEFORE, LOGIN, PHONE, Opener, ad_with_price, go_back, popover, press, wanted_page
from tests.e2e.people import alive, until
from tests.e2e.posting import FORM, LOST, SUBJECT, draft_stored, empty_form, fill, open_again, open_step
from tests.e2e.test_pressed_twice import Scene

Visitor = Callable[..., Page]


def _guarded(page: Page, *, open: bool = True) -> None:
    until(page, lambda: page.evaluate("Boolean(history.state?.guard)") is open)


def _unguarded(page: Page) -> None:
    _guarded(page, open=False)


def test_back_closes_the_upper_one_of_two(visitor: Visitor, site: Site):
    path = ad_with_price(Scene(site, visitor, site.data))
    page = visitor(path)
    alive(page)
    press("Enlarge photo")(page)
    viewer, report = page.locator(".yarl__portal"), page.locator("dialog#report-ad[open]")
    expect(viewer).to_be_visible()
    # As if it had been pressed just before, on a slow connection.
    page.locator("button", has_text="Report").first.evaluate("button => button.click()")
    expect(report).to_be_visible()
    _guarded(page)
    go_back(page)
    expect(report).to_have_count(0)
    expect(viewer).to_be_visible()
    go_back(page)
    expect(viewer).to_have_count(0)
    expect(page).to_have_url(re.compile(f"{path}$"))
    go_back(page)
    expect(page).to_have_url(BEFORE)


@pytest.mark.parametrize("close", ["Escape", "Back"])
def test_the_step_of_a_layer_is_gone_before_the_next_press(visitor: Visitor, close: str):
    page = visitor("/about")
    alive(page)
    LOGIN(page)
    dialog = page.get_by_role("dialog", name="Sign in")
    expect(dialog).to_be_visible()
    if close == "Escape":
        page.keyboard.press("Escape")
    else:
        go_back(page)
    # A press before the dialog has closed closes it.
    expect(dialog).to_be_hidden()
    # At once, while the browser may still be on its way.
    go_back(page)
    expect(page).to_have_url(BEFORE)


def test_a_page_that_a_layer_opens_takes_its_place(visitor: Visitor):
    page = visitor("/about", viewport={"width": PHONE, "height": 800})
    alive(page)
    popover("main-menu")(page)
    page.locator("#main-menu").get_by_role("link", name="Category").click()
    expect(page).to_have_url(re.compile("/categories$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Categories")
    _unguarded(page)
    go_back(page)
    expect(page).to_have_url(re.compile("/about$"))
    expect(page.locator("#main-menu")).to_be_hidden()
    go_back(page)
    expect(page).to_have_url(BEFORE)


def test_a_page_that_a_layer_loads_takes_its_place(visitor: Visitor):
    page = visitor("/about")
    alive(page)
    press("Post Your Ad")(page)
    dialog = page.get_by_role("dialog", name="Sign in")
    dialog.locator("#login-email").fill("seller@example.com")
    dialog.locator("#login-password").fill(tour.PASSWORD)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    alive(page)
    expect(page).to_have_url(re.compile(f"{paths.POST_AD}$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/about$"))
    alive(page)
    page.go_back()
    expect(page).to_have_url(BEFORE)


def test_the_sheet_stays_while_its_links_change_the_list(visitor: Visitor):
    page = visitor("/products/sell", viewport={"width": PHONE, "height": 800})
    alive(page)
    press("Filters")(page)
    sheet = page.locator("dialog#filters")
    expect(sheet).to_be_visible()
    sheet.get_by_role("link").filter(visible=True).first.click()
    expect(page).not_to_have_url(re.compile("/products/sell$"))
    expect(sheet).to_be_visible()
    narrowed = page.url
    _guarded(page)
    go_back(page)
    expect(sheet).to_be_hidden()
    assert page.url == narrowed
    go_back(page)
    expect(page).to_have_url(re.compile("/products/sell$"))
    go_back(page)
    expect(page).to_have_url(BEFORE)


@pytest.mark.parametrize(
    ("path", "opener", "layer"),
    [
        ("/about", LOGIN, "dialog#login"),
        ("/about", popover("classified-menu"), "#classified-menu"),
        ("/", popover("city-picker"), "#city-picker"),
    ],
)
def test_a_reload_leaves_no_step_behind(visitor: Visitor, path: str, opener: Opener, layer: str):
    page = visitor(path)
    alive(page)
    opener(page)
    expect(page.locator(layer)).to_be_visible()
    _guarded(page)
    page.reload()
    alive(page)
    _unguarded(page)
    expect(page.locator(layer).filter(visible=True)).to_have_count(0)
    go_back(page)
    expect(page).to_have_url(BEFORE)


def test_a_choice_of_a_town_in_a_layer_is_one_step(visitor: Visitor):
    page = visitor("/products/sell")
    alive(page)
    popover("city-picker")(page)
    with page.expect_navigation():
        page.locator("#city-picker").get_by_role("list").get_by_role("button").first.click()
    alive(page)
    _unguarded(page)
    go_back(page)
    expect(page).to_have_url(BEFORE)


@pytest.mark.parametrize("path", ["/seller/ads?renew={ad}", "/user/wanted?renew={wanted}"])
def test_back_answers_a_link_to_renew_with_no(visitor: Visitor, site: Site, tmp_path, request, path: str):
    scene = Scene(site, visitor, tmp_path)
    request.addfinalizer(scene.clear)
    is_ad = "{ad}" in path
    if not is_ad:
        wanted_page(scene)
    item = scene.new_ad() if is_ad else scene.ask("buyer", "/wanted", "GET")["data"][0]["_id"]
    page = scene.open("seller" if is_ad else "buyer", path.format(ad=item, wanted=item))
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    go_back(page)
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile(path.split("?")[0] + "$"))
    _unguarded(page)
    page.wait_for_load_state("networkidle")
    go_back(page)
    expect(page).to_have_url(BEFORE)


def test_back_keeps_the_draft_that_a_page_offers(visitor: Visitor, site: Site, watch: Watch):
    page = empty_form(visitor("/favicon.svg"))
    fill(page, {"name": "Layered loom"})
    page.locator("#title").focus()
    draft_stored(page, site, {"name": "Layered loom"})
    page = open_again(page, site, watch)
    page.get_by_role("button", name="Start over").click()
    question = page.get_by_role("dialog", name="Start over")
    expect(question).to_be_visible()
    go_back(page)
    expect(question).to_be_hidden()
    expect(page.get_by_role("button", name="Continue editing")).to_be_visible()


@pytest.mark.parametrize("leave", ["Back", "link"])
def test_back_answers_the_question_of_an_unsaved_form(visitor: Visitor, watch: Watch, leave: str):
    for line in (*LOST, "error occurred when fetching the script"):
        watch.expect(line)
    page = empty_form(visitor("/favicon.svg"))
    page.get_by_role("link", name="My Ads").first.click()
    expect(page).to_have_url(re.compile("/seller/ads$"))
    page.get_by_role("link", name="Post Your Ad").first.click()
    expect(page).to_have_url(re.compile(FORM))
    expect(page.get_by_role("heading", name="Photos", exact=True)).to_be_visible()
    open_step(page, SUBJECT)
    form = page.url
    page.context.set_offline(True)
    page.locator("#name").fill("Hammock for two")
    question = page.get_by_role("dialog", name="Leave without saving?")

    def go() -> None:
        if leave == "link":
            page.get_by_role("link", name="My Ads").first.click()
        else:
            # Past the steps of the form.
            page.evaluate("history.go(-2)")

    go()
    expect(question).to_be_visible()
    _guarded(page)
    go_back(page)
    expect(question).to_be_hidden()
    assert page.url == form
    expect(page.locator("#name")).to_have_value("Hammock for two")
    _unguarded(page)
    go()
    expect(question).to_be_visible()
    page.context.set_offline(False)
    question.get_by_role("button", name="Leave").click()
    expect(page).to_have_url(re.compile("/seller/ads$"))
