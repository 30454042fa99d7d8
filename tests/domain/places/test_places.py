"""Naming positions and suggesting towns."""

from dataclasses import replace

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid, NotFound, TooMany
from marketplace.domain import places
from marketplace.domain.places import service
from marketplace.settings import get_settings
from tests import factories


def test_a_position_has_names(db: Session):
    found = places.locate(ANONYMOUS, "12.9352", "77.6245")
    assert (found.city, found.state, found.place) == ("Bengaluru", "Karnataka", "")
    assert (found.latitude, found.longitude) == (12.9352, 77.6245)


@pytest.mark.parametrize(("lat", "lng"), [("", "77"), ("12", ""), ("91", "0"), ("0", "181"), ("nan", "1"), ("x", "1")])
def test_no_such_point(db: Session, lat: str, lng: str):
    with pytest.raises(Invalid):
        places.locate(ANONYMOUS, lat, lng)


def test_points_at_sea_have_no_names(db: Session):
    with pytest.raises(NotFound, match=r"Failed to fetch location details\."):
        places.locate(ANONYMOUS, 5, 65)


def test_lookups_are_limited(db: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "limit_geocode", "1 per minute")
    places.locate(ANONYMOUS, 12, 77)
    with pytest.raises(TooMany):
        places.locate(ANONYMOUS, 12, 77)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("beng", "Bengaluru, Karnataka"),
        ("BANGAL", "Bengaluru, Karnataka"),
        ("Hyderā", "Hyderabad, Telangana"),
        (" mum", "Mumbai, Maharashtra"),
        ("delhi", "Delhi"),
        ("gurgaon", "Gurugram, Haryana"),
    ],
)
def test_towns_are_suggested(db: Session, typed: str, first: str):
    assert places.suggest(db, ANONYMOUS, typed)[0].label == first


def test_suggestions_are_few_and_distinct(db: Session):
    found = places.suggest(db, ANONYMOUS, "s")
    assert len(found) == 8
    assert len({place.label for place in found}) == 8
    assert places.suggest(db, ANONYMOUS, "  ") == []
    assert places.suggest(db, ANONYMOUS, "zzzz" * 100) == []


def test_every_other_name_leads_to_a_town(db: Session):
    for other in service.FORMER_NAMES:
        assert places.find_town(other) is not None, other
        assert places.suggest(db, ANONYMOUS, other), other


def test_a_town_is_found_in_its_state_before_a_larger_one_elsewhere():
    states = [town.state for state in ("", "Tripura", "tripurā", "Goa") if (town := places.find_town("Udaipur", state))]
    assert states == ["Rajasthan", "Tripura", "Tripura", "Rajasthan"]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("andheri", ("Andheri", "Mumbai", "Maharashtra")),
        ("Andheri E", ("Andheri East", "Mumbai", "Maharashtra")),
        ("koramangala, beng", ("Koramangala", "Bengaluru", "Karnataka")),
        ("T nagar", ("T Nagar", "Chennai", "Tamil Nadu")),
        ("gachi", ("Gachibowli", "Hyderabad", "Telangana")),
        ("pune", ("", "Pune", "Maharashtra")),
    ],
)
def test_localities_are_suggested_with_their_town(db: Session, typed: str, names: tuple[str, str, str]):
    found = places.suggest(db, ANONYMOUS, typed)[0]
    assert (found.place, found.city, found.state) == names


def test_a_locality_is_found_in_its_town_alone(db: Session):
    andheri, mumbai = places.find_town("Mumbai", "Maharashtra", "andheri"), places.find_town("Mumbai")
    assert andheri
    assert mumbai
    assert (andheri.place, andheri.city, mumbai.place) == ("Andheri", "Mumbai", "")
    assert andheri.latitude == pytest.approx(19.12, abs=0.02)
    assert places.find_town("Pune", "Maharashtra", "Andheri") == places.find_town("Pune")
    assert places.find_town("Andheri") is None


def test_the_home_of_a_visitor_may_be_a_locality():
    home = places.find_home(replace(ANONYMOUS, city="Andheri, Mumbai"))
    assert home
    assert (home.name, home.city) == ("Andheri", "Mumbai")
    assert home.radius_km < 2


def test_localities_of_ads_are_suggested_once_two_sellers_have_them(db: Session):
    category, alone = factories.category(db), factories.seller(db)
    for city, place, seller in (
        ("Pune", "Rose Garden Lane", factories.seller(db)),
        ("Pune", "Rose Garden Lane", factories.seller(db)),
        ("Nowhereville", "Rose Garden Lane", factories.seller(db)),
        ("Nowhereville", "Rose Garden Lane", factories.seller(db)),
        ("Pune", "Rose Garden Flat 7", alone),
        ("Pune", "Rose Garden Flat 7", alone),
    ):
        factories.ad(db, seller, category, city=city, state="Maharashtra", place=place)
    found = places.suggest(db, ANONYMOUS, "rose garden")
    assert [(place.label, place.state) for place in found] == [("Rose Garden Lane, Pune", "Maharashtra")]


def test_every_locality_lies_in_a_town_that_is_known():
    for town in service._localities():
        assert places.find_town(town.city, town.state) is not None, town


def test_a_part_of_a_locality_without_a_position_stands_where_the_locality_is():
    west, whole, town = (places.find_town("Mumbai", "Maharashtra", name) for name in ("Andheri West", "Andheri", ""))
    assert west
    assert whole
    assert town
    assert (west.place, west.latitude) == ("Andheri West", whole.latitude) != ("", town.latitude)
