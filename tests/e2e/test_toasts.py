"""Toasts on phones: one at a time, below the header, and never over what was pressed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.people import alive, stop_clock

Visitor = Callable[..., Page]
_SAY = "text => window.dispatchEvent(new CustomEvent('marketplace:toast', { detail: { kind: 'info', text } }))"


def _toasts(page: Page) -> Locator:
    return page.locator('section[aria-label^="Notifications"] li')


def _box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found
    right, bottom = found["x"] + found["width"], found["y"] + found["height"]
    return {"x": found["x"], "y": found["y"], "width": found["width"], "right": right, "bottom": bottom}


def test_phones_show_one_after_the_other_below_the_header(visitor: Visitor):
    page = visitor("/about", viewport={"width": 360, "height": 780})
    alive(page)
    stop_clock(page)
    for text in ("First", "Second", "Third"):
        page.evaluate(_SAY, text)
    expect(_toasts(page)).to_have_count(1)
    expect(_toasts(page)).to_contain_text("First")
    shown, header = _box(_toasts(page)), _box(page.locator("#app-content > header"))
    assert shown["y"] >= header["bottom"]
    assert shown["x"] >= 0
    assert shown["right"] <= 360
    assert shown["width"] == 320
    page.clock.run_for(5_100)
    expect(_toasts(page)).to_contain_text("Second")
    _toasts(page).get_by_role("button", name="Close").click()
    page.mouse.move(0, 700)
    expect(_toasts(page)).to_contain_text("Third")
    page.clock.run_for(5_100)
    expect(_toasts(page)).to_have_count(0)


def test_desktops_show_several_at_the_top_right(visitor: Visitor):
    page = visitor("/about")
    alive(page)
    stop_clock(page)
    for text in ("First", "Second"):
        page.evaluate(_SAY, text)
    expect(_toasts(page)).to_have_text(["Second", "First"])
    assert _box(_toasts(page).first)["right"] > 1200


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("name", ["Register / Sign In", "Send grievance"])
def test_toasts_do_not_cover_what_was_pressed(visitor: Visitor, width: int, name: str):
    page = visitor("/grievance", viewport={"width": width, "height": 780})
    alive(page)
    stop_clock(page)
    control = page.get_by_role("button", name=name).first
    # Where toasts usually are.
    control.evaluate("node => Object.assign(node.style, { position: 'fixed', top: '70px', right: '20px', zIndex: 30 })")
    control.evaluate(
        "node => { node.type = 'button'; node.addEventListener('click', (event) => event.stopPropagation()); }"
    )
    control.click()
    page.keyboard.press("Escape")
    page.evaluate(_SAY, "Done")
    shown, pressed = _box(_toasts(page)), _box(control)
    assert shown["y"] >= pressed["bottom"] or shown["bottom"] <= pressed["y"] or shown["x"] >= pressed["right"]
    assert shown["bottom"] <= 780
