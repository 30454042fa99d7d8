"""The seller's dashboard: their newest ads with views."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.money import group_indian
from marketplace.domain.ads import queries, views
from marketplace.domain.ads.schemas import DashboardAd

_NEWEST = 10


def get_dashboard_ads(db: Session, actor: Actor, seller_id: str) -> tuple[DashboardAd, ...]:
    """Return the seller's newest live and sold ads.

    Raises:
        NotSignedIn, Forbidden: not that seller or an admin.
    """
    actor.require_self(seller_id)
    found = queries.list_newest_of(db, seller_id, _NEWEST)
    versions = queries.list_versions(db, [ad.live_version_id for ad in found])
    # As the public sees them.
    cards = views.cards(db, Actor(), [(ad, versions[ad.live_version_id or ""]) for ad in found])
    counted = queries.count_views_and_saves(db, [ad.id for ad in found])
    return tuple(DashboardAd(card=card, views_text=group_indian(counted[card.id][0])) for card in cards)
