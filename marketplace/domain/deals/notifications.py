"""Notifications about offers and deals: one in the page and most with a mail, each in the transaction of the event."""

from collections.abc import Mapping
from datetime import timedelta

from sqlmodel import Session

from marketplace.core.lines import lines, quote
from marketplace.core.money import format_rupees
from marketplace.domain import accounts, content, display_names, ics
from marketplace.domain.deals import messages, queries
from marketplace.domain.site_time import format_time
from marketplace.i18n.texts import t
from marketplace.models import Deal, DealSide, DealStatus, Meetup, Offer
from marketplace.settings import get_settings

PURPOSE = "deal"
# Length of a meetup in calendars.
_LENGTH = timedelta(minutes=30)


def notify(
    db: Session,
    row: Offer | Deal,
    to: DealSide,
    kind: str,
    *,
    word: str = "",
    until: str = "",
    link: str = "",
    event: str = "",
    more: Mapping[str, object] | None = None,
    occasion: str = "",
) -> None:
    """Notify one party of an event of an offer or a deal.

    Args:
        kind: a key of `content.messages.NOTICES`, and of `messages.MAILS` if a mail is sent.
        word: the other party's message, for the mail.
        until: until when the ad is reserved, for texts that say so.
        link: path on this site; empty for the conversation of the two.
        event: iCalendar file for the mail.
        more: other values of the texts.
        occasion: as for `content.notify`.
    """
    buyer, seller = accounts.get_account(db, row.buyer_id), accounts.get_account(db, row.seller_id)
    receiver, other = (buyer, seller) if to is DealSide.BUYER else (seller, buyer)
    values = {
        "name": display_names.title_case(queries.list_versions_shown(db, [row.ad_id])[row.ad_id].name),
        "other": display_names.of_account(other),
        "price": format_rupees(row.price_paise),
        "until": until,
        **(more or {}),
    }
    mail = None
    if kind in messages.MAILS:
        subject, said = messages.MAILS[kind]
        words = {"to": receiver.name, "said": t(said, **values), "word": lines("", quote(word), "") if word else ""}
        files = [{"name": "meetup.ics", "media_type": "text/calendar", "content": event}] if event else []
        mail = content.Mail((subject, messages.MAIL_TEXT), PURPOSE, words, files)
    link = link or conversation_link(row, to)
    about = {"about_id": other.id, "ad_id": row.ad_id, "occasion": occasion}
    content.tell(db, receiver, kind, mail, values=values, link=link, **about)


def notify_meetup(
    db: Session, deal: Deal, meetup: Meetup, to: DealSide, kind: str, *, event: bool = False, minutes: int = 0
) -> None:
    """Notify one party of an event of a meetup; `event` attaches it to the mail as an iCalendar file."""
    file = calendar_file(db, deal, meetup, to) if event else ""
    more = {"place": meetup.place, "at": format_time(meetup.at), "minutes": minutes}
    notify(db, deal, to, kind, link=deal_link(deal), event=file, more=more)


def calendar_file(db: Session, deal: Deal, meetup: Meetup, to: DealSide) -> str:
    """Return the meetup as an iCalendar file for one party; once the deal is over, it cancels the event."""
    other = accounts.get_account(db, deal.seller_id if to is DealSide.BUYER else deal.buyer_id)
    name = display_names.title_case(queries.list_versions_shown(db, [deal.ad_id])[deal.ad_id].name)
    site = get_settings().site_name
    cancelled = deal.status is not DealStatus.MEETING
    event = ics.make_event(
        deal.id,
        changed_at=deal.updated_at,
        starts_at=meetup.at,
        ends_at=meetup.at + _LENGTH,
        summary=t(messages.EVENT_SUMMARY, other=display_names.of_account(other), name=name, site=site),
        description=t(messages.EVENT_DESCRIPTION, price=format_rupees(deal.price_paise)),
        path=deal_link(deal),
        place=meetup.place,
        # A new proposal has a higher number, and a cancellation comes last.
        sequence=2 * meetup.number + cancelled,
        cancelled=cancelled,
    )
    return ics.write([event])


def deal_link(deal: Deal) -> str:
    """Path of the page of the deal."""
    return f"/deals/{deal.id}"


def conversation_link(row: Offer | Deal, side: DealSide) -> str:
    """Path of the conversation in which this side sees the offer or deal."""
    if side is DealSide.BUYER:
        return f"/user/messages?seller={row.seller_id}&ad={row.ad_id}"
    return f"/seller/messages?user={row.buyer_id}"


def reserved_text(deal: Deal) -> str:
    """Until when the ad is reserved, for display."""
    return format_time(deal.reserved_until)
