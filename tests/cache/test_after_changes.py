"""After every kind of change, each cached response equals one that is made anew."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlmodel import Session
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from marketplace import cache
from marketplace.cache import ResponseCache
from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.db import database, generation
from marketplace.db.generation import GenerationReader
from marketplace.domain import accounts, ads, catalog, content, deals, rentals, reviews, saved_searches
from marketplace.domain.personal_data import rows
from marketplace.domain.personal_data.service import erase_dormant_account
from marketplace.models import (
    Account,
    AccountPhoto,
    AdStatus,
    AdType,
    DealSide,
    EnquiryStatus,
    FieldDefinition,
    InputType,
    PersonReview,
    QuietStage,
    Subcategory,
    TradeTotal,
)
from marketplace.ssr import pages
from marketplace.web.base.page_url import PageUrl
from tests import factories
from tests.client import TestClient

Change = Callable[[Session, "Shop"], Any]


class Shop:
    """A seller with ads in every state, beside another seller."""

    def __init__(self, db: Session):
        self.seller, self.other = factories.seller(db), factories.seller(db)
        self.admin, self.owner = factories.actor(factories.admin(db)), factories.actor(self.seller)
        self.customer = factories.buyer(db)
        self.buyer = factories.actor(self.customer)
        self.categories = [factories.category(db) for _ in range(3)]
        first, second, third = self.categories
        self.subcategory = factories.subcategory(db, first)
        self.field = factories.field(db, self.subcategory, "Wood", InputType.SELECT, options=["Teak"])
        sofa = {"name": "Teak sofa", "subcategory_id": self.subcategory.id}
        self.ad = factories.ad(db, self.seller, first, price_paise=100_000, **sofa)
        self.beside = factories.ad(db, self.other, first, **sofa)
        self.rental = factories.ad(db, self.seller, second, ad_type=AdType.RENT)
        self.sold = factories.ad(db, self.seller, second, status=AdStatus.SOLD)
        self.waiting = factories.ad(db, self.seller, third, status=AdStatus.PENDING)
        factories.ad(db, self.other, third)
        self.photo = factories.upload(db, self.seller)
        factories.save(db, AccountPhoto(account_id=self.seller.id, position=0, upload_id=self.photo.id))
        self.sealed, self.review = (self._review(db, revealed_at) for revealed_at in (None, clock.now()))
        self.fans = [factories.buyer(db) for _ in range(4)]
        for fan in self.fans:
            saved_searches.follow(db, factories.actor(fan), self.seller.id)
        factories.save(db, TradeTotal(account_id=self.seller.id, deals=5, reviews=4, stars=17))
        db.commit()

    def _review(self, db: Session, revealed_at: datetime | None) -> PersonReview:
        """A review of the seller that is due, of a rental that is over."""
        past = clock.now() - timedelta(days=20)
        accepted = {"status": EnquiryStatus.ACCEPTED}
        over = factories.enquiry(db, self.rental, self.customer, past, past + timedelta(days=1), **accepted)
        made = PersonReview(
            enquiry_id=over.id,
            side=DealSide.BUYER,
            writer_id=self.customer.id,
            about_id=self.seller.id,
            stars=5,
            reveal_at=past,
            revealed_at=revealed_at,
        )
        factories.save(db, made)
        return made

    def paths(self) -> list[str]:
        """Everything that may show one of these."""
        shown = [self.ad, self.beside, self.rental, self.sold, self.waiting]
        sellers = [self.seller, self.other]
        api = [f"/api/product/{ad.id}" for ad in shown]
        api += [f"/api/{what}/{each.id}" for each in sellers for what in ("seller", "product/approved")]
        api += [f"/api/{what}/{each.id}" for each in self.categories for what in ("category", "product/category")]
        api += [f"/api/product/{self.rental.id}/calendar", f"/api/subcategory/{self.subcategory.id}"]
        api += ["/api/category", "/api/subcategory", "/api/testimonial", "/api/product/sell", "/api/product/rent"]
        api += ["/api/product/featured", "/api/product/search?keyword=sofa", "/api/search/suggest?q=sof"]
        html = ["/", "/products/sell?view=list", "/products/search?keyword=teak+sofa", f"/sellers/{self.seller.id}"]
        html += [f"/category/{each.id}" for each in self.categories[:2]]
        return api + html + [f"/products/{ad.id}" for ad in (self.ad, self.beside, self.rental)]


CHANGES: dict[str, Change] = {
    "sold": lambda db, shop: ads.mark_sold(db, shop.owner, shop.ad.id),
    "for sale again": lambda db, shop: ads.relist(db, shop.owner, shop.sold.id),
    "deleted": lambda db, shop: ads.delete(db, shop.owner, shop.ad.id),
    "approved": lambda db, shop: ads.approve(db, shop.admin, shop.waiting.id, version=1),
    "rejected": lambda db, shop: ads.reject(db, shop.admin, shop.waiting.id, "No photo", version=1),
    "reserved": lambda db, shop: _reserve(db, shop),
    "featured": lambda db, shop: ads.set_featured(db, shop.admin, shop.ad.id, featured=True),
    "revised by an admin": lambda db, shop: _revise(db, shop.admin, shop, name="Cane sofa"),
    "moved by an admin": lambda db, shop: _revise(
        db, shop.admin, shop, category_id=shop.categories[1].id, subcategory_id="", fields=[]
    ),
    "given to another seller": lambda db, shop: _revise(db, shop.admin, shop, seller_id=shop.other.id),
    "change submitted": lambda db, shop: _revise(db, shop.owner, shop, name="Cane sofa"),
    "change approved": lambda db, shop: _approve_change(db, shop),
    "expired": lambda db, shop: _expire(db, shop),
    "taken down": lambda db, shop: ads.take_down(db, shop.admin, shop.ad.id, "Counterfeit"),
    "paused": lambda db, shop: ads.pause(db, shop.owner, shop.ad.id),
    "on holiday": lambda db, shop: ads.set_holiday(db, shop.owner, f"{clock.now().date() + timedelta(days=9)}"),
    "confirmed": lambda db, shop: ads.confirm(db, shop.owner, shop.ad.id),
    "held for a buyer": lambda db, shop: ads.mark_reserved(db, shop.owner, shop.ad.id),
    "quiet": lambda db, shop: _fall_quiet(db, shop),
    "cheaper": lambda db, shop: ads.change_many(db, shop.owner, [shop.ad.id], "price", percent=-10),
    "booked": lambda db, shop: _book(db, shop),
    "seller suspended": lambda db, shop: accounts.suspend(db, shop.admin, shop.seller.id, "Fraud"),
    "seller erased": lambda db, shop: erase_dormant_account(db, db.get_one(Account, shop.seller.id)),
    "shop renamed": lambda db, shop: setattr(db.get_one(Account, shop.seller.id), "shop_name", "Rao & Sons"),
    "no photo": lambda db, shop: accounts.queries.replace_photos(db, shop.seller.id, []),
    "closed dates": lambda db, shop: _close(db, shop),
    "category renamed": lambda db, shop: catalog.update_category(
        db, shop.admin, shop.categories[0].id, name=f"Sofas {shop.ad.id}"
    ),
    "category archived": lambda db, shop: catalog.archive_category(
        db, shop.admin, shop.categories[0].id, move_to=shop.categories[1].id
    ),
    "categories in another order": lambda db, shop: catalog.reorder_categories(
        db, shop.admin, [each.id for each in reversed(catalog.list_categories(db))]
    ),
    "subcategory renamed": lambda db, shop: catalog.rename_subcategory(db, shop.admin, shop.subcategory.id, "Couches"),
    "new subcategory": lambda db, shop: db.add(Subcategory(category_id=shop.categories[0].id, name="New", position=9)),
    "field archived": lambda db, shop: catalog.archive_field(db, shop.admin, shop.field.id),
    "field renamed": lambda db, shop: setattr(db.get_one(FieldDefinition, shop.field.id), "label", "Timber"),
    "testimonial": lambda db, shop: content.create_testimonial(
        db, shop.admin, content.TestimonialDraft(name="Mira", description=f"Sold {shop.ad.id} in a day.")
    ),
    "review revealed": lambda db, shop: reviews.reveal_due(db),
    "review replied to": lambda db, shop: reviews.reply_to_review(db, shop.owner, shop.review.id, "Thank you."),
    "review removed": lambda db, shop: reviews.remove_review(db, shop.admin, shop.review.id, "Insult"),
    "writer renamed": lambda db, shop: setattr(db.get_one(Account, shop.customer.id), "name", "Uma Das"),
    "rental over": lambda db, shop: reviews.finish(db, {"enquiry_id": shop.review.enquiry_id}),
    "followed": lambda db, shop: saved_searches.follow(db, shop.buyer, shop.seller.id),
    "unfollowed": lambda db, shop: saved_searches.unfollow(db, factories.actor(shop.fans[0]), shop.seller.id),
    "follower erased": lambda db, shop: rows.erase(db, db.get_one(Account, shop.fans[0].id)),
    "ads of a seller deleted": lambda db, shop: ads.delete_all_of(db, shop.owner, shop.seller.id, [shop.ad.id]),
}
# A change that only the owner and admins see.
UNSEEN = ("rejected",)


def _revise(db: Session, actor: Actor, shop: Shop, **changes: Any) -> None:
    draft = ads.to_draft(ads.get(db, actor, shop.ad.id)).model_copy(update=changes)
    ads.revise(db, actor, shop.ad.id, draft)


def _reserve(db: Session, shop: Shop) -> None:
    offer = deals.make_offer(db, shop.buyer, shop.ad.id, 900)
    deals.accept_offer(db, shop.owner, offer.id)


def _approve_change(db: Session, shop: Shop) -> None:
    _revise(db, shop.owner, shop, name="Cane sofa")
    ads.approve(db, shop.admin, shop.ad.id, version=2)


def _fall_quiet(db: Session, shop: Shop) -> None:
    ad = db.merge(shop.ad)
    ad.quiet_stage, ad.asked_at = QuietStage.ASKED, clock.now() - timedelta(days=60)
    db.flush()
    assert ads.age_unanswered(db)


def _book(db: Session, shop: Shop) -> None:
    starts = clock.now() + timedelta(days=5)
    asked = factories.enquiry(db, shop.rental, shop.customer, starts, starts + timedelta(days=1))
    rentals.accept(db, shop.owner, asked.id)


def _expire(db: Session, shop: Shop) -> None:
    db.merge(shop.ad).expires_at = clock.now() - timedelta(days=1)
    db.flush()
    assert ads.expire_due(db)


def _close(db: Session, shop: Shop) -> None:
    starts, ends = (f"{clock.now() + timedelta(days=days):%Y-%m-%dT%H:%M}" for days in (9, 10))
    draft = rentals.CalendarDraft.model_validate({"blocked": [{"starts_at": starts, "ends_at": ends}]})
    rentals.set_calendar(db, shop.owner, shop.rental.id, draft)


async def page_values(scope, receive, send) -> None:
    """An app that answers with what a page shows, instead of its HTML."""
    request = Request(scope)
    page = pages.find(scope["path"])
    assert page is not None
    loaded = pages.load(page, PageUrl(scope["path"], scope["query_string"].decode()), pages.Caller())
    # The earliest pickup is the minute of the request.
    values = re.sub(r"earliest='[^']*'", "", repr(loaded.values))
    response: Response = JSONResponse(values, loaded.status)
    if loaded.status == 200:
        cache.allow_caching(request.scope, lambda _: True)
    await response(scope, receive, send)


@pytest.fixture
def clients(crowd, crowded_engine, api_app, monkeypatch) -> Iterator[tuple[TestClient, TestClient]]:
    """A client with the cache and one without. Nothing is refreshed by time."""
    monkeypatch.setattr(generation, "_MAX_AGE_S", 3_600)
    monkeypatch.setattr(generation, "_SQLITE_MAX_AGE_S", 3_600)

    async def site(scope, receive, send) -> None:
        await (api_app if scope["path"].startswith("/api/") else page_values)(scope, receive, send)

    reader = GenerationReader(crowded_engine)
    events.subscribe(reader.on_event)
    yield TestClient(ResponseCache(site, reader, max_bytes=50_000_000, max_age_s=3_600)), TestClient(site)
    events.unsubscribe(reader.on_event)
    reader.close()


@pytest.mark.parametrize("name", CHANGES)
def test_cached_responses_are_true_after(name: str, crowd, clients):
    shop, (cached, fresh) = Shop(crowd), clients
    before = {path: cached.get(path).text for path in shop.paths()}
    with database.unit_of_work() as db:
        CHANGES[name](db, shop)
    after = {path: fresh.get(path) for path in shop.paths()}
    is_visible = any(response.text != before[path] for path, response in after.items())
    assert is_visible == (name not in UNSEEN)
    for path, expected in after.items():
        response = cached.get(path)
        assert (response.status_code, response.text) == (expected.status_code, expected.text), path
