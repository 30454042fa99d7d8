"""Lists begin at the town that the visitor chose, and leave nothing out."""

from datetime import timedelta

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.domain import places, search
from marketplace.domain.paging import EVERYTHING, Window
from marketplace.domain.search import SearchPage, SearchQuery, Sort
from marketplace.integrations import search_index
from marketplace.models import AdType
from tests import factories

PUNE = places.find_home(Actor(city="Pune"))
# Degrees, far enough from each other that the grid of public positions does not matter.
PLACES = {"pune": (18.52, 73.86), "pune outskirts": (18.58, 73.80), "mumbai": (19.07, 72.88), "delhi": (28.65, 77.22)}


@pytest.fixture
def sofas(db: Session) -> None:
    """Sofas of all places, the nearest first approved first, and one without a position."""
    seller, furniture = factories.seller(db), factories.category(db, "Furniture")
    for days, (name, (latitude, longitude)) in zip((9, 7, 5, 3), PLACES.items(), strict=True):
        at = clock.now() - timedelta(days=days)
        city = name.split()[0].title()
        factories.ad(
            db, seller, furniture, name=f"{name} sofa", city=city, latitude=latitude, longitude=longitude,
            first_approved_at=at,
        )  # fmt: skip
    factories.ad(db, seller, furniture, name="somewhere sofa", first_approved_at=clock.now() - timedelta(days=8))


def find(db: Session, window: Window = EVERYTHING, **query) -> SearchPage:
    return search.list_ads(db, ANONYMOUS, SearchQuery(home=PUNE, **query), window)


def names(found: SearchPage) -> list[str]:
    return [ad.name.removesuffix(" sofa") for ad in found.items]


NEAREST = ["pune outskirts", "pune", "mumbai", "delhi", "somewhere"]


@pytest.mark.parametrize("query", [{}, {"ad_type": AdType.SELL}, {"sort": Sort.RELEVANCE}], ids=str)
def test_ads_of_the_town_come_newest_first_then_the_nearest(db: Session, sofas, query):
    found = find(db, **query)
    assert names(found) == NEAREST
    assert (found.total, found.home, found.understood.lat) == (5, "Pune", None)


def test_pages_follow_each_other(db: Session, sofas):
    assert [name for page in (1, 2, 3) for name in names(find(db, Window(page, 2)))] == NEAREST


def test_only_ads_outside_of_the_town_have_a_distance(db: Session, sofas):
    texts = {ad.name.removesuffix(" sofa"): ad.distance_text for ad in find(db).items}
    assert {name for name, text in texts.items() if text} == {"mumbai", "delhi"}
    assert texts["mumbai"].endswith(" km away")


@pytest.mark.parametrize(
    "query",
    [
        {"sort": Sort.NEWEST},
        {"sort": Sort.PRICE_UP},
        {"city": "Delhi"},
        {"keyword": "sofa in delhi"},
        {"lat": 28.65, "lng": 77.22, "sort": Sort.DISTANCE},
        {"keyword": "sofa within 50 km of delhi"},
    ],
    ids=str,
)
def test_what_was_asked_for_takes_precedence(db: Session, sofas, query):
    found = find(db, **query)
    without = search.list_ads(db, ANONYMOUS, SearchQuery(**query), EVERYTHING)
    assert names(found) == names(without)
    assert [ad.distance_text for ad in found.items] == [ad.distance_text for ad in without.items]
    assert found.home == ("" if "sort" not in query or "lat" in query else "Pune")


def test_of_equal_matches_those_around_the_town_come_first(db: Session, sofas):
    found = find(db, keyword="sofa")
    assert names(found)[:2] == ["pune outskirts", "pune"]
    assert (found.total, found.home) == (5, "Pune")
    # A better match elsewhere is still better.
    assert names(find(db, keyword="delhi sofa"))[0] == "delhi"


def test_lists_are_shown_by_date_while_the_index_is_built(db: Session, sofas, monkeypatch: pytest.MonkeyPatch):
    class NoIndex:
        def searcher(self):
            return None

    monkeypatch.setattr(search_index, "get_index", NoIndex)
    found = find(db)
    assert names(found) == ["delhi", "mumbai", "pune outskirts", "somewhere", "pune"]
    assert found.home == ""


@pytest.mark.parametrize(
    "city", ["", "anywhere", "Nowhereville", "Pune\x00", "' OR 1=1 --", "पुणे" * 30, "\ud800"], ids=ascii
)
def test_an_unknown_town_is_no_town(city: str):
    assert places.find_home(Actor(city=city)) is None


@pytest.mark.parametrize("city", ["Pune", " pune ", "Poona", "Pune, Maharashtra", "PUNE, MAHARASHTRA"])
def test_a_town_is_found_by_its_names(city: str):
    assert places.find_home(Actor(city=city)) == PUNE


def test_towns_of_one_name_are_told_apart_by_their_state(db: Session):
    found = {place.label for place in places.suggest(db, ANONYMOUS, "Bilaspur") if not place.place}
    assert len(found) > 1
    assert {home.state for label in found if (home := places.find_home(Actor(city=label)))} == {
        label.partition(", ")[2] for label in found
    }


def test_a_town_without_ads_begins_with_the_nearest(db: Session, sofas):
    home = places.find_home(Actor(city="Chandigarh"))
    found = search.list_ads(db, ANONYMOUS, SearchQuery(home=home), EVERYTHING)
    assert names(found)[0] == "delhi"
    assert all(ad.distance_text for ad in found.items[:4])
