"""From the home page to an enquiry by keyboard only: every stop is reachable, named and visible."""

import re
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import tour
from tests.e2e.people import alive, answered, toast, welcomed

Visitor = Callable[..., Page]
_MOST_STOPS = 120
# The focused element: tag, name for screen readers, position, and whether a focus ring is visible.
_FOCUSED = """() => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const box = node.getBoundingClientRect();
  const style = getComputedStyle(node);
  const label = node.labels && node.labels[0] ? node.labels[0].textContent : "";
  return {
    tag: node.tagName.toLowerCase(),
    name: (node.getAttribute("aria-label") || label || node.textContent || node.title || node.placeholder || "").trim(),
    href: node.getAttribute("href") || "",
    id: node.id,
    // The browser itself marks the part of a date that has the focus.
    ring: node.type === "datetime-local" || style.outlineStyle !== "none" || style.boxShadow !== "none"
      || getComputedStyle(node.closest("label, article") || node.parentElement).outlineStyle !== "none",
    seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
  };
}"""


def focused(page: Page) -> dict[str, object]:
    """Return the focused element."""
    return page.evaluate(_FOCUSED) or {}


def tab_to(page: Page, tag: str, name: str, *, back: bool = False) -> dict[str, object]:
    """Press Tab until an element of this name has the focus; every stop must have a name and a visible focus."""
    for _ in range(_MOST_STOPS):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        stop = focused(page)
        if not stop:
            continue
        assert stop["name"], f"a stop without a name: {stop}"
        assert stop["ring"], f"nothing shows that this has the focus: {stop}"
        if stop["tag"] == tag and re.search(name, str(stop["name"]), re.IGNORECASE):
            assert stop["seen"], f"out of sight: {stop}"
            return stop
    raise AssertionError(f"Tab never reached {name}")


def to_the_content(page: Page) -> None:
    """Go to the skip link, the first stop of every page; only a toast comes before it."""
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    if focused(page)["name"] == "Close":
        page.keyboard.press("Tab")
    assert focused(page)["name"] == "Skip to content"
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()


def loaded(page: Page) -> None:
    """Wait for hydration and for the data."""
    alive(page)
    expect(page.locator("#app-content main .skeleton")).to_have_count(0)
    page.wait_for_load_state("networkidle")


def write_moment(page: Page, field: str, day: date) -> None:
    """Fill in a date and time control as a whole, because its parts and their order depend on the browser."""
    tab_to(page, "input", field)
    page.locator(":focus").fill(f"{day}T10:00")


def sign_in_by_keyboard(page: Page) -> None:
    """Expect the login dialog, which has opened itself and has the focus."""
    dialog = page.get_by_role("dialog", name="Sign in")
    expect(dialog).to_be_visible()
    expect(page.locator("dialog[open]:focus, dialog[open] :focus")).to_have_count(1)
    if page.evaluate("document.activeElement.id") != "login-email":
        tab_to(page, "input", "^email", back=page.evaluate("document.activeElement.id") == "login-password")
    page.keyboard.type("buyer@example.com")
    tab_to(page, "input", "^password")
    page.keyboard.type(tour.PASSWORD)
    page.keyboard.press("Enter")
    welcomed(page)


@pytest.mark.timeout(300)
def test_from_the_home_page_to_an_enquiry(visitor: Visitor):
    page = visitor("/")
    loaded(page)
    page.mouse.move(0, 0)
    to_the_content(page)
    tab_to(page, "input", "What are you looking for")
    page.keyboard.type("camera")
    tab_to(page, "select", "^Type")
    page.keyboard.type("Rent")
    expect(page.locator(":focus")).to_have_value("rent")
    tab_to(page, "button", "^Search Now")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/products/search.*producttype=rent.*keyword=camera"))
    loaded(page)
    answered(page)
    to_the_content(page)
    first = page.locator("#app-content main article").first.get_by_role("heading").inner_text()
    tab_to(page, "a", re.escape(first))
    page.keyboard.press("Enter")
    expect(page.locator("#app-content main h1")).to_have_text(first)
    loaded(page)

    to_the_content(page)
    tab_to(page, "button", "^Save")
    page.keyboard.press("Enter")
    toast(page, "Please login to manage wishlist")
    sign_in_by_keyboard(page)
    toast(page, "Added to wishlist")
    loaded(page)

    day = date.today() + timedelta(days=45)
    to_the_content(page)
    write_moment(page, "^Pickup", day)
    write_moment(page, "^Drop", day + timedelta(days=1))
    tab_to(page, "button", "^Enquire")
    page.keyboard.press("Enter")
    toast(page, "Enquiry sent successfully!")


@pytest.mark.parametrize("width", [360, 1440])
def test_tab_order_of_the_search_form_is_the_order_on_the_screen(visitor: Visitor, width: int):
    page = visitor("/", viewport={"width": width, "height": 800})
    loaded(page)
    form = page.get_by_role("main").get_by_role("search").first
    form.locator("input:visible").first.focus()
    places = []
    for _ in range(5):
        places.append(page.evaluate("(({ y, x }) => [y, x])(document.activeElement.getBoundingClientRect())"))
        page.keyboard.press("Tab")
    assert places == sorted(places)


def test_menu_restores_the_focus(visitor: Visitor):
    page = visitor("/about")
    loaded(page)
    tab_to(page, "button", "^Classified")
    page.keyboard.press("Enter")
    rent = page.get_by_role("link", name="RENT", exact=True).first
    expect(rent).to_be_visible()
    page.keyboard.press("Escape")
    expect(rent).to_be_hidden()
    expect(page.get_by_role("button", name="Classified").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(rent).to_be_visible()
    tab_to(page, "a", "^RENT$")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/products/rent"))


def test_dialog_traps_and_restores_the_focus(visitor: Visitor):
    page = visitor("/about")
    loaded(page)
    tab_to(page, "button", "Register / Sign In")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Sign in")
    expect(dialog).to_be_visible()
    for _ in range(25):
        page.keyboard.press("Tab")
        # Past its end lies the browser's own bar, never the page behind.
        assert page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog[open]')"
        )
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Register / Sign In")).to_be_focused()


def test_photos_of_an_ad_with_arrow_keys(visitor: Visitor, site):
    path = next(path for who, path in tour.places(site) if not who and path.startswith("/products/01"))
    page = visitor(path)
    loaded(page)
    to_the_content(page)
    tab_to(page, "button", "photo|zoom|larger")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
