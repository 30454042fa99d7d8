"""The page of an ad."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site
from tests.e2e.people import alive, stop_clock

Visitor = Callable[..., Page]
# Only the browser's own reckoning counts: it leaves out of a button's name what stands in a live region.
_NAMELESS = """nodes => nodes.filter((node) => !node.ignored
  && ["button", "link", "textbox", "combobox", "checkbox", "radio"].includes(node.role?.value)
  && !node.name?.value).map((node) => node.role.value)"""


def open_ad(visitor: Visitor, site: Site, kind: str = "rent") -> Page:
    """Open the newest ad of the type and wait for hydration."""
    ad = calls.get(f"{site.url}/api/product/{kind}", params={"limit": "1"}).json()["products"][0]
    page = visitor(f"/products/{ad['_id']}", permissions=["clipboard-read", "clipboard-write"])
    alive(page)
    page.wait_for_load_state("networkidle")
    return page


def test_share_copies_the_url_without_a_share_sheet(visitor: Visitor, site: Site):
    page = open_ad(visitor, site)
    # It says so for a moment, then it is as before.
    stop_clock(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Link copied")).to_have_count(1)
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.clock.run_for(3_000)
    expect(page.get_by_role("button", name="Share")).to_be_visible()


def test_every_control_has_an_accessible_name(visitor: Visitor, site: Site):
    page = open_ad(visitor, site)
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    assert page.evaluate(_NAMELESS, tree["nodes"]) == []
