"""Who is told what about an enquiry: mails with a calendar file, and notices in the page."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.domain import accounts, content, outbox
from marketplace.domain.rentals import ics, messages, moments, queries
from marketplace.domain.rentals.lifecycle import Side
from marketplace.models import Account, AccountStatus, Enquiry, EnquiryStatus
from marketplace.settings import get_settings
from marketplace.texts import t

PURPOSE = "enquiry"
SELLER_PAGE = "/seller/enquiries"
BUYER_PAGE = "/user/enquiries"

_SETTLED = {
    EnquiryStatus.ACCEPTED: (messages.MAIL_ACCEPTED_SUBJECT, messages.MAIL_ACCEPTED_TEXT, "enquiry_accepted"),
    EnquiryStatus.DECLINED: (messages.MAIL_DECLINED_SUBJECT, messages.MAIL_DECLINED_TEXT, "enquiry_declined"),
    EnquiryStatus.CANCELLED: (messages.MAIL_CANCELLED_SUBJECT, messages.MAIL_CANCELLED_TEXT, "enquiry_cancelled"),
}


@dataclass(frozen=True, slots=True)
class _Letter:
    """An enquiry with all that its letters name."""

    enquiry: Enquiry
    ad: str
    zone: ZoneInfo
    buyer: Account
    seller: Account

    def mail(self, db: Session, to: Account, subject: str, text: str, *, event: bool = False) -> None:
        """Mail one of the two, who still has to be there to read it."""
        if to.status is not AccountStatus.ACTIVE:
            return
        other = self.seller if to is self.buyer else self.buyer
        page = BUYER_PAGE if to is self.buyer else SELLER_PAGE
        word = self.enquiry.answer
        body = t(
            text,
            name=to.name,
            other=other.name,
            ad=self.ad,
            pickup=moments.show_in_full(self.enquiry.pickup_at, self.zone),
            drop=moments.show_in_full(self.enquiry.drop_at, self.zone),
            word=f"\n{word}\n" if word else "",
            link=get_settings().url + page,
        )
        file = {"name": "booking.ics", "media_type": "text/calendar", "content": ""}
        if event:
            file["content"] = ics.write([ics.make_event(self.enquiry, self.ad, other.name)])
        outbox.mail(
            db,
            to.email,
            t(subject, ad=self.ad),
            body,
            purpose=PURPOSE,
            account_id=to.id,
            attachments=[file] if event else None,
        )


def tell_asked(db: Session, enquiry: Enquiry, *, silently: bool) -> None:
    """An enquiry was sent; `silently` leaves out the seller."""
    letter = _letter(db, enquiry)
    letter.mail(db, letter.buyer, messages.MAIL_ASKED_SUBJECT, messages.MAIL_ASKED_TEXT)
    if silently:
        return
    letter.mail(db, letter.seller, messages.MAIL_NEW_SUBJECT, messages.MAIL_NEW_TEXT)
    values = {"name": letter.ad, "buyer": letter.buyer.name}
    content.notify(db, letter.seller.id, "enquiry_received", values=values, link=SELLER_PAGE)


def tell_settled(db: Session, enquiry: Enquiry, *, by: Side | None) -> None:
    """An enquiry was decided: a booking concerns both, anything else the side that did not decide it."""
    letter = _letter(db, enquiry)
    subject, text, notice = _SETTLED[enquiry.status]
    was_booked = queries.find_booking(db, enquiry.id) is not None
    for side, account, page in (
        (Side.BUYER, letter.buyer, BUYER_PAGE),
        (Side.SELLER, letter.seller, SELLER_PAGE),
    ):
        if side is not by or was_booked:
            letter.mail(db, account, subject, text, event=was_booked)
        if side is not by:
            content.notify(db, account.id, notice, values={"name": letter.ad}, link=page)


def _letter(db: Session, enquiry: Enquiry) -> _Letter:
    zone = queries.zones(db, [enquiry.ad_id]).get(enquiry.ad_id) or get_settings().ad_timezone
    return _Letter(
        enquiry=enquiry,
        ad=queries.ad_names(db, [enquiry.ad_id]).get(enquiry.ad_id, ""),
        zone=ZoneInfo(zone),
        buyer=accounts.get_account(db, enquiry.buyer_id),
        seller=accounts.get_account(db, enquiry.seller_id),
    )
