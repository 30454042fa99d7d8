"""Amounts of rupees are read as people in India write them, and the same everywhere."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session

from marketplace.core.errors import Invalid
from marketplace.core.money import MAX_PAISE, change_price, parse_rupees, round_amount, to_paise
from marketplace.domain import ads, search
from marketplace.domain.ads.schemas import AdDraft
from marketplace.domain.deals.rules import read_price
from marketplace.domain.rentals.rules import apply_draft
from marketplace.domain.rentals.schemas import CalendarDraft
from marketplace.domain.search.understanding import understand
from marketplace.domain.wanted.rules import _price as read_wanted_price
from marketplace.models import AdCalendar
from marketplace.web.pages.ad_form.preview import make_preview
from tests import factories

AMOUNTS = {
    "1,50,000/-": 150_000,
    "₹ 1,50,000/-": 150_000,
    "₹1,50,000": 150_000,
    "150,000": 150_000,
    "1,234,567": 1_234_567,
    "12,34,567": 1_234_567,
    "1,50,000.00": 150_000,
    "1.5 lakh": 150_000,
    "1.5 Lakhs only": 150_000,
    "2 lac": 200_000,
    "1.2345 lakh": 123_450,
    "50k": 50_000,
    "50K/-": 50_000,
    "1 cr": 10_000_000,
    "Rs. 500": 500,
    "Rs 500 only": 500,
    "500 rupees": 500,
    "INR 1,000": 1_000,
    "99.50": Decimal("99.5"),
    ".5": Decimal("0.5"),
    "५०,०००": 50_000,
    "１,５００": 1_500,
    "2 लाख": 200_000,
    "₹500 रुपये": 500,
    "12 000": 12_000,
    "₹ 1 50 000": 150_000,
    "0": 0,
    "1e3": 1_000,
    "\u00a0 750 ": 750,
    "\u202a1,50,000\u202c": 150_000,
    "₹\u20605,000\u200e": 5_000,
    "रू. 500": 500,
    "500 रूपये": 500,
}
NO_AMOUNTS = ["99,50", "1,5", "1,50,00", "15,0000", "1,,000", ",500", "1,000,00", "1,00,000,000,0", "1,2345", "500,"]
NO_NUMBERS = ["cheap", "50kg", "1.5.2", "5-6", "k", "Rs", "/-", "1 lakh 20", "nan", "--5", "120²", "1①"]


@pytest.mark.parametrize(("typed", "rupees"), AMOUNTS.items())
def test_an_amount_is_read_as_it_is_written(typed: str, rupees):
    assert parse_rupees(typed) == rupees
    assert to_paise(typed) == rupees * 100


@pytest.mark.parametrize("typed", NO_AMOUNTS)
def test_misplaced_commas_are_refused_with_a_sentence(typed: str):
    with pytest.raises(Invalid, match=r"Please write the price like 1,50,000 or 99\.50\."):
        to_paise(typed)


@pytest.mark.parametrize("typed", NO_NUMBERS)
def test_what_is_no_amount_is_refused(typed: str):
    assert parse_rupees(typed) is None
    with pytest.raises(Invalid, match=r"Price must be a number\."):
        to_paise(typed)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("-5", "negative"), ("₹-5", "negative"), (f"{MAX_PAISE} cr", "too high"), ("1.234", "two decimals")],
)
def test_an_amount_out_of_bounds_is_refused(typed: str, sentence: str):
    with pytest.raises(Invalid, match=sentence):
        to_paise(typed)


@pytest.mark.parametrize("typed", ["lots", "-5", f"{MAX_PAISE} cr", "1.234"])
def test_a_deposit_is_not_called_a_price(typed: str):
    with pytest.raises(Invalid) as refused:
        to_paise(typed, field="deposit")
    assert "rice" not in refused.value.message
    assert "amount" in refused.value.message


def _searched(name: str, typed: str) -> float | None:
    return getattr(search.parse_query({name: typed, "keyword": "x"}), {"minPrice": "min_price"}.get(name, "max_price"))


def _deposit(typed: str) -> float:
    calendar = AdCalendar(ad_id="x", minimum_minutes=0, maximum_minutes=0)
    apply_draft(calendar, CalendarDraft(deposit=typed), {}, None)
    return (calendar.deposit_paise or 0) / 100


def _rate(typed: str) -> float:
    calendar = AdCalendar(ad_id="x", minimum_minutes=0, maximum_minutes=0)
    apply_draft(calendar, CalendarDraft(prices={"day": typed}), {}, None)
    return (calendar.day_paise or 0) / 100


# Every place that reads an amount that somebody typed.
PLACES = {
    "an offer": lambda typed: read_price(typed, int(AMOUNTS.get(typed, 1) * 100)) / 100,
    "a wanted ad": lambda typed: (read_wanted_price(typed) or 0) / 100,
    "a deposit": _deposit,
    "a calendar": _rate,
    "the filter's least": lambda typed: _searched("minPrice", typed),
    "the filter's most": lambda typed: _searched("maxPrice", typed),
}


@pytest.mark.parametrize("place", PLACES)
def test_every_place_reads_amounts_alike(place: str):
    for typed, rupees in AMOUNTS.items():
        if rupees:
            assert PLACES[place](typed) == rupees, typed
    for typed in NO_AMOUNTS:
        with pytest.raises(Invalid, match="Please write the price like"):
            PLACES[place](typed)


def test_the_form_of_an_ad_reads_amounts_alike(db: Session):
    seller, category = factories.actor(factories.seller(db)), factories.category(db)
    for typed, sentence in (("99,50", "Please write the price like"), ("1,50,000/-", "")):
        draft = AdDraft(name="Sofa", category_id=category.id, ad_type="sell", price=typed)
        if sentence:
            with pytest.raises(Invalid, match=sentence):
                ads.check(db, seller, draft)
        else:
            ads.check(db, seller, draft)
    assert make_preview({"price": "1.5 lakh"}, (), (), "").price_paise == 1_50_000_00


@pytest.mark.parametrize(
    ("keyword", "most"),
    [("sofa under 1,50,000/-", 150_000), ("sofa under 1.5 lakh", 150_000), ("sofa under 99,50", None), ("sofa under 1,50,00", None)],
)  # fmt: skip
def test_the_search_reads_amounts_alike(keyword: str, most: float | None):
    assert understand(search.SearchQuery(keyword=keyword), {}).query.max_price == most


@pytest.mark.parametrize(
    ("rupees", "rounded"),
    [
        ("2232.50", 2230),
        ("2235", 2240),
        ("301.50", 302),
        ("999.49", 999),
        ("18549", 18500),
        ("123456", 123000),
        ("0.2", 0),
    ],
)
def test_a_suggested_amount_is_one_that_people_write(rupees: str, rounded: int):
    assert round_amount(Decimal(rupees) * 100) == rounded * 100


@pytest.mark.parametrize(
    ("old", "percent", "new"),
    [
        ("1235", -10, "1110"),
        ("95", -10, "86"),
        ("999", 10, "1100"),
        ("18500", -10, "16700"),
        ("123456", 10, "136000"),
        ("5000", Decimal("0.1"), "5010"),
        ("5000", Decimal("-0.1"), "4990"),
        ("99.50", -10, "90"),
        ("2", 10, "3"),
        ("2", -10, "1"),
    ],
)
def test_a_changed_price_is_one_that_people_write(old: str, percent, new: str):
    assert change_price(round(float(old) * 100), Decimal(percent)) == int(new) * 100


@pytest.mark.parametrize(("paise", "percent"), [(100, -10), (50, -10), (1, -90)])
def test_a_price_that_has_no_lower_one_is_refused(paise: int, percent: int):
    assert change_price(paise, Decimal(percent)) is None


@given(
    st.tuples(st.integers(1, 10**13), st.integers(1, 10**13)),
    st.decimals(-90, 100, places=2, allow_nan=False).filter(bool),
)
def test_rounding_keeps_direction_and_order(prices: tuple[int, int], percent):
    low, high = (change_price(paise, percent) for paise in sorted(prices))
    for old, new in zip(sorted(prices), (low, high), strict=True):
        if new is not None:
            assert new > 0
            assert new > old if percent > 0 else new < old
    if low is not None and high is not None:
        assert low <= high
