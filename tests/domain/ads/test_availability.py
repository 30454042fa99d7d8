"""Sellers confirm, reserve, pause and resume their ads, one by one, all for a holiday, or many at once."""

from datetime import timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotSignedIn, RuleBroken
from marketplace.domain import ads, deals, listings, rentals, search, site_time
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery
from marketplace.models import AdStatus, AdType
from marketplace.settings import get_settings
from tests import factories
from tests.domain.ads.drafting import draft


@pytest.fixture
def scene(db, monkeypatch):
    made = SimpleNamespace(db=db, now=clock.now())
    monkeypatch.setattr(clock, "now", lambda: made.now)
    made.seller, made.category = factories.seller(db), factories.category(db)
    made.ad = factories.ad(db, made.seller, made.category, name="teak sofa", price_paise=10_000_00)
    made.ad.expires_at = made.now + timedelta(days=60)
    factories.save(db, made.ad)
    made.owner, made.admin = factories.actor(made.seller), factories.actor(factories.admin(db))
    made.buyer = factories.actor(factories.buyer(db))
    return made


def _day(scene, days: int) -> str:
    # A seller names a day of the site's time zone, which is already the next one in the late evening of UTC.
    zone = ZoneInfo(get_settings().ad_timezone)
    return (scene.now + timedelta(days=days)).astimezone(zone).date().isoformat()


def _listed(scene) -> list[str]:
    return [card.id for card in search.list_ads(scene.db, ANONYMOUS, SearchQuery(), EVERYTHING).items]


def _shown(scene, actor=ANONYMOUS, ad=None):
    return ads.get(scene.db, actor, (ad or scene.ad).id)


def test_a_paused_ad_leaves_the_lists_and_its_page_says_when_it_is_back(scene):
    ads.pause(scene.db, scene.owner, scene.ad.id, until=_day(scene, 10))
    assert _listed(scene) == []
    shown = _shown(scene)
    assert shown.paused_until is not None
    assert (shown.status, site_time.format_day(shown.paused_until)) == (
        "paused",
        site_time.format_day(scene.now + timedelta(10)),
    )
    with pytest.raises(RuleBroken, match="paused"):
        deals.make_offer(scene.db, scene.buyer, scene.ad.id, 9000)
    with pytest.raises(RuleBroken, match="paused"):
        ads.reveal_contact(scene.db, scene.buyer, scene.ad.id)
    scene.now += timedelta(days=9)
    assert ads.end_pauses(scene.db) == 0
    scene.now += timedelta(days=1)
    assert (ads.end_pauses(scene.db), ads.end_pauses(scene.db)) == (1, 0)
    assert _listed(scene) == [scene.ad.id]
    # The time of the pause is given back, and the site does not claim that the seller has confirmed anything.
    assert scene.ad.expires_at == scene.now + timedelta(days=60)
    assert (_shown(scene).confirmed_at, scene.ad.paused_at, scene.ad.paused_until) == (None, None, None)


def test_no_enquiry_for_a_paused_ad(scene):
    ad = factories.ad(scene.db, scene.seller, scene.category, ad_type=AdType.RENT, price_paise=500_00)
    ads.pause(scene.db, scene.owner, ad.id)
    with pytest.raises(RuleBroken, match="paused"):
        rentals.enquire(scene.db, scene.buyer, ad.id, "2030-01-01T10:00", "2030-01-02T10:00")
    answer = rentals.check_availability(scene.db, scene.buyer, ad.id)
    assert (answer.available, "paused" in answer.message) == (False, True)


@pytest.mark.parametrize("until", ["soon", "2026-13-01", "1999-01-01", "2999-01-01"])
def test_a_pause_ends_on_a_day_within_a_year(scene, until):
    with pytest.raises(Invalid):
        ads.pause(scene.db, scene.owner, scene.ad.id, until=until)
    assert scene.ad.status is AdStatus.APPROVED


