"""Notifications about enquiries: mails with a calendar file, and notifications in the page."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core.lines import lines, quote
from marketplace.domain import accounts, addressed_texts, ads, content, display_names, ics, meetups, outbox
from marketplace.domain.rentals import booking_events, local_time, meetings, messages, queries
from marketplace.domain.rentals.lifecycle import Side
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountStatus, DealSide, Enquiry, EnquiryStatus
from marketplace.settings import get_settings

PURPOSE = "enquiry"
SELLER_PAGE = "/seller/enquiries"
BUYER_PAGE = "/user/enquiries"

_DECIDED = {
    EnquiryStatus.ACCEPTED: (messages.MAIL_ACCEPTED_SUBJECT, messages.MAIL_ACCEPTED_TEXT, "enquiry_accepted"),
    EnquiryStatus.DECLINED: (messages.MAIL_DECLINED_SUBJECT, messages.MAIL_DECLINED_TEXT, "enquiry_declined"),
    EnquiryStatus.CANCELLED: (messages.MAIL_CANCELLED_SUBJECT, messages.MAIL_CANCELLED_TEXT, "enquiry_cancelled"),
}


@dataclass(frozen=True, slots=True)
class _EnquiryContext:
    """An enquiry with the rows its notifications refer to."""

    enquiry: Enquiry
    ad: str
    zone: ZoneInfo
    buyer: Account
    seller: Account

    def mail(self, db: Session, to: Account, subject: str, text: str, *, event: bool = False) -> None:
        """Mail one of the two parties, unless the account was deleted."""
        if to.status is not AccountStatus.ACTIVE:
            return
        other = display_names.of_account(self.seller if to is self.buyer else self.buyer)
        page = _page_of(self.enquiry, BUYER_PAGE if to is self.buyer else SELLER_PAGE)
        answer = addressed_texts.read_for(to.id, self.enquiry)
        body = t(
            text,
            name=to.name,
            other=other,
            ad=self.ad,
            pickup=local_time.show_in_full(self.enquiry.pickup_at, self.zone),
            drop=local_time.show_in_full(self.enquiry.drop_at, self.zone),
            word=lines("", quote(answer), "") if answer else "",
            link=get_settings().url + page,
        )
        files = []
        if event:
            content = ics.write([booking_events.make_event(self.enquiry, self.ad, other)])
            files = [{"name": "booking.ics", "media_type": "text/calendar", "content": content}]
            files += self._cancelled_meetups(db, to)
        outbox.mail(
            db,
            to.email,
            t(subject, ad=self.ad),
            body,
            purpose=PURPOSE,
            account_id=to.id,
            attachments=files or None,
        )

    def _cancelled_meetups(self, db: Session, to: Account) -> list[dict[str, str]]:
        """Files that remove the agreed meetups of a cancelled booking from calendars."""
        if self.enquiry.status is not EnquiryStatus.CANCELLED:
            return []
        side = DealSide.BUYER if to is self.buyer else DealSide.SELLER
        return [
            meetups.make_file(db, meetings.describe_meeting(db, self.enquiry, meetup.stage), meetup, side)
            for meetup in meetups.list_agreed(db, self.enquiry)
            if meetup.stage
        ]


def notify_enquiry_sent(db: Session, enquiry: Enquiry, *, silently: bool) -> None:
    """Notify both parties of a new enquiry; `silently` leaves out the seller."""
    context = _load_context(db, enquiry)
    context.mail(db, context.buyer, messages.MAIL_ASKED_SUBJECT, messages.MAIL_ASKED_TEXT)
    if silently:
        return
    context.mail(db, context.seller, messages.MAIL_NEW_SUBJECT, messages.MAIL_NEW_TEXT)
    values = {"name": context.ad, "buyer": context.buyer.name}
    content.notify(
        db,
        context.seller.id,
        "enquiry_received",
        values=values,
        link=SELLER_PAGE,
        about_id=context.buyer.id,
        ad_id=enquiry.ad_id,
    )


def notify_enquiry_decided(
    db: Session, enquiry: Enquiry, *, by: Side | None, reason: str = "", silently: bool = False, occasion: str = ""
) -> None:
    """Notify of a decision: both parties of a booking, else the party that did not decide; `silently` leaves out the seller.

    Args:
        reason: why the site ended it; empty if one of the two decided.
        occasion: as for `content.notify`.
    """
    context = _load_context(db, enquiry)
    subject, text, kind = _DECIDED[enquiry.status]
    was_booked = queries.find_booking(db, enquiry.id) is not None
    if reason:
        kind = "booking_ended" if was_booked else "enquiry_ended"
    for side, account, page in (
        (Side.BUYER, context.buyer, BUYER_PAGE),
        (Side.SELLER, context.seller, SELLER_PAGE),
    ):
        if silently and side is Side.SELLER:
            continue
        heard = False
        if side is not by:
            # The ad's name is the seller's personal data.
            about_id = context.seller.id if side is Side.BUYER else None
            link = _page_of(enquiry, page)
            values = {"name": context.ad} | ({"reason": reason} if reason else {})
            heard = content.notify(
                db,
                account.id,
                kind,
                values=values,
                link=link,
                about_id=about_id,
                ad_id=enquiry.ad_id,
                occasion=occasion,
            )
        if heard or was_booked:
            context.mail(db, account, subject, text, event=was_booked)


def _page_of(enquiry: Enquiry, page: str) -> str:
    """The page of an accepted enquiry's handovers, else the list."""
    return f"/rentals/{enquiry.id}" if enquiry.status is EnquiryStatus.ACCEPTED else page


def _load_context(db: Session, enquiry: Enquiry) -> _EnquiryContext:
    return _EnquiryContext(
        enquiry=enquiry,
        ad=display_names.title_case(ads.list_names(db, [enquiry.ad_id]).get(enquiry.ad_id, "")),
        zone=meetings.find_zone(db, enquiry),
        buyer=accounts.get_account(db, enquiry.buyer_id),
        seller=accounts.get_account(db, enquiry.seller_id),
    )
