"""What lists show, to whom, and in which order."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid
from marketplace.domain import ads, listings, search
from marketplace.domain.paging import EVERYTHING, Window
from marketplace.domain.search import SearchQuery, Sort
from marketplace.models import Ad, AdStatus, AdType, AdVersion, InputType, WishlistItem
from tests import factories


@pytest.fixture
def seller(db: Session):
    return factories.seller(db)


@pytest.fixture
def furniture(db: Session):
    return factories.category(db, "Furniture")


def find(db: Session, actor=ANONYMOUS, window: Window = EVERYTHING, **query) -> list[str]:
    return [ad.name for ad in search.list_ads(db, actor, SearchQuery(**query), window).items]


def at(days_ago: float):
    return clock.now() - timedelta(days=days_ago)


@pytest.mark.parametrize("status", [AdStatus.PENDING, AdStatus.REJECTED, AdStatus.SOLD, AdStatus.EXPIRED])
def test_only_approved_ads_are_found_by_anyone(db: Session, seller, furniture, status):
    factories.ad(db, seller, furniture, name="Teak sofa", status=status)
    for actor in (ANONYMOUS, factories.actor(factories.buyer(db)), factories.actor(seller)):
        assert find(db, actor) == []
        assert find(db, actor, keyword="sofa") == []


def test_newest_first(db: Session, seller, furniture):
    for days in (3, 1, 2):
        factories.ad(db, seller, furniture, name=f"{days} days", first_approved_at=at(days))
    assert find(db) == ["1 days", "2 days", "3 days"]
    assert find(db, keyword="days", sort=Sort.NEWEST) == ["1 days", "2 days", "3 days"]


@pytest.mark.parametrize("keyword", ["", "thing"])
def test_price_orders_put_ads_without_a_price_last(db: Session, seller, furniture, keyword):
    factories.ad(db, seller, furniture, name="thing b", price_paise=200_00)
    factories.ad(db, seller, furniture, name="thing none")
    factories.ad(db, seller, furniture, name="thing free", price_paise=0)
    factories.ad(db, seller, furniture, name="thing a", price_paise=1000_00, discount_basis_points=9000)
    rising, falling = (find(db, keyword=keyword, sort=sort) for sort in (Sort.PRICE_UP, Sort.PRICE_DOWN))
    assert rising == ["thing free", "thing a", "thing b", "thing none"]
    assert falling == ["thing b", "thing a", "thing free", "thing none"]


def test_nearest_first_and_within_a_radius(db: Session, seller, furniture):
    for name, lat, lng in (("far", 19.07, 72.87), ("here", 18.52, 73.85), ("near", 18.60, 73.90)):
        factories.ad(db, seller, furniture, name=name, latitude=lat, longitude=lng)
    factories.ad(db, seller, furniture, name="nowhere")
    place = {"lat": 18.52, "lng": 73.86}
    assert find(db, sort=Sort.DISTANCE, **place) == ["here", "near", "far", "nowhere"]
    assert sorted(find(db, radius_km=15, **place)) == ["here", "near"]


def test_cards_near_a_place_say_how_far_they_are(db: Session, seller, furniture):
    for name, lat, lng in (("far", 19.07, 72.87), ("here", 18.52, 73.86), ("near", 18.60, 73.90)):
        factories.ad(db, seller, furniture, name=f"{name} sofa", city="Pune", latitude=lat, longitude=lng)
    factories.ad(db, seller, furniture, name="sofa nowhere")

    def told(**query) -> dict[str, str]:
        found = search.list_ads(db, ANONYMOUS, SearchQuery(**query), EVERYTHING).items
        return {ad.name: ad.distance_text for ad in found}

    place = {"lat": 18.52, "lng": 73.86}
    away = {"here sofa": "Less than 1 km away", "near sofa": "10 km away", "far sofa": "121 km away"}
    assert told(**place) == away | {"sofa nowhere": ""}
    assert told(**place, keyword="sofa", sort=Sort.NEWEST) == away | {"sofa nowhere": ""}
    assert told(keyword="sofa near pune") == {name: away[name] for name in ("here sofa", "near sofa")}
    assert set(told().values()) == {""}


def test_filters(db: Session, seller, furniture):
    other = factories.category(db)
    shelf = factories.subcategory(db, furniture)
    factories.ad(db, seller, furniture, name="a sofa", city="Pune", price_paise=500_00, subcategory_id=shelf.id)
    factories.ad(db, seller, other, name="b sofa", city="Nagpur", price_paise=900_00, ad_type=AdType.RENT)
    factories.ad(db, seller, furniture, name="c sofa", featured=True, first_approved_at=at(9))
    for keyword in ("", "sofa"):
        assert find(db, keyword=keyword, category_id=other.id) == ["b sofa"]
        assert find(db, keyword=keyword, subcategory_id=shelf.id) == ["a sofa"]
        assert find(db, keyword=keyword, city="pune") == ["a sofa"]
        assert find(db, keyword=keyword, ad_type=AdType.RENT) == ["b sofa"]
        assert find(db, keyword=keyword, min_price=600) == ["b sofa"]
        assert find(db, keyword=keyword, max_price=500) == ["a sofa"]
        assert find(db, keyword=keyword, featured=True) == ["c sofa"]
        assert sorted(find(db, keyword=keyword, featured=False)) == ["a sofa", "b sofa"]
        assert sorted(find(db, keyword=keyword, posted_within_days=7)) == ["a sofa", "b sofa"]
        assert find(db, keyword=keyword, seller_id=factories.seller(db).id) == []
        assert find(db, keyword=keyword, category_id="nonsense' OR") == []


def test_dynamic_fields(db: Session, seller, furniture):
    from marketplace.models import AdVersionValue

    shelf = factories.subcategory(db, furniture)
    rooms = factories.field(db, shelf, "Bedrooms", InputType.NUMBER)
    wood = factories.field(db, shelf, "Wood", InputType.SELECT, options=["Teak", "Pine"])
    for name, number, text in (("two", 2.0, "Teak"), ("three", 3.0, "Pine")):
        ad = factories.ad(db, seller, furniture, name=name, subcategory_id=shelf.id)
        for field, value, as_number in ((rooms, str(int(number)), number), (wood, text, None)):
            factories.save(
                db,
                AdVersionValue(
                    version_id=ad.live_version_id,
                    field_id=field.id,
                    label=field.label,
                    input_type=field.input_type,
                    text=value,
                    number=as_number,
                ),
            )
        listings.refresh(db, ad.id)
    assert find(db, fields={wood.id: "Teak"}) == ["two"]
    assert find(db, fields={rooms.id: "3"}) == ["three"]
    assert sorted(find(db, fields={rooms.id: "2..3"})) == ["three", "two"]
    assert find(db, fields={rooms.id: "2..", wood.id: "Pine"}) == ["three"]
    assert find(db, keyword="teak") == ["two"]
    assert find(db, keyword="3 bedrooms") == ["three"]


@pytest.mark.parametrize("sort", [None, Sort.NEWEST, Sort.PRICE_UP, Sort.PRICE_DOWN, Sort.DISTANCE])
@pytest.mark.parametrize("keyword", ["", "thing"])
def test_pages_and_after_lead_through_everything_once(db: Session, seller, furniture, sort, keyword):
    for n in range(11):
        place = {"latitude": 18 + n % 3 / 10, "longitude": 73.0} if n % 4 else {}
        price = (n % 3) * 100 if n % 5 else None
        factories.ad(db, seller, furniture, name=f"thing {n}", price_paise=price, **place)
    query = SearchQuery(keyword=keyword, sort=sort, lat=18.5, lng=73.1)
    whole = [ad.id for ad in search.list_ads(db, ANONYMOUS, query, EVERYTHING).items]
    assert len(set(whole)) == 11
    paged = [ad.id for page in (1, 2, 3, 4) for ad in search.list_ads(db, ANONYMOUS, query, Window(page, 4)).items]
    assert paged == whole
    followed: list[str] = []
    while True:
        after = followed[-1] if followed else ""
        some = SearchQuery(keyword=keyword, sort=sort, lat=18.5, lng=73.1, after=after)
        found = search.list_ads(db, ANONYMOUS, some, Window(1, 3)).items
        if not found:
            break
        followed += [ad.id for ad in found]
    assert followed == whole


@pytest.mark.parametrize("sort", [None, Sort.NEWEST, Sort.PRICE_UP, Sort.PRICE_DOWN, Sort.DISTANCE])
@pytest.mark.parametrize("keyword", ["", "thing"])
@pytest.mark.parametrize("gone", ["sold", "paused", "deleted", "taken down", "no match"])
def test_a_list_goes_on_behind_an_ad_that_is_gone(db: Session, seller, furniture, sort, keyword, gone):
    for n in range(9):
        place = {"latitude": 18 + n % 4 / 10, "longitude": 73.0} if n % 4 else {}
        factories.ad(db, seller, furniture, name=f"thing {n}", price_paise=n * 7 % 9 * 100 or None, **place)
    query = SearchQuery(keyword=keyword, sort=sort, lat=18.5, lng=73.1)
    if keyword and sort is None:
        # By relevance its place is not known any more.
        query = replace(query, sort=Sort.NEWEST)
    whole = [ad.id for ad in search.list_ads(db, ANONYMOUS, query, EVERYTHING).items]
    followed: list[str] = []
    while True:
        after = followed[-1] if followed else ""
        found = search.list_ads(db, ANONYMOUS, replace(query, after=after), Window(1, 2)).items
        if not found:
            break
        followed += [ad.id for ad in found]
        leave(db, followed[-1], seller, gone)
    assert followed == whole


def leave(db: Session, ad_id: str, seller, way: str) -> None:
    """Let an ad leave the lists."""
    owner, admin = factories.actor(seller), factories.actor(factories.admin(db))
    if way == "sold":
        ads.mark_sold(db, owner, ad_id)
    elif way == "paused":
        ads.pause(db, owner, ad_id)
    elif way == "deleted":
        ads.delete(db, owner, ad_id)
    elif way == "taken down":
        ads.take_down(db, admin, ad_id, "Not allowed here.")
    else:
        version = db.get(AdVersion, db.get(Ad, ad_id).live_version_id)
        version.name = "other"
        factories.save(db, version)
        listings.refresh(db, ad_id)


def test_an_unknown_place_is_refused(db: Session, seller, furniture):
    there = [factories.ad(db, seller, furniture, name="thing").id for _ in range(3)]
    never = factories.ad(db, seller, furniture, name="thing", status=AdStatus.PENDING)
    ads.mark_sold(db, factories.actor(seller), there[1])
    for query in (SearchQuery(after=never.id), SearchQuery(keyword="thing", after=there[1])):
        with pytest.raises(Invalid, match="after must be"):
            search.list_ads(db, ANONYMOUS, query, Window(1, 3))
    found = search.list_ads(db, ANONYMOUS, SearchQuery(after=there[1]), Window(1, 3)).items
    assert [ad.id for ad in found] == [there[0]]


def test_after_an_ad_that_is_not_there(db: Session):
    with pytest.raises(Invalid):
        search.list_ads(db, ANONYMOUS, SearchQuery(after="nothing"), Window(1, 3))


def test_totals_are_exact(db: Session, seller, furniture):
    for _ in range(5):
        factories.ad(db, seller, furniture, name="Teak sofa")
    for keyword in ("", "sofa"):
        page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), Window(2, 2))
        assert (page.total, page.exact, len(page.items)) == (5, True, 2)


def test_totals_of_whole_categories(db: Session, seller, furniture):
    vehicles = factories.category(db, "Vehicles")
    for category, ad_type, number in (
        (furniture, AdType.SELL, 4),
        (furniture, AdType.RENT, 3),
        (vehicles, AdType.SELL, 2),
    ):
        for _ in range(number):
            factories.ad(db, seller, category, name="thing", ad_type=ad_type)
    for query, number in (
        (SearchQuery(), 9),
        (SearchQuery(ad_type=AdType.SELL), 6),
        (SearchQuery(category_id=furniture.id), 7),
        (SearchQuery(category_id=furniture.id, ad_type=AdType.RENT), 3),
        (SearchQuery(category_id=vehicles.id, ad_type=AdType.LEASE), 0),
        (SearchQuery(ad_type=AdType.SELL, sort=Sort.PRICE_UP), 6),
        (SearchQuery(ad_type=AdType.SELL, keyword="thing"), 6),
        (SearchQuery(ad_type=AdType.SELL, featured=True), 0),
    ):
        assert search.list_ads(db, ANONYMOUS, query, Window(1, 1)).total == number, query


def test_cards(db: Session, seller, furniture):
    factories.ad(
        db,
        seller,
        furniture,
        name="Teak sofa",
        price_paise=150_000_00,
        discount_basis_points=1250,
        place="Kothrud",
        city="Pune",
        state="Maharashtra",
    )
    (card,) = search.list_ads(db, ANONYMOUS, SearchQuery(), EVERYTHING).items
    assert (card.price_text, card.asked_text, card.discount_percent) == ("₹1,31,250", "₹1,50,000", 12.5)
    assert card.location == "Kothrud, Pune"
    assert card.category_name == "Furniture"
    assert card.is_new
    assert not card.saved


def test_saved_is_that_of_the_caller(db: Session, seller, furniture):
    buyer, other = factories.buyer(db), factories.buyer(db)
    ad = factories.ad(db, seller, furniture)
    factories.save(db, WishlistItem(buyer_id=buyer.id, ad_id=ad.id, ad_name="x"))
    for account, saved in ((buyer, True), (other, False), (seller, False)):
        (card,) = search.list_ads(db, factories.actor(account), SearchQuery(), EVERYTHING).items
        assert card.saved is saved


def test_statements_do_not_grow_with_the_list(db: Session, connection, seller, furniture):
    def statements() -> int:
        # What is due to be made is made.
        find(db, factories.actor(buyer), Window(1, 50), keyword="thing")
        seen: list[str] = []
        listener = lambda _c, _cur, statement, *_: seen.append(statement)  # noqa: E731
        event.listen(connection, "before_cursor_execute", listener)
        find(db, factories.actor(buyer), Window(1, 50), keyword="thing")
        event.remove(connection, "before_cursor_execute", listener)
        return len(seen)

    buyer = factories.buyer(db)
    for _ in range(4):
        factories.ad(db, seller, furniture, name="thing")
    few = statements()
    for _ in range(20):
        factories.ad(db, seller, furniture, name="thing")
    assert statements() == few


def test_counts(db: Session, seller, furniture):
    factories.ad(db, seller, furniture)
    factories.ad(db, seller, furniture, ad_type=AdType.RENT)
    factories.ad(db, seller, furniture, status=AdStatus.PENDING)
    counts = search.count_live(db)
    assert (counts.total, counts.by_category) == (2, {furniture.id: 2})
    assert counts.by_type == {"sell": 1, "rent": 1}


def test_live_cards_leave_out_what_is_not_live(db: Session, seller, furniture):
    live = factories.ad(db, seller, furniture)
    sold = factories.ad(db, seller, furniture, status=AdStatus.SOLD)
    assert set(search.find_live_cards(db, ANONYMOUS, [live.id, sold.id, "nothing"])) == {live.id}
    assert isinstance(db.get(Ad, sold.id), Ad)


@pytest.mark.parametrize("typed", ["50000", "50,000", "₹50,000", "₹ 50,000.00"])
def test_a_price_is_read_as_people_write_it(typed: str):
    assert search.parse_query({"minPrice": typed}).min_price == 50_000


@pytest.mark.parametrize("typed", ["cheap", "₹", "1,2,x", "nan", "-5"])
def test_invalid_prices_are_refused(typed: str):
    with pytest.raises(Invalid):
        search.parse_query({"maxPrice": typed})


def test_reversed_price_limits_are_swapped():
    query = search.parse_query({"minPrice": "5000", "maxPrice": "₹1,000"})
    assert (query.min_price, query.max_price) == (1_000, 5_000)


def test_the_name_of_a_place_is_no_filter(db: Session):
    there = {"lat": "18.52", "lng": "73.85", "radiusKm": "25", "near": "P" * 99}
    query = search.parse_query(there)
    assert query.near == "P" * 60
    assert search.count_filters(query) == 1
    assert query.is_narrowed_only_by("lat", "lng", "radius_km")
    assert search.parse_query({"near": "Pune"}) == SearchQuery()
