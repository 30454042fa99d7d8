"""Notifications about meetups: one in the page and most with a mail, each in the transaction of the event."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core.dates import format_moment
from marketplace.domain import accounts, content, display_names, ics
from marketplace.domain.meetups import messages
from marketplace.domain.meetups.subject import Meeting, other_side
from marketplace.i18n.texts import t
from marketplace.models import Deal, DealSide, Meetup
from marketplace.settings import get_settings

# Length of a meetup in calendars.
_LENGTH = timedelta(minutes=30)


def notify(
    db: Session, meeting: Meeting, meetup: Meetup, to: DealSide, kind: str, *, event: bool = False, minutes: int = 0
) -> None:
    """Notify one party of an event of a meetup; `event` attaches it to the mail as an iCalendar file.

    Args:
        kind: a key of `content.messages.NOTICES`, and of `messages.MAILS` if a mail is sent.
    """
    receiver = accounts.get_account(db, meeting.id_of(to))
    other = accounts.get_account(db, meeting.id_of(other_side(to)))
    values = {
        "name": meeting.ad_name,
        "other": display_names.of_account(other),
        "place": meetup.place,
        "at": format_moment(meetup.at, meeting.zone),
        "minutes": minutes,
    }
    mail = None
    if kind in messages.MAILS:
        subject, said = messages.MAILS[kind]
        words = {"to": receiver.name, "said": t(said, **values)}
        files = [make_file(db, meeting, meetup, to)] if event else []
        purpose = "deal" if isinstance(meeting.trade, Deal) else "enquiry"
        mail = content.Mail((subject, messages.MAIL_TEXT), purpose, words, files)
    about = {"about_id": other.id, "ad_id": meeting.trade.ad_id}
    content.tell(db, receiver, kind, mail, values=values, link=meeting.link, **about)


def make_file(db: Session, meeting: Meeting, meetup: Meetup, to: DealSide) -> dict[str, str]:
    """Return the iCalendar file as the attachment of a mail."""
    return {"name": "meetup.ics", "media_type": "text/calendar", "content": write_calendar(db, meeting, meetup, to)}


def write_calendar(db: Session, meeting: Meeting, meetup: Meetup, to: DealSide) -> str:
    """Return the meetup as an iCalendar file for one party; once the deal or stage is over, it cancels the event."""
    other = accounts.get_account(db, meeting.id_of(other_side(to)))
    event = ics.make_event(
        meeting.uid,
        changed_at=max(meeting.trade.updated_at, meetup.updated_at),
        starts_at=meetup.at,
        ends_at=meetup.at + _LENGTH,
        summary=t(
            messages.EVENT_SUMMARY,
            other=display_names.of_account(other),
            name=meeting.ad_name,
            site=get_settings().site_name,
        ),
        description=meeting.description,
        path=meeting.link,
        place=meetup.place,
        # A new proposal has a higher number, and a cancellation comes last.
        sequence=2 * meetup.number + meeting.over,
        cancelled=meeting.over,
    )
    return ics.write([event])
