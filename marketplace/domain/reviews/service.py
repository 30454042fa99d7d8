"""Writing, reading, answering and removing reviews."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound
from marketplace.core.text import clean_required
from marketplace.domain import accounts, addressed_texts, ads, audit, display_names, ratings, site_time
from marketplace.domain.accounts import messages as account_messages
from marketplace.domain.once import stores_once
from marketplace.domain.paging import EVERYTHING, Window
from marketplace.domain.ratings import TradeSummary
from marketplace.domain.reviews import messages, notifications, queries, revealing, rules, views
from marketplace.domain.reviews.schemas import Exchange, ReviewDraft, ReviewPage, ReviewView
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AccountStatus, DealSide, PersonReview

_OTHER = {DealSide.BUYER: DealSide.SELLER, DealSide.SELLER: DealSide.BUYER}


@stores_once
def write_review(db: Session, actor: Actor, draft: ReviewDraft) -> ReviewView:
    """Review the other party of a finished deal or rental; sealed until both have written, or the time for it is over.

    The other party gets no event, notification or count while it is sealed.

    Raises:
        NotSignedIn, Forbidden: not a party of a finished deal or rental, or the time for reviews is over.
        Conflict: written already, or the other party's account is deleted.
        Invalid: not exactly one deal or enquiry, no stars, unknown tags, or the text is too long.
    """
    writer_id = actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t(messages.LOGIN))
    addressed_texts.check_may_write(db, actor)
    if bool(draft.deal_id) == bool(draft.enquiry_id):
        raise Invalid(t(messages.ONE_SUBJECT), "dealId")
    subject = queries.find_subject(db, deal_id=draft.deal_id, enquiry_id=draft.enquiry_id)
    side = subject.side_of(actor) if subject else None
    if subject is None or side is None or subject.ended_at is None:
        raise Forbidden(t(messages.NOT_FINISHED))
    values = rules.check(draft, _OTHER[side])
    queries.lock_ad(db, subject.ad_id)
    written = queries.list_of(db, subject)
    if side in written:
        raise Conflict(t(messages.WRITTEN_ALREADY))
    closes_at = revealing.closes_at(subject.ended_at)
    if clock.now() >= closes_at:
        raise Forbidden(t(messages.TOO_LATE))
    about = accounts.get_account(db, subject.party(_OTHER[side]))
    if about.status is AccountStatus.DELETED:
        raise Conflict(t(messages.ACCOUNT_CLOSED))
    review = PersonReview(
        side=side, writer_id=writer_id, about_id=about.id, reveal_at=closes_at, **subject.key, **values
    )
    try:
        with db.begin_nested():
            db.add(review)
    except IntegrityError:
        # A concurrent request has stored a review first.
        raise Conflict(t(messages.WRITTEN_ALREADY)) from None
    if written:
        sealed = [row for row in written.values() if row.revealed_at is None]
        revealing.reveal(db, [review, *sealed])
    else:
        events.record(db, subject.topic, writer_id, subject=subject.id)
    return views.make_review(review, accounts.get_account(db, writer_id), own=True)


@stores_once
def reply_to_review(db: Session, actor: Actor, review_id: str, text: str) -> ReviewView:
    """Publish the reply of the person whom a review is about; each review can have one.

    Raises:
        NotSignedIn, Forbidden: somebody else.
        NotFound: no such review, or a sealed or removed one.
        Invalid: no text, or it is too long.
        Conflict: replied already.
    """
    actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t(messages.LOGIN))
    addressed_texts.check_may_write(db, actor)
    review = queries.find_shown(db, review_id, lock=True)
    if review is None:
        raise NotFound(t(messages.NO_REVIEW))
    if not actor.owns(review.about_id):
        raise Forbidden()
    reply = clean_required("text", text, missing=t(messages.REPLY_MISSING), most=rules.REPLY_LENGTH)
    if review.replied_at is not None:
        raise Conflict(t(messages.REPLIED_ALREADY))
    review.reply, review.replied_at = reply, clock.now()
    db.add(review)
    db.flush()
    _record_event(db, review)
    return views.make_review(review, accounts.get_account(db, review.writer_id))


def remove_review(db: Session, actor: Actor, review_id: str, reason: str) -> None:
    """Remove a revealed review from the pages and the numbers, log it, and tell its writer why.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such review, or a sealed one.
        Invalid: no reason, or it is too long.
        Conflict: removed already.
    """
    actor.require(AccountKind.ADMIN)
    review = queries.find_revealed(db, review_id, lock=True)
    if review is None:
        raise NotFound(t(messages.NO_REVIEW))
    reason = clean_required("reason", reason, missing=t(messages.REASON_MISSING), most=rules.REASON_LENGTH)
    if review.removed_at is not None:
        raise Conflict(t(messages.REMOVED_ALREADY))
    review.removed_at, review.removed_by, review.removed_reason = clock.now(), actor.account_id, reason
    db.add(review)
    db.flush()
    queries.add_to_totals(db, [(review.about_id, {"reviews": -1, "stars": -review.stars})])
    audit.write(
        db, actor, "review.remove", "review", review.id, {"removed": False}, {"removed": True, "reason": reason}
    )
    subject = queries.find_subject(db, deal_id=review.deal_id, enquiry_id=review.enquiry_id)
    if subject is not None:
        notifications.notify_removed(db, review, subject)
    _record_event(db, review)


def list_reviews(
    db: Session, actor: Actor, account_id: str, *, kind: AccountKind, window: Window = EVERYTHING
) -> ReviewPage:
    """List the revealed reviews about a buyer or seller, newest first; for everyone.

    Raises:
        NotFound: no such account of the kind, or it is not active.
    """
    del actor  # public
    account = accounts.find_account(db, account_id)
    if account is None or account.kind is not kind or account.status is not AccountStatus.ACTIVE:
        raise NotFound(t(account_messages.NO_SELLER if kind is AccountKind.SELLER else account_messages.NO_USER))
    total = queries.find_total(db, account_id)
    summary = (
        ratings.make_summary(deals=total.deals, reviews=total.reviews, stars=total.stars) if total else TradeSummary()
    )
    return ReviewPage(list_newest(db, account_id, window), summary.count, window.page, window.limit, summary=summary)


def list_newest(db: Session, account_id: str, window: Window) -> tuple[ReviewView, ...]:
    """List the revealed reviews about an account that the caller has found to be public."""
    return tuple(views.make_review(row, row) for row in queries.list_shown(db, account_id, window))


def find_review(db: Session, review_id: str) -> PersonReview | None:
    """Load a review that everyone may see; for the domain of moderation, not for transports."""
    return queries.find_shown(db, review_id)


def find_reported(db: Session, review_id: str) -> ReviewView | None:
    """Return a reported review, also after its removal; for the domain of moderation, which has checked the caller."""
    row = queries.find_revealed(db, review_id)
    return views.make_review(row, accounts.get_account(db, row.writer_id), own=True) if row else None


def find_exchange(db: Session, actor: Actor, subject_id: str) -> Exchange | None:
    """Return the reviews of a finished deal or rental as one of its parties sees them; None for others or before the end.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    actor.require(message=t(messages.LOGIN))
    subject = queries.find_subject(db, deal_id=subject_id, enquiry_id=subject_id)
    side = subject.side_of(actor) if subject else None
    if subject is None or side is None or subject.ended_at is None:
        return None
    written = queries.list_of(db, subject)
    mine, theirs = written.get(side), written.get(_OTHER[side])
    if theirs is not None and (theirs.revealed_at is None or theirs.removed_at is not None):
        theirs = None
    me, other = (accounts.get_account(db, subject.party(one)) for one in (side, _OTHER[side]))
    closes_at = revealing.closes_at(subject.ended_at)
    total = queries.find_total(db, other.id)
    is_gone = other.status is AccountStatus.DELETED
    return Exchange(
        subject_id=subject.id,
        is_deal=subject.is_deal,
        ad_id=subject.ad_id,
        ad_display_name=display_names.title_case(queries.find_ad_name(db, subject.ad_id)),
        other_name=accounts.people(db, [other.id])[other.id].name,
        other_rating=ratings.rating_text(total.stars, total.reviews) if total and not is_gone else "",
        can_write=mine is None and clock.now() < closes_at and not is_gone,
        closes_text=site_time.format_day(closes_at),
        mine=views.make_review(mine, me, own=True) if mine else None,
        theirs=views.make_review(theirs, other) if theirs else None,
        can_reply=theirs is not None and theirs.replied_at is None,
        choices=rules.describe_tags(list(rules.tags_for(_OTHER[side])), _OTHER[side]),
        cover=ads.find_covers(db, actor, [subject.ad_id]).get(subject.ad_id),
    )


def get_exchange(db: Session, actor: Actor, subject_id: str) -> Exchange:
    """Like `find_exchange`.

    Raises:
        NotSignedIn: the caller is anonymous.
        NotFound: not a party, or not finished.
    """
    exchange = find_exchange(db, actor, subject_id)
    if exchange is None:
        raise NotFound(t(messages.NO_DEAL))
    return exchange


def _record_event(db: Session, review: PersonReview) -> None:
    subject = queries.find_subject(db, deal_id=review.deal_id, enquiry_id=review.enquiry_id)
    if subject is not None:
        events.record(db, subject.topic, review.writer_id, review.about_id, subject=subject.id)
