"""The steps of the ad form: errors, the pin on the map, leaving, and saving from any step."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site, Watch
from tests.e2e.people import alive, toast, until
from tests.e2e.posting import (
    FORM,
    LOST,
    PHOTOS,
    PRICE_AND_PLACE,
    SUBJECT,
    choose_category,
    create,
    draft_stored,
    empty_form,
    fill,
    open_step,
    own_ads,
)
from tests.e2e.squeezed import squeezed

Visitor = Callable[..., Page]


@pytest.fixture
def seller(visitor: Visitor) -> Page:
    """The demo seller with an empty form."""
    return empty_form(visitor("/favicon.svg"))


def test_next_shows_what_is_missing_in_its_step(seller: Page, site: Site):
    go_on = seller.get_by_role("button", name="Next", exact=True)
    go_on.click()
    expect(seller.get_by_role("heading", name=SUBJECT)).to_be_focused()
    go_on.click()
    name = seller.locator("#name")
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description("Product name is required")
    name.fill("Hammock")
    expect(seller.get_by_text("7 of 120")).to_be_visible()
    choose_category(seller, site)
    expect(name).to_have_attribute("aria-invalid", "false")
    # Enter opens the next step, like Next.
    name.press("Enter")
    expect(seller.get_by_role("heading", name=PRICE_AND_PLACE)).to_be_focused()
    # Submitting finds an error in another step and opens that step, and the fold that hides the field.
    open_step(seller, PRICE_AND_PLACE)
    seller.get_by_text("Enter coordinates").click()
    seller.locator("#latitude").fill("north")
    seller.get_by_text("Enter coordinates").click()
    create(seller)
    expect(seller.locator("#latitude")).to_be_focused()


def test_back_of_the_browser_goes_back_a_step_and_then_out(seller: Page):
    open_step(seller, SUBJECT)
    seller.locator("#name").fill("Hammock")
    open_step(seller, PRICE_AND_PLACE)
    expect(seller).to_have_url(re.compile("#step-3$"))
    seller.go_back()
    expect(seller.get_by_role("heading", name=SUBJECT)).to_be_visible()
    expect(seller.locator("#name")).to_have_value("Hammock")
    seller.go_forward()
    expect(seller.get_by_role("heading", name=PRICE_AND_PLACE)).to_be_visible()
    seller.go_back()
    seller.go_back()
    expect(seller.get_by_role("heading", name=SUBJECT)).to_be_hidden()
    expect(seller).to_have_url(re.compile(FORM))


def test_going_back_at_once_still_goes_back_a_step(seller: Page):
    open_step(seller, SUBJECT)
    expect(seller).to_have_url(re.compile("#step-2$"))
    seller.evaluate("""() => {
        const push = history.pushState.bind(history);
        history.pushState = (...entry) => { push(...entry); history.pushState = push; history.back(); window.wentBack = true; };
    }""")
    seller.get_by_role("navigation", name="Steps").get_by_role("button", name=PRICE_AND_PLACE, exact=True).click()
    until(seller, lambda: seller.evaluate("window.wentBack"))
    expect(seller).to_have_url(re.compile("#step-2$"))
    expect(seller.get_by_role("heading", name=SUBJECT)).to_be_visible()


def test_going_back_twice_before_the_server_answers_goes_back_two_steps(seller: Page):
    open_step(seller, SUBJECT)
    open_step(seller, PRICE_AND_PLACE)
    expect(seller).to_have_url(re.compile("#step-3$"))
    seller.evaluate("""() => {
        addEventListener("popstate", () => history.back(), { once: true });
        history.back();
    }""")
    expect(seller).to_have_url(re.compile("#step-1$"))
    expect(seller.get_by_role("heading", name=PHOTOS, exact=True)).to_be_visible()
    expect(seller.get_by_role("heading", name=SUBJECT)).to_be_hidden()


def test_the_pin_is_put_on_the_map_by_mouse_and_keys(seller: Page, site: Site):
    fill(seller, {"city": "Pune", "state": "Maharashtra"})
    seller.locator("#price").focus()
    pin = seller.get_by_role("button", name="Pin: move it with the arrow keys")
    expect(pin).to_be_visible()
    seller.get_by_text("Enter coordinates").click()
    latitude, longitude = seller.locator("#latitude"), seller.locator("#longitude")
    expect(latitude).to_have_value(re.compile(r"^18\.5"))
    south = float(latitude.input_value())
    pin.press("ArrowUp")
    pin.press("ArrowUp")
    expect(latitude).not_to_have_value(f"{south:.6f}")
    assert 0.003 < float(latitude.input_value()) - south < 0.004
    west = float(longitude.input_value())
    map = seller.get_by_role("img", name="Map of the surroundings")
    map.scroll_into_view_if_needed()
    box = map.bounding_box()
    assert box
    map.click(position={"x": box["width"] * 0.75, "y": box["height"] / 2})
    expect(longitude).not_to_have_value(f"{west:.6f}")
    assert float(longitude.input_value()) > west + 0.02
    moved = longitude.input_value()
    pin.drag_to(map, target_position={"x": box["width"] * 0.25, "y": box["height"] / 2})
    expect(longitude).not_to_have_value(moved)
    assert float(longitude.input_value()) < float(moved) - 0.02
    draft_stored(seller, site, {"latitude": latitude.input_value(), "longitude": longitude.input_value()})


def test_leaving_asks_if_something_is_not_stored(seller: Page, site: Site, watch: Watch):
    # The browser also tries to update the service worker.
    for line in (*LOST, "error occurred when fetching the script"):
        watch.expect(line)
    question = seller.get_by_role("dialog", name="Leave without saving?")
    fill(seller, {"name": "Hammock"})
    # The draft is stored before the guard would ask.
    seller.get_by_role("link", name="My Ads").first.click()
    expect(seller).to_have_url(re.compile("/seller/ads$"))
    draft_stored(seller, site, {"name": "Hammock"})
    seller.goto(FORM)
    alive(seller)
    open_step(seller, SUBJECT)
    seller.context.set_offline(True)
    seller.locator("#name").fill("Hammock for two")
    seller.get_by_role("link", name="My Ads").first.click()
    expect(question).to_be_visible()
    expect(question.get_by_role("button", name="Keep editing")).to_be_focused()
    seller.keyboard.press("Escape")
    expect(question).to_be_hidden()
    expect(seller.locator("#name")).to_have_value("Hammock for two")
    seller.get_by_role("link", name="My Ads").first.click()
    question.get_by_role("button", name="Leave", exact=True).click()
    expect(seller).to_have_url(re.compile("/seller/ads$"))
    # Still offline, so that nothing arrives during the next test.
    seller.close()


def test_an_ad_is_changed_in_any_step(seller: Page, site: Site):
    choose_category(seller, site)
    fill(seller, {"name": "Tent to change"})
    create(seller)
    toast(seller, "Product created successfully!")
    # What happens next stays on the page, after the toast.
    expect(seller.get_by_role("heading", name="Tent To Change waits for review")).to_be_visible()
    assert squeezed(seller) == []
    (ad,) = own_ads(site, "Tent to change")
    seller.goto(f"/seller/edit/product/{ad['_id']}")
    alive(seller)
    fill(seller, {"description": "Dry in every weather."})
    seller.get_by_role("button", name="Update Product").click()
    toast(seller, "Product updated successfully!")
    (ad,) = own_ads(site, "Tent to change")
    assert ad["description"] == "Dry in every weather."
