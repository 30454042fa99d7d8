"""On a slow connection no page shows data of the previous URL, and no control loses what was typed or chosen."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Site
from tests.e2e.goods import publish
from tests.e2e.line import Line
from tests.e2e.people import alive
from tests.e2e.posting import SUBJECT, empty_form, open_step, signed_in

Visitor = Callable[..., Page]


def test_previous_ad_is_hidden_while_the_next_one_loads(visitor: Visitor):
    page = visitor("/favicon.svg")
    signed_in(page, "admin", "admin@example.com")
    line = Line(page)
    page.goto("/admin/queue")
    alive(page)
    review = page.get_by_role("link", name="Review", exact=True)
    approve = page.get_by_role("button", name="Approve", exact=True)
    review.first.click()
    expect(approve).to_be_visible()
    seen = page.get_by_role("heading", level=1).inner_text()
    page.locator("main").get_by_role("link", name="Review queue").click()
    expect(review.nth(1)).to_be_visible()
    line.is_slow = True
    review.nth(1).click()
    expect(page).to_have_url(re.compile("/admin/queue/.+"))
    expect(page.locator("main .skeleton").first).to_be_visible()
    # Otherwise a shortcut would decide an ad that the admin has not seen.
    expect(page.get_by_role("heading", name=seen, level=1)).to_have_count(0)
    expect(approve).to_have_count(0)
    line.catch_up()
    expect(approve).to_be_visible()
    expect(page.get_by_role("heading", name=seen, level=1)).to_have_count(0)


def test_login_right_after_choosing_a_kind_uses_that_kind(visitor: Visitor):
    page = visitor("/about")
    line = Line(page)
    page.reload()
    alive(page)
    page.get_by_role("button", name="Register / Sign In").first.click()
    dialog = page.get_by_role("dialog", name="Sign in")
    dialog.locator("#login-email").fill("seller@example.com")
    dialog.locator("#login-password").fill("demo1234")
    line.is_slow = True
    dialog.get_by_text("Post Your Ad", exact=True).click()
    expect(dialog.get_by_role("radio", name="Post Your Ad")).to_be_checked()
    dialog.get_by_role("button", name="Sign In").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Messages")).to_have_attribute(
        "href", "/seller/messages"
    )


def _open_ad(visitor: Visitor, site: Site, kind: str) -> tuple[Page, Line]:
    """Open an ad as the demo user; a new one, about which nothing has been agreed."""
    unit = {"priceUnit": "day"} if kind == "rent" else {}
    ad_id = publish(site, "Rosewood Side Table", "Furniture", producttype=kind, price=2_000, **unit)
    page = visitor("/favicon.svg")
    signed_in(page, "user", "buyer@example.com")
    line = Line(page)
    page.goto(f"/products/{ad_id}")
    alive(page)
    return page, line


def _type_twice(line: Line, control: Locator, first: str, second: str) -> None:
    """Type over a value before the server has answered to it."""
    line.is_slow = True
    control.fill(first)
    control.fill(second)
    line.deliver()
    # Long enough for the browser to show the answer to the first value.
    control.page.wait_for_timeout(300)
    expect(control).to_have_value(second)
    line.catch_up()
    expect(control).to_have_value(second)


def test_late_answer_keeps_the_dates_typed_meanwhile(visitor: Visitor, site: Site):
    page, line = _open_ad(visitor, site, "rent")
    _type_twice(line, page.get_by_label("Pickup"), "2031-05-04T10:00", "2031-05-05T10:00")


def test_late_answer_keeps_the_price_typed_meanwhile(visitor: Visitor, site: Site):
    page, line = _open_ad(visitor, site, "sell")
    page.get_by_role("button", name="Make an offer").click()
    dialog = page.get_by_role("dialog", name="Make an offer")
    price = dialog.get_by_label("Your price in ₹")
    suggested = dialog.get_by_role("button", name="−10 %")
    expect(suggested).to_be_visible()
    line.is_slow = True
    suggested.click()
    expect(price).not_to_have_value("")
    price.fill("1")
    dialog.get_by_role("button", name="Send offer").click()
    line.catch_up()
    expect(dialog.get_by_role("alert")).to_contain_text("The offer must be at least")
    expect(price).to_have_value("1")


def test_choice_shows_before_the_server_has_answered(visitor: Visitor):
    page = visitor("/favicon.svg")
    line = Line(page)
    empty_form(page)
    open_step(page, SUBJECT)
    category, subcategory = page.locator("#categoryId"), page.locator("#subcategoryId")
    category.select_option(index=1)
    expect(subcategory).to_be_enabled()
    line.is_slow = True
    [chosen] = category.select_option(index=2)
    # Longer than React takes to show the Var's value again.
    page.wait_for_timeout(300)
    expect(category).to_have_value(chosen)
    line.catch_up()
    expect(category).to_have_value(chosen)
    expect(subcategory).to_have_value("")


def test_press_of_a_checkbox_shows_before_the_server_has_answered(visitor: Visitor):
    page = visitor("/favicon.svg")
    signed_in(page, "user", "buyer@example.com")
    line = Line(page)
    page.goto("/user/profile")
    alive(page)
    box = page.get_by_label("Email me when a saved ad gets cheaper or is sold")
    expect(box).to_be_checked()
    line.is_slow = True
    box.click()
    # Longer than React takes to show the Var's value again.
    page.wait_for_timeout(300)
    expect(box).not_to_be_checked()
    line.catch_up()
    expect(box).not_to_be_checked()
    box.click()
    expect(box).to_be_checked()
    page.reload()
    alive(page)
    expect(box).to_be_checked()
