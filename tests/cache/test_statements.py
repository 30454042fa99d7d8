"""How many SQL statements a page or an answer takes that is not in the cache, for an anonymous reader."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import event

from marketplace.models import (
    AccountPhoto,
    AdCalendar,
    AdType,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    InputType,
    Testimonial,
    TradeTotal,
)
from marketplace.ssr import pages
from marketplace.web.base.page_url import PageUrl
from tests import factories
from tests.client import TestClient

# Each with the statement that reads the cache generation, where the page shows the catalogue.
BOUNDS = {
    "/": 6,
    "/categories": 2,
    "/products/sell": 2,
    # One more for the descriptions.
    "/products/sell?view=list": 3,
    "/products/featured": 2,
    "/category/{category}": 2,
    "/category/{category}?field[{field}]=Teak": 3,
    "/products/search?keyword=sofa": 2,
    "/products/search?keyword=sofa&categoryId={category}": 2,
    "/products/{ad}": 5,
    # One more for the price before the last change.
    "/products/{revised}": 6,
    # One more for the calendar.
    "/products/{rental}": 6,
    # One of them for the reviews.
    "/sellers/{seller}": 4,
    "/api/review/seller/{seller}": 3,
    "/about": 0,
    "/api/category": 2,
    "/api/subcategory": 1,
    "/api/testimonial": 1,
    "/api/product/sell": 1,
    "/api/product/featured": 1,
    "/api/product/search?keyword=sofa": 2,
    "/api/product/category/{category}": 2,
    "/api/product/approved/{seller}?page=1": 4,
    "/api/product/{ad}": 2,
    "/api/product/{rental}/calendar": 3,
    "/api/seller/{seller}": 2,
}


@pytest.fixture
def names(db) -> dict[str, str]:
    """Ids of a filled shop, where nothing is empty that could cost a statement."""
    seller, category = factories.seller(db), factories.category(db)
    subcategory = factories.subcategory(db, category)
    field = factories.field(db, subcategory, "Wood", InputType.SELECT, options=["Teak"])
    photo = factories.upload(db, seller)
    made: dict[str, Any] = {"seller": seller, "category": category, "field": field}
    rows: list[Any] = [AccountPhoto(account_id=seller.id, position=0, upload_id=photo.id)]
    for name, ad_type in (("ad", AdType.SELL), ("revised", AdType.SELL), ("rental", AdType.RENT)):
        ad = factories.ad(db, seller, category, subcategory_id=subcategory.id, name="Teak sofa", ad_type=ad_type)
        version_id = ad.live_version_id
        rows.append(AdVersionImage(version_id=version_id, position=0, upload_id=photo.id))
        rows.append(
            AdVersionValue(version_id=version_id, field_id=field.id, label="Wood", input_type="select", text="Teak")
        )
        made[name] = ad
    rows.append(TradeTotal(account_id=seller.id, deals=1, reviews=1, stars=5))
    rows += [
        AdCalendar(ad_id=made["rental"].id),
        Testimonial(name="Mira", description="Sold in a day.", image_id=photo.id),
    ]
    version = db.get_one(AdVersion, made["revised"].live_version_id)
    version.number = 2
    factories.save(db, *rows, version)
    db.commit()
    return {name: row.id for name, row in made.items()}


@pytest.fixture
def statements(connection) -> Iterator[list[str]]:
    """Every statement that is sent, without those that begin and end transactions."""
    sent: list[str] = []

    def note(_connection, _cursor, statement: str, *_more: object) -> None:
        if not statement.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN")):
            sent.append(statement)

    event.listen(connection, "before_cursor_execute", note)
    yield sent
    event.remove(connection, "before_cursor_execute", note)


@pytest.mark.parametrize(("path", "bound"), BOUNDS.items())
def test_a_page_takes_few_statements(names, statements, api_app, path: str, bound: int):
    path = path.format(**names)
    client = TestClient(api_app)

    def ask() -> None:
        if path.startswith("/api/"):
            assert client.get(path).is_success
            return
        where, _, query = path.partition("?")
        page = pages.find(where)
        assert page is not None
        assert pages.load(page, PageUrl(where, query), pages.Caller()).status == 200

    # The first reads what is kept between changes.
    ask()
    statements.clear()
    ask()
    assert len(statements) <= bound, "\n".join(statements)
