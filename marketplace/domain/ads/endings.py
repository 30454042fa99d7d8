"""Says what an action on ads will end, for the question before it."""

from collections.abc import Collection

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import effects
from marketplace.domain.ads.access import find_own
from marketplace.domain.effects import Event, Occasion

_EVENTS = {"sold": Event.AD_SOLD, "delete": Event.AD_DELETED, "take_down": Event.AD_TAKEN_DOWN}


def describe_endings(db: Session, actor: Actor, ad_ids: Collection[str], action: str) -> str:
    """Say in a sentence what marking ads as sold, deleting them or taking them down will end; empty if nothing.

    Args:
        action: sold, delete or take_down; any other ends nothing.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: an ad that the caller may not change.
    """
    actor.require()
    event = _EVENTS.get(action)
    if event is None:
        return ""
    return effects.describe(db, actor, *(Occasion(event, find_own(db, actor, ad_id).id) for ad_id in ad_ids))
