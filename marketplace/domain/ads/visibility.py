"""Decides which version of an ad an actor sees, and the error if none (API contract, section 4)."""

from datetime import datetime, timedelta

from marketplace.core.actor import Actor
from marketplace.core.errors import Gone, MarketplaceError, NotFound
from marketplace.domain.ads import messages
from marketplace.domain.ads.detail_queries import DetailRow
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountStatus, Ad, AdStatus
from marketplace.settings import get_settings


def is_insider(actor: Actor, ad: Ad | DetailRow) -> bool:
    """Whether the actor sees the submitted version: the owner or an admin."""
    return actor.is_staff or actor.owns(ad.seller_id)


def public_refusal(ad: Ad | DetailRow, seller_status: AccountStatus, now: datetime) -> MarketplaceError | None:
    """The error that hides the ad from the public, None if it is visible."""
    if ad.status is AdStatus.DELETED:
        return Gone()
    if ad.live_version_id is None:
        # An ad that was public and taken down is gone; one that was never public stays unknown.
        return Gone() if ad.first_approved_at else NotFound(t(messages.NOT_FOUND))
    if seller_status is not AccountStatus.ACTIVE or ad.status is AdStatus.EXPIRED:
        return Gone()
    shown_for = timedelta(days=get_settings().sold_visible_days)
    if ad.status is AdStatus.SOLD and ad.sold_at is not None and now > ad.sold_at + shown_for:
        return Gone()
    return None


def was_public(ad: Ad, seller: Account) -> bool:
    """Whether buyers who saved the ad may still be notified about it."""
    return (
        ad.live_version_id is not None and ad.status is not AdStatus.DELETED and seller.status is AccountStatus.ACTIVE
    )


def refusal(actor: Actor, ad: Ad | DetailRow, seller_status: AccountStatus, now: datetime) -> MarketplaceError | None:
    """The error that hides the ad from this actor, None if it is visible."""
    if not is_insider(actor, ad):
        return public_refusal(ad, seller_status, now)
    if ad.status is AdStatus.DELETED or seller_status is not AccountStatus.ACTIVE:
        return Gone()
    return None
