"""Reports: anyone may send one, admins resolve or dismiss them."""

from sqlalchemy import ColumnElement
from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Invalid, NotFound, RuleBroken
from marketplace.core.text import check_length, clean
from marketplace.domain import accounts, ads, audit, cases, chat, reviews, wanted
from marketplace.domain.locks import lock_account
from marketplace.domain.moderation import messages, report_queries
from marketplace.domain.moderation.report_queries import Record, ReportRow
from marketplace.domain.moderation.schemas import ReportDraft, ReportedMessage, ReportItem, ReportView
from marketplace.domain.once import stores_once
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.domain.reviews import messages as review_messages
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import AccountKind, AccountStatus, CaseKind, Report, ReportStatus, ReportTarget
from marketplace.settings import get_settings

TEXT_LENGTH = 1_000
RESOLUTION_LENGTH = 500
MESSAGES_SHOWN = 50
# The newest reports on one target that its page shows; the list of reports shows all.
MOST_SHOWN = 50
NO_RECORD = Record()


@stores_once
def report(db: Session, actor: Actor, draft: ReportDraft) -> None:
    """Report something to the admins; a second report on the same target extends the open one.

    Raises:
        Invalid: no such target or reason, or the text is missing or too long.
        NotFound, Gone: the target is not visible to the caller.
        NotSignedIn: only the two parties may report a conversation, and only sellers with a fitting ad a wanted ad.
        RuleBroken: the target is the caller's own.
        TooMany: too many reports from this account or network address.
    """
    target = _check(draft)
    target_id, seq = _find_target(db, actor, target, draft.target_id)
    rule = get_settings().limit_reports
    limits.hit(rule, "report", "address", actor.address)
    if actor.account_id:
        limits.hit(rule, "report", "account", actor.account_id)
        lock_account(db, actor.account_id)
        earlier = report_queries.find_open_of(db, actor.account_id, target, target_id)
        if earlier:
            earlier.reason = draft.reason
            earlier.text = clean(draft.text) or earlier.text
            earlier.reported_seq = seq
            return
    db.add(
        Report(
            reporter_id=actor.account_id,
            target=target,
            target_id=target_id,
            reason=draft.reason,
            text=clean(draft.text),
            reported_seq=seq,
        )
    )
    db.flush()


def list_reports(
    db: Session,
    actor: Actor,
    *,
    status: str = "open",
    target: str = "",
    target_id: str = "",
    assigned: str = "",
    window: Window = EVERYTHING,
) -> Page[ReportView]:
    """List reports, filtered as by `cases.filter_by` too; empty filters are ignored.

    Open reports are sorted by the share of their reporter's earlier reports that were upheld. Reports on one target stand
    together, at the place of the most trusted reporter, oldest first. Closed reports are newest first.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: no such status, target or filter.
    """
    actor.require(AccountKind.ADMIN)
    if status and status not in list(ReportStatus):
        raise Invalid(t(messages.UNKNOWN_STATUS), "status")
    if target and target not in list(ReportTarget):
        raise Invalid(t(messages.UNKNOWN_TARGET), "target")
    filters = {"status": status, "target": target, "target_id": clean(target_id)}
    by_trust = status == ReportStatus.OPEN
    conditions = cases.filter_by(actor, CaseKind.REPORT, Report.id, assigned)
    rows, total = report_queries.list_reports(db, filters, window, conditions, by_trust=by_trust)
    return make_page(_views(db, actor, rows), total, window)


def list_by(db: Session, actor: Actor, condition: ColumnElement[bool], window: Window) -> Page[ReportView]:
    """List the reports that fulfil a condition, newest first.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    rows, total = report_queries.list_reports(db, {}, window, [condition], by_trust=False)
    return make_page(_views(db, actor, rows), total, window)


def list_newest_on(
    db: Session, actor: Actor, target: str, target_id: str, most: int = MOST_SHOWN
) -> tuple[ReportView, ...]:
    """List the newest reports on one target, open or closed.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    return list_reports(db, actor, status="", target=target, target_id=target_id, window=Window(limit=most)).items


