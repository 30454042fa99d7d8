"""Appeals: the owner contests a decision once, and another admin upholds or overturns it."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound
from marketplace.core.text import clean_required
from marketplace.domain import accounts, ads, audit, cases
from marketplace.domain.locks import lock_account, lock_ads
from marketplace.domain.moderation import account_admin, appeal_mails, appeal_queries, messages, report_queries
from marketplace.domain.moderation.appeal_queries import AppealRow
from marketplace.domain.moderation.schemas import AppealView
from marketplace.domain.once import stores_once
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.domain.phases import Finish, two_phase
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AccountStatus, Appeal, AppealStatus, AppealTarget, CaseKind, ReportTarget

TEXT_LENGTH = 2_000
NOTE_LENGTH = 1_000


@stores_once
def appeal_ad(db: Session, actor: Actor, ad_id: str, text: str) -> AppealView:
    """Appeal against the rejection or take-down of an own ad, with the reasons.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: not the owner of an ad that is still there.
        Invalid: the text is missing or too long.
        Conflict: the ad is not rejected, or this rejection was appealed already.
    """
    own_id = actor.require(AccountKind.SELLER)
    ad = ads.get(db, actor, ad_id)
    if ad.seller_id != own_id:
        raise Forbidden()
    text = clean_required("text", text, missing=t(messages.APPEAL_TEXT_MISSING), most=TEXT_LENGTH)
    rejection = ads.find_rejection(db, ad_id)
    if rejection is None:
        raise Conflict(t(messages.NOTHING_TO_APPEAL))
    made = Appeal(
        account_id=own_id,
        target=AppealTarget.AD,
        target_id=ad_id,
        reason=rejection.note,
        decided_by=rejection.decided_by,
        decided_at=rejection.decided_at,
        text=text,
    )
    return _add(db, actor, made)


@stores_once
@two_phase
def appeal_suspension(actor: Actor, email: str, password: str, text: str, *, kind: AccountKind) -> Finish[AppealView]:
    """Appeal against the suspension of an account, with the reasons. Its owner can't sign in, so email and password are the proof.

    Raises:
        Invalid: email, password or text is missing, or the text is too long.
        NotSignedIn, TooMany: as for `accounts.sign_in`.
        Conflict: the account is not suspended, or this suspension was appealed already.
    """
    words = clean_required("text", text, missing=t(messages.APPEAL_TEXT_MISSING), most=TEXT_LENGTH)
    load_account = accounts.prove_identity(actor, email, password, kind=kind)

    def finish(db: Session, actor: Actor) -> AppealView:
        account = load_account(db)
        if account.status is not AccountStatus.SUSPENDED or account.suspended_at is None:
            raise Conflict(t(messages.NOT_SUSPENDED))
        made = Appeal(
            account_id=account.id,
            target=AppealTarget.ACCOUNT,
            target_id=account.id,
            reason=account.suspended_reason,
            decided_by=audit.find_last_actor(db, "account.suspend", "account", account.id),
            decided_at=account.suspended_at,
            text=words,
        )
        return _add(db, actor, made)

    return finish


def find_own_appeal(db: Session, actor: Actor, ad_id: str) -> AppealView | None:
    """Return the caller's appeal against the rejection that stands against an own ad, None if there is none yet.

    Raises:
        NotSignedIn, Forbidden: not a seller.
    """
    own_id = actor.require(AccountKind.SELLER)
    last = appeal_queries.find_last_of(db, own_id, ad_id) if ids.is_id(ad_id) else None
    if last is None or not _stands(db, last):
        return None
    return _get_view(db, actor, last.id)


def list_appeals(
    db: Session,
    actor: Actor,
    *,
    status: str = "open",
    target: str = "",
    assigned: str = "",
    window: Window = EVERYTHING,
) -> Page[AppealView]:
    """List appeals, filtered as by `cases.filter_by` too: open ones oldest first, others newest first; empty filters are ignored.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: no such status, target or filter.
    """
    actor.require(AccountKind.ADMIN)
    for field, value, known, message in (
        ("status", status, AppealStatus, messages.UNKNOWN_STATUS),
        ("target", target, AppealTarget, messages.UNKNOWN_APPEAL_TARGET),
    ):
        if value and value not in list(known):
            raise Invalid(t(message), field)
    rows, total = appeal_queries.list_appeals(
        db,
        {"status": status, "target": target},
        window,
        cases.filter_by(actor, CaseKind.APPEAL, Appeal.id, assigned),
        oldest_first=status == AppealStatus.OPEN,
    )
    return make_page(_views(db, actor, rows), total, window)


def list_by(db: Session, actor: Actor, condition: ColumnElement[bool], window: Window) -> Page[AppealView]:
    """List the appeals that fulfil a condition, newest first.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    rows, total = appeal_queries.list_appeals(db, {}, window, [condition], oldest_first=False)
    return make_page(_views(db, actor, rows), total, window)


def uphold_appeal(db: Session, actor: Actor, appeal_id: str, note: str) -> AppealView:
    """Close an appeal: the decision stays. The owner reads the note.

    Raises:
        NotSignedIn: anonymous.
        Forbidden: not an admin, or the one who took the decision while there is another.
        NotFound: no such appeal.
        Invalid: the note is missing or too long.
        Conflict: the appeal is closed already.
    """
    appeal, note = _lock_for_decision(db, actor, appeal_id, note)
    _close(db, actor, appeal, AppealStatus.UPHELD, note)
    if appeal.target is AppealTarget.AD:
        appeal_mails.notify_about_ad(db, appeal)
    else:
        appeal_mails.mail_suspension_stays(db, appeal)
    return _get_view(db, actor, appeal.id)


