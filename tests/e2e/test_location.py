"""Get Current Location, from the browser's position to the form."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e import tour
from tests.e2e.conftest import Site
from tests.e2e.people import (
    PASSWORD,
    alive,
    fill_registration,
    next_step,
    open_login,
    toast,
    verify_email,
)
from tests.e2e.posting import FORM, fill, start_afresh

BENGALURU = {"latitude": 12.9716, "longitude": 77.5946}
Visitor = Callable[..., Page]


def test_location_fills_the_registration(visitor: Visitor, site: Site):
    page = visitor("/about", geolocation=BENGALURU, permissions=["geolocation"])
    open_login(page, seller=False)
    page.get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog", name="Create an account")
    verify_email(dialog, site, "somewhere@example.net")
    person = {
        "name": "Some",
        "username": "somewhere",
        "phone": "98765 43210",
        "password": PASSWORD,
        "confirm": PASSWORD,
    }
    fill_registration(dialog, person)
    next_step(dialog, "Where you are")
    dialog.locator("#register-address").fill("12, 1st Cross")
    dialog.locator("#register-place").fill("Indiranagar")
    dialog.get_by_role("button", name="Get Current Location").click()
    toast(page, "Location filled successfully.")
    expect(dialog.locator("#register-city")).to_have_value("Bengaluru")
    expect(dialog.locator("#register-state")).to_have_value("Karnataka")
    expect(dialog.locator("#register-address")).to_have_value("12, 1st Cross")
    expect(dialog.locator("#register-place")).to_have_value("Indiranagar")


def test_location_fills_the_ad_form_and_keeps_typed_values(visitor: Visitor):
    page = visitor("/favicon.svg", geolocation=BENGALURU, permissions=["geolocation"])
    tour.sign_in(page, "seller")
    page.goto(FORM)
    alive(page)
    start_afresh(page)
    fill(page, {"name": "Ladder", "place": "Indiranagar"})
    page.get_by_role("button", name="Get Current Location").click()
    toast(page, "Location filled successfully.")
    expect(page.locator("#city")).to_have_value("Bengaluru")
    expect(page.locator("#latitude")).to_have_value("12.971600")
    expect(page.locator("#place")).to_have_value("Indiranagar")
    expect(page.locator("#name")).to_have_value("Ladder")
    page.reload()
    alive(page)
    expect(page.locator("#city")).to_have_value("Bengaluru")


def test_refused_position_shows_an_error(visitor: Visitor):
    page = visitor("/about", permissions=[])
    open_login(page, seller=False)
    page.get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog", name="Create an account")
    dialog.get_by_role("button", name="Where you are").click()
    dialog.get_by_role("button", name="Get Current Location").click()
    toast(page, "Unable to retrieve your location.")
