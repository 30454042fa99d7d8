"""Ads stay current: the question by mail with one tap, and many ads at once in My Ads, on a phone."""

import re
from collections.abc import Callable
from datetime import timedelta

from playwright.sync_api import Page, expect

from marketplace.core import clock, ids
from tests.e2e import calls, tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, toast, until
from tests.e2e.squeezed import squeezed

Visitor = Callable[..., Page]
SELLER = "seller@example.com"
PHONE = {"viewport": {"width": 360, "height": 740}}
_OWN = (
    "FROM ads JOIN accounts ON accounts.id = ads.seller_id WHERE accounts.email = :email AND ads.status = 'approved' "
    "AND ads.submitted_version_id = ads.live_version_id AND ads.reserved_until IS NULL ORDER BY ads.id DESC"
)


def _time(moment) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S.%f}"


def _ask(site: Site, ad_id: str) -> str:
    """Let the schedule's job ask about the ad, and return the path of the link in the mail."""
    site.ask("UPDATE ads SET quiet_since = :then WHERE id = :id", then=_time(clock.now() - timedelta(days=8)), id=ad_id)
    site.ask("UPDATE ads SET asked_at = NULL WHERE seller_id = (SELECT seller_id FROM ads WHERE id = :id)", id=ad_id)
    site.ask(
        "INSERT INTO jobs (id, kind, payload, attempts, due_at, last_error, created_at) "
        "VALUES (:id, 'ads.ask_sellers', '{}', 0, :now, '', :now)",
        id=ids.new_id(),
        now=_time(clock.now()),
    )
    mail = site.mail_to(SELLER, f"/still-available?token={ad_id}")
    return re.findall(r"/still-available\?token=\S+", mail)[-1]


def _status(site: Site, ad_id: str) -> str:
    return site.ask("SELECT status FROM ads WHERE id = :id", id=ad_id)


def test_one_tap_in_a_mail_answers_without_a_login(visitor: Visitor, site: Site):
    ad_id = site.ask(f"SELECT ads.id {_OWN}", email=SELLER)
    path = _ask(site, ad_id)
    # A mail scanner follows the link, and nothing happens.
    assert calls.get(site.url + path).status_code == 200
    assert site.ask("SELECT quiet_stage FROM ads WHERE id = :id", id=ad_id) == 1

    page = visitor(path, **PHONE)
    alive(page)
    expect(page.get_by_role("heading", name="Is it still available?")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("button", name="Yes, it is available").click()
    expect(page.get_by_role("status").filter(has_text="Buyers see that it is available")).to_be_visible()
    page.goto(f"/products/{ad_id}")
    expect(page.get_by_text("Confirmed available today")).to_be_visible()

    for link, said in ((path, "You have already answered"), (path[:-1], "This link is no longer valid.")):
        page.goto(link)
        expect(page.get_by_text(said)).to_be_visible()
    assert _status(site, ad_id) == "approved"


def test_several_ads_are_paused_at_once_and_resumed(visitor: Visitor, site: Site):
    page = visitor("/favicon.svg", **PHONE)
    tour.sign_in(page, "seller")
    page.goto("/seller/ads?status=published")
    alive(page)
    rows = page.get_by_role("row")
    expect(rows.nth(2)).to_be_visible()
    ad_ids = []
    for at in (1, 2):
        href = rows.nth(at).get_by_role("link").first.get_attribute("href") or ""
        ad_ids.append(href.split("/")[-1])
        rows.nth(at).get_by_role("checkbox").check()
    bar = page.get_by_role("region", name="Selected ads")
    expect(bar.get_by_text("2 selected")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    bar.get_by_role("button", name="Pause").click()
    toast(page, "2 ads changed")
    until(page, lambda: [_status(site, ad_id) for ad_id in ad_ids] == ["paused", "paused"])

    stranger = visitor(f"/products/{ad_ids[0]}", **PHONE)
    expect(stranger.get_by_text("Paused", exact=True).first).to_be_visible()
    expect(stranger.get_by_role("button", name="Make an offer")).to_have_count(0)

    page.goto("/seller/ads?status=paused")
    alive(page)
    page.get_by_role("button", name="Select all on this page").click()
    bar.get_by_role("button", name="Still available").click()
    report = page.get_by_role("dialog", name="Some ads were not changed")
    expect(report.get_by_text("You can't do that while the ad is paused. Resume it first.").first).to_be_visible()
    report.get_by_role("button", name="OK").click()
    bar.get_by_role("button", name="Resume").click()
    until(page, lambda: {_status(site, ad_id) for ad_id in ad_ids} == {"approved"})


def test_a_holiday_pauses_all_ads_and_ends(visitor: Visitor, site: Site):
    page = visitor("/favicon.svg", **PHONE)
    tour.sign_in(page, "seller")
    page.goto("/seller/ads")
    alive(page)
    page.get_by_role("button", name="Holiday").click()
    dialog = page.get_by_role("dialog", name="Holiday")
    dialog.get_by_label("Back on").fill((clock.now() + timedelta(days=10)).date().isoformat())
    dialog.get_by_role("button", name="Pause all ads").click()
    expect(page.get_by_text("Your ads are paused until").first).to_be_visible()
    assert squeezed(page) == []
    assert not site.ask(f"SELECT ads.id {_OWN}", email=SELLER)
    page.get_by_role("button", name="End holiday").click()
    toast(page, "Your ads are live again.")
    until(page, lambda: bool(site.ask(f"SELECT ads.id {_OWN}", email=SELLER)))