def get_report(db: Session, actor: Actor, report_id: str) -> ReportItem:
    """Return one report, the other reports on its target, and the newest messages of a reported conversation, the review, or
    the wanted ad.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such report.
    """
    actor.require(AccountKind.ADMIN)
    row = report_queries.find_row(db, report_id) if ids.is_id(report_id) else None
    if row is None:
        raise NotFound(t(messages.NO_REPORT))
    view = _views(db, actor, [row])[0]
    # One more, since the report itself may be among them.
    same = list_newest_on(db, actor, view.target, view.target_id, MOST_SHOWN + 1)
    shown = []
    if view.target == ReportTarget.CONVERSATION:
        shown = report_queries.list_last_messages(db, view.target_id, MESSAGES_SHOWN)
    review = None
    if view.target == ReportTarget.REVIEW:
        review = reviews.find_reported(db, view.target_id)
    wanted_ad = None
    if view.target == ReportTarget.WANTED:
        wanted_ad = wanted.find_reported(db, view.target_id)
    message_ids = [message.id for message, _ in shown]
    photos = chat.list_photos(db, message_ids)
    reasons = chat.list_reasons(db, actor, message_ids)
    return ReportItem(
        report=view,
        others=tuple(other for other in same if other.id != view.id)[:MOST_SHOWN],
        review=review,
        wanted=wanted_ad,
        messages=tuple(
            ReportedMessage.of(
                message, sender_name=name, photos=photos.get(message.id, ()), reasons=reasons.get(message.id, ())
            )
            for message, name in shown
        ),
    )


def resolve_report(
    db: Session, actor: Actor, report_id: str, resolution: str, *, with_others: bool = False
) -> ReportView:
    """Close a report after acting on it, and all others on its target if `with_others`; other admins read the resolution.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such report.
        Invalid: the resolution is missing or too long.
        Conflict: the report is already closed.
    """
    actor.require(AccountKind.ADMIN)
    if not clean(resolution):
        raise Invalid(t(messages.RESOLUTION_MISSING), "resolution")
    return _close(db, actor, report_id, ReportStatus.RESOLVED, resolution, with_others)


def dismiss_report(
    db: Session, actor: Actor, report_id: str, resolution: str = "", *, with_others: bool = False
) -> ReportView:
    """Close a report without action.

    Raises:
        NotSignedIn, Forbidden, NotFound, Invalid, Conflict: as for `resolve_report`; the resolution is optional.
    """
    actor.require(AccountKind.ADMIN)
    return _close(db, actor, report_id, ReportStatus.DISMISSED, resolution, with_others)


def _close(
    db: Session, actor: Actor, report_id: str, status: ReportStatus, resolution: str, with_others: bool
) -> ReportView:
    resolution = check_length("resolution", clean(resolution), RESOLUTION_LENGTH)
    chosen = report_queries.lock(db, report_id) if ids.is_id(report_id) else None
    if chosen is None:
        raise NotFound(t(messages.NO_REPORT))
    if chosen.status is not ReportStatus.OPEN:
        raise Conflict(t(messages.REPORT_CLOSED))
    closing = report_queries.lock_open_on(db, chosen.target, chosen.target_id) if with_others else [chosen]
    from_deleted = report_queries.list_from_deleted(db, {row.reporter_id for row in closing if row.reporter_id})
    for row in closing:
        row.status, row.resolution = status, resolution
        row.resolved_by, row.resolved_at = actor.account_id, clock.now()
        if row.reporter_id in from_deleted:
            row.text = ""
            cases.delete_notes(db, CaseKind.REPORT, row.id)
    # One statement for all rows: `audit.write` would flush them one by one.
    db.flush()
    for row in closing:
        audit.write(
            db,
            actor,
            f"report.{'resolve' if status is ReportStatus.RESOLVED else 'dismiss'}",
            "report",
            row.id,
            {"status": ReportStatus.OPEN.value},
            {"status": status.value, "resolution": resolution},
        )
    db.flush()
    row = report_queries.find_row(db, report_id)
    return _views(db, actor, [row] if row else [])[0]


