"""Numbers with their units, areas, signs for inches, and abbreviations: as often as they are written otherwise, they are one."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery, analysis
from tests import factories


@pytest.fixture
def shelf(db: Session):
    return factories.category(db, "Things")


def is_found(db: Session, shelf, name: str, keyword: str) -> bool:
    seller = factories.seller(db)
    for other in ("Teak divan", "Red lamp", "Cane stool"):
        factories.ad(db, seller, shelf, name=other)
    factories.ad(db, seller, shelf, name=name)
    page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), EVERYTHING)
    return name in [ad.name for ad in page.items]


@pytest.mark.parametrize(
    ("name", "keyword"),
    [
        ("Washing machine 6.5 kg", "5 kg washing machine"),
        ("Split AC 1.5 ton", "5 ton ac"),
        ("Dumbbell 2.5kg", "5kg dumbbell"),
        ("2.5 BHK flat", "5 bhk"),
        ("2.5 BHK flat", "2 bhk"),
        ("Monitor 27.5 inch", "5 inch monitor"),
        ("Split AC 15ton", "1.5ton ac"),
        ("Vase, 1.5 feet, set of 5", "5 feet"),
        ("Bluetooth 5.2 speaker", "bluetooth 2 speaker"),
        ("Amplifier 2 in 1", "2 inch"),
    ],
)
def test_a_number_is_not_found_by_its_digits(db: Session, shelf, name, keyword):
    assert not is_found(db, shelf, name, keyword)


@pytest.mark.parametrize(
    ("name", "keyword"),
    [
        ("Washing machine 6.5 kg", "6.5kg washing machine"),
        ("Split AC 1.5ton", "1.5 tons ac"),
        ("Split AC 1.5 ton", "1.50 ton"),
        ("Split AC 1.5 ton", "ac 1.5"),
        ("Split AC 2.0 ton", "2 ton ac"),
        ("Split AC 2 ton", '"2.0 ton"'),
        ("Bluetooth 5.2 speaker", "bluetooth 5 speaker"),
        ("Nokia 6.1 Plus", "nokia 6.1"),
        ("Office v2.5", "office v2.5"),
        ("Bought 12.5.2023", "12.5.2023"),
        ("Plot 1000 sq ft", "1000 sqft"),
        ("Plot 1000 sqft", "1000 sq. ft."),
        ("Plot 1,000 sq.ft.", "1000 square feet"),
        ("Plot 1000sq feet", "1000 sft plot"),
        ("Plot 200 gaj", "200 sq yards"),
        ("Plot 200 sq. yds", "200 गज"),
        ("Land 2.5 acres", "2.5 acre"),
        ("Wire 1.5 sq mm", "1.5 sq mm"),
        ("TV 55″", "55 inch tv"),
        ("TV 55 inch", "55″ tv"),
        ("TV 55’’", "55 inch tv"),
        ("TV 55 inch", "55in tv"),
        ("TV 55in", '55" tv'),
        ("2 BHK flat", "२ बीएचके"),
        ("२ बीएचके फ्लैट", "2 bhk flat"),
        ("2 BHK flat", "बीएचके flat"),
        ("Hard disk 1TB", "1 terabyte"),
        ("A.C. split", "ac"),
        ("AC split", "a.c."),
        ("T.V. stand", "tv stand"),
        ("P.G.for girls", "pg"),
        ("Flat at M.G. Road", "m g road"),
        ("Flat at HSR Layout", "h.s.r. layout"),
        ("Shelves, wooden", "shelf"),
        ("Wooden shelf", "shelves"),
        ("Silk scarves", "scarf"),
        ("Kitchen knife", "knives"),
        ("Children's cot", "child cot"),
        ("Mattress 6x4", "mattress 6 by 4"),
        ("Shop 10 x 15 feet", "shop 10*15"),
    ],
)
def test_all_spellings_of_a_unit_are_equal(db: Session, shelf, name, keyword):
    assert is_found(db, shelf, name, keyword)


def test_a_decimal_number_is_one_token_for_any_engine():
    assert analysis.tokens("1.50 ton, 12.5.2023, v2.5") == ["1.5ton", "12", "5", "2023", "v2", "5", "1.5", "ton"]
    assert analysis.words("rs.1.5 sq. ft., a.c.") == ["rs", "1.5", "sqft", "ac"]


def test_a_word_after_a_decimal_number_is_left_out(db: Session, shelf):
    factories.ad(db, factories.seller(db), shelf, name="Plot by the lake")
    page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword="plot 1000.5 sq. ft. lake"), EVERYTHING)
    assert [(it.keyword, it.text) for it in page.fallbacks] == [("plot lake", "1 ad without “1000.5sqft”")]
