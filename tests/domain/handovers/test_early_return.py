"""A return before the last day: the days after it can be booked again, and the deal stays as it was."""

from datetime import UTC, datetime, timedelta

import pytest
from icalendar import Calendar
from sqlmodel import col, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict
from marketplace.domain import handovers, rentals
from marketplace.models import Booking
from tests import factories
from tests.domain.handovers.conftest import code_of, pick_up

# The rental is from 21 November, noon in India, to 28 November, noon.
PICKUP, DROP = datetime(2026, 11, 21, 6, 30, tzinfo=UTC), datetime(2026, 11, 28, 6, 30, tzinfo=UTC)


def midnight(day: int) -> datetime:
    """The beginning of a day of November in India."""
    return datetime(2026, 11, day, tzinfo=UTC) - timedelta(hours=5, minutes=30)


@pytest.fixture
def week(rental_scene):
    """A rental of seven days."""
    made = rental_scene
    made.as_buyer, made.as_seller = factories.actor(made.buyer), factories.actor(made.seller)
    asked = rentals.enquire(made.db, made.as_buyer, made.ad.id, PICKUP, DROP)
    rentals.accept(made.db, made.as_seller, asked.id)
    made.db.commit()
    made.enquiry_id = asked.id
    return made


@pytest.fixture
def give_back(monkeypatch, week):
    """Pick up now, return at a moment, and go on from there."""

    def at(moment: datetime) -> handovers.RecordView:
        monkeypatch.setattr(clock, "now", lambda: min(PICKUP, moment))
        pick_up(week)
        monkeypatch.setattr(clock, "now", lambda: moment)
        record = handovers.confirm_return(week.db, week.as_seller, week.enquiry_id, code_of(week))
        week.db.commit()
        return record

    return at


def busy(scene) -> list[tuple[datetime, datetime]]:
    """The periods that everybody sees as taken."""
    return [(one.starts_at, one.ends_at) for one in rentals.get_calendar(scene.db, ANONYMOUS, scene.ad.id).busy]


@pytest.mark.parametrize(
    ("returned_at", "ends_at"),
    [
        (datetime(2026, 11, 23, 12, tzinfo=UTC), midnight(24)),
        # Half past midnight in India is still the day before in UTC, and the other way round.
        (datetime(2026, 11, 23, 19, tzinfo=UTC), midnight(25)),
        (datetime(2026, 11, 23, 18, 29, tzinfo=UTC), midnight(24)),
        (PICKUP + timedelta(minutes=5), midnight(22)),
        # On the evening before the last day, its hours until the drop are free.
        (datetime(2026, 11, 27, 12, tzinfo=UTC), midnight(28)),
    ],
)
def test_the_days_after_the_return_are_free(week, give_back, returned_at, ends_at):
    record = give_back(returned_at)
    assert busy(week) == [(PICKUP, ends_at)]
    assert record.free_from == ends_at
    assert handovers.get_record(week.db, week.as_buyer, week.enquiry_id).free_from == ends_at
    # What was booked and for how much stays.
    assert (record.rental.pickup_at, record.rental.drop_at) == (PICKUP, DROP)
    assert (record.rental.status, record.rental.picked_up, record.rental.returned) == ("accepted", True, True)


@pytest.mark.parametrize("returned_at", [DROP - timedelta(hours=2), DROP, DROP + timedelta(days=2)])
def test_a_return_on_the_last_day_or_after_it_frees_nothing(week, give_back, returned_at):
    pending = rentals.enquire(week.db, factories.actor(week.other), week.ad.id, DROP, DROP + timedelta(days=9))
    rentals.accept(week.db, week.as_seller, pending.id)
    assert give_back(returned_at).free_from is None
    bookings = week.db.exec(select(Booking).order_by(col(Booking.starts_at))).all()
    assert [(row.starts_at, row.ends_at) for row in bookings] == [(PICKUP, DROP), (DROP, DROP + timedelta(days=9))]