def _check(draft: ReportDraft) -> ReportTarget:
    if draft.target not in list(ReportTarget):
        raise Invalid(t(messages.UNKNOWN_TARGET), "target")
    if draft.reason not in messages.REPORT_REASONS:
        raise Invalid(t(messages.UNKNOWN_REASON), "reason")
    if draft.reason == "other" and not clean(draft.text):
        raise Invalid(t(messages.TEXT_MISSING), "text")
    check_length("text", clean(draft.text), TEXT_LENGTH)
    return ReportTarget(draft.target)


def _find_target(db: Session, actor: Actor, target: ReportTarget, target_id: str) -> tuple[str, int | None]:
    """Return the id of the target, and the number of the newest message of a conversation."""
    if target is ReportTarget.CONVERSATION:
        party_id = actor.require()
        conversation = report_queries.find_conversation(db, party_id, target_id) if ids.is_id(target_id) else None
        if conversation is None:
            raise NotFound(t(messages.NO_CONVERSATION))
        return conversation.id, conversation.last_seq
    if target is ReportTarget.REVIEW:
        review = reviews.find_review(db, target_id)
        if review is None:
            raise NotFound(t(review_messages.NO_REVIEW))
        owner_id = review.writer_id
    elif target is ReportTarget.WANTED:
        owner_id = wanted.get_owner_for(db, actor, target_id)
    elif target is ReportTarget.AD:
        owner_id = ads.get(db, actor, target_id).seller_id
    else:
        owner_id = _find_account(db, actor, target_id)
    if accounts.is_same_person(db, actor, owner_id):
        raise RuleBroken(t(messages.OWN_THING))
    return target_id, None


def _find_account(db: Session, actor: Actor, account_id: str) -> str:
    account = accounts.find_account(db, account_id) if ids.is_id(account_id) else None
    # Sellers are public; buyers are visible to those who may see the contact list.
    known = account and (
        account.kind is AccountKind.SELLER
        or (account.kind is AccountKind.BUYER and actor.kind in (AccountKind.SELLER, AccountKind.ADMIN))
        or actor.owns(account_id)
    )
    if account is None or not known or account.status is AccountStatus.DELETED:
        raise NotFound(t(messages.NO_ACCOUNT))
    return account.id


def _views(db: Session, actor: Actor, rows: list[ReportRow]) -> tuple[ReportView, ...]:
    names = report_queries.names_of(db, [(row.target, row.target_id) for row, _, _ in rows])
    names |= wanted.list_titles(db, {row.target_id for row, _, _ in rows if row.target is ReportTarget.WANTED})
    records = report_queries.list_records(db, {row.reporter_id for row, _, _ in rows if row.reporter_id})
    same = report_queries.count_open_on(db, {row.target_id for row, _, _ in rows})
    taken = cases.list_assignments(db, actor, CaseKind.REPORT, [row.id for row, _, _ in rows])
    return tuple(
        ReportView.of(
            row,
            target_name=names.get(row.target_id, ""),
            reason_text=t(messages.REPORT_REASONS[row.reason]),
            reporter_id=row.reporter_id or "",
            reporter_name=reporter or "",
            reporter_upheld=records.get(row.reporter_id or "", NO_RECORD).upheld,
            reporter_decided=records.get(row.reporter_id or "", NO_RECORD).decided,
            open_on_target=same.get(row.target_id, 0),
            resolution=row.resolution,
            resolved_by=admin or "",
            resolved_by_id=row.resolved_by or "",
            resolved_at=row.resolved_at,
            **cases.named(taken.get(row.id)),
        )
        for row, reporter, admin in rows
    )
