"""Loads ads for reading or changing, with permission checks."""

from collections.abc import Callable

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, Gone, NotFound
from marketplace.domain.ads import messages, queries, views, visibility
from marketplace.domain.ads.schemas import AdDetail
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import Ad, AdStatus, AdVersion
from marketplace.settings import get_settings


def lock_own(db: Session, actor: Actor, ad_id: str) -> Ad:
    """Load and lock an ad that the actor may change, until the unit of work ends.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin, or somebody else's ad.
        NotFound, Gone: no ad visible to the actor.
    """
    return _check_own(db, actor, ad_id, queries.lock_ad)


def find_own(db: Session, actor: Actor, ad_id: str) -> Ad:
    """Load an ad that the actor may change, without a lock; raises as `lock_own`."""
    return _check_own(db, actor, ad_id, queries.find_ad)


def _check_own(db: Session, actor: Actor, ad_id: str, load: Callable[[Session, str], Ad | None]) -> Ad:
    actor.require()
    ad = load(db, ad_id) if ids.is_id(ad_id) else None
    if ad is None:
        raise NotFound(t(messages.NOT_FOUND))
    if not visibility.is_insider(actor, ad):
        seller = queries.list_sellers(db, [ad.seller_id])[ad.seller_id]
        raise visibility.refusal(actor, ad, seller.status, clock.now()) or Forbidden()
    if ad.status is AdStatus.DELETED:
        raise Gone()
    return ad


def count_change(actor: Actor) -> None:
    """Count a seller's change of an ad that others work for: moderators, the job that reads texts, searches, buyers who saved it.

    Raises:
        TooMany: too many such changes this hour; never for moderators and admins.
    """
    if not actor.is_staff:
        limits.hit(get_settings().limit_ad_changes, "ad_changes", actor.require())


def find(db: Session, ad_id: str) -> Ad:
    """Load an ad in any state.

    Raises:
        NotFound: no such ad.
    """
    ad = queries.find_ad(db, ad_id) if ids.is_id(ad_id) else None
    if ad is None:
        raise NotFound(t(messages.NOT_FOUND))
    return ad


def version_of(db: Session, version_id: str | None) -> AdVersion:
    """Load a version that is known to exist."""
    return queries.list_versions(db, [version_id])[version_id or ""]


def present(db: Session, actor: Actor, ad: Ad) -> AdDetail:
    """Build the full view of the submitted version of an ad for the actor."""
    return views.details(db, actor, [ad.submitted_version_id or ""])[0]
