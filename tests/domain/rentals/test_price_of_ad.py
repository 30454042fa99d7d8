"""The price of the ad is the calendar's rate in the ad's own unit."""

from typing import Any

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid
from marketplace.domain import ads, rentals
from marketplace.models import AdType
from tests import factories
from tests.domain.ads.drafting import draft, live

Draft = rentals.CalendarDraft
DATES = "2026-12-01T10:00", "2026-12-03T10:00"


def _ad(scene, **values: Any):
    defaults = {"ad_type": AdType.RENT, "price_unit": "day", "price_paise": 50_000}
    return factories.ad(scene.db, scene.seller, factories.category(scene.db), **(defaults | values))


def test_dates_are_priced_without_a_calendar(scene):
    ad = _ad(scene, discount_basis_points=1_000)
    assert rentals.quote(scene.db, ANONYMOUS, ad.id, *DATES).paise == 90_000
    assert rentals.describe_rates(rentals.get_calendar(scene.db, ANONYMOUS, ad.id)) == ("₹450 a day",)


def test_a_year_is_a_unit(scene):
    ad = _ad(scene, price_unit="year")
    quoted = rentals.quote(scene.db, ANONYMOUS, ad.id, "2026-12-01T10:00", "2027-12-01T10:00")
    assert (quoted.paise, [(part.unit, part.count) for part in quoted.parts]) == (50_000, [("year", 1)])


def test_another_price_in_the_own_unit_is_refused(scene):
    seller, ad = factories.actor(scene.seller), _ad(scene)
    with pytest.raises(Invalid, match="The price per day is the price of the ad") as caught:
        rentals.set_calendar(scene.db, seller, ad.id, Draft(prices={"day": 400}, blocked=None))
    assert [error["field"] for error in caught.value.errors] == ["prices.day"]


@pytest.mark.parametrize("same", [500, "500.00", None])
def test_the_same_price_and_none_are_accepted(scene, same):
    seller, ad = factories.actor(scene.seller), _ad(scene)
    seen = rentals.set_calendar(scene.db, seller, ad.id, Draft(prices={"day": same, "week": 3_000}, blocked=None))
    assert (seen.day_paise, seen.week_paise, seen.own_unit) == (50_000, 300_000, "day")


def test_an_ad_without_a_price_gets_that_of_the_calendar(scene):
    seller = factories.actor(scene.seller)
    seen = rentals.set_calendar(scene.db, seller, scene.ad.id, Draft(prices={"day": 400}, blocked=None))
    assert (seen.day_paise, seen.own_unit) == (40_000, None)


def test_another_unit_of_the_ad_keeps_the_other_rates(scene):
    db, category, seller = scene.db, factories.category(scene.db), factories.actor(scene.seller)
    content = {"ad_type": "rent", "price": 500, "price_unit": "day"}
    ad = live(db, scene.seller, category, **content)
    rentals.set_calendar(db, seller, ad.id, Draft(prices={"hour": 80, "week": 3_000}, blocked=None))
    changed = content | {"price": 9_000, "price_unit": "month"}
    ads.revise(db, seller, ad.id, draft(category, **changed))
    # Dates are charged by the live version, also for the owner.
    assert rentals.get_calendar(db, seller, ad.id).own_unit == "day"
    ads.approve(db, factories.actor(factories.admin(db)), ad.id)
    seen = rentals.get_calendar(db, seller, ad.id)
    assert (seen.hour_paise, seen.day_paise, seen.week_paise, seen.month_paise) == (8_000, None, 300_000, 900_000)
