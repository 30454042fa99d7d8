"""The queue: what waits for a decision, in the order it should be taken."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace import clock
from marketplace.actor import Actor
from marketplace.domain import media
from marketplace.domain.ads.schemas import AdRow
from marketplace.domain.moderation import messages, queries, report_queries
from marketplace.domain.moderation.schemas import DeskNumbers
from marketplace.domain.money import reduced, rupees
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.domain.typed import clean
from marketplace.domain.views import Photo
from marketplace.errors import Invalid
from marketplace.models import AccountKind, AdStatus, Review
from marketplace.settings import get_settings
from marketplace.texts import t


def list_queue(
    db: Session, actor: Actor, *, status: str = "pending", q: str = "", window: Window = EVERYTHING
) -> Page[AdRow]:
    """Ads as the desk lists them, each as it was handed in last.

    Args:
        status: pending (also changes of live ads; resubmissions first, then oldest first), approved, rejected,
            sold, expired, or empty for all (newest first).
        q: part of the ad's name.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: no such status.
    """
    actor.require(AccountKind.ADMIN)
    if status and status not in queries.STATUSES:
        message = t(messages.UNKNOWN_STATUS)
        raise Invalid(message, errors=[{"field": "status", "message": message}])
    most = get_settings().exact_total_limit
    rows, total = queries.list_queue(db, status, clean(q), window, most + 1)
    covers = media.photos_of(db, [row.cover_id for row in rows if row.cover_id])
    items = tuple(_row(row, covers) for row in rows)
    return Page(items, min(total, most), window.page, window.limit, exact=total <= most)


def desk_numbers(db: Session, actor: Actor) -> DeskNumbers:
    """The numbers on top of the desk.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    waiting, oldest = queries.count_waiting(db)
    zone = ZoneInfo(get_settings().ad_timezone)
    midnight = datetime.combine(clock.now().astimezone(zone).date(), time.min, zone)
    return DeskNumbers(
        waiting=waiting,
        oldest_waiting_since=oldest,
        decided_today=queries.count_decided(db, midnight),
        open_reports=report_queries.count_open(db),
    )


def shown_status(status: AdStatus, review: Review) -> str:
    """The status an admin sees of an ad: that of the version handed in last, where one is live beside it."""
    if status is AdStatus.APPROVED and review is Review.WAITING:
        return AdStatus.PENDING
    if status is AdStatus.APPROVED and review is Review.REJECTED:
        return AdStatus.REJECTED
    return status


def _row(row: queries.QueueRow, covers: dict[str, Photo]) -> AdRow:
    ad, version = row.ad, row.version
    price = reduced(version.price_paise, version.discount_basis_points)
    return AdRow(
        id=ad.id,
        name=version.name,
        title=version.title,
        ad_type=version.ad_type,
        status=shown_status(ad.status, version.review),
        note=version.note,
        category_name=row.category_name,
        price_text=rupees(price),
        price_paise=price,
        cover=covers.get(row.cover_id or ""),
        featured=ad.featured,
        seller_id=ad.seller_id,
        seller_name=row.seller_name,
        version=version.number,
        created_at=ad.created_at,
        waiting_since=ad.review_waiting_since,
    )
