"""Typed in the ad's zone, stored in UTC, shown in the zone again, on the days the clocks change too."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import rentals
from marketplace.domain.rentals import months
from marketplace.models import OutboxMail
from tests import factories

# Zone, typed pickup, the same in UTC: a half-hour zone, one ahead, one behind, and both sides of a change of clocks.
TYPED = [
    ("Asia/Kolkata", "2026-12-04T10:00", datetime(2026, 12, 4, 4, 30)),
    ("Asia/Kathmandu", "2026-12-04T10:00", datetime(2026, 12, 4, 4, 15)),
    ("Pacific/Auckland", "2026-12-04T10:00", datetime(2026, 12, 3, 21)),
    ("America/Los_Angeles", "2026-12-04T23:30", datetime(2026, 12, 5, 7, 30)),
    ("Europe/Berlin", "2027-03-27T10:00", datetime(2027, 3, 27, 9)),
    ("Europe/Berlin", "2027-03-29T10:00", datetime(2027, 3, 29, 8)),
    ("Europe/Berlin", "2027-10-30T10:00", datetime(2027, 10, 30, 8)),
    ("Europe/Berlin", "2027-10-31T10:00", datetime(2027, 10, 31, 9)),
]


def test_every_zone_can_be_chosen_and_that_of_the_site_is_first():
    assert rentals.list_zones()[0] == "Asia/Kolkata"
    assert sorted(rentals.list_zones()) == sorted(available_timezones())


@pytest.mark.parametrize(("zone", "typed", "stored"), TYPED)
def test_typed_stored_and_shown(scene, zone, typed, stored):
    rentals.set_calendar(
        scene.db,
        factories.actor(scene.seller),
        scene.ad.id,
        rentals.CalendarDraft(timezone=zone, prices={}, blocked=[]),
    )
    made = rentals.enquire(scene.db, factories.actor(scene.buyer), scene.ad.id, typed, "2027-12-31T10:00")
    assert made.pickup_at == stored.replace(tzinfo=UTC)
    local = datetime.fromisoformat(typed)
    assert made.pickup_text == f"{local.day} {local:%b %Y, %H:%M}"
    assert made.timezone == zone


@pytest.mark.parametrize(("day", "hours"), [("2027-03-28", 23), ("2027-10-31", 25), ("2027-05-05", 24)])
def test_days_follow_daylight_saving_time(day, hours):
    period = months.day_period(day, ZoneInfo("Europe/Berlin"))
    assert period is not None
    assert (period.ends_at - period.starts_at).total_seconds() == hours * 3600


def test_a_closed_day_is_that_day_of_the_zone_alone(scene):
    seller = factories.actor(scene.seller)
    for zone in ("Asia/Kolkata", "America/Los_Angeles", "Pacific/Auckland"):
        draft = rentals.CalendarDraft(timezone=zone, prices={}, blocked=[])
        rentals.set_calendar(scene.db, seller, scene.ad.id, draft)
        rentals.toggle_day(scene.db, seller, scene.ad.id, "2026-12-24")
        month = rentals.draw_month(scene.db, ANONYMOUS, scene.ad.id, month="2026-12")
        assert [day.number for day in month.days if day.mark.value != "free"] == [24], zone


def test_a_foreign_zone_is_named_with_its_times(scene):
    seller, buyer = factories.actor(scene.seller), factories.actor(scene.buyer)
    draft = rentals.CalendarDraft(
        timezone="Europe/London", blocked=[rentals.PeriodDraft(starts_at="2026-11-20", ends_at="2026-11-21")]
    )
    calendar = rentals.set_calendar(scene.db, seller, scene.ad.id, draft)
    assert rentals.describe_rules(calendar) == ("Times are in the time zone Europe/London",)
    said = rentals.check_availability(scene.db, buyer, scene.ad.id).message
    assert said == "Closed until 22 Nov 2026, 00:00 (Europe/London)"
    made = rentals.enquire(scene.db, buyer, scene.ad.id, "2027-03-29T10:00", "2027-03-30T10:00")
    assert (made.pickup_text, made.zone_text) == ("29 Mar 2027, 10:00", "Europe/London")
    mail = scene.db.exec(select(OutboxMail).where(OutboxMail.to == scene.buyer.email)).one()
    assert "from 29 Mar 2027, 10:00 (Europe/London) to 30 Mar 2027, 10:00 (Europe/London)" in mail.text
    calendar = rentals.set_calendar(scene.db, seller, scene.ad.id, rentals.CalendarDraft(timezone="Asia/Kolkata"))
    assert rentals.describe_rules(calendar) == ()
