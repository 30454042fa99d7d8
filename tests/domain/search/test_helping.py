"""Suggestions, fallbacks, related ads."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import ads, listings, search
from marketplace.domain.paging import EVERYTHING, Window
from marketplace.domain.search import SearchQuery
from marketplace.models import AdStatus, AdType, InputType
from tests import factories


@pytest.fixture
def furniture(db: Session):
    return factories.category(db, "Furniture")


@pytest.fixture
def seller(db: Session):
    return factories.seller(db)


def test_suggestions(db: Session, seller, furniture):
    ad = factories.ad(db, seller, furniture, name="Teak sofa")
    factories.ad(db, seller, furniture, name="Hidden softboard", status=AdStatus.PENDING)
    found = [(it.kind, it.text, it.link) for it in search.suggest(db, ANONYMOUS, "teak so")]
    assert found == [
        ("query", "teak sofa", "/products/search?keyword=teak%20sofa"),
        ("ad", "Teak sofa", f"/products/{ad.id}"),
    ]
    assert [(it.kind, it.text) for it in search.suggest(db, ANONYMOUS, "furn")][-1] == ("category", "Furniture")
    assert [it.text for it in search.suggest(db, ANONYMOUS, "teek sofa")] == ["teak sofa"]
    assert search.suggest(db, ANONYMOUS, " ") == []
    assert search.suggest(db, ANONYMOUS, "softb") == []


def test_a_synonym_is_suggested_where_it_finds_ads(db: Session):
    seller, shelf = factories.seller(db), factories.category(db, "Furniture")
    factories.ad(db, seller, shelf, name="Teak wardrobe", title="Three doors")
    assert [(it.kind, it.text) for it in search.suggest(db, ANONYMOUS, "almi")] == [("query", "almirah")]
    assert [it.text for it in search.suggest(db, ANONYMOUS, "teak almi")] == ["teak almirah"]
    assert search.suggest(db, ANONYMOUS, "steel almi") == []
    # What it stands for is not there.
    assert search.suggest(db, ANONYMOUS, "scoot") == []


def test_frequently_chosen_suggestions_come_first(db: Session, seller, furniture):
    """Names of categories first, then the most frequent words of names and titles; each stem once."""
    shelf = factories.subcategory(db, furniture, "Sofas & Chairs")
    factories.ad(db, seller, furniture, name="Teak sofa", title="Softly used")
    factories.ad(db, seller, furniture, name="Soft toy", title="Softly used, solid")
    factories.ad(db, seller, furniture, subcategory_id=shelf.id, name="Three-seater sofa", title="Softly used, solid")

    def queries(q: str) -> list[str]:
        return [it.text for it in search.suggest(db, ANONYMOUS, q) if it.kind == "query"]

    assert queries("sof") == ["sofas", "softly"]
    assert queries("so") == ["sofas", "softly", "solid"]
    assert queries("sofa") == ["sofa"]
    factories.ad(db, seller, furniture, name="Teak sofa", city="Sonipat")
    assert "sofa in sonipat" in queries("sofa in so")
    assert "sofa in sofa" not in queries("sofa in so")
    assert [it.text for it in search.suggest(db, ANONYMOUS, "teak") if it.kind == "ad"] == ["Teak sofa"]
    found = [(it.text, it.link) for it in search.suggest(db, ANONYMOUS, "sof") if it.kind == "category"]
    assert found == [("Sofas & Chairs", f"/category/{furniture.id}?subcategoryId={shelf.id}")]
    assert [it.text for it in search.suggest(db, ANONYMOUS, "chairs so") if it.kind == "category"] == ["Sofas & Chairs"]


def test_rare_continuations_are_suggested(db: Session, seller, furniture):
    for n, word in enumerate(("garden", "gate", "game", "gas", "gallery", "gauge", "gadget")):
        for _ in range(3):
            factories.ad(db, seller, furniture, name=f"{word} {n}")
    factories.ad(db, seller, furniture, name="Samsung Galaxy S23", city="Pune")
    factories.ad(db, seller, furniture, name="Samsung purifier")
    listings.rebuild(db)

    def queries(q: str) -> list[str]:
        return [it.text for it in search.suggest(db, ANONYMOUS, q) if it.kind == "query"]

    assert queries("samsung ga") == ["samsung galaxy"]
    # A town is meant, where there is one.
    assert queries("samsung in pu") == ["samsung in pune"]
    assert queries("samsung in puri") == ["samsung in purifier"]


@pytest.fixture
def things(db: Session, seller, furniture) -> None:
    factories.subcategory(db, furniture, "Sofas")
    factories.ad(
        db,
        seller,
        furniture,
        name="Leather sofa",
        title="Used, five seats",
        city="Pune",
        latitude=18.52,
        longitude=73.86,
    )
    factories.ad(db, seller, furniture, name="Settee", title="Old, but hardly second to a new one", price_paise=900_00)
    factories.ad(db, seller, furniture, name="2 BHK flat", city="Bengaluru", description="With a split air conditioner")
    factories.ad(db, seller, furniture, name="Studio flat", city="Mumbai", ad_type=AdType.RENT, price_paise=15_000_00)
    factories.ad(db, seller, furniture, name="Flat with a view", city="Navi Mumbai")
    factories.ad(db, seller, furniture, name="Villa, not a flat", city="Baramati", price_paise=2_00_00_000_00)
    factories.ad(
        db,
        seller,
        furniture,
        name="Tabla pair",
        city="Delhi",
        price_paise=None,
        description="Comes with a tuning hammer",
    )
    factories.ad(db, seller, furniture, name="Headphones 1000xm5", title="Made for gold lovers, leather case")
    factories.ad(db, seller, furniture, name="Tuning fork")
    for n, word in enumerate(("tiles", "tray", "tripod", "trunk", "tub", "tyre", "tool")):
        factories.ad(db, seller, furniture, name=f"{word} {word}s {n}")
    listings.rebuild(db)
    db.commit()


COMPLETED = [
    # Wordings of several words.
    ("second ha", ["second hand", "second hardly"]),
    ("second hand so", ["second hand sofa"]),
    ("air co", ["air conditioner"]),
    ("air", ["air conditioner"]),
    ("sofa", ["sofa"]),
    # Other names of so few letters are nobody's.
    ("leather so", ["leather sofa"]),
    ("tripod so", []),
    # Prices.
    ("under 1", ["under 1000", "under 10000", "under 1 lakh", "under 1 crore"]),
    ("flat under 15", ["flat under 15000", "flat under 15 lakh", "flat under 15 crore"]),
    ("flat for rent under 1", ["flat for rent under 1 lakh", "flat for rent under 1 crore"]),
    ("flat above 2", ["flat above 2000", "flat above 20000", "flat above 2 lakh", "flat above 2 crore"]),
    ("flat between 10000 and 2", ["flat between 10000 and 20000"]),
    ("tabla under 1", []),
    ("headphones 1", ["headphones 1000xm5"]),
    # Towns, by names that they had as well.
    ("flat in bang", ["flat in bangalore"]),
    ("flat in beng", ["flat in bengaluru"]),
    ("flat in bom", ["flat in bombay"]),
    ("flat in b", ["flat in baramati", "flat in bengaluru"]),
    ("flat in new del", []),
    ("tabla in new del", ["tabla in new delhi"]),
    ("flat in navi m", ["flat in navi mumbai"]),
    ("flat in", ["flat in baramati", "flat in bengaluru", "flat in mumbai", "flat in navi mumbai"]),
    ("sofa near", ["sofa near pune"]),
    ("sofa near pu", ["sofa near pune"]),
    ("flat for rent in b", []),
    ("flat for rent in bo", ["flat for rent in bombay"]),
    ("flat bang", ["flat bangalore"]),
    ("bomb", ["bombay"]),
    # By its sound.
    ("तबला", ["तबला"]),
]


def test_prefixes_are_completed(db: Session, things):
    found = {q: [it.text for it in search.suggest(db, ANONYMOUS, q) if it.kind == "query"] for q, _ in COMPLETED}
    assert found == dict(COMPLETED)
    for text in {text for texts in found.values() for text in texts}:
        answer = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=text), Window(1, 1))
        assert (answer.total > 0, answer.corrected) == (True, ""), text


def test_prices_are_not_suggested(db: Session, things):
    assert {it.kind for it in search.suggest(db, ANONYMOUS, "under 1")} == {"query"}


def fallbacks(db: Session, **query):
    return search.list_ads(db, ANONYMOUS, SearchQuery(**query), Window(1, 12)).fallbacks


def test_fallback_with_one_word_fewer(db: Session, seller, furniture):
    factories.ad(db, seller, furniture, name="Teak sofa")
    (found,) = fallbacks(db, keyword="teak sofa zzyzx")
    assert (found.kind, found.keyword, found.count) == ("words", "teak sofa", 1)
    assert "zzyzx" in found.text


def test_fallback_with_a_wider_radius(db: Session, seller, furniture):
    factories.ad(db, seller, furniture, latitude=18.6, longitude=73.8)
    (found,) = fallbacks(db, lat=18.5, lng=73.8, radius_km=5)
    assert (found.kind, found.radius_km, found.count) == ("radius", 25, 1)


def test_fallback_with_one_filter_fewer(db: Session, seller, furniture):
    factories.ad(db, seller, furniture, name="Teak sofa", city="Pune", price_paise=900_00)
    (found,) = fallbacks(db, keyword="sofa", ad_type=AdType.RENT)
    assert (found.kind, found.drop, found.count) == ("filters", ("producttype",), 1)
    (found,) = fallbacks(db, keyword="sofa under 500")
    assert (found.kind, found.keyword) == ("filters", "sofa")


def test_removed_filters_are_named_by_their_parameters(db: Session, seller, furniture):
    shelf = factories.subcategory(db, furniture)
    colour = factories.field(db, shelf, "Colour", InputType.TEXT)
    factories.ad(db, seller, furniture, name="Teak sofa", subcategory_id=shelf.id)
    (found,) = fallbacks(db, category_id=furniture.id, fields={colour.id: "blue"})
    assert (found.drop, found.count) == ((f"field[{colour.id}]",), 1)


@pytest.fixture
def shop(db: Session, seller, furniture) -> None:
    near = {"city": "Pune", "latitude": 18.52, "longitude": 73.86}
    factories.subcategory(db, furniture, "Sofas")
    for n in range(3):
        factories.ad(db, seller, furniture, name="Dinner set", title="Lightly used", price_paise=900_00 + n, **near)
    factories.ad(db, seller, furniture, name="Teak sofa", price_paise=900_00, **near)
    factories.ad(db, seller, furniture, name="Godrej washing machine", price_paise=5_000_00, **near)
    factories.ad(db, seller, furniture, name="Intel i5 laptop, 43 inch tv, 1000 sqft plot", price_paise=1_000_00)
    db.commit()


ODD = [
    {"keyword": "sofa kit"},
    {"keyword": 'sofa "washing machine"'},
    {"keyword": "zzyzx i5-1240p laptop"},
    {"keyword": 'sofa 55" tv'},
    {"keyword": "sofa 1000 sqft"},
    {"keyword": "iphone 13 pro max sofa"},
    {"keyword": "sofa above 5k under 6k"},
    {"keyword": "sofa in pune", "producttype": "lease", "maxPrice": "10"},
    {"keyword": "in pune", "featured": "true"},
    {"keyword": "sofa near mumbai"},
    {"keyword": "sofa", "lat": "20", "lng": "60", "radiusKm": "5", "sort": "distance"},
    {"keyword": "sofa in pune", "city": "Nagpur"},
    {"keyword": "zzyzx sofa for lease under 5 rs"},
]


@pytest.mark.parametrize("params", ODD, ids=str)
def test_a_fallback_finds_the_promised_number(db: Session, shop, params):
    found = search.list_ads(db, ANONYMOUS, search.parse_query(params), Window(1, 1))
    assert not found.total
    assert found.fallbacks or found.similar
    for way in found.fallbacks:
        then = {name: value for name, value in params.items() if name not in way.drop} | {"keyword": way.keyword}
        if way.radius_km:
            then["radiusKm"] = f"{way.radius_km}"
        assert search.list_ads(db, ANONYMOUS, search.parse_query(then), Window(1, 1)).total == way.count > 0, way


@pytest.mark.parametrize("asked", [{}, {"sort": "distance"}, {"radiusKm": "10", "sort": "distance"}], ids=str)
def test_a_fallback_widens_the_radius_around_a_named_place(db: Session, shop, furniture, seller, asked):
    factories.ad(db, seller, furniture, name="Oil lamp", city="Mumbai")
    params = {"keyword": "sofa near mumbai", **asked}
    test_a_fallback_finds_the_promised_number(db, shop, params)
    ways = fallbacks(db, keyword=params["keyword"], radius_km=10 if "radiusKm" in asked else None)
    assert "radius" in [way.kind for way in ways]


def test_a_fallback_shows_the_typed_words(db: Session, shop):
    def texts(keyword: str) -> list[tuple[str, str]]:
        return [(way.text, way.keyword) for way in fallbacks(db, keyword=keyword)]

    assert texts("sofa 900 sqft") == [("1 ad without “900sqft”", "sofa")]
    assert texts('sofa "Washing machines"')[0] == ("1 ad without “washing machines”", "sofa")
    assert texts('sofa 55"') == [("1 ad without “55inch”", "sofa")]
    # "sofa" is kept: it names a subcategory. More ads have "set".
    assert texts("sofa dinner")[0] == ("1 ad without “dinner”", "sofa")
    assert texts("zzyzx sofa under 5 rs in pune") == [("1 ad for “sofa” without any filter", "sofa")]


def test_no_fallback(db: Session):
    assert fallbacks(db, keyword="zzyzx") == ()


def test_related_ads_are_live_and_similar(db: Session, seller, furniture):
    own = factories.ad(db, seller, furniture, name="Teak sofa", city="Pune")
    factories.ad(db, seller, furniture, name="Lamp")
    factories.ad(db, seller, furniture, name="Cane sofa", city="Pune")
    factories.ad(db, seller, furniture, name="Teak sofa", status=AdStatus.SOLD)
    factories.ad(db, seller, factories.category(db), name="Teak sofa")
    shown = ads.get(db, ANONYMOUS, own.id)
    assert [ad.name for ad in search.related(db, ANONYMOUS, shown)] == ["Cane sofa", "Lamp"]
    assert [ad.name for ad in search.related(db, ANONYMOUS, shown, limit=1)] == ["Cane sofa"]
    assert search.related(db, ANONYMOUS, shown.model_copy(update={"status": "sold"})) == []


def test_the_category_of_ads_with_similar_names_is_guessed_if_they_agree(db: Session, seller, furniture):
    lamps = factories.category(db, "Lamps")
    for name in ("Teak sofa", "Cane sofa"):
        factories.ad(db, seller, furniture, name=name)
    # Two are too few.
    assert search.guess_category(db, ANONYMOUS, "Red sofa") == ""
    factories.ad(db, seller, furniture, name="Sofa for three")
    assert search.guess_category(db, ANONYMOUS, "Red sofa") == furniture.id
    assert search.guess_category(db, ANONYMOUS, "Zzyzx") == ""
    assert search.guess_category(db, ANONYMOUS, " ,") == ""
    factories.ad(db, seller, lamps, name="Lamp for a sofa")
    assert search.guess_category(db, ANONYMOUS, "Red sofa") == ""


@pytest.mark.parametrize(
    ("keyword", "similar"),
    [
        # Inside the filters first, even without every word.
        ("wooden cradle in pune", ["Wooden box"]),
        ("wooden cradle under 100 in nagpur", ["Cheap wooden toy"]),
        # No ad there has any of the words, so the place or the price gives way.
        ("cradle in pune", ["Cradle of teak", "Wooden cradle"]),
        ("cradle near pune", ["Wooden cradle"]),
        ("cradle under 100", ["Cradle of teak", "Wooden cradle"]),
        ("cradle under 100 in pune", ["Cradle of teak", "Wooden cradle"]),
        ("cradle in nagpur under 100", ["Cradle of teak"]),
        ("second hand cradle in pune", ["Cradle of teak", "Wooden cradle"]),
        # The type is never given up: renting is not buying.
        ("cradle on rent in pune", []),
    ],
)
def test_similar_ads_leave_the_filters_only_if_there_are_none_inside(db: Session, keyword, similar):
    seller, category = factories.seller(db), factories.category(db, "Things")
    pune, nagpur, mumbai = ("Pune", 18.52, 73.86), ("Nagpur", 21.15, 79.09), ("Mumbai", 19.08, 72.88)
    for name, (city, latitude, longitude), paise in [
        ("Wooden box", pune, 50_000),
        ("Second hand lamp", pune, 60_000),
        ("Cheap wooden toy", nagpur, 5_000),
        ("Wooden cradle", mumbai, 700_000),
        ("Cradle of teak", nagpur, 800_000),
    ]:
        factories.ad(
            db, seller, category, name=name, city=city, latitude=latitude, longitude=longitude, price_paise=paise
        )
    page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), EVERYTHING)
    assert ([ad.name for ad in page.items], [ad.name for ad in page.similar]) == ([], similar)
