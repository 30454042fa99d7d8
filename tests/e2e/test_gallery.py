"""The photos of an ad in full screen."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site
from tests.e2e.people import alive, until

Visitor = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True}
# The library's own stylesheet, which only arrives with the viewer.
_IS_LOADED = (
    "() => [...document.querySelectorAll('link[rel=stylesheet]')].some((link) => /photo_viewer/.test(link.href))"
)
_WIDTH = "() => document.querySelector('.yarl__slide_current img')?.getBoundingClientRect().width ?? 0"


@pytest.fixture
def ad(site: Site) -> dict:
    """An ad with more than one photo."""
    listed = calls.get(f"{site.url}/api/product/sell", params={"limit": "50"}).json()["products"]
    ads = (calls.get(f"{site.url}/api/product/{ad['_id']}").json()["data"] for ad in listed)
    return next(ad for ad in ads if len(ad["images"]) >= 2)


def open_viewer(visitor: Visitor, ad: dict, **context) -> Page:
    """Open the ad and its first photo in full screen."""
    page = visitor(f"/products/{ad['_id']}", reduced_motion="reduce", **context)
    alive(page)
    page.wait_for_load_state("networkidle")
    assert not page.evaluate(_IS_LOADED), "the viewer is loaded only when somebody opens a photo"
    page.get_by_role("button", name="Enlarge photo 1").click()
    expect(viewer(page, ad)).to_be_visible()
    until(page, lambda: page.evaluate(_WIDTH) > 0)
    return page


def viewer(page: Page, ad: dict):
    """The full-screen view."""
    return page.get_by_role("dialog", name=ad["name"])


def at(page: Page, ad: dict, number: int) -> None:
    """Expect a photo, by its number from 1."""
    expect(viewer(page, ad).get_by_text(f"{number} / {len(ad['images'])}")).to_be_visible()


def zooms(page: Page, act: Callable[[], None], *, larger: bool) -> None:
    """Expect that the action changes the size of the photo."""
    before = page.evaluate(_WIDTH)
    act()
    until(page, lambda: page.evaluate(_WIDTH) > before if larger else page.evaluate(_WIDTH) < before)


def test_keys_zoom_and_change_the_photo_and_the_focus_returns(visitor: Visitor, ad: dict):
    page = open_viewer(visitor, ad)
    fitted = page.evaluate(_WIDTH)
    zooms(page, lambda: page.keyboard.press("+"), larger=True)
    zooms(page, lambda: page.keyboard.press("+"), larger=True)
    zooms(page, lambda: page.keyboard.press("-"), larger=False)
    zooms(page, lambda: page.keyboard.press("0"), larger=False)
    assert page.evaluate(_WIDTH) == pytest.approx(fitted, abs=1)
    page.keyboard.press("ArrowRight")
    at(page, ad, 2)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    photo = page.get_by_role("button", name="Enlarge photo 2")
    expect(photo).to_be_focused()
    expect(photo).to_be_in_viewport(ratio=0.9)
    page.keyboard.press("Enter")
    at(page, ad, 2)


def test_wheel_double_click_and_buttons_zoom(visitor: Visitor, ad: dict):
    page = open_viewer(visitor, ad, viewport={"width": 1440, "height": 900})
    page.mouse.move(720, 450)
    zooms(page, lambda: page.mouse.wheel(0, -200), larger=True)
    zooms(page, lambda: page.mouse.wheel(0, 2000), larger=False)
    zooms(page, lambda: page.mouse.dblclick(720, 450), larger=True)
    zooms(page, lambda: viewer(page, ad).get_by_role("button", name="Zoom out").click(), larger=False)
    zooms(page, lambda: viewer(page, ad).get_by_role("button", name="Zoom in").click(), larger=True)
    viewer(page, ad).get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def touch(page: Page, number: int, *moments: list[tuple[int, int]]) -> None:
    """Move fingers from moment to moment and lift them; a finger is a point (x, y).

    Args:
        number: of this gesture. Each is seconds after the one before, so that no two of them are a double tap.
    """
    session = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * (len(moments) - 1), "touchEnd"]
    for kind, points in zip(kinds, (*moments, []), strict=True):
        fingers = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        sent = {"type": kind, "touchPoints": fingers, "timestamp": time.time() + 5 * number}
        session.send("Input.dispatchTouchEvent", sent)


def test_fingers_zoom_and_change_the_photo(visitor: Visitor, ad: dict):
    page = open_viewer(visitor, ad, **PHONE)
    touch(page, 1, *[[(300 - step, 400)] for step in range(0, 260, 20)])
    at(page, ad, 2)
    # One above the other, because the buttons at the sides take touches of their own.
    spread = [[(180, 390 - step), (180, 390 + step)] for step in range(20, 150, 10)]
    zooms(page, lambda: touch(page, 2, *spread), larger=True)
    # A swipe moves a zoomed photo instead of showing the next one.
    touch(page, 3, *[[(200 - step, 400)] for step in range(0, 60, 20)])
    at(page, ad, 2)
    zooms(page, lambda: touch(page, 4, *reversed(spread)), larger=False)

    def tap_twice() -> None:
        for _ in range(2):
            page.touchscreen.tap(180, 390)

    zooms(page, tap_twice, larger=True)
