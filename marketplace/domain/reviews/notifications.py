"""Notifications about reviews: one in the page and one mail, each in the transaction of the event.

None reveals that a sealed review exists.
"""

from sqlmodel import Session

from marketplace.domain import accounts, content, display_names, outbox, site_time
from marketplace.domain.reviews import messages
from marketplace.domain.reviews.queries import Subject
from marketplace.i18n.texts import t
from marketplace.models import AccountStatus, PersonReview
from marketplace.settings import get_settings

PURPOSE = "review"


def link_of(subject: Subject) -> str:
    """Path of the page where the parties write and read their reviews."""
    return f"/deals/{subject.id}" if subject.is_deal else f"/reviews/{subject.id}"


def notify_asked(db: Session, subject: Subject, to_id: str, other_id: str, *, name: str, until) -> None:
    """Ask a party how the deal or rental was."""
    values = {"name": name, "day": site_time.format_day(until)}
    _notify(db, to_id, other_id, "review_asked", messages.ASK_SUBJECT, messages.ASK_TEXT, values, subject)


def notify_revealed(db: Session, review: PersonReview, subject: Subject) -> None:
    """Notify the person whom a new review is about."""
    _notify(db, review.about_id, review.writer_id, "review_new", messages.NEW_SUBJECT, messages.NEW_TEXT, {}, subject)


def notify_removed(db: Session, review: PersonReview, subject: Subject) -> None:
    """Tell the writer that moderators removed the review."""
    values = {"reason": review.removed_reason}
    _notify(
        db,
        review.writer_id,
        review.about_id,
        "review_removed",
        messages.REMOVED_SUBJECT,
        messages.REMOVED_TEXT,
        values,
        subject,
    )


def _notify(
    db: Session, to_id: str, other_id: str, kind: str, title: str, text: str, values: dict[str, str], subject: Subject
) -> None:
    receiver, other = accounts.get_account(db, to_id), accounts.get_account(db, other_id)
    if receiver.status is AccountStatus.DELETED:
        return
    values = values | {"other": display_names.of_account(other)}
    link = link_of(subject)
    content.notify(db, receiver.id, kind, values=values, link=link, about_id=other.id, ad_id=subject.ad_id)
    if receiver.status is AccountStatus.ACTIVE:
        body = t(text, to=receiver.name, link=get_settings().url + link, **values)
        outbox.mail(db, receiver.email, t(title, **values), body, purpose=PURPOSE, account_id=receiver.id)
