"""Results of list URLs, valid and invalid."""

import asyncio
import unicodedata
from urllib.parse import parse_qsl

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import NotFound
from marketplace.models import AdType, PriceUnit
from marketplace.web.pages.browse import address, views
from marketplace.web.pages.browse.chips import FilterLink
from marketplace.web.pages.browse.state import BrowseState
from tests import factories
from tests.web.tabs import part, tab

_PATHS = ("/products/sell", "/products/rent", "/products/featured", "/products/search", "/category/{category}")
_NASTY = "</script><script>alert(1)</script>\"'{{7*7}}"


@pytest.fixture
def category_id(db: Session) -> str:
    """A category with an ad."""
    category = factories.category(db)
    factories.ad(db, factories.seller(db), category, name="Teak sofa", featured=True)
    return category.id


@pytest.mark.parametrize("path", _PATHS)
@pytest.mark.parametrize(
    "query",
    [
        {"page": "99999"},
        {"page": "-1"},
        {"page": "x" * 5000},
        {"page": "9" * 400},
        {"categoryId": "nothing"},
        {"categoryId": "null", "producttype": "undefined", "keyword": "null"},
        {"keyword": "x" * 300},
        {"keyword": "x" * 100_000},
        {"keyword": "🛋️" * 100},
        {"keyword": _NASTY},
        {"keyword": "%' OR 1=1 --"},
        {"keyword": "\x00\u202e\ud7ff"},
        {"minPrice": "cheap", "maxPrice": "-5"},
        {"minPrice": "9" * 60},
        {"sort": "sideways", "view": "round", "lat": "1"},
        {"lat": "999", "lng": "999", "radiusKm": "-1", "sort": "distance"},
        {"field[nothing]": "1", "subcategoryId": "2"},
    ],
    ids=lambda query: ",".join(f"{name}={value[:12]!a}" for name, value in query.items()),
)
def test_odd_urls_have_results(db: Session, category_id: str, path: str, query: dict[str, str]):
    shown = views.load_results(db, ANONYMOUS, address.parse_address(path.format(category=category_id), query))

    assert shown.heading
    assert shown.title.endswith("| Chowk")
    assert len(shown.title) < 200
    assert not {unicodedata.category(sign) for sign in shown.heading} & {"Cc", "Cs"}
    assert "\u202e" not in shown.heading
    assert shown.cards or shown.empty_text


def test_page_past_the_end_links_to_the_first(db: Session, category_id: str):
    shown = views.load_results(db, ANONYMOUS, address.parse_address("/products/sell", {"page": "7"}))

    assert shown.cards == ()
    assert shown.empty_text
    assert shown.clear_href == "/products/sell"


def test_unknown_category_has_an_error(db: Session):
    with pytest.raises(NotFound, match="Category not found"):
        views.load_results(db, ANONYMOUS, address.parse_address("/category/nothing", {}))


@pytest.mark.parametrize(
    ("path", "query", "title"),
    [
        ("/products/sell", {}, "For sale near you | Chowk"),
        ("/products/sell", {"page": "2"}, "For sale near you, page 2 | Chowk"),
        ("/products/featured", {}, "Featured ads | Chowk"),
        ("/products/search", {}, "Search classifieds | Chowk"),
        ("/products/search", {"keyword": "teak"}, "Results for “teak” | Chowk"),
    ],
)
def test_title_equals_the_title_of_the_server_rendered_page(
    db: Session, category_id: str, path: str, query: dict[str, str], title: str
):
    assert views.load_results(db, ANONYMOUS, address.parse_address(path, query)).title == title


def _labels(db: Session, path: str, query: dict[str, str]) -> dict[str, str]:
    return {
        chip.label: chip.href for chip in views.load_results(db, ANONYMOUS, address.parse_address(path, query)).chips
    }


def test_every_filter_of_the_url_has_a_chip_that_removes_it(db: Session, category_id: str):
    query = {"keyword": "sofa near me", "producttype": "sell", "categoryId": category_id, "featured": "true"}
    query |= {"city": "Pune", "postedWithinDays": "7", "minPrice": "100", "view": "list", "page": "2"}
    found = _labels(db, "/products/search", query)
    assert [label.split(" ")[0] for label in found] == [
        *("Near", "For", "Category", "Featured", "Pune", "Posted", "Over")
    ]
    left = [len(address.parse_address("/products/search", _query_of(href)).params) for href in found.values()]
    assert left == [7, *[6] * 6]
    # Parameters of the path cannot be removed.
    assert _labels(db, "/products/sell", {"producttype": "rent"}) == {}
    assert _labels(db, f"/category/{category_id}", {"categoryId": "other"}) == {}


def _query_of(href: str) -> dict[str, str]:
    return dict(parse_qsl(href.partition("?")[2]))


