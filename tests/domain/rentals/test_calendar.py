"""rentals.get_calendar, set_calendar, quote"""

from datetime import UTC, datetime

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn, RuleBroken
from marketplace.domain import rentals
from marketplace.domain.rentals import local_time, pricing
from marketplace.models import AdStatus, AdType
from tests import factories

Draft, Closed = rentals.CalendarDraft, rentals.PeriodDraft


def test_only_the_owner_sets_it(scene):
    with pytest.raises(NotSignedIn):
        rentals.set_calendar(scene.db, ANONYMOUS, scene.ad.id, Draft())
    for account in (scene.buyer, factories.seller(scene.db), factories.admin(scene.db)):
        with pytest.raises(Forbidden):
            rentals.set_calendar(scene.db, factories.actor(account), scene.ad.id, Draft())


def test_without_one_any_dates_are_open(scene):
    calendar = rentals.get_calendar(scene.db, ANONYMOUS, scene.ad.id)
    assert (calendar.weekdays, calendar.timezone) == (tuple(range(7)), "Asia/Kolkata")
    assert calendar.busy == ()


def test_the_calendar_of_a_hidden_ad_is_hidden(scene):
    hidden = factories.ad(scene.db, scene.seller, factories.category(scene.db), status=AdStatus.PENDING)
    with pytest.raises(NotFound):
        rentals.get_calendar(scene.db, ANONYMOUS, hidden.id)


def test_busy_periods_carry_no_names_and_are_joined(scene):
    seller = factories.actor(scene.seller)
    first = factories.enquiry(scene.db, scene.ad, scene.buyer, scene.day(2), scene.day(4))
    second = factories.enquiry(scene.db, scene.ad, scene.other, scene.day(4), scene.day(5))
    for enquiry in (first, second):
        rentals.accept(scene.db, seller, enquiry.id)
    blocked = [Closed(starts_at="2026-12-24", ends_at="2026-12-25")]
    rentals.set_calendar(scene.db, seller, scene.ad.id, Draft(blocked=blocked))
    seen = rentals.get_calendar(scene.db, ANONYMOUS, scene.ad.id)
    assert [(one.starts_at, one.ends_at) for one in seen.busy] == [
        (scene.day(2), scene.day(5)),
        (datetime(2026, 12, 23, 18, 30, tzinfo=UTC), datetime(2026, 12, 25, 18, 30, tzinfo=UTC)),
    ]
    assert seen.blocked == ()
    assert len(rentals.get_calendar(scene.db, seller, scene.ad.id).blocked) == 1


def test_missing_fields_stay_unchanged(scene):
    seller = factories.actor(scene.seller)
    rentals.set_calendar(scene.db, seller, scene.ad.id, Draft(weekdays=[0, 1, 1], prices={"day": 500, "hour": "80.50"}))
    seen = rentals.set_calendar(scene.db, seller, scene.ad.id, Draft(minimum_minutes=60, prices={"hour": None}))
    assert (seen.weekdays, seen.day_paise, seen.hour_paise, seen.minimum_minutes) == ((0, 1), 50_000, None, 60)


@pytest.mark.parametrize(
    "draft",
    [
        Draft(timezone="Mars/Olympus"),
        Draft(weekdays=[]),
        Draft(weekdays=[7]),
        Draft(minimum_minutes=-1),
        Draft(minimum_minutes=120, maximum_minutes=60),
        Draft(maximum_minutes=10**9),
        Draft(prices={"day": "a lot"}),
        Draft(prices={"week": -1}),
        Draft(blocked=[Closed(starts_at="2026-12-05", ends_at="2026-12-04")]),
        Draft(blocked=[Closed(starts_at="", ends_at="2026-12-04")]),
        Draft(blocked=[Closed(starts_at="2026-12-04", ends_at="2026-12-05")] * 201),
    ],
)
def test_contradictory_rules(scene, draft):
    with pytest.raises(Invalid):
        rentals.set_calendar(scene.db, factories.actor(scene.seller), scene.ad.id, draft)


def test_an_ad_for_sale_has_none(scene):
    sale = factories.ad(scene.db, scene.seller, factories.category(scene.db), ad_type=AdType.SELL)
    with pytest.raises(RuleBroken):
        rentals.set_calendar(scene.db, factories.actor(scene.seller), sale.id, Draft())


