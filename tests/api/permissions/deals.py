"""Offers and deals."""

from collections.abc import Callable
from datetime import timedelta

from marketplace.core import clock
from tests.api.permissions.row import Call, Row, call
from tests.api.permissions.world import World

USER = "401 ok  403 403 403 403"
OF_USER = "401 ok  403 403 403 ok"
OF_SELLER = "401 403 403 ok  403 ok"
# The other party is told that it is not their move; an admin may read only.
SELLERS_MOVE = "401 409 404 ok  404 403"
USERS_MOVE = "401 ok  404 409 404 403"
EITHER = "401 ok  404 ok  404 403"


def offering(world: World) -> Call:
    return call(json={"productId": world.for_sale.id, "userId": world.user.id, "price": 900})


def of_user(world: World) -> Call:
    assert world.deal_id
    return call(user_id=world.user.id)


def of_seller(world: World) -> Call:
    assert world.deal_id
    return call(seller_id=world.seller.id)


def open_offer(world: World) -> Call:
    return call(offer_id=world.offer_id)


def countering(world: World) -> Call:
    return call(json={"price": 950}, offer_id=world.offer_id)


def countered(world: World) -> Call:
    return call(offer_id=world.countered_id)


def countering_again(world: World) -> Call:
    return call(json={"price": 920}, offer_id=world.countered_id)


def deal(world: World) -> Call:
    return call(deal_id=world.deal_id)


def done_deal(world: World) -> Call:
    return call(deal_id=world.done_deal_id)


def proposing(world: World) -> Call:
    at = (clock.now() + timedelta(days=1)).isoformat()
    return call(json={"place": "Central Station", "at": at}, deal_id=world.deal_id)


def proposed(by: str) -> Callable[[World], Call]:
    return lambda world: call(deal_id=world.propose_meetup(by))


def meeting(world: World) -> Call:
    return call(deal_id=world.meeting_id)


def running_late(world: World) -> Call:
    return call(json={"minutes": 15}, deal_id=world.meeting_id)


def cancelling(world: World) -> Call:
    return call(json={"reason": "Broken"}, deal_id=world.deal_id)


def handing_over(world: World) -> Call:
    return call(json={"code": world.handover_code}, deal_id=world.deal_id)


ROWS = (
    Row("POST /api/offer", offering, USER),
    Row("GET /api/offer/user/{user_id}", of_user, OF_USER),
    Row("GET /api/offer/seller/{seller_id}", of_seller, OF_SELLER),
    Row("POST /api/offer/{offer_id}/accept", open_offer, SELLERS_MOVE),
    Row("POST /api/offer/{offer_id}/accept", countered, USERS_MOVE, "countered"),
    Row("POST /api/offer/{offer_id}/decline", open_offer, SELLERS_MOVE),
    Row("POST /api/offer/{offer_id}/decline", countered, USERS_MOVE, "countered"),
    Row("POST /api/offer/{offer_id}/counter", countering, SELLERS_MOVE),
    Row("POST /api/offer/{offer_id}/counter", countering_again, USERS_MOVE, "countered"),
    Row("POST /api/offer/{offer_id}/withdraw", open_offer, USERS_MOVE),
    Row("POST /api/offer/{offer_id}/withdraw", countered, SELLERS_MOVE, "countered"),
    Row("GET /api/deal/user/{user_id}", of_user, OF_USER),
    Row("GET /api/deal/seller/{seller_id}", of_seller, OF_SELLER),
    Row("GET /api/deal/{deal_id}", deal, "401 ok  404 ok  404 ok"),
    Row("GET /api/deal/{deal_id}/receipt", done_deal, "401 ok  404 ok  404 ok"),
    Row("POST /api/deal/{deal_id}/meetup", proposing, EITHER),
    Row("POST /api/deal/{deal_id}/meetup/confirm", proposed("seller"), "401 ok  404 409 404 403"),
    Row("POST /api/deal/{deal_id}/meetup/confirm", proposed("user"), "401 409 404 ok  404 403", "proposed by the user"),
    Row("POST /api/deal/{deal_id}/meetup/late", running_late, EITHER),
    Row("POST /api/deal/{deal_id}/meetup/here", meeting, EITHER),
    Row("GET /api/deal/{deal_id}/meetup.ics", meeting, "401 ok  404 ok  404 ok"),
    Row("POST /api/deal/{deal_id}/cancel", cancelling, EITHER),
    Row("POST /api/deal/{deal_id}/handover", handing_over, "401 403 404 ok  404 403"),
    Row("POST /api/deal/{deal_id}/code", deal, "401 ok  404 403 404 403"),
)
