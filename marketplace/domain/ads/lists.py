"""Lists and counts of ads for owners, admins and the public."""

from collections.abc import Iterable, Sequence

from sqlmodel import Session, col

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.text import clean_line
from marketplace.db import tags
from marketplace.domain import cases
from marketplace.domain.ads import messages, queries, table_queries, views, visibility
from marketplace.domain.ads.schemas import AdCard, AdCounts, AdDetail, AdRow, DashboardStats
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.domain.views import Photo
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Ad, AdStatus, CaseKind

FEATURED = "featured"
_ALIASES = {"all": "", "published": AdStatus.APPROVED.value}
_STATUSES = {status.value for status in AdStatus if status is not AdStatus.DELETED} | {FEATURED, ""}


def find_cards(db: Session, actor: Actor, ad_ids: Sequence[str]) -> dict[str, AdCard]:
    """Return cards of these ads by id, in any status.

    They show the live version. Ads without one, deleted ones, and those of a seller who is not active are for their owner and admins only.
    """
    shown = _list_shown_versions(db, actor, ad_ids)
    versions = queries.list_versions(db, [version_id for _, version_id in shown])
    cards = views.cards(db, actor, [(ad, versions[version_id]) for ad, version_id in shown])
    return {card.id: card for card in cards}


def find_covers(db: Session, actor: Actor, ad_ids: Iterable[str]) -> dict[str, Photo]:
    """Return the cover photos of these ads by id, for the same ads as `find_cards`; ads without a photo are left out."""
    shown = _list_shown_versions(db, actor, list(ad_ids))
    covers = views.cover_photos(db, [version_id for _, version_id in shown])
    return {ad.id: covers[version_id] for ad, version_id in shown if version_id in covers}


def list_names(db: Session, ad_ids: Iterable[str]) -> dict[str, str]:
    """Return ad titles by id, in any state: the published title, else the submitted one."""
    return queries.list_names(db, ad_ids)


def _list_shown_versions(db: Session, actor: Actor, ad_ids: Sequence[str]) -> list[tuple[Ad, str]]:
    rows = queries.list_ads(db, ad_ids)
    sellers = queries.list_sellers(db, [ad.seller_id for ad in rows])
    return [
        (ad, ad.live_version_id or ad.submitted_version_id or "")
        for ad in rows
        if visibility.is_insider(actor, ad) or visibility.was_public(ad, sellers[ad.seller_id])
    ]


def list_of_seller(
    db: Session, actor: Actor, seller_id: str, *, status: str = "", q: str = "", window: Window = EVERYTHING
) -> Page[AdRow]:
    """List a seller's ads as table rows, newest first.

    Args:
        status: of the ad; also `featured` or `published`; empty means all.
        q: part of the name or title.

    Raises:
        NotSignedIn, Forbidden: not that seller or an admin.
        NotFound: no such seller.
        Invalid: no such status.
    """
    _require_owner(db, actor, seller_id)
    pairs, total = table_queries.list_shown(db, window, seller_id=seller_id, status=_status(status), text=clean_line(q))
    return make_page(views.rows(db, pairs), total, window)


def list_details_of(db: Session, actor: Actor, seller_id: str, *, window: Window = EVERYTHING) -> Page[AdDetail]:
    """List a seller's ads in full as the owner sees them, newest first.

    Raises:
        NotSignedIn, Forbidden: not that seller or an admin.
        NotFound: no such seller.
    """
    _require_owner(db, actor, seller_id)
    pairs, total = table_queries.list_shown(db, window, seller_id=seller_id)
    return make_page(views.details(db, actor, [version.id for _, version in pairs]), total, window)


def list_for_review(
    db: Session,
    actor: Actor,
    *,
    status: str = "",
    q: str = "",
    assigned: str = "",
    seller_id: str = "",
    window: Window = EVERYTHING,
) -> Page[AdDetail]:
    """List all sellers' ads in full for an admin, or those of one seller.

    Pending ads come oldest first, resubmitted ones before all others; other statuses newest first.

    Args:
        status: as for `list_of_seller`; pending and rejected ads include live ones with such a change.
        q: part of the name or title.
        assigned: as for `cases.filter_by`.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: no such status or filter.
    """
    actor.require(AccountKind.ADMIN)
    conditions = [*cases.filter_by(actor, CaseKind.AD, Ad.id, assigned)]
    if seller_id:
        conditions.append(col(Ad.seller_id) == seller_id)
    pairs, total = table_queries.list_shown(
        db, window, status=_status(status), text=clean_line(q), for_review=True, conditions=conditions
    )
    return make_page(views.details(db, actor, [version.id for _, version in pairs]), total, window)


def list_approved_of(db: Session, seller_id: str, *, window: Window = EVERYTHING) -> Page[AdCard]:
    """List an active seller's live ads as the public sees them, newest first.

    Raises:
        NotFound: no such seller.
    """
    with tags.about(seller=seller_id) as scope:
        _check_seller(db, seller_id)
        found, total = queries.list_live_of(db, seller_id, window)
        scope.add("ad", *(ad.id for ad, _, _ in found))
        categories = {version.category_id: name for _, version, name in found}
        cards = views.cards(db, Actor(), [(ad, version) for ad, version, _ in found], categories)
    return make_page(cards, total, window)


def count_by_status(db: Session, actor: Actor, seller_id: str) -> AdCounts:
    """Count the seller's ads by status.

    Raises:
        NotSignedIn, Forbidden: not that seller or an admin.
        NotFound: no such seller.
    """
    _require_owner(db, actor, seller_id)
    counts = dict.fromkeys((*AdStatus, FEATURED), 0)
    for status, featured, count in table_queries.count_by_status(db, seller_id):
        counts[status] += count
        if featured and status == AdStatus.APPROVED:
            counts[FEATURED] += count
    return AdCounts(
        all=sum(counts[status] for status in AdStatus),
        published=counts[AdStatus.APPROVED],
        featured=counts[FEATURED],
        pending=counts[AdStatus.PENDING],
        rejected=counts[AdStatus.REJECTED],
        sold=counts[AdStatus.SOLD],
        expired=counts[AdStatus.EXPIRED],
        paused=counts[AdStatus.PAUSED],
    )


def get_dashboard_stats(db: Session, actor: Actor, seller_id: str) -> DashboardStats:
    """Return the counts of the seller's dashboard.

    Raises:
        NotSignedIn, Forbidden: not that seller or an admin.
        NotFound: no such seller.
    """
    counts = count_by_status(db, actor, seller_id)
    return DashboardStats(
        total_ads=counts.all, featured_ads=counts.featured, messages=queries.count_received(db, seller_id)
    )


def _require_owner(db: Session, actor: Actor, seller_id: str) -> None:
    actor.require_self(seller_id)
    _check_seller(db, seller_id)


def _check_seller(db: Session, seller_id: str) -> None:
    seller = queries.list_sellers(db, [seller_id]).get(seller_id)
    if seller is None or seller.kind is not AccountKind.SELLER:
        raise NotFound(t(messages.NO_SELLER))


def _status(status: str) -> str:
    status = _ALIASES.get(status, status)
    if status not in _STATUSES:
        raise Invalid(t(messages.UNKNOWN_STATUS), "status")
    return status
