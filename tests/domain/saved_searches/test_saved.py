"""Saved searches: whose they are, what matches them, and that each match is told once."""

from datetime import timedelta

import pytest
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn, RuleBroken
from marketplace.domain import listings, saved_searches, search
from marketplace.domain.search import SearchQuery
from marketplace.models import AdStatus, AdType, Cadence, Notification, OutboxMail, PriceUnit
from marketplace.settings import get_settings
from tests import factories


@pytest.fixture
def buyer(db: Session):
    return factories.buyer(db)


@pytest.fixture
def furniture(db: Session):
    return factories.category(db, "Furniture")


def save(db: Session, account, cadence=Cadence.DAILY, **query):
    saved = saved_searches.save_search(db, factories.actor(account), SearchQuery(**query), cadence=cadence)
    db.commit()
    return saved


def test_only_buyers_and_sellers(db: Session, buyer):
    with pytest.raises(NotSignedIn):
        saved_searches.save_search(db, ANONYMOUS, SearchQuery(keyword="sofa"))
    with pytest.raises(Forbidden):
        saved_searches.save_search(db, factories.actor(factories.admin(db)), SearchQuery(keyword="sofa"))


def test_only_the_owner_sees_and_deletes_a_search(db: Session, buyer):
    saved, other = save(db, buyer, keyword="sofa"), factories.buyer(db)
    assert saved_searches.list_saved_searches(db, factories.actor(other)) == []
    with pytest.raises(NotFound):
        saved_searches.delete_saved_search(db, factories.actor(other), saved.id)
    assert saved_searches.list_saved_searches(db, factories.actor(buyer)) == [saved]
    saved_searches.delete_saved_search(db, factories.actor(buyer), saved.id)
    assert saved_searches.list_saved_searches(db, factories.actor(buyer)) == []


def test_the_same_search_is_saved_once(db: Session, buyer):
    first = save(db, buyer, keyword="sofa", city="Pune")
    again = save(db, buyer, Cadence.WEEKLY, keyword="sofa", city="Pune", after="x")
    assert (again.id, again.cadence, again.name) == (first.id, "weekly", "sofa, Pune")
    assert again.link == "/products/search?keyword=sofa&city=Pune"


def test_the_name_has_the_price(db: Session, buyer):
    names = [save(db, buyer, keyword="sofa", max_price=price).name for price in (9_000, 150_000)]
    assert names == ["sofa, Under ₹9,000", "sofa, Under ₹1,50,000"]


def test_the_name_has_place_age_and_order(db: Session, buyer):
    asked = [
        {"lat": 18.52, "lng": 73.85, "radius_km": 25.0, "near": "Pune"},
        {"lat": 28.61, "lng": 77.21, "near": "Delhi"},
        {"lat": 28.61, "lng": 77.21, "radius_km": 5.0, "near": "me"},
        {"posted_within_days": 7},
        {"featured": True},
        {"featured": False, "keyword": "sofa"},
    ]
    assert [save(db, buyer, **query).name for query in asked] == [
        "Within 25 km of Pune",
        "Near Delhi",
        "Within 5 km of you",
        "Posted within 7 days",
        "Featured",
        "sofa, Not featured",
    ]


def test_a_place_keeps_its_name_and_is_the_same_under_another(db: Session, buyer):
    there = {"lat": 18.52, "lng": 73.85, "radius_km": 25.0}
    saved = save(db, buyer, **there, near="Pune")
    assert saved.link == "/products/search?lat=18.52&lng=73.85&radiusKm=25&near=Pune"
    assert save(db, buyer, **there, near="Shivajinagar").id == saved.id
    assert save(db, buyer, **there).id == saved.id


def test_an_empty_search_and_one_too_many(db: Session, buyer, monkeypatch):
    for keyword in ("", "the", "?!"):
        with pytest.raises(RuleBroken, match="Please enter a keyword or select filters"):
            save(db, buyer, keyword=keyword)
    monkeypatch.setattr(get_settings(), "saved_searches_max", 1)
    save(db, buyer, keyword="sofa")
    with pytest.raises(RuleBroken):
        save(db, buyer, keyword="chair")


def test_a_match_is_alerted_once(db: Session, buyer, furniture):
    save(db, buyer, Cadence.AT_ONCE, keyword="sofa under 1000")
    save(db, buyer, Cadence.AT_ONCE, keyword="chair")
    ad = factories.ad(db, factories.seller(db), furniture, name="Teak sofas", price_paise=900_00)
    assert [saved_searches.match_ad(db, ad.id) for _ in range(2)] == [1, 0]
    (mail,) = db.exec(select(OutboxMail)).all()
    assert mail.to == buyer.email
    assert "Teak Sofas" in mail.text
    assert f"/products/{ad.id}" in mail.text
    (notice,) = db.exec(select(Notification)).all()
    assert (notice.account_id, notice.link) == (buyer.id, f"/products/{ad.id}")


