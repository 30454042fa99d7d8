"""The unit of the price of ads for rent and lease."""

import pytest
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid
from marketplace.domain import ads, listings, price_units, saved_searches, search
from marketplace.domain.ads import AdDraft
from marketplace.models import Ad, AdType, Listing, Notification, PriceUnit
from tests import factories
from tests.background import run_jobs
from tests.domain.ads.drafting import draft, live


@pytest.mark.parametrize(
    ("ad_type", "of_category", "unit"),
    [
        ("sell", "day", None),
        ("rent", "hour", "hour"),
        ("rent", "month", "month"),
        ("lease", "day", "month"),
        ("lease", "year", "year"),
    ],
)
def test_an_ad_that_names_none_gets_the_default(db: Session, ad_type, of_category, unit):
    category = factories.category(db, rental_price_unit=PriceUnit(of_category))
    made = ads.submit(db, factories.actor(factories.seller(db)), draft(category, ad_type=ad_type))
    assert made.price_unit == unit


@pytest.mark.parametrize(("ad_type", "unit"), [("rent", "decade"), ("lease", "DAY"), ("sell", "day"), ("sell", "x")])
def test_a_unit_that_makes_no_sense_is_refused(db: Session, ad_type, unit):
    with pytest.raises(Invalid) as caught:
        ads.submit(
            db,
            factories.actor(factories.seller(db)),
            draft(factories.category(db), ad_type=ad_type, price_unit=unit),
        )
    assert [error["field"] for error in caught.value.errors] == ["priceUnit"]


def test_every_view_has_it(db: Session):
    seller = factories.seller(db)
    ad = live(db, seller, factories.category(db), ad_type="rent", price=710, price_unit="week")
    card = search.find_live_cards(db, ANONYMOUS, [ad.id])[ad.id]
    row = ads.list_of_seller(db, factories.actor(seller), seller.id).items[0]
    for view in (ads.get(db, ANONYMOUS, ad.id), card, row, ads.find_cards(db, ANONYMOUS, [ad.id])[ad.id]):
        assert (view.price_unit, view.price_text) == ("week", "₹710 a week")
        assert (view.amount_text, view.unit_text) == ("₹710", "a week")


def test_a_change_that_names_none_keeps_it(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = live(db, seller, category, ad_type="rent", price_unit="week")
    revised = ads.revise(db, factories.actor(seller), ad.id, draft(category, ad_type="rent", price=1))
    assert revised.price_unit == "week"
    sold = ads.revise(db, factories.actor(seller), ad.id, draft(category, ad_type="sell"))
    assert sold.price_unit is None
    leased = ads.revise(db, factories.actor(seller), ad.id, draft(category, ad_type="lease"))
    assert leased.price_unit == "month"


def test_a_copy_has_it(db: Session):
    seller = factories.seller(db)
    ad = live(db, seller, factories.category(db), ad_type="rent", price_unit="hour")
    assert ads.duplicate(db, factories.actor(seller), ad.id).price_unit == "hour"


def test_listings_are_sorted_by_the_price_of_a_day(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    units = {PriceUnit.HOUR: 24_000, PriceUnit.DAY: 1_000, PriceUnit.WEEK: 142, PriceUnit.MONTH: 33, PriceUnit.YEAR: 2}
    for unit, price_up in units.items():
        ad = factories.ad(db, seller, category, ad_type=AdType.RENT, price_paise=1_000, price_unit=unit)
        listing = db.exec(select(Listing).where(Listing.ad_id == ad.id)).one()
        assert (listing.price_unit, listing.price_up, listing.price_down) == (unit, price_up, -price_up)
        assert price_units.per_day(1_000, unit) == price_up
    listings.rebuild(db)
    assert sorted(db.exec(select(Listing.price_up))) == sorted(units.values())


def test_a_new_unit_is_no_price_drop(db: Session):
    seller, category, buyer = factories.seller(db), factories.category(db), factories.buyer(db)
    saved_searches.save_search(db, factories.actor(buyer), search.parse_query({"categoryId": category.id}))
    ad = live(db, seller, category, ad_type="rent", price=20_000, price_unit="month")
    from marketplace.domain import wishlist

    wishlist.add(db, factories.actor(buyer), ad.id)
    saved_searches.match_ad(db, ad.id)

    def change(**values) -> list[str]:
        content: AdDraft = draft(category, ad_type="rent", **values)
        ads.revise(db, factories.actor(seller), ad.id, content)
        if db.get_one(Ad, ad.id).review_waiting_since:
            ads.approve(db, factories.actor(factories.admin(db)), ad.id)
        run_jobs(db)
        own = select(Notification).where(Notification.account_id == buyer.id).order_by(Notification.id)
        return [f"{row.kind} {row.values.get('price', '')}".strip() for row in db.exec(own)]

    assert change(price=900, price_unit="day") == ["saved_search_ad"]
    # Told by the wishlist, so not by the saved search too.
    assert change(price=850, price_unit="day") == ["saved_search_ad", "price_dropped ₹850 a day"]
