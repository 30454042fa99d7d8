"""What the parties of a booking have agreed, for rows of the API and of the pages."""

from datetime import timedelta

from marketplace.core import clock
from marketplace.domain import handovers
from tests import factories
from tests.api.permissions.world import World


def propose_pickup(world: World, by: str) -> str:
    """Let `user` or `seller` propose a meetup for the pickup of a booking; returns its id."""
    at = (clock.now() + timedelta(hours=2)).isoformat()
    who = factories.actor(getattr(world, by))
    handovers.propose_meetup(world.db, who, world.booked.id, "Central Station", at)
    world.db.commit()
    return world.booked.id


def arrange_pickup(world: World) -> str:
    """Let both agree on a meetup; returns the id of the booking."""
    enquiry_id = propose_pickup(world, "user")
    handovers.confirm_meetup(world.db, factories.actor(world.seller), enquiry_id)
    world.db.commit()
    return enquiry_id


def record_deposit(world: World, by: str) -> str:
    """Let `user` or `seller` record the deposit of a booking; returns its id."""
    who = factories.actor(getattr(world, by))
    handovers.record_deposit(world.db, who, world.booked.id, "pickup", amount=500)
    world.db.commit()
    return world.booked.id
