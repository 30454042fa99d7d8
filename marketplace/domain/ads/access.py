"""Getting hold of an ad: to show it to its owner, or to change it."""

from sqlmodel import Session

from marketplace import clock, ids
from marketplace.actor import Actor
from marketplace.domain.ads import messages, presenting, queries, visibility
from marketplace.domain.ads.schemas import AdDetail
from marketplace.errors import Forbidden, Gone, NotFound
from marketplace.models import Ad, AdStatus, AdVersion
from marketplace.texts import t


def lock_own(db: Session, actor: Actor, ad_id: str) -> Ad:
    """The ad, for its owner or an admin to change, kept from others until the unit of work ends.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin, or somebody else's ad.
        NotFound, Gone: no ad that the actor may see.
    """
    actor.require()
    ad = queries.lock_ad(db, ad_id) if ids.is_id(ad_id) else None
    if ad is None:
        raise NotFound(t(messages.NOT_FOUND))
    if not visibility.is_insider(actor, ad):
        seller = queries.list_sellers(db, [ad.seller_id])[ad.seller_id]
        raise visibility.refusal(actor, ad, seller, clock.now()) or Forbidden()
    if ad.status is AdStatus.DELETED:
        raise Gone()
    return ad


def find(db: Session, ad_id: str) -> Ad:
    """The ad in whatever state.

    Raises:
        NotFound: there is none.
    """
    ad = queries.find_ad(db, ad_id) if ids.is_id(ad_id) else None
    if ad is None:
        raise NotFound(t(messages.NOT_FOUND))
    return ad


def version_of(db: Session, version_id: str | None) -> AdVersion:
    """A version that is there for certain."""
    return queries.list_versions(db, [version_id])[version_id or ""]


def present(db: Session, actor: Actor, ad: Ad, version_id: str | None = None) -> AdDetail:
    """The ad in full as the actor may see it, with this version or the submitted one."""
    version = version_of(db, version_id or ad.submitted_version_id)
    return presenting.details(db, actor, [(ad, version)])[0]
