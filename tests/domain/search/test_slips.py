"""Slips of the keyboard are corrected."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery, synonyms
from tests import factories

BRANDS = ("sony", "dell", "nike", "ford", "acer", "tata", "bose", "zara", "oppo", "puma", "titan", "lenovo")


def _swapped(word: str) -> list[str]:
    made = (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1))
    return [it for it in made if it != word]


def test_swapped_letters_are_corrected(db: Session):
    seller, shelf = factories.seller(db), factories.category(db, "Things")
    for brand in BRANDS:
        factories.ad(db, seller, shelf, name=f"{brand} thing")
    for brand in BRANDS:
        # What people call something else is no slip: "atta" is flour.
        for slip in set(_swapped(brand)) - synonyms.known_words():
            page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=slip), EVERYTHING)
            assert f"{brand} thing" in [ad.name for ad in page.items], slip


@pytest.mark.parametrize(("name", "keyword"), [("Samsung Galaxy", "सैमसंग गैलेक्सी"), ("Honda Activa", "एक्टिवा")])
def test_english_words_in_devanagari_are_found(db: Session, name, keyword):
    factories.ad(db, factories.seller(db), factories.category(db, "Things"), name=name)
    page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), EVERYTHING)
    assert [ad.name for ad in page.items] == [name]


def test_a_misspelling_that_ads_have_finds_the_others_as_well(db: Session):
    seller, shelf = factories.seller(db), factories.category(db, "Things")
    for name in ["Harmonum"] + ["Harmonium"] * 25:
        factories.ad(db, seller, shelf, name=name)
    page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword="harmonum"), EVERYTHING)
    assert (page.total, page.items[0].name) == (26, "Harmonum")


@pytest.mark.parametrize(("typed", "name"), [("camping", "Gaming console"), ("camping", "Calling tablet")])
def test_another_word_is_no_correction(db: Session, typed, name):
    factories.ad(db, factories.seller(db), factories.category(db, "Things"), name=name)
    page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=typed), EVERYTHING)
    assert (page.total, page.corrected) == (0, "")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("refrijrator", "Refrigerator"),
        ("harmoneam", "Harmonium"),
        ("camaraa", "Camera"),
        ("micycle", "Bicycle"),
        ("vallet", "Wallet"),
    ],
)
def test_slips_that_are_not_heard_are_corrected(db: Session, typed, name):
    factories.ad(db, factories.seller(db), factories.category(db, "Things"), name=name)
    page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=typed), EVERYTHING)
    assert [ad.name for ad in page.items] == [name]


@pytest.mark.parametrize(
    ("name", "keyword"), [("Fridge", "ফ্রিজ"), ("Sofa", "ಸೋಫಾ"), ("Tractor", "ਟਰੈਕਟਰ"), ("Washing machine", "వాషింగ్ మెషిన్")]
)
def test_words_in_other_indic_scripts_are_found(db: Session, name, keyword):
    factories.ad(db, factories.seller(db), factories.category(db, "Things"), name=name)
    page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), EVERYTHING)
    assert [ad.name for ad in page.items] == [name]
