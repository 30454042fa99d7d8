"""The seller's dashboard: their newest ads with views, and those that expire soon."""

from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import group_indian
from marketplace.domain.ads import queries, views
from marketplace.domain.ads.schemas import DashboardAd, DashboardAds
from marketplace.i18n.texts import t, tn
from marketplace.models import Ad, AdStatus
from marketplace.settings import get_settings

_NEWEST = 10
_MOST_EXPIRING = 5


def get_dashboard_ads(db: Session, actor: Actor, seller_id: str) -> DashboardAds:
    """Return the seller's newest live and sold ads, and the live ones that expire first within EXPIRY_REMINDER_DAYS.

    Raises:
        NotSignedIn, Forbidden: not that seller or an admin.
    """
    actor.require_self(seller_id)
    until = clock.now() + timedelta(days=get_settings().expiry_reminder_days)
    newest = queries.list_newest_of(db, seller_id, _NEWEST)
    expiring = queries.list_expiring_of(db, seller_id, until, _MOST_EXPIRING)
    made = _make_views(db, list({ad.id: ad for ad in (*newest, *expiring)}.values()))
    return DashboardAds(newest=tuple(made[ad.id] for ad in newest), expiring=tuple(made[ad.id] for ad in expiring))


def _make_views(db: Session, found: Sequence[Ad]) -> dict[str, DashboardAd]:
    versions = queries.list_versions(db, [ad.live_version_id for ad in found])
    # As the public sees them.
    cards = views.cards(db, Actor(), [(ad, versions[ad.live_version_id or ""]) for ad in found])
    counted = queries.count_views_and_saves(db, [ad.id for ad in found])
    return {
        ad.id: DashboardAd(
            card=card,
            views_text=group_indian(counted[ad.id][0]),
            expiry_text=_expiry_text(ad),
        )
        for ad, card in zip(found, cards, strict=True)
    }


def _expiry_text(ad: Ad) -> str:
    """When a live ad expires, in days from now."""
    if ad.status is not AdStatus.APPROVED or ad.expires_at is None:
        return ""
    days = (ad.expires_at - clock.now()) // timedelta(days=1)
    return tn("Expires in {count} day", "Expires in {count} days", days) if days > 0 else t("Expires today")
