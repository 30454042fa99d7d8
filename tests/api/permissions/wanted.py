"""Wanted ads of users, and the answers of sellers."""

from marketplace.core import ids
from marketplace.settings import get_settings
from tests.api.permissions.row import ADMIN, OPEN, Call, Row, call
from tests.api.permissions.world import World

USERS = "401 ok  ok  403 403 403"
SELLERS = "401 403 403 ok  ok  403"
OWNER = "401 ok  404 403 403 403"


def _content(world: World) -> dict[str, str]:
    return {
        "title": "A sofa",
        "producttype": "sell",
        "subcategoryId": world.subcategory.id,
        "city": "Pune",
        "state": "Maharashtra",
    }


def listing(world: World) -> Call:
    assert world.wanted_id
    return call()


def adding(world: World) -> Call:
    return call(json=_content(world))


def one(world: World) -> Call:
    return call(wanted_id=world.wanted_id)


def changing(world: World) -> Call:
    return call(json=_content(world), wanted_id=world.wanted_id)


def answering(world: World) -> Call:
    return call(json={"productId": world.fitting.id}, wanted_id=world.wanted_id)


def reporting(world: World) -> Call:
    return call(json={"target": "wanted", "targetId": world.wanted_id, "reason": "spam"})


def ending(world: World) -> Call:
    return call(json={"reason": "It offers a sofa."}, wanted_id=world.wanted_id)


def stopping(world: World) -> Call:
    seller_id = world.bystander.id
    return call(params={"token": f"{seller_id}.{ids.sign(get_settings().secret, 'wanted', seller_id)}"})


ROWS = (
    Row("GET /api/wanted", listing, USERS),
    Row("POST /api/wanted", adding, USERS),
    Row("PUT /api/wanted/{wanted_id}", changing, OWNER),
    Row("DELETE /api/wanted/{wanted_id}", one, OWNER),
    Row("POST /api/wanted/{wanted_id}/renew", one, OWNER),
    Row("GET /api/wanted/matching", listing, SELLERS),
    Row("POST /api/wanted/{wanted_id}/answer", answering, "401 403 403 ok  404 403"),
    Row("POST /api/report", reporting, "401 400 404 ok  404 ok", "of a wanted ad"),
    Row("POST /api/admin/wanted/{wanted_id}/end", ending, ADMIN),
    Row("POST /api/wanted/mails/unsubscribe", stopping, OPEN),
    Row("GET /api/wanted/mails/unsubscribe", stopping, OPEN, ended="ok"),
)