def test_a_change_that_waits_is_reviewed_after_the_pause(scene):
    ads.revise(scene.db, scene.owner, scene.ad.id, draft(scene.category, name="Other"))
    ads.pause(scene.db, scene.owner, scene.ad.id)
    assert scene.ad.review_waiting_since is None
    with pytest.raises(Conflict, match="paused"):
        ads.revise(scene.db, scene.owner, scene.ad.id, draft(scene.category, name="Third"))
    ads.resume(scene.db, scene.owner, scene.ad.id)
    assert (scene.ad.review_waiting_since, scene.ad.confirmed_at) == (scene.now, scene.now)


def test_a_holiday_pauses_all_and_ends_by_itself_or_by_the_seller(scene):
    with pytest.raises(NotSignedIn):
        ads.set_holiday(scene.db, ANONYMOUS, "")
    for actor in (scene.buyer, scene.admin):
        with pytest.raises(Forbidden):
            ads.set_holiday(scene.db, actor, _day(scene, 5))
    alone = factories.ad(scene.db, scene.seller, scene.category)
    other = factories.ad(scene.db, factories.seller(scene.db), scene.category)
    ads.pause(scene.db, scene.owner, alone.id)
    assert ads.set_holiday(scene.db, scene.owner, _day(scene, 5)).ads == 1
    assert _listed(scene) == [other.id]
    assert ads.set_holiday(scene.db, scene.owner, _day(scene, 8)).until_text
    assert ads.get_holiday(scene.db, scene.owner).until == scene.ad.paused_until
    assert ads.set_holiday(scene.db, scene.owner, "").until is None
    # An ad that was paused by itself stays so.
    assert (scene.ad.status, alone.status) == (AdStatus.APPROVED, AdStatus.PAUSED)
    ads.set_holiday(scene.db, scene.owner, _day(scene, 5))
    scene.now += timedelta(days=6)
    ads.end_pauses(scene.db)
    assert scene.ad.status is AdStatus.APPROVED
    assert ads.get_holiday(scene.db, scene.owner).until is None


def test_a_seller_reserves_for_a_known_buyer_and_ends_it(scene):
    ads.mark_reserved(scene.db, scene.owner, scene.ad.id)
    assert _shown(scene).reserved_until == scene.now + timedelta(days=5)
    ads.confirm(scene.db, scene.owner, scene.ad.id)
    assert (_shown(scene).reserved_until, _shown(scene).confirmed_at) == (None, scene.now)
    ads.mark_reserved(scene.db, scene.owner, scene.ad.id)
    ads.resume(scene.db, scene.owner, scene.ad.id)
    assert _shown(scene).reserved_until is None
    ads.mark_reserved(scene.db, scene.owner, scene.ad.id)
    scene.now += timedelta(days=5)
    assert (ads.end_pauses(scene.db), ads.end_pauses(scene.db)) == (1, 0)
    assert scene.ad.reserved_until is None
    ads.mark_reserved(scene.db, scene.owner, scene.ad.id)
    assert ads.mark_sold(scene.db, scene.owner, scene.ad.id).status == "sold"
    assert scene.ad.reserved_until is None


def test_a_deal_is_stronger_than_the_sellers_own_word(scene):
    ads.mark_reserved(scene.db, scene.owner, scene.ad.id)
    offer = deals.make_offer(scene.db, scene.buyer, scene.ad.id, 9000)
    deal = deals.get_deal(scene.db, scene.buyer, deals.accept_offer(scene.db, scene.owner, offer.id).deal_id)
    for refused in (ads.mark_reserved, ads.confirm, ads.resume, ads.mark_sold):
        with pytest.raises(Conflict, match="reserved"):
            refused(scene.db, scene.owner, scene.ad.id)
    # A pause leaves the deal as it is, and the handover still sells the ad.
    ads.pause(scene.db, scene.owner, scene.ad.id)
    assert scene.ad.reserved_until == deal.reserved_until
    scene.now += timedelta(days=1)
    assert ads.end_pauses(scene.db) == 0
    deals.hand_over(scene.db, scene.owner, deal.id, deal.code)
    assert scene.ad.status is AdStatus.SOLD


