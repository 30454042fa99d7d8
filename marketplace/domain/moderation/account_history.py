"""What moderators see of one account."""

from sqlalchemy import ColumnElement
from sqlmodel import Session, col

from marketplace.core.actor import Actor
from marketplace.domain import accounts, audit
from marketplace.domain.moderation import account_admin, appeals, queries, queue, reports
from marketplace.domain.moderation.schemas import AccountHistory, ReportList
from marketplace.domain.paging import Page, Window
from marketplace.models import Appeal, Report

# Rows of each list.
SHOWN = 10


def get_account_history(db: Session, actor: Actor, account_id: str) -> AccountHistory:
    """Return an account with its newest ads, reports, appeals and decisions, and the numbers of all of them.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
        NotFound: no such account.
    """
    account = account_admin.get_account(db, actor, account_id)
    window = Window(limit=SHOWN)
    ads = queue.list_queue(db, actor, status="", seller_id=account_id, window=window)
    trades = queries.count_trades(db, account_id)
    filed = appeals.list_by(db, actor, col(Appeal.account_id) == account_id, window)
    decided = audit.list_about(db, actor, account_id, window=window)
    # Sessions of staff concern administrators alone, who may end them.
    shows_sessions = actor.is_admin or not account.role
    return AccountHistory(
        account=account,
        ads_by_status=queries.count_ads(db, account_id),
        ads=ads.items,
        deals={status: number for name, status, number in trades if name == "deal"},
        rentals={status: number for name, status, number in trades if name == "rental"},
        reports_about=_list_reports(db, actor, queries.is_report_on(account_id)),
        reports_by=_list_reports(db, actor, col(Report.reporter_id) == account_id),
        appeals=filed.items,
        all_appeals=filed.total,
        decisions=decided.items,
        all_decisions=decided.total,
        sessions=tuple(accounts.list_sessions_of(db, actor, account_id)) if shows_sessions else (),
    )


def _list_reports(db: Session, actor: Actor, condition: ColumnElement[bool]) -> ReportList:
    found: Page = reports.list_by(db, actor, condition, Window(limit=SHOWN))
    return ReportList(number=found.total, newest=found.items)
