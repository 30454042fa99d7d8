"""rentals.check_availability"""

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Gone, NotFound, NotSignedIn
from marketplace.domain import ads, rentals
from marketplace.models import AdStatus
from tests import factories


def _check(scene):
    return rentals.check_availability(scene.db, factories.actor(scene.buyer), scene.ad.id)


def _book(scene, start, end):
    enquiry = factories.enquiry(scene.db, scene.ad, scene.other, start, end)
    rentals.accept(scene.db, factories.actor(scene.seller), enquiry.id)


def test_needs_a_buyer(scene):
    with pytest.raises(NotSignedIn, match="Please login to check availability"):
        rentals.check_availability(scene.db, ANONYMOUS, scene.ad.id)
    with pytest.raises(Forbidden):
        rentals.check_availability(scene.db, factories.actor(scene.seller), scene.ad.id)


def test_free(scene):
    assert _check(scene) == rentals.Availability(available=True, message="Available now")


def test_free_until_the_next_booking(scene):
    _book(scene, scene.day(3), scene.day(4))
    assert _check(scene) == rentals.Availability(available=True, message="Available now, until 23 Nov 2026, 12:00")


def test_adjoining_bookings_are_joined(scene):
    _book(scene, scene.day(-1), scene.day(2))
    _book(scene, scene.day(2), scene.day(14))
    assert _check(scene) == rentals.Availability(available=False, message="Already booked until 4 Dec 2026, 12:00")


def test_free_again_at_the_very_end(scene):
    _book(scene, scene.day(-1), scene.day(0) + (scene.day(1) - scene.day(0)) / 24)
    assert not _check(scene).available


def test_closed(scene):
    seller = factories.actor(scene.seller)
    blocked = [rentals.PeriodDraft(starts_at="2026-11-20", ends_at="2026-11-21")]
    rentals.set_calendar(scene.db, seller, scene.ad.id, rentals.CalendarDraft(blocked=blocked))
    assert _check(scene).message == "Closed until 22 Nov 2026, 00:00"
    rentals.set_calendar(scene.db, seller, scene.ad.id, rentals.CalendarDraft(blocked=[], weekdays=[0]))
    assert _check(scene) == rentals.Availability(available=False, message="Closed until 23 Nov 2026, 00:00")


def test_sold_and_for_sale(scene):
    category, actor = factories.category(scene.db), factories.actor(scene.buyer)
    sale = factories.ad(scene.db, scene.seller, category)
    sold = factories.ad(scene.db, scene.seller, category, status=AdStatus.SOLD)
    assert rentals.check_availability(scene.db, actor, sale.id).available
    assert rentals.check_availability(scene.db, actor, sold.id) == rentals.Availability(available=False, message="Sold")


def test_reserved(scene):
    sale = factories.ad(scene.db, scene.seller, factories.category(scene.db))
    for ad in (sale, scene.ad):
        ads.mark_reserved(scene.db, factories.actor(scene.seller), ad.id)
        found = rentals.check_availability(scene.db, factories.actor(scene.buyer), ad.id)
        assert (found.available, found.message[:15]) == (False, "Reserved until ")
        ads.confirm(scene.db, factories.actor(scene.seller), ad.id)
        assert rentals.check_availability(scene.db, factories.actor(scene.buyer), ad.id).available


def test_hidden_ads_are_not_found(scene):
    category, actor = factories.category(scene.db), factories.actor(scene.buyer)
    for status, refusal in ((AdStatus.PENDING, NotFound), (AdStatus.EXPIRED, Gone)):
        with pytest.raises(refusal):
            rentals.check_availability(
                scene.db, actor, factories.ad(scene.db, scene.seller, category, status=status).id
            )
    with pytest.raises(NotFound):
        rentals.check_availability(scene.db, actor, "")


def test_a_refusal_does_not_contain_the_word_available(scene):
    from marketplace.domain.rentals import messages

    for sentence in (
        messages.SOLD,
        messages.NOT_FOR_NOW,
        messages.BOOKED_UNTIL,
        messages.CLOSED_UNTIL,
        messages.RESERVED_UNTIL,
    ):
        assert "available" not in sentence.lower()
