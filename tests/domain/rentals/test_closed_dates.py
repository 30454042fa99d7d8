"""Tests of rentals.close_dates, open_dates and toggle_day."""

from datetime import UTC, datetime, timedelta

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotSignedIn, RuleBroken
from marketplace.domain import rentals
from tests import factories

Closed = rentals.PeriodDraft


def _blocked(scene):
    calendar = rentals.get_calendar(scene.db, factories.actor(scene.seller), scene.ad.id)
    return [(one.starts_at, one.ends_at) for one in calendar.blocked]


def _midnight(day):
    """Midnight in India before a day of December."""
    return datetime(2026, 12, day, tzinfo=UTC) - timedelta(hours=5, minutes=30)


FUNCTIONS = {
    "close": lambda scene, actor: rentals.close_dates(scene.db, actor, scene.ad.id, Closed(starts_at="2026-12-24", ends_at="2026-12-24")),
    "open": lambda scene, actor: rentals.open_dates(scene.db, actor, scene.ad.id, Closed(starts_at="2026-12-24", ends_at="2026-12-24")),
    "turn": lambda scene, actor: rentals.toggle_day(scene.db, actor, scene.ad.id, "2026-12-24"),
}  # fmt: skip


@pytest.mark.parametrize("verb", FUNCTIONS.values(), ids=FUNCTIONS)
def test_only_the_owner_closes_and_opens(scene, verb):
    with pytest.raises(NotSignedIn):
        verb(scene, ANONYMOUS)
    for account in (scene.buyer, factories.seller(scene.db), factories.admin(scene.db)):
        with pytest.raises(Forbidden):
            verb(scene, factories.actor(account))
    assert _blocked(scene) == []


def test_toggle_day(scene):
    seller = factories.actor(scene.seller)
    for day in ("2026-12-23", "2026-12-24", "2026-12-25"):
        rentals.toggle_day(scene.db, seller, scene.ad.id, day)
    assert _blocked(scene) == [(_midnight(23), _midnight(26))]
    rentals.toggle_day(scene.db, seller, scene.ad.id, "2026-12-24")
    assert _blocked(scene) == [(_midnight(23), _midnight(24)), (_midnight(25), _midnight(26))]


def test_open_dates_opens_the_given_part_only(scene):
    seller = factories.actor(scene.seller)
    rentals.close_dates(scene.db, seller, scene.ad.id, Closed(starts_at="2026-12-01", ends_at="2026-12-10"))
    rentals.open_dates(scene.db, seller, scene.ad.id, Closed(starts_at="2026-12-04", ends_at="2026-12-05"))
    assert _blocked(scene) == [(_midnight(1), _midnight(4)), (_midnight(6), _midnight(11))]


def test_booked_dates_cannot_be_closed(scene):
    seller = factories.actor(scene.seller)
    enquiry = factories.enquiry(scene.db, scene.ad, scene.buyer, scene.day(2), scene.day(4))
    rentals.accept(scene.db, seller, enquiry.id)
    with pytest.raises(Conflict):
        rentals.toggle_day(scene.db, seller, scene.ad.id, "2026-11-23")
    assert _blocked(scene) == []


@pytest.mark.parametrize("day", ["", "tomorrow", "2026-02-30", "0000-00-00", "2026-11-19", "9999-12-31"])
def test_invalid_days(scene, day):
    seller = factories.actor(scene.seller)
    with pytest.raises(Invalid):
        rentals.toggle_day(scene.db, seller, scene.ad.id, day)


def test_no_more_than_a_calendar_holds(scene, monkeypatch):
    monkeypatch.setattr(rentals.calendars.rules, "MAX_BLOCKS", 2)
    seller = factories.actor(scene.seller)
    for day in ("2026-12-01", "2026-12-03"):
        rentals.toggle_day(scene.db, seller, scene.ad.id, day)
    with pytest.raises(Invalid):
        rentals.toggle_day(scene.db, seller, scene.ad.id, "2026-12-05")


def test_an_ad_for_sale_has_nothing_to_close(scene):
    sale = factories.ad(scene.db, scene.seller, factories.category(scene.db))
    with pytest.raises(RuleBroken):
        rentals.toggle_day(scene.db, factories.actor(scene.seller), sale.id, "2026-12-24")
