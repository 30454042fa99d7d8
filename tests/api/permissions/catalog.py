"""Categories, lists and other public operations."""

from sqlmodel import select

from marketplace.core import ids
from marketplace.domain.content.newsletter import make_token
from marketplace.models import NewsletterSubscriber
from tests import factories
from tests.api.permissions.row import OPEN, Call, Row, call
from tests.api.permissions.world import World


def listing(world: World) -> Call:
    assert world.ad
    return call(params={"sort": "newest"})


def category(world: World) -> Call:
    assert world.ad
    return call(category_id=world.category.id)


def subcategories(world: World) -> Call:
    assert world.field
    return call(params={"category": world.category.id})


def subcategory(world: World) -> Call:
    assert world.field
    return call(subcategory_id=world.subcategory.id)


def of_type(world: World) -> Call:
    assert world.ad
    return call(params={"type": "sell"})


def testimonials(world: World) -> Call:
    world.testimonials()
    return call()


def half_word(world: World) -> Call:
    assert world.ad
    return call(params={"q": "th"})


def somewhere(_world: World) -> Call:
    return call(params={"lat": "18.52", "lng": "73.85"})


def subscribing(_world: World) -> Call:
    return call(json={"email": "meera@example.com"})


def _token(world: World) -> str:
    found = world.db.exec(select(NewsletterSubscriber)).first()
    if found is None:
        found = NewsletterSubscriber(email="meera@example.com", token_hash="")
        found.token_hash = ids.hash_token(make_token(found.id))
        factories.save(world.db, found)
    return make_token(found.id)


def confirming(world: World) -> Call:
    return call(json={"token": _token(world)})


def by_link(world: World) -> Call:
    return call(params={"token": _token(world)})


def anything(_world: World) -> Call:
    return call()


ROWS = (
    Row("GET /api/testimonial", testimonials, OPEN),
    Row("GET /api/category", category, OPEN),
    Row("GET /api/category/{category_id}", category, OPEN),
    Row("GET /api/subcategory", subcategories, OPEN),
    Row("GET /api/subcategory/{subcategory_id}", subcategory, OPEN),
    Row("GET /api/product/categories/by-type", of_type, OPEN),
    Row("GET /api/product/sell", listing, OPEN),
    Row("GET /api/product/rent", listing, OPEN),
    Row("GET /api/product/lease", listing, OPEN),
    Row("GET /api/product/featured", listing, OPEN),
    Row("GET /api/product/search", listing, OPEN),
    Row("GET /api/product/category/{category_id}", category, OPEN),
    Row("GET /api/search/suggest", half_word, OPEN),
    Row("GET /api/geocode", somewhere, OPEN),
    Row("GET /api/places", half_word, OPEN),
    Row("POST /api/newsletter/subscribe", subscribing, OPEN),
    Row("POST /api/newsletter/confirm", confirming, OPEN),
    Row("POST /api/newsletter/unsubscribe", by_link, OPEN),
    # Monitoring has no account.
    Row("GET /api/health", anything, OPEN, ended="ok"),
    Row("GET /api/health/live", anything, OPEN, ended="ok"),
    # Only redirects to a page, without authentication.
    Row("GET /api/newsletter/unsubscribe", by_link, OPEN, ended="ok"),
)