def test_filters_understood_from_the_keyword_have_chips(db: Session, category_id: str):
    assert _labels(db, "/products/search", {"keyword": "sofa under 900"}) == {
        "Under ₹900": "/products/search?keyword=sofa"
    }


def test_price_in_the_keyword_fills_the_price_fields(db: Session, category_id: str):
    def boxes(query: dict[str, str]) -> tuple[str, str]:
        shown = views.load_results(db, ANONYMOUS, address.parse_address("/products/search", query))
        return shown.min_price, shown.max_price

    assert boxes({"keyword": "sofa under 900"}) == ("", "900")
    assert boxes({"keyword": "sofa 5k to 10k"}) == ("5000", "10000")
    assert boxes({"keyword": "sofa under 900", "minPrice": "₹1,000"}) == ("₹1,000", "")
    assert boxes({"minPrice": "5,000", "maxPrice": "1000"}) == ("1000", "5000")


def _radii(shown: views.Results) -> tuple[FilterLink, ...]:
    return next(group.choices for group in shown.groups if group.name == "near")


def test_place_has_one_chip_that_removes_all_its_parameters(db: Session, category_id: str):
    here = {"keyword": "sofa", "lat": "18.520", "lng": "73.857", "near": "me", "radiusKm": "25", "sort": "distance"}
    assert _labels(db, "/products/search", here) == {"Within 25 km of you": "/products/search?keyword=sofa"}
    assert list(_labels(db, "/products/search", here | {"near": "Pune", "radiusKm": "5"})) == ["Within 5 km of Pune"]
    said = here | {"keyword": "sofa near me"}
    assert _labels(db, "/products/search", said) == {"Near you": "/products/search?keyword=sofa"}
    shown = views.load_results(db, ANONYMOUS, address.parse_address("/products/search", here))
    assert [(it.label, it.chosen) for it in _radii(shown)][3:5] == [
        ("Within 25 km", True),
        ("Within 50 km", False),
    ]
    assert _radii(shown)[-1].label == "Any distance"
    radius_links = _radii(
        views.load_results(db, ANONYMOUS, address.parse_address("/products/search", {**said, "radiusKm": ""}))
    )
    assert [it.label for it in radius_links if it.chosen] == ["Within 25 km"]
    assert radius_links[-1].label == "Within 100 km"
    assert shown.has_place
    assert not shown.asks_place
    asking = views.load_results(db, ANONYMOUS, address.parse_address("/products/search", {"keyword": "sofa near me"}))
    assert asking.asks_place
    assert _radii(asking) == ()


def test_place_in_the_keyword_has_radius_choices(db: Session, category_id: str):
    seller, category = factories.seller(db), factories.category(db)
    for name, latitude in (("here", 18.52), ("near", 18.62), ("far", 19.07)):
        factories.ad(db, seller, category, name=f"{name} lamp", city="Pune", latitude=latitude, longitude=73.86)

    def load_results(href: str) -> views.Results:
        path, _, query = href.partition("?")
        return views.load_results(db, ANONYMOUS, address.parse_address(path, dict(parse_qsl(query))))

    shown = load_results("/products/search?keyword=lamp near pune")
    assert shown.has_place
    assert not shown.asks_place
    assert "Nearest first" in [sort.label for sort in shown.sorts]
    assert [it.label for it in _radii(shown) if it.chosen] == ["Within 25 km"]
    assert [it.label for it in _radii(shown)][-1] == "Within 100 km"
    found = {it.label: len(load_results(it.href).cards) for it in _radii(shown)}
    assert (found["Within 5 km"], found["Within 25 km"], found["Within 100 km"]) == (1, 2, 3)
    wide = load_results("/products/search?keyword=lamp near pune&sort=distance&radiusKm=100")
    assert [card.name.split()[0] for card in wide.cards] == ["here", "near", "far"]
    assert wide.sort == "distance"
    assert [it.label for it in _radii(wide) if it.chosen] == ["Within 100 km"]
    assert {chip.label: chip.href for chip in wide.chips} == {"Within 100 km of Pune": "/products/search?keyword=lamp"}
    inside = load_results("/products/search?keyword=lamp in pune")
    assert not inside.has_place
    assert "Nearest first" not in [sort.label for sort in inside.sorts]