@pytest.fixture
def evening(monkeypatch, rental_scene):
    """A rental from 1 in the morning of 23 November, picked up and given back on the evening before."""
    made = rental_scene
    made.as_buyer, made.as_seller = factories.actor(made.buyer), factories.actor(made.seller)
    made.pickup = midnight(23) + timedelta(hours=1)
    asked = rentals.enquire(made.db, made.as_buyer, made.ad.id, made.pickup, DROP)
    rentals.accept(made.db, made.as_seller, asked.id)
    made.enquiry_id, made.token = asked.id, rentals.open_feed(made.db, made.as_buyer)
    monkeypatch.setattr(clock, "now", lambda: made.pickup - timedelta(hours=4))
    pick_up(made)
    made.record = handovers.confirm_return(made.db, made.as_seller, made.enquiry_id, code_of(made))
    return made


def test_a_return_before_the_first_day_frees_all_days(evening):
    assert (evening.record.free_from, busy(evening)) == (evening.pickup, [])
    assert rentals.get_enquiry(evening.db, evening.as_buyer, evening.enquiry_id).status == "accepted"


def test_it_counts_the_days_of_the_ads_time_zone(week, give_back):
    # 8 in the evening of the 23rd in Los Angeles, already the 24th in India.
    rentals.set_calendar(
        week.db,
        week.as_seller,
        week.ad.id,
        rentals.CalendarDraft(timezone="America/Los_Angeles", prices={}, blocked=[]),
    )
    record = give_back(datetime(2026, 11, 24, 4, tzinfo=UTC))
    assert record.free_from == datetime(2026, 11, 24, 8, tzinfo=UTC)


def test_the_month_and_the_availability_check_show_it(week, give_back, monkeypatch):
    give_back(datetime(2026, 11, 23, 12, tzinfo=UTC))
    days = rentals.draw_month(week.db, ANONYMOUS, week.ad.id, month="2026-11").days
    assert [(day.number, day.mark) for day in days[21:28]] == [
        (22, "past"),
        (23, "taken"),
        *((number, "free") for number in range(24, 29)),
    ]
    as_other = factories.actor(week.other)
    assert (
        rentals.check_availability(week.db, as_other, week.ad.id).message == "Already booked until 24 Nov 2026, 00:00"
    )
    monkeypatch.setattr(clock, "now", lambda: midnight(24))
    assert rentals.check_availability(week.db, as_other, week.ad.id).available


def test_the_free_days_are_booked_by_another_buyer(week, give_back):
    as_other, again = factories.actor(week.other), (midnight(24), DROP)
    with pytest.raises(Conflict):
        rentals.enquire(week.db, as_other, week.ad.id, *again)
    give_back(datetime(2026, 11, 23, 12, tzinfo=UTC))
    with pytest.raises(Conflict):
        rentals.enquire(week.db, as_other, week.ad.id, midnight(24) - timedelta(hours=1), DROP)
    asked = rentals.enquire(week.db, as_other, week.ad.id, *again)
    rentals.accept(week.db, week.as_seller, asked.id)
    assert busy(week) == [(PICKUP, DROP)]


def test_the_seller_can_close_the_free_days(week, give_back):
    give_back(datetime(2026, 11, 23, 12, tzinfo=UTC))
    rentals.toggle_day(week.db, week.as_seller, week.ad.id, "2026-11-25")
    with pytest.raises(Conflict):
        rentals.toggle_day(week.db, week.as_seller, week.ad.id, "2026-11-23")


def test_calendar_apps_see_the_new_end(week, give_back):
    token = rentals.open_feed(week.db, week.as_seller)

    def event():
        (only,) = Calendar.from_ical(rentals.get_feed(week.db, ANONYMOUS, token)).walk("VEVENT")
        return only

    before = event()
    assert (before.decoded("dtend"), before["sequence"]) == (DROP, 0)
    returned_at = datetime(2026, 11, 23, 12, tzinfo=UTC)
    give_back(returned_at)
    after = event()
    assert (after.decoded("dtend"), after["sequence"]) == (midnight(24), 1)
    assert (after["uid"], after.decoded("dtstamp")) == (before["uid"], returned_at)


def test_a_rental_returned_before_its_first_day_leaves_the_feed(evening):
    assert "VEVENT" not in rentals.get_feed(evening.db, ANONYMOUS, evening.token)
