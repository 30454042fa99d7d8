"""Enquiries, bookings and what hangs on them, as dependents of the table of effects."""

from sqlmodel import select

from marketplace.core import clock
from marketplace.domain import handovers, meetups, rentals
from marketplace.models import Booking, Deposit, Enquiry, EnquiryStatus, RentalStage
from tests.domain.effects.world import World


def _enquiry(world: World) -> Enquiry:
    world.db.expire_all()
    return world.db.get_one(Enquiry, world.known["enquiry"])


def add_enquiry(world: World) -> None:
    world.make_ad(rent=True)
    asked = rentals.enquire(world.db, world.as_buyer, world.ad_id, world.day(3), world.day(5))
    world.known["enquiry"] = asked.id


def add_booking(world: World) -> None:
    add_enquiry(world)
    rentals.accept(world.db, world.as_seller, world.known["enquiry"])


def add_meetup(world: World) -> None:
    add_booking(world)
    at = world.day(3).isoformat()
    handovers.propose_meetup(world.db, world.as_seller, world.known["enquiry"], "Station", at)
    handovers.confirm_meetup(world.db, world.as_buyer, world.known["enquiry"])


def is_arranged(world: World) -> bool:
    enquiry = _enquiry(world)
    meeting = rentals.describe_meeting(world.db, enquiry, RentalStage.PICKUP)
    agreed = meetups.list_agreed(world.db, enquiry)
    return bool(agreed) and not meeting.over


def add_deposit(world: World) -> None:
    add_rental(world)
    enquiry_id = world.known["enquiry"]
    handovers.record_deposit(world.db, world.as_buyer, enquiry_id, "pickup", amount=500)
    handovers.confirm_deposit(world.db, world.as_seller, enquiry_id, "pickup")


def is_deposited(world: World) -> bool:
    world.db.expire_all()
    return bool(world.db.exec(select(Deposit).where(Deposit.enquiry_id == world.known["enquiry"])).all())


def add_rental(world: World) -> None:
    add_booking(world)
    row = _enquiry(world)
    row.picked_up_at = clock.now()
    world.db.flush()


def is_booked(world: World) -> bool:
    row = _enquiry(world)
    booking = world.db.exec(select(Booking).where(Booking.enquiry_id == row.id)).one()
    return row.status is EnquiryStatus.ACCEPTED and booking.cancelled_at is None
