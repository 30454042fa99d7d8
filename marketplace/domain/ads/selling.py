"""What becomes of a live ad: sold, on offer again, renewed; and how a buyer reaches its seller."""

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.ads import announcements, lifecycle, messages, queries
from marketplace.domain.ads.access import find, lock_own, present, version_of
from marketplace.domain.ads.schemas import AdDetail, ContactDetails
from marketplace.domain.ads.service import get
from marketplace.errors import Forbidden, RuleBroken
from marketplace.integrations import limits
from marketplace.models import AccountKind, AdStatus, ContactReveal
from marketplace.settings import get_settings
from marketplace.texts import t


def mark_sold(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """The owner has sold the thing; buyers who saved it are told.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: as for `revise`; admins are refused too.
        Conflict: the ad is not live.
    """
    ad = lock_own(db, actor, ad_id)
    lifecycle.sell(db, actor, ad)
    announcements.sold(db, ad, version_of(db, ad.live_version_id))
    return present(db, actor, ad)


def relist(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """A sold ad is on offer again.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, Conflict: as for `mark_sold`.
    """
    ad = lock_own(db, actor, ad_id)
    lifecycle.relist(db, actor, ad)
    return present(db, actor, ad)


def renew(db: Session, actor: Actor, ad_id: str) -> AdDetail:
    """A live or expired ad gets a full life again.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, Conflict: as for `mark_sold`.
    """
    ad = lock_own(db, actor, ad_id)
    lifecycle.renew(db, actor, ad)
    return present(db, actor, ad)


def reveal_contact(db: Session, actor: Actor, ad_id: str) -> ContactDetails:
    """Show a buyer the seller's numbers for one ad; the first time is counted and limited.

    Raises:
        NotSignedIn, Forbidden: not a buyer, the seller takes no calls, or one has blocked the other.
        NotFound, Gone: no ad that the buyer may see.
        RuleBroken: it is not on offer any more.
        TooMany: the buyer's reveals of the hour are spent.
    """
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_FOR_CONTACT))
    ad = get(db, actor, ad_id)
    if ad.status != AdStatus.APPROVED:
        raise RuleBroken(t(messages.NO_LONGER_OFFERED))
    seller = queries.list_sellers(db, [ad.seller_id])[ad.seller_id]
    if not seller.takes_calls or queries.is_blocked(db, buyer_id, seller.id):
        raise Forbidden(t(messages.NO_CALLS))
    # The lock lets two clicks at once make one row.
    queries.lock_ad(db, find(db, ad_id).id)
    if queries.find_reveal(db, ad_id, buyer_id) is None:
        limits.spend(get_settings().limit_contact, "contact", buyer_id)
        db.add(ContactReveal(ad_id=ad_id, buyer_id=buyer_id))
        db.flush()
    return ContactDetails(phone=seller.phone, whatsapp=seller.whatsapp)
