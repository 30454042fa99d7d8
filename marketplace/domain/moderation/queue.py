"""The moderation queue: ads waiting for review, and bulk approval."""

from datetime import datetime, time

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import ads, cases, site_time
from marketplace.domain.ads import AdDetail, AdRow
from marketplace.domain.cases import AssignmentView
from marketplace.domain.moderation import queries, report_queries
from marketplace.domain.moderation.schemas import Outcome, QueueNumbers
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.models import AccountKind, CaseKind


def list_queue(
    db: Session,
    actor: Actor,
    *,
    status: str = "pending",
    q: str = "",
    assigned: str = "",
    seller_id: str = "",
    window: Window = EVERYTHING,
) -> Page[AdRow]:
    """List ads for review, each with its submitted version.

    Args:
        status: pending (new ads and changes; resubmissions first, then oldest first), approved, rejected, sold,
            expired, or empty for all (newest first).
        q: part of the ad's name or title.
        assigned: as for `cases.filter_by`.
        seller_id: only the ads of this seller; empty for all.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: no such status or filter.
    """
    page = ads.list_for_review(db, actor, status=status, q=q, assigned=assigned, seller_id=seller_id, window=window)
    ad_ids = [ad.id for ad in page.items]
    since = queries.list_waiting_since(db, ad_ids)
    taken = cases.list_assignments(db, actor, CaseKind.AD, ad_ids)
    rows = tuple(_row(ad, since.get(ad.id), taken.get(ad.id)) for ad in page.items)
    return Page(rows, page.total, page.page, page.limit, exact=page.exact)


def get_queue_numbers(db: Session, actor: Actor) -> QueueNumbers:
    """Return the counts of the moderation queue.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    waiting, oldest = queries.count_waiting(db)
    zone = site_time.zone()
    midnight = datetime.combine(clock.now().astimezone(zone).date(), time.min, zone)
    return QueueNumbers(
        waiting=waiting,
        oldest_waiting_since=oldest,
        decided_today=queries.count_decided(db, midnight),
        open_reports=report_queries.count_open(db),
    )


def _row(ad: AdDetail, waiting_since: datetime | None, taken: AssignmentView | None) -> AdRow:
    return AdRow.of(
        ad,
        cover=ad.images[0] if ad.images else None,
        waiting_since=waiting_since,
        assigned_to=taken.username if taken else "",
        assigned_to_id=taken.account_id if taken else "",
    )


def approve_many(db: Session, actor: Actor, choices: list[tuple[str, int | None]]) -> list[Outcome]:
    """Approve ads in the reviewed version (None: the one this admin read last); a failure does not affect the others.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    return [_approve(db, actor, ad_id, version) for ad_id, version in choices]


def _approve(db: Session, actor: Actor, ad_id: str, version: int | None) -> Outcome:
    try:
        with db.begin_nested():
            ads.approve(db, actor, ad_id, version=version)
    except MarketplaceError as error:
        return Outcome(ad_id=ad_id, approved=False, message=error.message)
    return Outcome(ad_id=ad_id, approved=True)
