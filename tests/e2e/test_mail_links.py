"""Links in mails: following one changes nothing, pressing the button does."""

import re
from collections.abc import Callable
from datetime import timedelta

from playwright.sync_api import Page, expect

from marketplace.core import clock, ids
from tests.e2e import tour
from tests.e2e.conftest import Site
from tests.e2e.people import fill_login, open_login, toast

Visitor = Callable[..., Page]
SELLER, BUYER, DEMO_PASSWORD = "seller@example.com", "buyer@example.com", "demo1234"


def expiry_of(site: Site, ad_id: str) -> str:
    return str(site.ask("SELECT expires_at FROM ads WHERE id = :id", id=ad_id))


def expire_soon(site: Site, ad_id: str) -> str:
    """Let the ad expire soon, as when its seller gets the reminder."""
    soon = f"{clock.now() + timedelta(days=2):%Y-%m-%d %H:%M:%S.%f}"
    site.ask("UPDATE ads SET expires_at = :soon WHERE id = :id", soon=soon, id=ad_id)
    return expiry_of(site, ad_id)


def an_ad(site: Site) -> str:
    """Return a live ad of the demo seller."""
    return site.ask(
        "SELECT ads.id FROM ads JOIN accounts ON accounts.id = ads.seller_id "
        "WHERE accounts.email = :email AND ads.status = 'approved' ORDER BY ads.id",
        email=SELLER,
    )


def test_ad_is_renewed_by_yes_only(visitor: Visitor, site: Site):
    ad_id = an_ad(site)
    before = expire_soon(site, ad_id)
    page = visitor(f"/seller/ads?renew={ad_id}")
    open_login(page, seller=True)
    fill_login(page, SELLER, DEMO_PASSWORD)
    if "renew=" not in page.url:
        page.goto(f"/seller/ads?renew={ad_id}")
    question = page.get_by_role("dialog", name="Renew ad")
    expect(question.get_by_text("Renew this ad for another 60 days?")).to_be_visible()
    question.get_by_role("button", name="No").click()
    expect(question).to_be_hidden()
    expect(page).not_to_have_url(re.compile("renew="))
    assert expiry_of(site, ad_id) == before
    page.goto(f"/seller/ads?renew={ad_id}")
    question.get_by_role("button", name="Yes").click()
    toast(page, "Your ad is renewed.")
    expect(question).to_be_hidden()
    assert expiry_of(site, ad_id) > before


def test_wanted_ad_is_renewed_by_yes_only(visitor: Visitor, site: Site):
    own = "FROM wanted_ads JOIN accounts ON accounts.id = wanted_ads.owner_id WHERE accounts.email = :email"
    wanted_id = site.ask(f"SELECT wanted_ads.id {own} ORDER BY wanted_ads.expires_at", email=BUYER)
    expiry = "SELECT expires_at FROM wanted_ads WHERE id = :id"
    before = str(site.ask(expiry, id=wanted_id))
    page = visitor("/favicon.svg", viewport={"width": 360, "height": 740})
    tour.sign_in(page, "buyer")
    page.goto(f"/user/wanted?renew={wanted_id}")
    question = page.get_by_role("dialog", name="Renew wanted ad")
    expect(question.get_by_text("Look for it for another 30 days?")).to_be_visible()
    question.get_by_role("button", name="No").click()
    expect(question).to_be_hidden()
    expect(page).not_to_have_url(re.compile("renew="))
    assert str(site.ask(expiry, id=wanted_id)) == before
    page.goto(f"/user/wanted?renew={wanted_id}")
    question.get_by_role("button", name="Yes").click()
    toast(page, "Your wanted ad is renewed.")
    expect(question).to_be_hidden()
    assert str(site.ask(expiry, id=wanted_id)) > before


def test_ad_of_another_seller_cannot_be_renewed(visitor: Visitor, site: Site):
    page = visitor("/favicon.svg")
    tour.sign_in(page, "seller")
    other = site.ask(
        "SELECT ads.id FROM ads JOIN accounts ON accounts.id = ads.seller_id "
        "WHERE accounts.email != :email AND ads.status = 'approved'",
        email=SELLER,
    )
    page.goto(f"/seller/ads?renew={other}")
    toast(page, "Product not found")
    expect(page.get_by_role("dialog", name="Renew ad")).to_be_hidden()


def test_unread_message_mails_end_by_a_button_press_only(visitor: Visitor, site: Site):
    account_id = site.ask("SELECT id FROM accounts WHERE email = :email", email=SELLER)
    wanted = "SELECT wants_digest FROM accounts WHERE id = :id"
    page = visitor(f"/mail/unsubscribe?token={account_id}.guessed")
    press = page.get_by_role("button", name="Stop these emails")
    press.click()
    answer = page.get_by_role("main").get_by_role("status")
    expect(answer).to_have_text("This link is no longer valid.")
    secret = (site.data / "secret_key").read_text().strip()
    page.goto(f"/api/messages/digest/unsubscribe?token={account_id}.{ids.sign(secret, 'digest', account_id)}")
    expect(press).to_be_visible()
    assert site.ask(wanted, id=account_id)
    press.click()
    expect(answer).to_have_text("You won't get any more emails about unread messages.")
    assert not site.ask(wanted, id=account_id)
