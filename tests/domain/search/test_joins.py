"""Words that are written as one here and apart there find each other, whichever way."""

import pytest
from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery
from tests import factories


@pytest.mark.parametrize(
    ("name", "keyword"),
    [
        ("Airconditioner 1 ton", "air conditioner"),
        ("Washingmachine", "washing machine"),
        ("Gasstove", "gas stove"),
        ("Harddisk", "hard disk"),
        ("Officespace", "office space"),
        ("Royalenfield", "royal enfield"),
        ("Royal Enfield", "royalenfield"),
        ("Sofaset", "sofa set"),
        ("iPhone 13 Pro", "iphone13pro"),
        ("iPhone 13 Pro", "iphone13 pro"),
        ("iPhone 13 Pro", "i phone13"),
        ("I phone 12", "iphone12"),
        ("Sony WH-1000XM4", "wh1000xm4"),
    ],
)
def test_found_either_way(db: Session, name, keyword):
    seller, shelf = factories.seller(db), factories.category(db, "Things")
    factories.ad(db, seller, shelf, name="Teak divan")
    made = {factories.ad(db, seller, shelf, name=f"{name} {at}").id for at in range(2)}
    found = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), EVERYTHING).items
    assert {ad.id for ad in found} == made


def test_a_word_of_many_parts_is_no_work(db: Session):
    keyword = " ".join(["tv1pg1ac1tv1pg1ac1tv1pg1ac1tv1"] * 6)
    assert search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), EVERYTHING).total == 0
