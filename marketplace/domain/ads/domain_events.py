"""Events of ads, which `lifecycle` fires."""

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session

from marketplace.domain import effects
from marketplace.domain.ads.transitions import Role
from marketplace.domain.ads.views import price_paise
from marketplace.domain.effects import Event, Occasion
from marketplace.models import Ad, AdType, AdVersion

_PLACE = ("state", "city", "place", "latitude", "longitude")


def list_between(before: AdVersion | None, after: AdVersion) -> Iterator[Event]:
    """List the events of a new live version: the first approval, or what differs from the version that it replaces."""
    if before is None:
        yield Event.AD_APPROVED
        return
    if before.ad_type != after.ad_type and AdType.SELL in (before.ad_type, after.ad_type):
        yield Event.AD_LEFT_SALE if before.ad_type is AdType.SELL else Event.AD_LEFT_RENT
    elif before.price_paise and not after.price_paise:
        yield Event.AD_PRICE_REMOVED
    elif before.price_unit != after.price_unit:
        yield Event.AD_UNIT_CHANGED
    elif price_paise(before) != price_paise(after):
        yield Event.AD_PRICE_CHANGED
    if (before.category_id, before.subcategory_id) != (after.category_id, after.subcategory_id):
        yield Event.AD_REFILED
    if any(getattr(before, name) != getattr(after, name) for name in _PLACE):
        yield Event.AD_MOVED


def fire(
    db: Session,
    event: Event,
    ad: Ad,
    role: Role = Role.ADMIN,
    *,
    other_id: str = "",
    key: str = "",
    since: datetime | None = None,
) -> None:
    """Carry out the effects of an event of an ad, whose change has been saved.

    Args:
        role: the owner needs no notice of what they did.
        other_id: the seller who loses the ad.
        key: of the occasion; empty for the ad's latest change, of which each person is told only once.
        since: as for `Occasion`.
    """
    actor_id = ad.seller_id if role is Role.OWNER else None
    key = key or f"{ad.id}:{ad.updated_at:%Y%m%d%H%M%S%f}"
    effects.fire(db, Occasion(event, ad.id, actor_id, other_id, key, since.isoformat() if since else ""))


def guard(db: Session, event: Event, ad: Ad) -> None:
    """Check that nothing that depends on the ad refuses an event.

    Raises:
        Conflict: something does, such as a deal.
    """
    effects.guard(db, Occasion(event, ad.id))
