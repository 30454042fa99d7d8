"""A rental that was accepted, its two parties, and a stranger of each kind."""

from datetime import timedelta
from types import SimpleNamespace

import pytest

from marketplace.domain import handovers, rentals
from tests import factories
from tests.domain.rentals.conftest import now
from tests.domain.rentals.conftest import scene as rental_scene

__all__ = ["now", "rental_scene"]


@pytest.fixture
def scene(rental_scene):
    """The rental begins in two hours and ends in three days."""
    made = rental_scene
    made.as_buyer, made.as_seller = factories.actor(made.buyer), factories.actor(made.seller)
    asked = rentals.enquire(made.db, made.as_buyer, made.ad.id, made.day(0) + timedelta(hours=2), made.day(3))
    rentals.accept(made.db, made.as_seller, asked.id)
    made.db.commit()
    made.enquiry_id = asked.id
    return made


def code_of(scene: SimpleNamespace) -> str:
    """The code that the buyer sees."""
    return handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id).code


def pick_up(scene: SimpleNamespace) -> None:
    """Confirm the pickup with the buyer's code."""
    handovers.confirm_pickup(scene.db, scene.as_seller, scene.enquiry_id, code_of(scene))
    scene.db.commit()


def add(scene: SimpleNamespace, actor, *, stage: str = "pickup", part: str = "Front", note: str = ""):
    """Add a new photo of the actor to the record."""
    account = scene.buyer if actor is scene.as_buyer else scene.seller
    photo = factories.upload(scene.db, account)
    return handovers.add_photo(scene.db, actor, scene.enquiry_id, stage, part=part, photo=photo.id, note=note)


def confirm(scene: SimpleNamespace, actor, stage: str = "pickup", disagreement: str | None = None):
    """Confirm the record of a stage, or disagree."""
    return handovers.confirm_record(scene.db, actor, scene.enquiry_id, stage, disagreement=disagreement)