def test_the_rules_hold_for_enquiries(scene):
    seller, buyer = factories.actor(scene.seller), factories.actor(scene.buyer)
    blocked = [Closed(starts_at="2026-12-08T10:00", ends_at="2026-12-08T12:00")]
    draft = Draft(weekdays=[0, 1, 2], minimum_minutes=120, maximum_minutes=2880, blocked=blocked)
    rentals.set_calendar(scene.db, seller, scene.ad.id, draft)
    for pickup, drop, refusal, words in (
        ("2026-12-03T10:00", "2026-12-07T10:00", Invalid, "Thursday is not an opening day"),
        ("2026-12-07T10:00", "2026-12-07T11:59", Invalid, "minimum of 2 hours"),
        ("2026-12-07T10:00", "2026-12-09T10:01", Invalid, "maximum of 2 days"),
        ("2026-12-08T09:00", "2026-12-08T11:00", Conflict, "taken"),
    ):
        with pytest.raises(refusal, match=words):
            rentals.enquire(scene.db, buyer, scene.ad.id, pickup, drop)
        with pytest.raises(refusal, match=words):
            rentals.quote(scene.db, ANONYMOUS, scene.ad.id, pickup, drop)
    assert rentals.enquire(scene.db, buyer, scene.ad.id, "2026-12-08T12:00", "2026-12-09T10:00")


def test_a_quote_takes_the_cheapest_mix(scene):
    prices = {"hour": 100, "day": 1000, "week": 5000}
    rentals.set_calendar(scene.db, factories.actor(scene.seller), scene.ad.id, Draft(prices=prices))
    quoted = rentals.quote(scene.db, ANONYMOUS, scene.ad.id, "2026-12-01T10:00", "2026-12-09T13:00")
    assert quoted.text == "₹6,300"
    assert [(part.unit, part.count) for part in quoted.parts] == [("week", 1), ("day", 1), ("hour", 3)]
    made = rentals.enquire(scene.db, factories.actor(scene.buyer), scene.ad.id, "2026-12-01T10:00", "2026-12-09T13:00")
    assert made.quoted_text == "₹6,300"


def test_a_deposit_is_added_to_the_total_and_stays_with_the_enquiry(scene):
    seller, dates = factories.actor(scene.seller), ("2026-12-01T10:00", "2026-12-03T10:00")
    rentals.set_calendar(scene.db, seller, scene.ad.id, Draft(prices={"day": 1000}, deposit=2500))
    quoted = rentals.quote(scene.db, ANONYMOUS, scene.ad.id, *dates)
    assert (quoted.text, quoted.deposit_text) == ("₹2,000", "₹2,500")
    assert (quoted.total_text, [part.cost_text for part in quoted.parts]) == ("₹4,500", ["₹2,000"])
    rentals.enquire(scene.db, factories.actor(scene.buyer), scene.ad.id, *dates)
    assert rentals.set_calendar(scene.db, seller, scene.ad.id, Draft(weekdays=[1, 3])).deposit_paise == 250_000
    for removed in (0, ""):
        rentals.set_calendar(scene.db, seller, scene.ad.id, Draft(deposit=1))
        assert rentals.set_calendar(scene.db, seller, scene.ad.id, Draft(deposit=removed)).deposit_paise is None
    (sent,) = rentals.list_for_seller(scene.db, seller, scene.seller.id).items
    assert (sent.quoted_text, sent.quoted_paise, sent.deposit_paise) == ("₹2,000, deposit ₹2,500", 200_000, 250_000)
    assert rentals.quote(scene.db, ANONYMOUS, scene.ad.id, *dates).total_text == "₹2,000"


@pytest.mark.parametrize("deposit", ["-1", "much", 1e30, "1.234"])
def test_a_malformed_deposit_is_refused(scene, deposit):
    with pytest.raises(Invalid) as refused:
        rentals.set_calendar(scene.db, factories.actor(scene.seller), scene.ad.id, Draft(deposit=deposit))
    assert refused.value.errors[0]["field"] == "deposit"


