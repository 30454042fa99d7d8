"""A buyer finds nothing, says what they look for on a phone, and a seller offers an ad in the chat."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e import tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, toast

Visitor = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}}
TITLE = "qqwanted gramophone"
_KIND = (
    "SELECT subcategories.{column} FROM listings JOIN accounts ON accounts.id = listings.seller_id "
    "JOIN subcategories ON subcategories.id = listings.subcategory_id "
    "WHERE accounts.email = 'seller@example.com' AND listings.ad_type = 'sell' ORDER BY listings.number LIMIT 1"
)


def test_from_an_empty_search_to_an_offer_in_the_chat(visitor: Visitor, site: Site):
    page = visitor("/favicon.svg", **PHONE)
    tour.sign_in(page, "buyer")
    page.goto(f"/products/search?keyword={TITLE.replace(' ', '+')}")
    alive(page)
    page.get_by_role("link", name="Tell sellers what you are looking for").click()
    dialog = page.get_by_role("dialog", name="What are you looking for?")
    title = dialog.get_by_label("I am looking for")
    expect(title).to_have_value(TITLE)
    expect(title).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    # A phone number is refused, and what was typed stays.
    dialog.get_by_label("Details").fill("Call 98765 43210")
    dialog.get_by_label("Category", exact=False).first.select_option(site.ask(_KIND.format(column="category_id")))
    kind = dialog.get_by_label("Subcategory")
    expect(kind.locator("option")).not_to_have_count(1)
    kind.select_option(site.ask(_KIND.format(column="id")))
    dialog.get_by_label("Highest price").fill("12000")
    dialog.get_by_role("button", name="Tell sellers").click()
    expect(dialog.get_by_text("Please leave out phone numbers and email addresses.")).to_be_visible()
    expect(kind).not_to_have_value("")
    dialog.get_by_label("Details").fill("With a horn.")
    dialog.get_by_role("button", name="Tell sellers").click()
    toast(page, "We tell sellers what you are looking for.")
    own = page.get_by_role("listitem").filter(has_text=TITLE)
    expect(own.get_by_text("up to ₹12,000")).to_be_visible()

    seller = visitor("/favicon.svg", **PHONE)
    tour.sign_in(seller, "seller")
    seller.goto("/seller/wanted")
    alive(seller)
    card = seller.get_by_role("listitem").filter(has=seller.get_by_role("heading", name=TITLE))
    expect(card.get_by_text("With a horn.")).to_be_visible()
    assert seller.evaluate("document.documentElement.scrollWidth") <= 360
    card.get_by_role("button", name="Offer this ad").first.click()
    expect(seller).to_have_url(
        f"{site.url}/seller/messages?user=" + site.ask("SELECT id FROM accounts WHERE email = 'buyer@example.com'")
    )
    expect(seller.get_by_text(f"You are looking for “{TITLE}”").last).to_be_visible()
    seller.goto("/seller/wanted")
    expect(card.get_by_text("Offered", exact=True).first).to_be_visible()

    page.reload()
    own.get_by_role("button", name="Found it").click()
    page.get_by_role("dialog", name="Found it?").get_by_role("button", name="End it").click()
    toast(page, "Your wanted ad has ended.")
    expect(own.get_by_text("Ended on")).to_be_visible()
    seller.reload()
    expect(seller.get_by_role("heading", name="Buyers are looking for")).to_be_visible()
    expect(card).to_have_count(0)
