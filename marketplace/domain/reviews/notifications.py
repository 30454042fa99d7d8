"""Notifications about reviews: one in the page and one mail, each in the transaction of the event.

None reveals that a sealed review exists.
"""

from sqlmodel import Session

from marketplace.domain import accounts, content, display_names, site_time
from marketplace.domain.reviews import messages
from marketplace.domain.reviews.queries import Subject
from marketplace.models import PersonReview

PURPOSE = "review"
_MAILS = {
    "review_asked": (messages.ASK_SUBJECT, messages.ASK_TEXT),
    "review_new": (messages.NEW_SUBJECT, messages.NEW_TEXT),
    "review_removed": (messages.REMOVED_SUBJECT, messages.REMOVED_TEXT),
}


def link_of(subject: Subject) -> str:
    """Path of the page where the parties write and read their reviews."""
    return f"/deals/{subject.id}" if subject.is_deal else f"/reviews/{subject.id}"


def notify_asked(db: Session, subject: Subject, to_id: str, other_id: str, *, name: str, until) -> None:
    """Ask a party how the deal or rental was."""
    _notify(db, to_id, other_id, "review_asked", subject, name=name, day=site_time.format_day(until))


def notify_revealed(db: Session, review: PersonReview, subject: Subject) -> None:
    """Notify the person whom a new review is about."""
    _notify(db, review.about_id, review.writer_id, "review_new", subject)


def notify_removed(db: Session, review: PersonReview, subject: Subject) -> None:
    """Tell the writer that moderators removed the review."""
    _notify(db, review.writer_id, review.about_id, "review_removed", subject, reason=review.removed_reason)


def _notify(db: Session, to_id: str, other_id: str, kind: str, subject: Subject, **values: str) -> None:
    receiver, other = accounts.get_account(db, to_id), accounts.get_account(db, other_id)
    values["other"] = display_names.of_account(other)
    mail = content.Mail(_MAILS[kind], PURPOSE, {"to": receiver.name})
    about = {"about_id": other.id, "ad_id": subject.ad_id}
    content.tell(db, receiver, kind, mail, values=values, link=link_of(subject), **about)