@pytest.mark.parametrize(
    ("hours", "prices", "paise"),
    [
        (5, {}, 0),
        (1, {"month": 9000}, 9000),
        (6, {"day": 100, "hour": 30}, 100),
        (26, {"day": 100, "hour": 30}, 160),
        (47, {"day": 100, "hour": 30}, 200),
        (24 * 6, {"day": 100, "week": 500}, 500),
        (24 * 7, {"day": 100, "week": 900}, 700),
        (0.5, {"hour": 30}, 30),
        (8_760 * 2, {"year": 9000, "month": 1000}, 18000),
        (8_760 + 24, {"year": 9000, "day": 50}, 9050),
    ],
)
def test_prices(hours, prices, paise):
    assert pricing.total(pricing.price_parts(int(hours * 60), prices)) == paise


def test_days_are_days_when_the_clocks_change(scene):
    seller = factories.actor(scene.seller)
    rentals.set_calendar(scene.db, seller, scene.ad.id, Draft(timezone="Europe/Paris", prices={"day": 10, "hour": 1}))
    # The clocks go forward on 28 March 2027: 23 hours between ten and ten are still one day.
    quoted = rentals.quote(scene.db, ANONYMOUS, scene.ad.id, "2027-03-27T10:00", "2027-03-28T10:00")
    assert quoted.pickup_at == datetime(2027, 3, 27, 9, tzinfo=UTC)
    assert quoted.drop_at == datetime(2027, 3, 28, 8, tzinfo=UTC)
    assert quoted.paise == 1000


def test_lengths_are_shown_in_their_largest_unit():
    assert [local_time.show_length(minutes) for minutes in (1440, 2880, 60, 90)] == [
        "1 day",
        "2 days",
        "1 hour",
        "90 minutes",
    ]


def test_describe_rules(scene):
    assert rentals.describe_rules(rentals.get_calendar(scene.db, ANONYMOUS, scene.ad.id)) == ()
    draft = Draft(minimum_minutes=2 * 1440, maximum_minutes=20 * 1440, weekdays=[0, 5])
    calendar = rentals.set_calendar(scene.db, factories.actor(scene.seller), scene.ad.id, draft)
    told = ("At least 2 days", "At most 20 days", "Pickup and drop on Monday, Saturday")
    assert rentals.describe_rules(calendar) == told
    draft = Draft(
        minimum_minutes=2 * 1440, maximum_minutes=0, weekdays=list(range(7)), prices={"day": 500}, deposit=900
    )
    calendar = rentals.set_calendar(scene.db, factories.actor(scene.seller), scene.ad.id, draft)
    told = ("At least 2 days, which cost ₹1,000", "Deposit ₹900, given back at the return")
    assert rentals.describe_rules(calendar) == told


def test_describe_rates(scene):
    assert rentals.describe_rates(rentals.get_calendar(scene.db, ANONYMOUS, scene.ad.id)) == ()
    prices = {"month": 20_000, "day": 1_500}
    calendar = rentals.set_calendar(scene.db, factories.actor(scene.seller), scene.ad.id, Draft(prices=prices))
    assert rentals.describe_rates(calendar) == ("₹1,500 a day", "₹20,000 a month")


@pytest.mark.parametrize(
    ("drop", "parts"),
    [
        # From 10 on 8 December: a day lasts until 10 on the next one.
        ("2026-12-08T18:00", ["1 day × ₹1,000"]),
        ("2026-12-09T10:00", ["1 day × ₹1,000"]),
        ("2026-12-09T18:00", ["1 day × ₹1,000", "+1 day, from 9 Dec 2026, 10:00"]),
        ("2026-12-11T10:01", ["3 days × ₹1,000", "+1 day, from 11 Dec 2026, 10:00"]),
        ("2026-12-11T10:00", ["3 days × ₹1,000"]),
    ],
)
def test_the_price_says_what_it_covers(scene, drop, parts):
    rentals.set_calendar(scene.db, factories.actor(scene.seller), scene.ad.id, Draft(prices={"day": 1000}))
    quoted = rentals.quote(scene.db, ANONYMOUS, scene.ad.id, "2026-12-08T10:00", drop)
    assert [part.text for part in quoted.parts] == parts
    assert quoted.paise == 1000_00 * sum(part.count for part in quoted.parts)
    assert quoted.covers_text == "A day is 24 hours from the pickup."
    day = int(drop[8:10])
    assert quoted.dates_text == f"8 Dec 2026, 10:00 – {day} Dec 2026, {drop[11:]}"
