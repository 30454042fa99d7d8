"""Naming positions and suggesting towns."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid, NotFound, TooMany
from marketplace.domain import places
from marketplace.domain.places import service
from marketplace.settings import get_settings


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
