"""Pickup, return and condition records of rentals."""

from collections.abc import Callable
from datetime import timedelta

from marketplace.core import clock
from tests import factories
from tests.api.permissions import arranging
from tests.api.permissions.row import Call, Row, call
from tests.api.permissions.world import World

PARTIES = "401 ok  404 ok  404 404"
SELLER = "401 403 404 ok  404 404"
USER = "401 ok  404 403 404 404"


def booked(world: World) -> Call:
    return call(enquiry_id=world.booked.id)


def recorded(world: World) -> Call:
    return call(enquiry_id=world.recorded_id)


def adding(world: World) -> Call:
    """The photo is the caller's own."""
    body = {"stage": "pickup", "part": "Front", "photo": factories.upload(world.db, world.me).id}
    return call(json=body, enquiry_id=world.booked.id)


def confirming(world: World) -> Call:
    return call(json={"stage": "pickup"}, enquiry_id=world.recorded_id)


def picture(world: World) -> Call:
    return call(enquiry_id=world.recorded_id, number="1", width="320")


def picking_up(world: World) -> Call:
    return call(json={"code": world.rental_code}, enquiry_id=world.booked.id)


def returning(world: World) -> Call:
    enquiry_id = world.picked_up_id
    return call(json={"code": world.rental_code}, enquiry_id=enquiry_id)


def proposing(world: World) -> Call:
    at = (clock.now() + timedelta(hours=3)).isoformat()
    return call(json={"place": "Central Station", "at": at}, enquiry_id=world.booked.id)


def proposed(by: str) -> Callable[[World], Call]:
    return lambda world: call(enquiry_id=arranging.propose_pickup(world, by))


def arranged(world: World) -> Call:
    return call(enquiry_id=arranging.arrange_pickup(world))


def running_late(world: World) -> Call:
    return call(json={"minutes": 15}, enquiry_id=arranging.arrange_pickup(world))


def recording_deposit(world: World) -> Call:
    return call(json={"stage": "pickup", "amount": 500}, enquiry_id=world.booked.id)


def deposited(by: str) -> Callable[[World], Call]:
    return lambda world: call(json={"stage": "pickup", "number": 1}, enquiry_id=arranging.record_deposit(world, by))


ROWS = (
    Row("GET /api/enquiry/{enquiry_id}/condition", recorded, PARTIES),
    Row("POST /api/enquiry/{enquiry_id}/condition", adding, PARTIES),
    Row("POST /api/enquiry/{enquiry_id}/condition/confirm", confirming, PARTIES),
    Row("GET /api/enquiry/{enquiry_id}/condition/photos/{number}-{width}.webp", picture, PARTIES),
    Row("POST /api/enquiry/{enquiry_id}/pickup", picking_up, SELLER),
    Row("POST /api/enquiry/{enquiry_id}/return", returning, SELLER),
    Row("POST /api/enquiry/{enquiry_id}/code", booked, USER),
    Row("POST /api/enquiry/{enquiry_id}/meetup", proposing, PARTIES),
    Row("POST /api/enquiry/{enquiry_id}/meetup/confirm", proposed("seller"), "401 ok  404 409 404 404"),
    Row(
        "POST /api/enquiry/{enquiry_id}/meetup/confirm",
        proposed("user"),
        "401 409 404 ok  404 404",
        "proposed by the user",
    ),
    Row("POST /api/enquiry/{enquiry_id}/meetup/late", running_late, PARTIES),
    Row("POST /api/enquiry/{enquiry_id}/meetup/here", arranged, PARTIES),
    Row("GET /api/enquiry/{enquiry_id}/meetup.ics", arranged, PARTIES),
    Row("POST /api/enquiry/{enquiry_id}/deposit", recording_deposit, PARTIES, alone=True),
    Row("POST /api/enquiry/{enquiry_id}/deposit/confirm", deposited("seller"), "401 ok  404 409 404 404", alone=True),
    Row(
        "POST /api/enquiry/{enquiry_id}/deposit/confirm",
        deposited("user"),
        "401 409 404 ok  404 404",
        "recorded by the user",
        alone=True,
    ),
)
