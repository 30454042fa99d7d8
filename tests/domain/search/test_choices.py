"""Choices and exclusions between names of several words."""

import pytest
from sqlmodel import Session

from tests import factories
from tests.domain.search.test_keywords import find


def test_after_not_a_word_that_is_wanted_too_begins_a_longer_name(db: Session):
    seller, category = factories.seller(db), factories.category(db, "Things")
    for name in ("iPhone 13", "iPhone 13 mini", "Red sofa", "Red corner sofa"):
        factories.ad(db, seller, category, name=name)
    assert find(db, "iphone 13 not 13 mini") == ["iPhone 13"]
    assert find(db, "red sofa but no sofa corner") == ["Red sofa"]
    assert find(db, "sofa, not a corner sofa") == ["Red sofa"]


@pytest.mark.parametrize(
    ("keyword", "names"),
    [
        ("red sofa or chair", {"Red sofa", "Red chair"}),
        ("activa or jupiter", {"Honda Activa", "TVS Jupiter"}),
        ("honda activa or tvs jupiter", {"Honda Activa", "TVS Jupiter"}),
        ("red sofa ya blue chair", {"Red sofa", "Blue chair"}),
        ("honda activa or tvs jupiter or red chair", {"Honda Activa", "TVS Jupiter", "Red chair"}),
        ("used honda activa or new red chair", {"Honda Activa", "Red chair"}),
        ("washing machine or red sofa", {"LG washing machine", "Red sofa"}),
        ("hnda activa or tvs jupitr", {"Honda Activa", "TVS Jupiter"}),
    ],
)
def test_either_side_of_or_may_have_several_words(db: Session, keyword, names):
    seller, category = factories.seller(db), factories.category(db, "Things")
    for name in (
        "Honda Activa",
        "TVS Jupiter",
        "Honda Dio",
        "Red sofa",
        "Red chair",
        "Blue chair",
        "LG washing machine",
    ):
        factories.ad(db, seller, category, name=name)
    assert set(find(db, keyword)) == names


@pytest.mark.parametrize("keyword", ["new or used table", "purani ya nayi table"])
def test_a_choice_of_preferences_is_one_too(db: Session, keyword):
    seller, category = factories.seller(db), factories.category(db, "Things")
    factories.ad(db, seller, category, name="Teak table")
    assert find(db, keyword) == ["Teak table"]


def test_the_words_of_a_choice_name_categories_too(db: Session):
    seller, scooters = factories.seller(db), factories.category(db, "Scooters")
    factories.ad(db, seller, scooters, name="Scooter of Honda make")
    factories.ad(db, seller, factories.category(db, "Toys"), name="Honda scooter")
    assert find(db, "honda scooter or blue tent")[0] == find(db, "honda scooter")[0] == "Scooter of Honda make"


def test_what_follows_a_choice_of_names_is_preferred_for_either(db: Session):
    seller, category = factories.seller(db), factories.category(db, "Things")
    for name in ("Honda Activa electric", "Honda Activa", "TVS Jupiter electric"):
        factories.ad(db, seller, category, name=name)
    assert set(find(db, "honda activa or tvs jupiter electric")[:2]) == {
        "Honda Activa electric",
        "TVS Jupiter electric",
    }


@pytest.mark.parametrize("keyword", ["samsung chhod ke phone", "samsung ke alawa phone"])
def test_the_word_before_an_exception_is_not_wanted(db: Session, keyword):
    seller, category = factories.seller(db), factories.category(db, "Things")
    for name in ("Samsung phone", "Nokia phone"):
        factories.ad(db, seller, category, name=name)
    assert find(db, keyword) == ["Nokia phone"]