def test_a_misspelt_search_matches_the_correction(db: Session, buyer, furniture):
    seller = factories.seller(db)
    for _ in range(3):
        factories.ad(db, seller, furniture, name="Samsung galaxy")
    save(db, buyer, keyword="samsng gallaxy")
    save(db, buyer, keyword="harmonum")
    assert saved_searches.match_ad(db, factories.ad(db, seller, furniture, name="Samsung Galaxy S9").id) == 1
    assert saved_searches.match_ad(db, factories.ad(db, seller, furniture, name="Harmonum, as we call it").id) == 1


def test_words_written_apart_match_the_joined_word(db: Session, buyer, furniture):
    save(db, buyer, keyword="mac book air")
    seller = factories.seller(db)
    names = ("MacBook Air", "Mac book, air", "Air of a mac", "MacBook")
    told = [saved_searches.match_ad(db, factories.ad(db, seller, furniture, name=name).id) for name in names]
    assert told == [1, 1, 0, 0]


def test_ads_that_are_not_live_match_nothing(db: Session, buyer, furniture):
    save(db, buyer, keyword="sofa")
    ad = factories.ad(db, factories.seller(db), furniture, name="sofa", status=AdStatus.PENDING)
    assert saved_searches.match_ad(db, ad.id) == 0


def test_own_ads_are_not_alerted(db: Session, furniture):
    seller = factories.seller(db)
    save(db, seller, keyword="sofa")
    assert saved_searches.match_ad(db, factories.ad(db, seller, furniture, name="sofa").id) == 0


def test_daily_alerts_come_together(db: Session, buyer, furniture, monkeypatch):
    save(db, buyer, keyword="sofa")
    seller = factories.seller(db)

    def publish(name: str) -> None:
        saved_searches.match_ad(db, factories.ad(db, seller, furniture, name=name).id)

    publish("sofa one")
    publish("sofa two")
    assert db.exec(select(OutboxMail)).all() == []
    assert saved_searches.send_alerts(db) == 1
    (mail,) = db.exec(select(OutboxMail)).all()
    assert mail.subject == "2 new ads for “sofa”"
    publish("sofa three")
    assert saved_searches.send_alerts(db) == 0
    later = clock.now() + timedelta(days=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert saved_searches.send_alerts(db) == 1
    assert saved_searches.send_alerts(db) == 0
    assert len(db.exec(select(OutboxMail)).all()) == 2


def test_ads_gone_meanwhile_are_not_mailed(db: Session, buyer, furniture):
    save(db, buyer, keyword="sofa")
    ad = factories.ad(db, factories.seller(db), furniture, name="sofa")
    saved_searches.match_ad(db, ad.id)
    ad.status = AdStatus.SOLD
    db.add(ad)
    listings.refresh(db, ad.id)
    assert saved_searches.send_alerts(db) == 1
    assert db.exec(select(OutboxMail)).all() == []


def test_a_search_is_saved_for_its_owner_only(db: Session, buyer):
    save(db, buyer, keyword="sofa", city="Pune")
    query = SearchQuery(keyword="sofa", city="Pune", sort=search.Sort.NEWEST)
    assert saved_searches.is_search_saved(db, factories.actor(buyer), query)
    assert not saved_searches.is_search_saved(db, factories.actor(buyer), SearchQuery(keyword="sofa"))
    for other in (ANONYMOUS, factories.actor(factories.buyer(db)), factories.actor(factories.admin(db))):
        assert not saved_searches.is_search_saved(db, other, query)


def test_saved_searches_convert_too(db: Session):
    buyer, seller, category = factories.buyer(db), factories.seller(db), factories.category(db)
    params = {"keyword": "camera", "maxPrice": "500", "priceUnit": "day"}
    saved = saved_searches.save_search(db, factories.actor(buyer), search.parse_query(params))
    assert saved.name == "camera, Under ₹500 a day"
    found = {}
    for unit, paise in (("hour", 10_000), ("week", 300_000), (None, 40_000)):
        kind = {"ad_type": AdType.RENT, "price_unit": PriceUnit(unit)} if unit else {}
        found[unit] = saved_searches.match_ad(
            db, factories.ad(db, seller, category, name="Camera", price_paise=paise, **kind).id
        )
    assert found == {"hour": 0, "week": 1, None: 0}
