"""How many ORM objects a page loads that is not in the cache: a session tracks each of them, which rows of columns do not cost."""

from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlmodel import SQLModel

from marketplace.core import clock
from marketplace.models import AccountPhoto, AdCalendar, AdType, DealSide, EnquiryStatus, PersonReview, TradeTotal
from marketplace.ssr import pages
from marketplace.web.base.page_url import PageUrl
from tests import factories

PAGES = ("/", "/categories", "/products/sell", "/products/sell?view=list", "/products/featured", "/category/{category}",
         "/products/search?keyword=sofa", "/products/{ad}", "/products/{rental}", "/sellers/{seller}")  # fmt: skip


def load(path: str) -> Counter[str]:
    """Load a page twice, and return the objects of the second time: the first reads what is kept between changes."""
    where, _, query = path.partition("?")
    page = pages.find(where)
    assert page is not None
    loaded: Counter[str] = Counter()

    def note(instance: object, _context: object) -> None:
        loaded[type(instance).__name__] += 1

    event.listen(SQLModel, "load", note, propagate=True)
    try:
        for _ in range(2):
            loaded.clear()
            assert pages.load(page, PageUrl(where, query), pages.Caller()).status == 200
    finally:
        event.remove(SQLModel, "load", note)
    return loaded


@pytest.fixture
def shop(db) -> dict[str, str]:
    """Ids of a shop whose seller has a photo and a review."""
    seller, category = factories.seller(db), factories.category(db)
    made = [factories.ad(db, seller, category, name="Teak sofa") for _ in range(3)]
    rental = factories.ad(db, seller, category, name="Teak sofa", ad_type=AdType.RENT)
    photo = factories.upload(db, seller)
    past = clock.now() - timedelta(days=20)
    over = factories.enquiry(db, rental, factories.buyer(db), past, clock.now(), status=EnquiryStatus.ACCEPTED)
    review = {"side": DealSide.BUYER, "writer_id": over.buyer_id, "about_id": seller.id, "stars": 5}
    factories.save(
        db,
        AdCalendar(ad_id=rental.id),
        AccountPhoto(account_id=seller.id, position=0, upload_id=photo.id),
        TradeTotal(account_id=seller.id, deals=1, reviews=1, stars=5),
        PersonReview(enquiry_id=over.id, reveal_at=past, revealed_at=past, **review),
    )
    db.commit()
    return {"category": category.id, "ad": made[0].id, "rental": rental.id, "seller": seller.id}


@pytest.mark.parametrize("path", PAGES)
def test_public_pages_load_none(shop, path: str):
    assert load(path.format(**shop)) == {}
