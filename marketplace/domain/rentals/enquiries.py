"""Asking for dates, and looking at what was asked."""

from datetime import datetime

from sqlmodel import Session

from marketplace import events
from marketplace.actor import Actor
from marketplace.domain import ads, chat
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.domain.rentals import calendars, letters, messages, moments, queries, rules, views
from marketplace.domain.rentals.schemas import AskedAd, EnquiryCounts, EnquiryView
from marketplace.errors import Forbidden, RuleBroken
from marketplace.integrations import limits
from marketplace.models import AccountKind, Enquiry, EnquiryStatus
from marketplace.settings import get_settings
from marketplace.texts import t

_IN_CHAT = Window(limit=20)


def enquire(
    db: Session, actor: Actor, ad_id: str, pickup: str | datetime, drop: str | datetime, *, seller_id: str = ""
) -> EnquiryView:
    """Ask for dates of a rent or lease ad; the same dates asked twice stay one enquiry.

    While a block stands between the two, the buyer gets a normal answer and the seller hears nothing.

    Args:
        pickup, drop: ISO 8601; without a zone they are in the ad's.
        seller_id: may be left out; another than the ad's owner is refused.

    Raises:
        NotSignedIn, Forbidden: not a buyer.
        NotFound, Gone: no ad this buyer may see.
        RuleBroken: an ad for sale, one not offered now, or somebody else's seller id.
        Invalid: dates missing, in the wrong order, past, or against the seller's rules.
        Conflict: dates that are taken.
    """
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_TO_ENQUIRE))
    ad = ads.get(db, actor, ad_id)
    if seller_id and seller_id != ad.seller_id:
        raise RuleBroken(t(messages.NOT_THEIR_AD))
    rules.check_offered(ad)
    priced = calendars.price_dates(db, ad_id, pickup, drop)
    enquiry = queries.find_twin(db, buyer_id, ad_id, priced.pickup_at, priced.drop_at)
    if enquiry is None:
        limits.spend(get_settings().limit_enquiries, "enquiries", buyer_id)
        enquiry = Enquiry(
            ad_id=ad_id,
            buyer_id=buyer_id,
            seller_id=ad.seller_id,
            pickup_at=priced.pickup_at,
            drop_at=priced.drop_at,
            quoted_paise=priced.paise,
        )
        db.add(enquiry)
        db.flush()
        silenced = chat.is_silenced(db, buyer_id, ad.seller_id)
        letters.tell_asked(db, enquiry, silently=silenced)
        heard = (buyer_id,) if silenced else (buyer_id, ad.seller_id)
        events.record(db, "enquiries", *heard, subject=enquiry.id)
    return views.make_views(db, actor, [enquiry])[0]


def list_for_seller(
    db: Session, actor: Actor, seller_id: str, *, status: str = "", ad_id: str = "", window: Window = EVERYTHING
) -> Page[EnquiryView]:
    """What buyers asked a seller, newest first; for the seller and admins.

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
    """What a buyer asked, newest first; for the buyer and admins.

    Raises:
        NotSignedIn, Forbidden: somebody else.
        Invalid: an unknown status.
    """
    actor.require(AccountKind.BUYER, AccountKind.ADMIN)
    actor.require_self(buyer_id)
    return _list(db, actor, window, buyer_id=buyer_id, status=_status(status), ad_id=ad_id)


def count_by_status(db: Session, actor: Actor, *, ad_id: str = "") -> EnquiryCounts:
    """How many enquiries the caller's lists hold by status, of one ad or of all.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
    """
    own = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    whose = {"seller_id" if actor.kind is AccountKind.SELLER else "buyer_id": own}
    counts = queries.count_enquiries(db, ad_id=ad_id, **whose)
    return EnquiryCounts(all=sum(counts.values()), **{str(status): count for status, count in counts.items()})


def list_asked_ads(db: Session, actor: Actor) -> tuple[AskedAd, ...]:
    """The ads that the caller was asked dates of, or asked dates of, by name.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
    """
    own = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    names = queries.ad_names(db, queries.list_asked_ads(db, own))
    return tuple(
        AskedAd(id=ad_id, name=name) for ad_id, name in sorted(names.items(), key=lambda item: item[1].lower())
    )


def list_between(db: Session, actor: Actor, buyer_id: str, seller_id: str) -> tuple[EnquiryView, ...]:
    """The newest enquiries of the two, for their conversation.

    Raises:
        NotSignedIn, Forbidden: the caller is neither of the two.
    """
    if actor.require() not in (buyer_id, seller_id):
        raise Forbidden()
    return _list(db, actor, _IN_CHAT, buyer_id=buyer_id, seller_id=seller_id).items


def _list(db: Session, actor: Actor, window: Window, **whose: str) -> Page[EnquiryView]:
    rows, total = queries.list_enquiries(db, window=window, **whose)
    return Page(views.make_views(db, actor, rows), total, window.page, window.limit)


def _status(status: str) -> str:
    known = [one.value for one in EnquiryStatus]
    if status and status not in known:
        raise moments.refuse(t(messages.UNKNOWN_STATUS, known=", ".join(known)), "status")
    return status
