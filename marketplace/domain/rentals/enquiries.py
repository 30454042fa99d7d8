"""Sending and listing enquiries."""

from datetime import datetime

from sqlmodel import Session

from marketplace.core import events, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, Invalid, NotFound, RuleBroken
from marketplace.domain import accounts, ads, chat, display_names
from marketplace.domain.once import stores_once
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.domain.rentals import calendars, messages, notifications, queries, rules, views
from marketplace.domain.rentals.schemas import EnquiredAd, EnquiryCounts, EnquiryView
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import AccountKind, Enquiry, EnquiryStatus
from marketplace.settings import get_settings

_CHAT_LIMIT = Window(limit=20)
_OF_AD = Window(limit=5)


@stores_once
def enquire(
    db: Session, actor: Actor, ad_id: str, pickup: str | datetime, drop: str | datetime, *, seller_id: str = ""
) -> EnquiryView:
    """Ask for dates of a rent or lease ad; repeating an enquiry returns the existing one.

    If either party has blocked the other, the buyer gets a normal answer and the seller is not notified.

    Args:
        pickup, drop: ISO 8601; without an offset, in the ad's time zone.
        seller_id: optional; must be the ad's owner.

    Raises:
        NotSignedIn, Forbidden: not a buyer.
        NotFound, Gone: no ad visible to this buyer.
        RuleBroken: an ad for sale, not available now, the buyer's own as a seller, or another seller's id.
        Invalid: dates missing, malformed, in the wrong order, past, or against the seller's rules.
        Conflict: the dates are taken.
    """
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_TO_ENQUIRE))
    ad = ads.get(db, actor, ad_id)
    if seller_id and seller_id != ad.seller_id:
        raise RuleBroken(t(messages.NOT_THEIR_AD))
    accounts.check_other_person(db, actor, ad.seller_id)
    rules.check_offered(ad)
    version_id = queries.lock_ad(db, ad_id).live_version_id
    priced = calendars.price_dates(db, ad_id, pickup, drop)
    enquiry = queries.find_duplicate(db, buyer_id, ad_id, priced.pickup_at, priced.drop_at)
    if enquiry is None:
        limits.hit(get_settings().limit_enquiries, "enquiries", buyer_id)
        enquiry = Enquiry(
            ad_id=ad_id,
            buyer_id=buyer_id,
            seller_id=ad.seller_id,
            version_id=version_id,
            pickup_at=priced.pickup_at,
            drop_at=priced.drop_at,
            quoted_paise=priced.paise,
            deposit_paise=priced.deposit_paise,
        )
        db.add(enquiry)
        db.flush()
        silenced = chat.is_silenced(db, buyer_id, ad.seller_id)
        notifications.notify_enquiry_sent(db, enquiry, silently=silenced)
        heard = (buyer_id,) if silenced else (buyer_id, ad.seller_id)
        events.record(db, "enquiries", *heard, subject=enquiry.id)
    return views.make_views(db, actor, [enquiry])[0]


def get_enquiry(db: Session, actor: Actor, enquiry_id: str) -> EnquiryView:
    """Return an enquiry; for its parties.

    Raises:
        NotSignedIn, NotFound: no such enquiry, or not a party.
    """
    actor.require(message=t(messages.LOGIN_TO_SEE))
    enquiry = queries.find_enquiry(db, enquiry_id) if ids.is_id(enquiry_id) else None
    if enquiry is None or views.side_of(actor, enquiry) is None:
        raise NotFound(t(messages.NO_ENQUIRY))
    return views.make_views(db, actor, [enquiry])[0]


def list_for_seller(
    db: Session, actor: Actor, seller_id: str, *, status: str = "", ad_id: str = "", window: Window = EVERYTHING
) -> Page[EnquiryView]:
    """List enquiries a seller received, newest first; for the seller and admins.

    Raises:
        NotSignedIn, Forbidden: somebody else.
        Invalid: an unknown status.
    """
    actor.require(AccountKind.SELLER, AccountKind.ADMIN)
    actor.require_self(seller_id)
    return _list(db, actor, window, seller_id=seller_id, status=_status(status), ad_id=ad_id)


def list_for_buyer(
    db: Session, actor: Actor, buyer_id: str, *, status: str = "", ad_id: str = "", window: Window = EVERYTHING
) -> Page[EnquiryView]:
    """List enquiries a buyer sent, newest first; for the buyer and admins.

    Raises:
        NotSignedIn, Forbidden: somebody else.
        Invalid: an unknown status.
    """
    actor.require(AccountKind.BUYER, AccountKind.ADMIN)
    actor.require_self(buyer_id)
    return _list(db, actor, window, buyer_id=buyer_id, status=_status(status), ad_id=ad_id)


def count_by_status(db: Session, actor: Actor, *, ad_id: str = "") -> EnquiryCounts:
    """Count the caller's enquiries by status, for one ad or all.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
    """
    own = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    party = {"seller_id" if actor.kind is AccountKind.SELLER else "buyer_id": own}
    counts = queries.count_enquiries(db, ad_id=ad_id, **party)
    return EnquiryCounts(all=sum(counts.values()), **{str(status): count for status, count in counts.items()})


def list_enquired_ads(db: Session, actor: Actor) -> tuple[EnquiredAd, ...]:
    """List the ads in the caller's enquiries, by name.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
    """
    own = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    names = ads.list_names(db, queries.list_enquired_ads(db, own))
    return tuple(
        EnquiredAd(id=ad_id, name=display_names.title_case(name))
        for ad_id, name in sorted(names.items(), key=lambda item: item[1].lower())
    )


def list_own_of_ad(db: Session, actor: Actor, ad_id: str) -> tuple[EnquiryView, ...]:
    """List what the caller has asked of an ad: the enquiries and bookings that are not over, and the newest of all."""
    if actor.kind is not AccountKind.BUYER or not actor.account_id:
        return ()
    found = _list(db, actor, _OF_AD, buyer_id=actor.account_id, ad_id=ad_id).items
    return tuple(view for view in found if view is found[0] or view.is_open)


def list_between(db: Session, actor: Actor, buyer_id: str, seller_id: str) -> tuple[EnquiryView, ...]:
    """List the newest enquiries between the two, for their conversation.

    Raises:
        NotSignedIn, Forbidden: the caller is neither party.
    """
    if actor.require() not in (buyer_id, seller_id):
        raise Forbidden()
    return _list(db, actor, _CHAT_LIMIT, buyer_id=buyer_id, seller_id=seller_id).items


def _list(db: Session, actor: Actor, window: Window, **party: str) -> Page[EnquiryView]:
    rows, total = queries.list_enquiries(db, window=window, **party)
    return Page(views.make_views(db, actor, rows), total, window.page, window.limit)


def _status(status: str) -> str:
    known = [one.value for one in EnquiryStatus]
    if status and status not in known:
        raise Invalid(t(messages.UNKNOWN_STATUS, known=", ".join(known)), "status")
    return status