@pytest.mark.parametrize(
    ("keyword", "group", "chosen"),
    [
        ("lamp in pune", "city", "Pune"),
        ("lamp for rent", "producttype", "Rent"),
        ("lamp 1k to 5k", "price", "₹1,000 to ₹5,000"),
        ("above 1k lamp under 5k", "price", "₹1,000 to ₹5,000"),
        ("lamp since last week", "postedWithinDays", "Last 7 days"),
        ("lamp in pune for rent", "city", "Pune"),
    ],
)
def test_facet_value_chosen_by_the_keyword_can_be_removed(
    db: Session, category_id: str, keyword: str, group: str, chosen: str
):
    seller, category = factories.seller(db), factories.category(db)
    for city, ad_type in (("Pune", "rent"), ("Pune", "sell"), ("Delhi", "rent")):
        factories.ad(db, seller, category, name="Lamp", city=city, ad_type=ad_type, price_paise=2_000_00)

    def choices(**query: str) -> dict[str, str]:
        shown = views.load_results(db, ANONYMOUS, address.parse_address("/products/search", query))
        return {it.label: it.href for each in shown.groups if each.name == group for it in each.choices if it.chosen}

    said = choices(keyword=keyword, view="list")
    assert list(said) == [chosen]
    taken_back = _query_of(said[chosen])
    assert choices(**taken_back) == {}
    assert taken_back["view"] == "list"
    assert len(keyword.split()) > len(taken_back["keyword"].split()) >= 1
    # Parameters of the URL take precedence over the keyword, and their chips come first.
    params = {"city": "Delhi", "producttype": "sell", "price": "", "postedWithinDays": "30"}
    if params[group]:
        ruled = choices(keyword=keyword, **{group: params[group]})
        assert [_query_of(href) for href in ruled.values()] in ([{"keyword": keyword}], [])


@pytest.mark.parametrize("query", [{"sort": "distance"}, {"radiusKm": "5"}, {"after": "nothing"}])
def test_invalid_parameters_are_ignored(db: Session, category_id: str, query: dict[str, str]):
    shown = views.load_results(db, ANONYMOUS, address.parse_address("/products/search", {"keyword": "teak", **query}))
    assert shown.cards
    assert shown.sort == "relevance"


@pytest.mark.parametrize(
    ("path", "query"),
    [
        # Parameters of the path can only be removed in a search.
        ("/products/rent", {"keyword": "sofa"}),
        ("/category/{empty}", {"keyword": "sofa"}),
        ("/category/{empty}", {}),
        # The keyword is empty now.
        ("/products/search", {"keyword": "for rent"}),
    ],
)
def test_fallback_of_an_empty_list_has_results(db: Session, category_id: str, path: str, query: dict[str, str]):
    empty = factories.category(db, "Empty").id
    shown = views.load_results(db, ANONYMOUS, address.parse_address(path.format(empty=empty), query))

    assert not shown.cards
    assert shown.fallbacks
    for way in shown.fallbacks:
        there, _, saveable_params = way.href.partition("?")
        assert views.load_results(
            db, ANONYMOUS, address.parse_address(there, dict(parse_qsl(saveable_params)))
        ).cards, way


def test_place_is_added_to_the_existing_parameters():
    shown = address.parse_address("/products/sell", {"keyword": "sofa", "city": "Delhi", "page": "3"})
    assert shown.near("Pune", 18.52043, 73.85674, radius_km="25") == (
        "/products/sell?keyword=sofa&lat=18.520&lng=73.857&near=Pune&radiusKm=25&sort=distance"
    )


def test_nearest_is_the_default_order_of_a_visitor_with_a_town(db: Session, category_id: str):
    def load(home: str, **params: str):
        return views.load_results(db, Actor(city=home), address.parse_address("/products/sell", params))

    here = load("Pune")
    assert (here.sort, here.sorts[0].value, here.nearness) == ("distance", "distance", "Nearest to Pune first")
    assert (here.has_place, here.chips) == (False, ())
    assert (load("Pune", sort="newest").sort, load("Pune", sort="newest").nearness) == ("newest", "")
    assert load("Pune", keyword="sofa").nearness == "Best matches near Pune first"
    for city, params in (("anywhere", {}), ("Nowhere", {}), ("Pune", {"city": "Delhi"})):
        shown = load(city, **params)
        assert (shown.sort, shown.nearness) == ("newest", "")


@pytest.mark.parametrize(("sort", "url"), [("distance", "/products/sell"), ("newest", "/products/sell?sort=newest")])
def test_the_url_does_not_name_the_default_order(db: Session, category_id: str, sort: str, url: str):
    page = part(tab(db, path="/products/sell"), BrowseState)
    page.results = views.load_results(db, Actor(city="Pune"), address.parse_address("/products/sell", {}))
    assert f'"{url}"' in str(BrowseState.sort_by.fn(page, sort).args)


@pytest.mark.parametrize(
    ("least", "most", "query"),
    [
        ("₹5,000", "", "minPrice=5000"),
        ("5000", "Rs 1,000", "minPrice=1000&maxPrice=5000"),
        ("", "99.50", "maxPrice=99.5"),
        ("1.5 lakh", "2,00,000/-", "minPrice=150000&maxPrice=200000"),
        ("", "", ""),
    ],
)
def test_prices_are_read_as_people_write_them_and_stand_in_order(db: Session, least: str, most: str, query: str):
    page = part(tab(db, path="/products/sell"), BrowseState)
    spec = asyncio.run(BrowseState.submit_prices.fn(page, {"minPrice": least, "maxPrice": most}))
    path = f"/products/sell?{query}" if query else "/products/sell"
    assert f'"{path}"' in str(spec.args)


