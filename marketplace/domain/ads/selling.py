"""Actions on live ads: sell, relist, renew, and reveal the seller's contact details."""

from datetime import datetime

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, RuleBroken
from marketplace.domain import accounts
from marketplace.domain.ads import lifecycle, messages, queries
from marketplace.domain.ads.access import count_change, find, lock_own, present
from marketplace.domain.ads.schemas import AdDetail, ContactDetails
from marketplace.domain.ads.service import get
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import AccountKind, AdStatus, ContactReveal
from marketplace.settings import get_settings


def mark_sold(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """Mark the owner's ad as sold and notify buyers who saved it.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: as for `revise`; admins are refused too.
        Conflict: the ad is not live, or reserved.
    """
    ad = lock_own(db, actor, ad_id)
    lifecycle.sell(db, actor, ad)
    return present(db, actor, ad)


def sell_by_deal(db: Session, actor: Actor, ad_id: str, *, occasion: str) -> None:
    """Mark the seller's ad sold to the buyer of its deal; for the domain of deals, which holds the ad's lock.

    Args:
        occasion: the handover, of which the buyer has heard already.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, Conflict: as for `mark_sold`.
    """
    ad = lock_own(db, actor, ad_id)
    lifecycle.sell(db, actor, ad, deal=occasion)


def reserve(db: Session, ad_id: str, until: datetime) -> None:
    """Mark a live ad as reserved; for the domain of deals, which holds the ad's lock.

    Raises:
        Conflict: the ad is not live.
    """
    lifecycle.reserve(db, find(db, ad_id), until)


def release(db: Session, ad_id: str) -> None:
    """End the reservation of an ad; for the domain of deals, which holds the ad's lock."""
    lifecycle.release(db, find(db, ad_id))


def relist(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """Put a sold ad on sale again.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, Conflict: as for `mark_sold`.
        TooMany: too many changes of ads this hour.
    """
    ad = lock_own(db, actor, ad_id)
    lifecycle.relist(db, actor, ad)
    count_change(actor)
    return present(db, actor, ad)


def renew(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """Restart the period of a live or expired ad.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, Conflict: as for `mark_sold`.
    """
    ad = lock_own(db, actor, ad_id)
    lifecycle.renew(db, actor, ad)
    return present(db, actor, ad)


def reveal_contact(db: Session, actor: Actor, ad_id: str) -> ContactDetails:
    """Show the seller's phone numbers for one ad to a buyer; the first time is counted and rate-limited.

    Raises:
        NotSignedIn, Forbidden: not a buyer, the seller takes no calls, or one has blocked the other.
        NotFound, Gone: no ad visible to the buyer.
        RuleBroken: the ad is no longer for sale, or the buyer's own, posted as a seller.
        TooMany: too many reveals this hour.
    """
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_FOR_CONTACT))
    ad = get(db, actor, ad_id)
    accounts.check_other_person(db, actor, ad.seller_id)
    if ad.status == AdStatus.PAUSED:
        raise RuleBroken(t(messages.PAUSED_AD))
    if ad.status != AdStatus.APPROVED:
        raise RuleBroken(t(messages.NO_LONGER_OFFERED))
    seller = queries.list_sellers(db, [ad.seller_id])[ad.seller_id]
    if not seller.takes_calls or queries.is_blocked(db, buyer_id, seller.id):
        raise Forbidden(t(messages.NO_CALLS))
    # The lock prevents two rows from concurrent clicks.
    queries.lock_ad(db, find(db, ad_id).id)
    if queries.find_reveal(db, ad_id, buyer_id) is None:
        limits.hit(get_settings().limit_contact, "contact", buyer_id)
        db.add(ContactReveal(ad_id=ad_id, buyer_id=buyer_id))
        db.flush()
    return ContactDetails(phone=seller.phone, whatsapp=seller.whatsapp)
