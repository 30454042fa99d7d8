"""Queries for tables of ads for owners and admins, with each ad's submitted version."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Select, String, case, func, type_coerce
from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, col, or_, select

from marketplace.domain.paging import Window, count
from marketplace.models import Ad, AdStatus, AdVersion, Review

Submitted = aliased(AdVersion, name="submitted")

# Status as the owner sees it: that of a pending or rejected change, if any (see `visibility.shown_status`).
_PUBLIC = or_(Ad.status == AdStatus.APPROVED, Ad.status == AdStatus.EXPIRED)
displayed: ColumnElement[str] = case(
    (and_(_PUBLIC, Submitted.review == Review.WAITING), AdStatus.PENDING.value),
    (and_(_PUBLIC, Submitted.review == Review.REJECTED), AdStatus.REJECTED.value),
    else_=type_coerce(Ad.status, String),
)
# The condition on ad_id lets the database use the index of reviews.
_join = and_(Submitted.id == Ad.submitted_version_id, Submitted.ad_id == Ad.id)
_not_deleted = col(Ad.status) != AdStatus.DELETED
_is_approved = displayed == AdStatus.APPROVED.value

# Conditions by status, written so that an index finds rare statuses; most ads are approved, so those are best found by
# scanning from the newest. A waiting ad is never deleted.
_CONDITIONS: dict[str, tuple[ColumnElement[bool], ...]] = {
    "": (_not_deleted,),
    AdStatus.PENDING: (col(Ad.review_waiting_since).is_not(None),),
    AdStatus.APPROVED: (_not_deleted, _is_approved),
    AdStatus.REJECTED: (_not_deleted, displayed == AdStatus.REJECTED.value, col(Submitted.review) == Review.REJECTED),
    AdStatus.PAUSED: (col(Ad.status) == AdStatus.PAUSED,),
    AdStatus.SOLD: (col(Ad.status) == AdStatus.SOLD,),
    AdStatus.EXPIRED: (col(Ad.status) == AdStatus.EXPIRED, displayed == AdStatus.EXPIRED.value),
    "featured": (_not_deleted, col(Ad.featured).is_(True), _is_approved),
}
_NEED_NO_VERSION = ("", AdStatus.PENDING, AdStatus.PAUSED, AdStatus.SOLD)


def _select_ids(seller_id: str, status: str, text: str) -> Select[str]:
    statement = sa.select(col(Ad.id)).where(*_CONDITIONS[status])
    if text or status not in _NEED_NO_VERSION:
        statement = statement.join(Submitted, _join)
    if seller_id:
        statement = statement.where(col(Ad.seller_id) == seller_id)
    if text:
        statement = statement.where((col(Submitted.name) + " " + col(Submitted.title)).icontains(text, autoescape=True))
    return statement


def list_shown(
    db: Session,
    window: Window,
    *,
    seller_id: str = "",
    status: str = "",
    text: str = "",
    oldest_first: bool = False,
    conditions: Sequence[ColumnElement[bool]] = (),
) -> tuple[list[tuple[Ad, AdVersion]], int]:
    """List ads with their submitted versions, as owners and admins see them.

    Args:
        status: as the owner sees it, or `featured`.
        text: part of the name or title.
        oldest_first: order by the start of the wait for review, resubmissions first.
        conditions: further ones on ads.

    Returns:
        The rows of the window, and the number of all, as `paging.count` counts them.
    """
    statement = _select_ids(seller_id, status, text).where(*conditions)
    total = count(db, statement)
    order = (
        (col(Ad.review_resubmitted).desc(), col(Ad.review_waiting_since), col(Ad.id))
        if oldest_first
        else (col(Ad.id).desc(),)
    )
    # Sort ids only: whole versions are too large to sort.
    page = statement.order_by(*order).offset(window.offset).limit(window.limit).subquery()
    rows = db.execute(sa.select(Ad, Submitted).join(page, page.c.id == Ad.id).join(Submitted, _join).order_by(*order))
    return [(ad, version) for ad, version in rows], total


def count_shown(db: Session, seller_id: str) -> list[tuple[str, bool, int]]:
    """Count a seller's ads by displayed status and featured flag."""
    counted = (
        sa.select(displayed, col(Ad.featured), func.count())
        .select_from(Ad)
        .join(Submitted, _join)
        .where(col(Ad.seller_id) == seller_id, _not_deleted)
        .group_by(displayed, col(Ad.featured))
    )
    return [(status, featured, count) for status, featured, count in db.execute(counted)]


def list_rejected_versions(db: Session, ad_ids: Collection[str]) -> list[AdVersion]:
    """List the submitted versions of these ads that were rejected, except those of ads that are deleted, paused or sold."""
    return list(
        db.exec(
            select(AdVersion)
            .join(Ad, col(Ad.submitted_version_id) == AdVersion.id)
            .where(
                col(Ad.id).in_(ad_ids),
                col(Ad.status).not_in((AdStatus.DELETED, AdStatus.PAUSED, AdStatus.SOLD)),
                AdVersion.review == Review.REJECTED,
            )
        )
    )
