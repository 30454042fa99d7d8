"""Color schemes, reduced motion, the offline page and installation."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from marketplace.http import cookies
from tests.e2e import calls, tour
from tests.e2e.conftest import Site, Watch
from tests.e2e.people import alive, stop_clock, toast, until

Visitor = Callable[..., Page]
_WHITE = "rgb(255, 255, 255)"


def test_color_scheme_follows_the_system_until_switched(visitor: Visitor):
    page = visitor("/about", color_scheme="dark")
    alive(page)
    expect(page.locator("html")).to_have_class(re.compile(r"\bdark\b"))
    expect(page.locator("html")).not_to_have_css("background-color", _WHITE)
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_class(re.compile(r"\blight\b"))
    expect(page.locator("html")).to_have_css("background-color", _WHITE)
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(page.locator("html")).to_have_class(re.compile(r"\bdark\b"))
    # The choice overrides the setting of the system.
    page.reload()
    expect(page.locator("html")).to_have_class(re.compile(r"\bdark\b"))
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(page.locator("html")).to_have_class(re.compile(r"\blight\b"))


def test_toasts_stay_light_in_dark_mode(visitor: Visitor):
    page = visitor("/", color_scheme="dark")
    alive(page)
    # Keeps the toast until it has been measured.
    stop_clock(page)
    page.get_by_role("search").first.get_by_role("button", name="Search Now").click()
    toast(page, "Please enter a keyword or select filters")
    card = page.locator('section[aria-label^="Notifications"] li').first
    ground, width = card.evaluate("node => [getComputedStyle(node).backgroundColor, node.offsetWidth]")
    assert min(int(part) for part in re.findall(r"\d+", ground)[:3]) > 200, ground
    assert width == 320


@pytest.mark.parametrize(("town", "who"), [("", ""), ("Pune", ""), ("Pune", "buyer")])
def test_home_stays_short_on_a_phone(visitor: Visitor, site: Site, town: str, who: str):
    page = visitor("/favicon.svg", viewport={"width": 360, "height": 800})
    page.context.add_cookies([{"name": cookies.CITY, "value": town, "url": site.url}])
    if who:
        tour.sign_in(page, who)
        seen = calls.get(f"{site.url}/api/product/rent", params={"limit": "10"}).json()["products"]
        page.evaluate("ids => localStorage.setItem('recently-viewed', ids)", json.dumps([ad["_id"] for ad in seen]))
    page.goto("/")
    alive(page)
    expect(page.get_by_role("heading", name="Recently viewed")).to_have_count(int(bool(who)))
    assert page.get_by_role("heading", name="Near you", exact=True).count() == bool(town)
    assert page.evaluate("document.documentElement.scrollHeight") < 5000
    # The rows scroll; the page itself does not move sideways.
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    last = page.get_by_role("heading", name="For Sale").locator("xpath=ancestor::section").get_by_role("article").last
    last.get_by_role("link").focus()
    expect(last).to_be_in_viewport()


def _testimonials(page: Page) -> Locator:
    return page.get_by_role("region", name="Testimonials").or_(page.locator('[aria-label="Testimonials"]')).first


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_carousels_respect_reduced_motion(visitor: Visitor, motion: str, moves: bool):
    page = visitor("/favicon.svg", reduced_motion=motion)
    page.clock.install()
    page.goto("/")
    alive(page)
    words = _testimonials(page)
    words.scroll_into_view_if_needed()
    slides = words.get_by_role("group", include_hidden=True)
    expect(slides.nth(3)).to_have_attribute("inert", "")
    expect(slides.first).not_to_have_attribute("inert", "")
    page.clock.run_for(4_500)
    if moves:
        expect(slides.first).to_have_attribute("inert", "")
        return
    # It has not moved by itself, so one press shows the second slide.
    words.get_by_role("button", name="Next slide").click()
    page.clock.run_for(1_000)
    expect(slides.first).to_have_attribute("inert", "")
    expect(slides.nth(1)).not_to_have_attribute("inert", "")
    expect(slides.nth(3)).not_to_have_attribute("inert", "")


def test_testimonials_wait_under_the_pointer(visitor: Visitor):
    page = visitor("/favicon.svg")
    page.clock.install()
    page.goto("/")
    alive(page)
    words = _testimonials(page)
    words.hover()
    first = words.get_by_role("group", include_hidden=True).first
    expect(first).not_to_have_attribute("inert", "")
    page.clock.run_for(7_000)
    expect(first).not_to_have_attribute("inert", "")
    page.mouse.move(0, 0)
    page.clock.run_for(4_500)
    expect(first).to_have_attribute("inert", "")


def test_the_offline_page_is_shown_without_a_network(visitor: Visitor, watch: Watch):
    watch.expect("ERR_INTERNET_DISCONNECTED|WebSocket|error occurred when fetching the script")
    page = visitor("/about")
    active = "navigator.serviceWorker.ready.then((made) => made.active.state === 'activated')"
    until(page, lambda: page.evaluate(active))
    page.context.set_offline(True)
    page.goto("/categories")
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("offline", re.IGNORECASE))
    page.context.set_offline(False)
    page.goto("/categories")
    expect(page.locator("#app-content main h1")).to_be_visible()


def test_site_can_be_installed(visitor: Visitor):
    page = visitor("/about")
    found = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    assert found["display"] == "standalone"
    for icon in found["icons"]:
        width = page.evaluate(
            "src => new Promise((done) => { const made = new Image(); made.onload = () => done(made.naturalWidth);"
            " made.src = src; })",
            icon["src"],
        )
        assert icon["sizes"] == f"{width}x{width}"


def test_newsletter_from_subscription_to_unsubscription(visitor: Visitor, site: Site):
    page, email = visitor("/about"), "reader@example.org"
    alive(page)
    box = page.locator("footer form")
    box.get_by_label("Newsletter").fill("nobody")
    assert not box.evaluate("form => form.checkValidity()")
    box.get_by_label("Newsletter").fill(email)
    box.get_by_role("button", name="Subscribe").click()
    expect(box.get_by_role("status")).not_to_be_empty()
    mail = site.mail_to(email, "/newsletter/confirm")
    page.goto(link_in(mail, "/newsletter/confirm"))
    page.get_by_role("button", name="Confirm").click()
    answer = page.get_by_role("main").get_by_role("status")
    expect(answer).to_be_visible()
    page.goto(link_in(mail, "/newsletter/confirm").replace("/confirm", "/unsubscribe"))
    page.get_by_role("button", name="Unsubscribe").click()
    expect(answer).to_be_visible()


def link_in(mail: str, start: str) -> str:
    """Return the path of the link."""
    found = re.search(rf"https?://[^/\s]+({start}\S*)", mail)
    assert found, mail
    return found[1]