@pytest.mark.parametrize(
    ("typed", "sentence"), [("99,50", "Please write the price like"), ("any", "Price must be a number.")]
)
def test_a_price_that_is_no_amount_changes_nothing(db: Session, monkeypatch, typed: str, sentence: str):
    toasts = []

    async def toast(_self, _kind: str, text: str) -> None:
        toasts.append(text)

    monkeypatch.setattr(BrowseState, "_toast", toast)
    page = part(tab(db, path="/products/sell"), BrowseState)
    assert asyncio.run(BrowseState.submit_prices.fn(page, {"minPrice": typed, "maxPrice": "500"})) is None
    assert len(toasts) == 1
    assert sentence in toasts[0]


def test_the_unit_of_a_price_is_kept_by_its_ranges_and_has_one_chip(db: Session, category_id: str):
    seller, category = factories.seller(db), factories.category(db)
    factories.ad(db, seller, category, ad_type=AdType.RENT, price_unit=PriceUnit.DAY, price_paise=70_000)
    query = {"minPrice": "600", "maxPrice": "1000", "priceUnit": "day"}
    shown = views.load_results(db, ANONYMOUS, address.parse_address("/products/rent", query))
    assert (shown.price_unit, [chip.label for chip in shown.chips]) == ("day", ["₹600 to ₹1,000 a day"])
    assert [chip.href for chip in shown.chips] == ["/products/rent"]
    (ranges,) = (group for group in shown.groups if group.name == "price")
    assert [(choice.chosen, _query_of(choice.href)) for choice in ranges.choices] == [
        (True, {"priceUnit": "day"}),
        (False, {"minPrice": "700", "maxPrice": "700", "priceUnit": "day"}),
    ]
    said = views.load_results(
        db, ANONYMOUS, address.parse_address("/products/search", {"keyword": "thing under 900 a day"})
    )
    assert (said.price_unit, said.max_price) == ("day", "900")


@pytest.mark.parametrize(
    ("path", "own", "label", "params"),
    [
        ("/products/rent", {}, "₹150 a day", {"minPrice": "150", "maxPrice": "150", "priceUnit": "day"}),
        (
            "/products/rent",
            {"categoryId": "homes"},
            "₹4,500 a month",
            {"minPrice": "4500", "maxPrice": "4500", "priceUnit": "month"},
        ),
        (
            "/products/lease",
            {},
            "₹4,500 a month",
            {"minPrice": "4500", "maxPrice": "4500", "priceUnit": "month"},
        ),
    ],
)
def test_price_ranges_of_rentals_are_for_one_unit(db: Session, path: str, own: dict[str, str], label: str, params):
    homes = factories.category(db, id="homes", rental_price_unit=PriceUnit.MONTH)
    seller = factories.seller(db)
    for ad_type in (AdType.RENT, AdType.LEASE):
        # ₹150 a day are ₹4,500 a month.
        factories.ad(db, seller, homes, ad_type=ad_type, price_unit=PriceUnit.DAY, price_paise=15_000)
        factories.ad(db, seller, homes, ad_type=ad_type, price_unit=PriceUnit.MONTH, price_paise=450_000)
    shown = views.load_results(db, ANONYMOUS, address.parse_address(path, own))
    (ranges,) = (group for group in shown.groups if group.name == "price")
    assert [(choice.label, choice.count) for choice in ranges.choices] == [(label, "2")]
    (choice,) = ranges.choices
    assert _query_of(choice.href) == own | params
    assert shown.price_unit == params["priceUnit"]
    assert not any("₹" in chip.label for chip in shown.chips)
    # Without a unit the amounts are compared as they are shown, and the form says so.
    assert views.load_results(db, ANONYMOUS, address.parse_address(path, own | {"maxPrice": "1000"})).price_unit == ""


def test_the_unit_that_a_list_begins_with_is_no_filter(db: Session):
    page = part(tab(db, path="/products/rent"), BrowseState)
    page.results = page.results.model_copy(update={"price_unit": "day"})
    without = asyncio.run(BrowseState.submit_prices.fn(page, {"minPrice": "", "maxPrice": "", "priceUnit": "day"}))
    assert '"/products/rent"' in str(without.args)
    other = asyncio.run(BrowseState.submit_prices.fn(page, {"minPrice": "", "maxPrice": "", "priceUnit": "month"}))
    assert '"/products/rent?priceUnit=month"' in str(other.args)
