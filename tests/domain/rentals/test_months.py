"""rentals.draw_month"""

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotFound
from marketplace.domain import rentals
from marketplace.models import AdStatus
from tests import factories


def _marks(month):
    return {day.number: day.mark.value for day in month.days}


def test_a_hidden_ad_has_no_calendar(scene):
    hidden = factories.ad(scene.db, scene.seller, factories.category(scene.db), status=AdStatus.PENDING)
    with pytest.raises(NotFound):
        rentals.draw_month(scene.db, ANONYMOUS, hidden.id)


def test_day_marks(scene):
    seller = factories.actor(scene.seller)
    # From noon on the 22nd to noon on the 24th.
    enquiry = factories.enquiry(scene.db, scene.ad, scene.buyer, scene.day(2), scene.day(4))
    rentals.accept(scene.db, seller, enquiry.id)
    closed = [rentals.PeriodDraft(starts_at="2026-11-28", ends_at="2026-11-28")]
    draft = rentals.CalendarDraft(weekdays=[0, 1, 2, 4, 5, 6], blocked=closed)
    rentals.set_calendar(scene.db, seller, scene.ad.id, draft)
    month = rentals.draw_month(scene.db, ANONYMOUS, scene.ad.id)
    assert (month.month, month.label, month.before, month.after) == ("2026-11", "November 2026", "", "2026-12")
    marks = _marks(month)
    assert {marks[day] for day in range(1, 20)} == {"past"}
    assert [marks[day] for day in range(20, 31)] == [
        "free", "free", "part", "taken", "part", "free", "closed", "free", "taken", "free", "free",
    ]  # fmt: skip
    assert len(month.blanks) + len(month.days) + len(month.tail) == 42
    assert month.days[22].words == "23 Nov 2026, taken"


@pytest.mark.parametrize("asked", ["", "2026-10", "1999-01", "9999-12", "2026-13", "rubbish", "2026-12-24", "2026-1é"])
def test_a_month_that_cannot_be_booked_is_this_one(scene, asked):
    assert rentals.draw_month(scene.db, ANONYMOUS, scene.ad.id, month=asked).month == "2026-11"


def test_navigation_ends_at_the_booking_horizon(scene):
    month = rentals.draw_month(scene.db, ANONYMOUS, scene.ad.id)
    turned = 1
    while month.after:
        month = rentals.draw_month(scene.db, ANONYMOUS, scene.ad.id, month=month.after)
        turned += 1
    assert turned > 12


def test_today_counts_from_now_and_in_the_zone_of_the_ad(scene):
    """Noon in India is half past nine on the evening before in Honolulu."""
    seller = factories.actor(scene.seller)
    rentals.set_calendar(scene.db, seller, scene.ad.id, rentals.CalendarDraft(timezone="Pacific/Honolulu"))
    month = rentals.draw_month(scene.db, ANONYMOUS, scene.ad.id)
    assert [day.number for day in month.days if day.today] == [19]
