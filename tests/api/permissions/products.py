"""Ads, uploads, wishlists."""

from datetime import timedelta

from marketplace.core import clock
from tests.api.permissions.row import OPEN, SIGNED_IN, Call, Row, call
from tests.api.permissions.world import World
from tests.domain.media import corpus

OWNER = "401 403 403 ok  403 403"
OWNER_OR_ADMIN = "401 403 403 ok  403 ok"
USER = "401 ok  403 403 403 403"
SELLER = "401 403 403 ok  ok  403"
HIDDEN = "401 404 404 ok  404 ok"


def live(world: World) -> Call:
    return call(product_id=world.ad.id)


def endings(world: World) -> Call:
    return call(params={"event": "delete"}, product_id=world.ad.id)


def deleting(world: World) -> Call:
    return call(params={"reason": "Counterfeit goods"}, product_id=world.ad.id)


def deleting_pending(world: World) -> Call:
    return call(json={"reason": "Counterfeit goods"}, product_id=world.pending.id)


def sold(world: World) -> Call:
    return call(product_id=world.sold.id)


def _day() -> str:
    return (clock.now() + timedelta(days=30)).date().isoformat()


def pausing(world: World) -> Call:
    return call(json={"until": _day()}, product_id=world.ad.id)


def paused(world: World) -> Call:
    world.pause(world.ad)
    return call(product_id=world.ad.id)


def pausing_many(world: World) -> Call:
    return call(json={"ids": [world.ad.id], "action": "pause"})


def previewing_prices(world: World) -> Call:
    return call(json={"ids": [world.ad.id], "percent": -10})


def going_on_holiday(world: World) -> Call:
    assert world.ad
    return call(json={"until": _day()})


def pending(world: World) -> Call:
    return call(product_id=world.pending.id)


def expired(world: World) -> Call:
    return call(product_id=world.expired.id)


def deleted(world: World) -> Call:
    world.delete(world.ad)
    return call(product_id=world.ad.id)


def of_seller(world: World) -> Call:
    assert world.ad
    return call(seller_id=world.seller.id)


def _body(world: World, **values: object) -> dict[str, object]:
    return {"name": "Teak sofa", "producttype": "sell", "categoryId": world.category.id, **values}


def posting(world: World) -> Call:
    return call(json=_body(world, sellerId=world.seller.id))


def posting_own(world: World) -> Call:
    return call(json=_body(world))


def changing(world: World) -> Call:
    return call(json=_body(world, price=500), product_id=world.ad.id)


def changing_pending(world: World) -> Call:
    return call(json=_body(world, price=500), product_id=world.pending.id)


def giving_away(world: World) -> Call:
    return call(json=_body(world, sellerId=world.other_seller.id), product_id=world.ad.id)


def removing_file(world: World) -> Call:
    return call(json={"fileUrl": f"/media/{world.upload(world.seller).digest}-1600.webp"})


def removing_own_file(world: World) -> Call:
    return call(json={"fileUrl": f"/media/{world.upload(world.me).digest}-1600.webp"})


def image(_world: World) -> Call:
    return call(files={"file": ("a.jpg", corpus.jpeg(64, 48))})


def images(_world: World) -> Call:
    return call(files={"images": ("a.jpg", corpus.jpeg(64, 48))})


def field_file(world: World) -> Call:
    return call(upload_id=world.attach_file(is_public=False))


def public_file(world: World) -> Call:
    return call(upload_id=world.attach_file(is_public=True))


def appealing(world: World) -> Call:
    return call(json={"text": "The photos show this one."}, product_id=world.rejected.id)


def saving(world: World) -> Call:
    return call(json={"userId": world.user.id, "productId": world.ad.id, "productName": "Sofa"})


def saved(world: World) -> Call:
    world.save(world.ad)
    return call(user_id=world.user.id)


def unsaving(world: World) -> Call:
    world.save(world.ad)
    return call(user_id=world.user.id, product_id=world.ad.id)


ROWS = (
    Row("GET /api/product/{product_id}", live, OPEN),
    Row("GET /api/product/{product_id}", sold, OPEN, "sold"),
    Row("GET /api/product/{product_id}", pending, "404 404 404 ok  404 ok", "never approved"),
    Row("GET /api/product/{product_id}", expired, "410 410 410 ok  410 ok", "expired"),
    Row("GET /api/product/{product_id}", deleted, "410 410 410 410 410 410", "deleted", alone=True),
    Row("GET /api/product/seller/{seller_id}", of_seller, OWNER_OR_ADMIN),
    Row("GET /api/product/approved/{seller_id}", of_seller, OPEN),
    Row("GET /api/product/dashboard-stats/{seller_id}", of_seller, OWNER_OR_ADMIN),
    Row("POST /api/product", posting, OWNER_OR_ADMIN),
    Row("POST /api/product", posting_own, "401 403 403 ok  ok  422", "without sellerId"),
    Row("PUT /api/product/{product_id}", changing, OWNER_OR_ADMIN),
    Row("PUT /api/product/{product_id}", changing_pending, HIDDEN, "never approved"),
    Row("PUT /api/product/{product_id}", giving_away, "401 403 403 403 403 ok", "to another seller"),
    Row("DELETE /api/product/{product_id}", deleting, OWNER_OR_ADMIN),
    Row("DELETE /api/product/{product_id}", deleting_pending, HIDDEN, "never approved"),
    Row("POST /api/product/{product_id}/sold", live, OWNER),
    Row("GET /api/product/{product_id}/endings", endings, OWNER_OR_ADMIN),
    Row("POST /api/product/{product_id}/relist", sold, OWNER),
    Row("POST /api/product/{product_id}/renew", live, OWNER),
    Row("POST /api/product/{product_id}/renew", expired, "401 410 410 ok  410 403", "expired"),
    Row("POST /api/product/{product_id}/confirm", live, OWNER),
    Row("POST /api/product/{product_id}/reserve", live, OWNER),
    Row("POST /api/product/{product_id}/pause", pausing, OWNER),
    Row("POST /api/product/{product_id}/resume", paused, OWNER),
    Row("POST /api/product/bulk", pausing_many, SELLER),
    Row("POST /api/product/bulk/preview", previewing_prices, SELLER),
    Row("POST /api/seller/holiday", going_on_holiday, SELLER),
    Row("POST /api/product/{product_id}/contact", live, "401 ok  ok  403 403 403"),
    Row("POST /api/product/{product_id}/appeal", appealing, "401 403 403 ok  404 403"),
    Row("DELETE /api/product", removing_file, "401 404 404 ok  404 404"),
    Row("DELETE /api/product", removing_own_file, SIGNED_IN, "own"),
    Row("POST /api/upload", image, SIGNED_IN),
    Row("POST /api/upload-multiple", images, SIGNED_IN),
    Row("GET /api/files/{upload_id}", field_file, "404 ok  404 ok  404 ok"),
    Row("GET /api/files/{upload_id}", public_file, OPEN, "of a public field"),
    Row("POST /api/wishlist", saving, USER),
    Row("DELETE /api/wishlist/{user_id}/{product_id}", unsaving, USER),
    Row("GET /api/wishlist/{user_id}", saved, USER),
)
