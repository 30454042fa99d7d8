"""Pagination: every list has `page`, `limit` and totals, and is whole without parameters."""

import pytest
from sqlmodel import Session

from marketplace.domain import saved_searches, search
from marketplace.models import AdType, Testimonial
from marketplace.settings import get_settings
from tests import factories
from tests.api.permissions import World
from tests.api.test_contract import is_failure
from tests.client import TestClient

# List URL, caller and the key of the rows.
LISTS = {
    "/product/approved/{seller}": ("anonymous", "products"),
    "/product/seller/{seller}": ("seller", "data"),
    "/wishlist/{user}": ("user", "data"),
    "/category": ("anonymous", "data"),
    "/subcategory?category={category}": ("anonymous", "data"),
    "/product/categories/by-type?type=sell": ("anonymous", "data"),
    "/testimonial": ("anonymous", "data"),
    "/block": ("user", "data"),
    "/savedsearch": ("user", "data"),
    "/auth/sessions": ("user", "data"),
    "/admin/categories": ("admin", "data"),
    "/admin/subcategories?category={category}": ("admin", "data"),
    "/admin/testimonials": ("admin", "data"),
}
IN_PAGES = {
    **LISTS,
    "/product/sell": ("anonymous", "products"),
    "/product/search": ("anonymous", "products"),
    "/product/search?keyword=sofa": ("anonymous", "products"),
    "/product/search?sort=price_asc": ("anonymous", "products"),
    "/product/search?sort=distance&lat=18.5&lng=73.8&radiusKm=20": ("anonymous", "products"),
    "/product/featured": ("anonymous", "data"),
    "/product/category/{category}": ("anonymous", "data"),
    "/enquiry/user/{user}": ("user", "data"),
    "/enquiry/seller/{seller}": ("seller", "data"),
    "/messages/conversations/user/{user}": ("user", "conversations"),
    "/seller": ("user", "data"),
    "/user": ("seller", "data"),
    "/admin/products": ("admin", "products"),
    "/admin/accounts": ("admin", "data"),
    "/admin/reports": ("admin", "data"),
    "/admin/appeals": ("admin", "data"),
    "/admin/grievances": ("admin", "data"),
    "/admin/audit": ("admin", "data"),
    "/admin/mail": ("admin", "data"),
}
EACH = 3


class Reader:
    """Reads lists with permission; creates at least three rows for each."""

    def __init__(self, client: TestClient, db: Session):
        self.client = client
        world = World(db, "user")
        self.names = {"user": world.user.id, "seller": world.seller.id, "category": world.category.id}
        for _ in range(EACH - 1):
            factories.ad(db, world.seller, factories.category(db), name="Sofa", featured=True)
        for ad in [world.ad, *(world.ad_of(world.seller, ad_type=AdType.RENT) for _ in range(EACH - 1))]:
            world.save(ad)
        for number in range(EACH):
            saved_searches.save_search(
                db, factories.actor(world.user), search.parse_query({"keyword": f"sofa {number}"})
            )
            factories.subcategory(db, world.category)
            world.block(world.user, factories.seller(db))
            factories.bearer(db, world.user)
            factories.save(db, Testimonial(name="Meera", description="Sold in two days."))
        assert world.conversation_id
        assert world.report
        assert world.appeal_id
        assert world.grievance_id
        assert world.mail
        assert world.enquiry
        own = {who: factories.bearer(db, getattr(world, who)) for who in ("user", "seller", "admin")}
        self.headers: dict[str, dict[str, str]] = {"anonymous": {}, **own}

    def __call__(self, path: str, query: str = ""):
        who = IN_PAGES[path][0]
        whole = path.format(**self.names)
        return self.client.get(f"/api{whole}{'&' if '?' in whole else '?'}{query}", headers=self.headers[who])


@pytest.fixture
def read(client: TestClient, db: Session) -> Reader:
    return Reader(client, db)


def ids(answer, path: str) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [row["_id"] for row in answer.json()[IN_PAGES[path][1]]]


@pytest.mark.parametrize("path", LISTS)
def test_whole_list_or_one_page(read: Reader, path: str):
    whole = read(path)
    every = ids(whole, path)
    body = whole.json()
    assert len(every) >= EACH
    assert (body["total"], body["totalPages"], body["page"]) == (len(every), 1, 1)
    pages = [read(path, f"limit=1&page={number}") for number in range(1, len(every) + 1)]
    assert [ids(page, path) for page in pages] == [[one] for one in every]
    last = pages[-1].json()
    assert (last["total"], last["totalPages"], last["page"]) == (len(every), len(every), len(every))
    assert ids(read(path, "page=1"), path) == every[: get_settings().page_size]
    assert ids(read(path, "page=null&limit=undefined"), path) == every


@pytest.mark.parametrize("path", LISTS)
def test_invalid_page_parameters(read: Reader, path: str):
    for query in ("page=0", "page=-1", "page=abc", "page=000", "page=%D9%A3", "limit=0", "limit=101", "limit=1.5"):
        answer = read(path, query)
        assert is_failure(answer, 422), query
        assert answer.json()["errors"][0]["field"] == query.split("=")[0]


def test_page_far_beyond_the_end_is_empty(read: Reader):
    for path in IN_PAGES:
        for number in (1_000_000_000, 2**31, 2**53 - 1):
            answer = read(path, f"page={number}&limit=100")
            assert ids(answer, path) == [], path
            assert answer.json()["page"] == number
        for digits in ("9" * 30, "0" * 40 + "9" * 20, "1" * 5_000):
            assert ids(read(path, f"page={digits}&limit=100"), path) == [], path


def test_totals_are_exact_up_to_the_limit(read: Reader, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "exact_total_limit", 2)
    for path in ("/product/approved/{seller}", "/wishlist/{user}"):
        for query, shown in (("", EACH), ("limit=1&page=3", 1)):
            answer = read(path, query)
            assert len(ids(answer, path)) >= shown
            assert (answer.json()["total"], answer.json()["totalExact"]) == (2, False)