def test_an_ended_deal_frees_a_paused_ad(scene):
    offer = deals.make_offer(scene.db, scene.buyer, scene.ad.id, 9000)
    deal_id = deals.accept_offer(scene.db, scene.owner, offer.id).deal_id
    ads.pause(scene.db, scene.owner, scene.ad.id)
    deals.cancel_deal(scene.db, scene.buyer, deal_id, "Changed my mind")
    assert (scene.ad.status, scene.ad.reserved_until) == (AdStatus.PAUSED, None)


def test_many_at_once_reports_what_could_not_be_done(scene):
    own = scene.ad.id
    for actor, problem in ((ANONYMOUS, NotSignedIn), (scene.buyer, Forbidden), (scene.admin, Forbidden)):
        with pytest.raises(problem):
            ads.change_many(scene.db, actor, [own], "pause")
    for ids, action in (([], "pause"), (["x"], "pause"), ([own], "delete"), ([own] * 2, "price")):
        with pytest.raises(Invalid):
            ads.change_many(scene.db, scene.owner, ids, action)
    sold = factories.ad(scene.db, scene.seller, scene.category, name="old bed", status=AdStatus.SOLD)
    other = factories.ad(scene.db, factories.seller(scene.db), scene.category, name="not yours")
    report = ads.change_many(scene.db, scene.owner, [own, sold.id, other.id, own], "pause")
    assert report.done == 1
    assert {(each.name, each.reason) for each in report.refused} == {
        ("Old Bed", "You can't do that while the ad is sold. Relist it first."),
        ("", Forbidden().message),
    }
    assert (scene.ad.status, sold.status, other.status) == (AdStatus.PAUSED, AdStatus.SOLD, AdStatus.APPROVED)
    for action, status in (("resume", "approved"), ("renew", "approved"), ("confirm", "approved"), ("sold", "sold")):
        assert ads.change_many(scene.db, scene.owner, [own], action).done == 1
        assert scene.ad.status == status


def test_higher_prices_in_bulk_are_changes_that_wait_for_review(scene):
    free = factories.ad(scene.db, scene.seller, scene.category, name="gift", price_paise=None)
    report = ads.change_many(scene.db, scene.owner, [scene.ad.id, free.id], "price", percent="10")
    assert (report.done, report.refused[0].reason) == (1, "This ad has no price.")
    assert _shown(scene).price_text == "₹10,000"
    own = _shown(scene, scene.owner)
    assert (own.status, own.change.review, own.price_text, own.name) == ("approved", "waiting", "₹11,000", "teak sofa")
    assert scene.ad.review_waiting_since == scene.now
    ads.approve(scene.db, scene.admin, scene.ad.id)
    assert _shown(scene).price_text == "₹11,000"
    ads.change_many(scene.db, scene.owner, [scene.ad.id], "price", price=12000)
    assert _shown(scene, scene.owner).price_text == "₹12,000"
    for percent in ("much", -95, 0, None, "nan"):
        with pytest.raises(Invalid):
            ads.change_many(scene.db, scene.owner, [scene.ad.id], "price", percent=percent)


def test_each_price_in_bulk_counts_as_a_change(scene, monkeypatch):
    monkeypatch.setattr(get_settings(), "limit_ad_changes", "1 per hour")
    both = [scene.ad.id, factories.ad(scene.db, scene.seller, scene.category, price_paise=100_000).id]
    report = ads.change_many(scene.db, scene.owner, both, "price", percent=-10)
    assert (report.done, len(report.refused)) == (1, 1)


def test_nothing_of_a_lost_change_stays(scene, monkeypatch):
    """An action that fails half-way leaves its ad as it was, and the others are changed."""
    second = factories.ad(scene.db, scene.seller, scene.category)
    real = listings.refresh

    def fail(db, ad_id):
        real(db, ad_id)
        if ad_id == scene.ad.id:
            raise Conflict("No.")

    monkeypatch.setattr(listings, "refresh", fail)
    assert ads.change_many(scene.db, scene.owner, [scene.ad.id, second.id], "pause").done == 1
    assert (scene.ad.status, second.status) == (AdStatus.APPROVED, AdStatus.PAUSED)
    assert _listed(scene) == [scene.ad.id]
