"""Notifications about pickup, return and condition records: one in the page, some with a mail, in the transaction of the event."""

from sqlmodel import Session

from marketplace.core import events
from marketplace.domain import accounts, chat, content, display_names
from marketplace.domain.handovers import messages, rules
from marketplace.domain.rentals import EnquiryView
from marketplace.i18n.texts import t
from marketplace.models import DealSide

PURPOSE = "enquiry"


def link_of(enquiry_id: str) -> str:
    """Path of the page of a rental's handovers."""
    return f"/rentals/{enquiry_id}"


def notify_both(db: Session, rental: EnquiryView, kind: str, **values: object) -> None:
    """Notify both parties of what they did together."""
    for side in (DealSide.BUYER, DealSide.SELLER):
        _notify(db, rental, side, kind, values)
    _record_event(db, rental)


def notify_other(db: Session, rental: EnquiryView, by: DealSide, kind: str, **values: object) -> None:
    """Notify the other party of what one has written.

    As in the chat, nothing that one party writes is pushed to another while either blocks the other.
    """
    if chat.is_silenced(db, rental.buyer_id, rental.seller_id):
        events.record(db, "enquiries", rental.buyer_id if by is DealSide.BUYER else rental.seller_id, subject=rental.id)
        return
    _notify(db, rental, DealSide.SELLER if by is DealSide.BUYER else DealSide.BUYER, kind, values)
    _record_event(db, rental)


def notify_left(db: Session, rental: EnquiryView, to: DealSide) -> None:
    """Notify a party of a running rental that the account of the other is deleted, and what to do; once."""
    _notify(db, rental, to, "rental_buyer_left" if to is DealSide.SELLER else "rental_seller_left", {}, left=True)
    _record_event(db, rental)


def _record_event(db: Session, rental: EnquiryView) -> None:
    events.record(db, "enquiries", rental.buyer_id, rental.seller_id, subject=rental.id)


def _notify(
    db: Session, rental: EnquiryView, to: DealSide, kind: str, more: dict[str, object], *, left: bool = False
) -> None:
    buyer, seller = accounts.get_account(db, rental.buyer_id), accounts.get_account(db, rental.seller_id)
    receiver, other = (buyer, seller) if to is DealSide.BUYER else (seller, buyer)
    values = {"name": rental.ad_display_name, "other": display_names.of_account(other), **more}
    mail = None
    if kind in messages.MAILS:
        subject, said = messages.MAILS[kind]
        mail = content.Mail((subject, messages.MAIL_TEXT), PURPOSE, {"to": receiver.name, "said": t(said, **values)})
    about = {"about_id": other.id, "ad_id": rental.ad_id, "once": kind == "condition_added"}
    if left:
        # It names nothing of a buyer.
        about_id = None if to is DealSide.SELLER else other.id
        about |= {"about_id": about_id, "occasion": rules.occasion_of_leaving(rental.id)}
    content.tell(db, receiver, kind, mail, values=values, link=link_of(rental.id), **about)
