"""Rows for the page of a rental: its handovers and condition record."""

from collections.abc import Callable
from datetime import timedelta

from marketplace.core import clock
from marketplace.web import paths
from marketplace.web.pages.rental.state import RentalState
from tests import factories
from tests.api.permissions import arranging
from tests.api.permissions.world import World
from tests.web.permissions.row import Row, Sent, sent

USER = "no ok no no no no"
SELLER = "no no no ok no no"
PARTIES = "no ok no ok no no"


def _path(world: World) -> str:
    return paths.rental(world.booked.id)


def page(world: World) -> Sent:
    return sent(path=_path(world), sees=f'"id":"{world.booked.id}"')


def code(world: World) -> Sent:
    return sent(path=_path(world), sees=f'"code":"{world.rental_code}"')


def picking_up(world: World) -> Sent:
    return sent(path=_path(world), form={"code": world.rental_code})


def returning(world: World) -> Sent:
    path = paths.rental(world.picked_up_id)
    return sent(path=path, form={"code": world.rental_code})


def renewing_code(world: World) -> Sent:
    return sent(path=_path(world))


def adding(world: World) -> Sent:
    """The photo is the caller's own."""
    photo = factories.upload(world.db, world.me)
    before = (
        (RentalState.start_adding, {"stage": "pickup"}),
        (RentalState.set_photo, {"photos": [{"id": photo.id}]}),
    )
    return sent(*before, path=_path(world), form={"part": "Front", "note": "A scratch"})


def confirming(world: World) -> Sent:
    return sent(path=paths.rental(world.recorded_id), stage="pickup")


def disagreeing(world: World) -> Sent:
    asked = (RentalState.ask_disagreement, {"stage": "pickup"})
    return sent(asked, path=paths.rental(world.recorded_id), form={"disagreement": "No"})


def proposing(world: World) -> Sent:
    at = (clock.now() + timedelta(hours=3)).isoformat()
    return sent(path=_path(world), form={"place": "Central Station", "at": at})


def confirming_meetup(by: str) -> Callable[[World], Sent]:
    return lambda world: sent(path=paths.rental(arranging.propose_pickup(world, by)), number=1)


def at_meetup(world: World) -> Sent:
    return sent(path=paths.rental(arranging.arrange_pickup(world)))


def running_late(world: World) -> Sent:
    return sent(path=paths.rental(arranging.arrange_pickup(world)), minutes=20)


def recording_deposit(world: World) -> Sent:
    return sent((RentalState.open, {}), path=_path(world), form={"amount": "500", "paid_on": ""})


def confirming_deposit(by: str) -> Callable[[World], Sent]:
    return lambda world: sent(path=paths.rental(arranging.record_deposit(world, by)), stage="pickup", number=1)


ROWS = (
    Row(RentalState.open, page, PARTIES),
    Row(RentalState.open, code, USER, "the code"),
    Row(RentalState.confirm_pickup, picking_up, SELLER),
    Row(RentalState.confirm_return, returning, SELLER, alone=True),
    Row(RentalState.renew_code, renewing_code, USER),
    Row(RentalState.add_photo, adding, PARTIES),
    Row(RentalState.confirm_record, confirming, PARTIES, alone=True),
    Row(RentalState.propose, proposing, PARTIES),
    Row(RentalState.confirm_meetup, confirming_meetup("user"), SELLER, "proposed by the user", alone=True),
    Row(RentalState.confirm_meetup, confirming_meetup("seller"), USER, "proposed by the seller", alone=True),
    Row(RentalState.say_late, running_late, PARTIES),
    Row(RentalState.say_here, at_meetup, PARTIES),
    Row(RentalState.record_deposit, recording_deposit, PARTIES, alone=True),
    Row(RentalState.confirm_deposit, confirming_deposit("user"), SELLER, "recorded by the user", alone=True),
    Row(RentalState.confirm_deposit, confirming_deposit("seller"), USER, "recorded by the seller", alone=True),
    Row(RentalState.disagree, disagreeing, PARTIES, alone=True),
)