def overturn_appeal(db: Session, actor: Actor, appeal_id: str, note: str) -> AppealView:
    """Close an appeal and undo the decision: the ad is published, or the account is active again.

    Raises:
        NotSignedIn, Forbidden, NotFound, Invalid: as for `uphold_appeal`.
        Conflict: the appeal is closed already, or the decision no longer stands, as the owner changed or deleted the ad,
            or the account was restored.
    """
    appeal, note = _lock_for_decision(db, actor, appeal_id, note)
    if not _stands(db, appeal):
        raise Conflict(t(messages.DECISION_GONE))
    # Before the decision is undone, which closes the appeals that are open then.
    _close(db, actor, appeal, AppealStatus.OVERTURNED, note)
    if appeal.target is AppealTarget.AD:
        ads.overturn(db, actor, appeal.target_id, appeal.decided_at)
        appeal_mails.notify_about_ad(db, appeal)
    else:
        account_admin.restore_account(db, actor, appeal.target_id, note=note)
    return _get_view(db, actor, appeal.id)


def _add(db: Session, actor: Actor, appeal: Appeal) -> AppealView:
    if appeal_queries.find_of(db, appeal.target_id, appeal.decided_at):
        raise Conflict(t(messages.APPEALED_ALREADY))
    try:
        with db.begin_nested():
            db.add(appeal)
    except IntegrityError as error:
        # Sent twice at the same moment.
        raise Conflict(t(messages.APPEALED_ALREADY)) from error
    return _get_view(db, actor, appeal.id)


def _lock_for_decision(db: Session, actor: Actor, appeal_id: str, note: str) -> tuple[Appeal, str]:
    own_id = actor.require(AccountKind.ADMIN)
    note = clean_required("note", note, missing=t(messages.APPEAL_NOTE_MISSING), most=NOTE_LENGTH)
    row = appeal_queries.find_row(db, appeal_id) if ids.is_id(appeal_id) else None
    if row is None:
        raise NotFound(t(messages.NO_APPEAL))
    # What the appeal is about comes first, as when an event closes it.
    if row[0].target is AppealTarget.AD:
        lock_ads(db, [row[0].target_id])
    else:
        lock_account(db, row[0].target_id)
    appeal = appeal_queries.lock(db, appeal_id)
    if appeal.status is not AppealStatus.OPEN:
        raise Conflict(t(messages.APPEAL_CLOSED))
    if appeal.decided_by == own_id and appeal_queries.has_other_admin(db, own_id):
        raise Forbidden(t(messages.OWN_DECISION))
    return appeal, note


def _close(db: Session, actor: Actor, appeal: Appeal, status: AppealStatus, note: str) -> None:
    appeal.status, appeal.note = status, note
    appeal.closed_by, appeal.closed_at = actor.account_id, clock.now()
    verb = "uphold" if status is AppealStatus.UPHELD else "overturn"
    before, after = {"status": AppealStatus.OPEN.value}, {"status": status.value, "note": note}
    audit.write(db, actor, f"appeal.{verb}", "appeal", appeal.id, before, after)


def _stands(db: Session, appeal: Appeal) -> bool:
    return _list_decision_times(db, [appeal]).get(appeal.target_id) == appeal.decided_at


def _list_decision_times(db: Session, appeals: Sequence[Appeal]) -> dict[str, datetime]:
    """Return when the decisions that stand against these ads and accounts were taken, by target id."""
    ad_ids = {appeal.target_id for appeal in appeals if appeal.target is AppealTarget.AD}
    account_ids = {appeal.target_id for appeal in appeals if appeal.target is AppealTarget.ACCOUNT}
    rejected = {ad_id: each.decided_at for ad_id, each in ads.list_rejections(db, ad_ids).items()}
    return rejected | appeal_queries.list_suspension_times(db, account_ids)


def _get_view(db: Session, actor: Actor, appeal_id: str) -> AppealView:
    row = appeal_queries.find_row(db, appeal_id)
    return _views(db, actor, [row] if row else [])[0]


def _views(db: Session, actor: Actor, rows: list[AppealRow]) -> tuple[AppealView, ...]:
    names = report_queries.names_of(db, [(ReportTarget(row.target), row.target_id) for row, _, _, _ in rows])
    times = _list_decision_times(db, [row for row, _, _, _ in rows if row.status is AppealStatus.OPEN])
    case_ids = [row.id for row, _, _, _ in rows]
    taken = cases.list_assignments(db, actor, CaseKind.APPEAL, case_ids) if actor.is_staff else {}
    alone = actor.is_staff and not appeal_queries.has_other_admin(db, actor.account_id or "")
    return tuple(
        AppealView.of(
            row,
            target_name=names.get(row.target_id, ""),
            owner_id=row.account_id,
            owner_name=owner,
            decided_by=decider or "",
            decided_by_id=row.decided_by or "",
            note=row.note,
            closed_by=closer or "",
            closed_by_id=row.closed_by or "",
            closed_at=row.closed_at,
            stands=row.status is AppealStatus.OPEN and times.get(row.target_id) == row.decided_at,
            decidable=row.status is AppealStatus.OPEN
            and actor.is_staff
            and (alone or row.decided_by != actor.account_id),
            **cases.named(taken.get(row.id)),
        )
        for row, owner, decider, closer in rows
    )
