"""The drawing of an ad's rough area."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import places

INDIRANAGAR = (12.97853, 77.64081)


def test_nearby_towns_are_shown(db: Session):
    area = places.draw_area(db, ANONYMOUS, *INDIRANAGAR)
    assert area is not None
    assert "Bengaluru" in {town.name for town in area.towns}
    assert all(0 <= town.x <= 100 and 0 <= town.y <= 100 for town in area.towns)
    assert 0 < area.scale < 50


def test_north_is_up_and_east_is_right(db: Session):
    area = places.draw_area(db, ANONYMOUS, 26.88, 75.75)
    assert area is not None
    towns = {town.name: town for town in area.towns}
    # The middle of Jaipur lies north-east of this point.
    assert towns["Jaipur"].x > 50
    assert towns["Jaipur"].y < 50


def test_description_has_the_nearest_towns_with_their_direction(db: Session):
    area = places.draw_area(db, ANONYMOUS, 26.88, 75.75)
    assert area is not None
    # The middle of Jaipur (26.92, 75.79) lies 4.4 km north and 3.7 km east of this point.
    assert ("Jaipur", "6 km north-east") in {(town.name, town.away) for town in area.nearby}
    around = places.draw_area(db, ANONYMOUS, *INDIRANAGAR)
    assert around is not None
    away = [int(town.away.partition(" ")[0]) for town in around.nearby]
    assert away == sorted(away)
    assert 2 <= len({town.name for town in around.nearby}) == len(around.nearby) <= 4
    assert all(km >= 1 for km in away)


def test_the_position_is_rounded_to_about_a_kilometre(db: Session):
    exact = places.draw_area(db, ANONYMOUS, *INDIRANAGAR)
    near = places.draw_area(db, ANONYMOUS, INDIRANAGAR[0] + 0.0009, INDIRANAGAR[1] - 0.0009)
    assert exact == near


def test_names_do_not_overlap(db: Session):
    area = places.draw_area(db, ANONYMOUS, 19.1, 72.9)
    assert area is not None
    named = [town for town in area.towns if town.name]
    assert len({town.name for town in named}) == len(named)
    for one in named:
        for other in named:
            if one is not other:
                apart = abs(one.name_x - other.name_x), abs(one.name_y - other.name_y)
                assert apart[0] > len(one.name) or apart[1] > 5


def test_a_town_without_a_point_is_enough(db: Session):
    area = places.draw_area(db, ANONYMOUS, None, None, city=" jaipur", state="Rajasthan")
    assert area is not None
    assert round(area.latitude) == 27


@pytest.mark.parametrize(("city", "state"), [("", ""), ("Jaipur", ""), ("Atlantis", "Kerala"), ("<b>", "null")])
def test_missing_coordinates_are_not_drawn(db: Session, city: str, state: str):
    assert places.draw_area(db, ANONYMOUS, None, None, city=city, state=state) is None


@pytest.mark.parametrize("point", [(0.0, 0.0), (89.9, 10.0), (-90.0, 180.0), (12.97, -179.999)])
def test_far_from_every_town_nothing_is_drawn(db: Session, point: tuple[float, float]):
    assert places.draw_area(db, ANONYMOUS, *point) is None


def test_the_circle_has_the_name_of_the_place(db: Session):
    named = places.draw_area(db, ANONYMOUS, *INDIRANAGAR, place="Indiranagar", city="Bengaluru")
    assert named is not None
    assert named.name == "Indiranagar"
    for place in ("", "A name that is far too long for a map of a phone"):
        area = places.draw_area(db, ANONYMOUS, *INDIRANAGAR, place=place, city="Bengaluru")
        assert area is not None
        assert area.name == "Bengaluru"


def test_every_town_that_is_drawn_has_a_name_outside_the_scale(db: Session):
    for point in ((19.1, 72.9), (28.59, 77.04), (20.3, 85.82)):
        area = places.draw_area(db, ANONYMOUS, *point, place="Here")
        assert area is not None
        assert all(town.name for town in area.towns)
        assert not [town for town in area.towns if town.name_x < 20 and town.name_y > 88]
