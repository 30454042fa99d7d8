"""Queries for tables of ads for owners and admins, with each ad's submitted version."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Select, exists, func
from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, col, select

from marketplace.domain.ads.transitions import CHANGEABLE
from marketplace.domain.paging import Window, count
from marketplace.models import Ad, AdStatus, AdVersion, Appeal, AppealStatus, Review

Submitted = aliased(AdVersion, name="submitted")

# The condition on ad_id lets the database use the index of reviews.
_join = and_(Submitted.id == Ad.submitted_version_id, Submitted.ad_id == Ad.id)
_not_deleted = col(Ad.status) != AdStatus.DELETED
_CONDITIONS: dict[str, tuple[ColumnElement[bool], ...]] = {
    "": (_not_deleted,),
    **{status: (col(Ad.status) == status,) for status in AdStatus},
    "featured": (col(Ad.status) == AdStatus.APPROVED, col(Ad.featured).is_(True)),
}
# Moderators find ads by their newest version: a change of a live ad waits, or was rejected, as a new ad does.
_REVIEWED: dict[str, tuple[ColumnElement[bool], ...]] = {
    AdStatus.PENDING: (col(Ad.review_waiting_since).is_not(None),),
    AdStatus.REJECTED: (
        col(Ad.status).in_((AdStatus.APPROVED, AdStatus.EXPIRED, AdStatus.REJECTED)),
        col(Submitted.review) == Review.REJECTED,
    ),
}


def _select_ids(seller_id: str, status: str, text: str, *, for_review: bool) -> Select[str]:
    conditions = (_REVIEWED if for_review else {}).get(status) or _CONDITIONS[status]
    statement = sa.select(col(Ad.id)).where(*conditions)
    if text or (for_review and status == AdStatus.REJECTED):
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
    for_review: bool = False,
    conditions: Sequence[ColumnElement[bool]] = (),
) -> tuple[list[tuple[Ad, AdVersion]], int]:
    """List ads with their submitted versions, newest first.

    Args:
        status: of the ad, or `featured`.
        text: part of the name or title.
        for_review: pending and rejected mean the submitted version, also of a live ad; pending ones are ordered by the start of
            the wait, resubmissions first.
        conditions: further ones on ads.

    Returns:
        The rows of the window, and the number of all, as `paging.count` counts them.
    """
    statement = _select_ids(seller_id, status, text, for_review=for_review).where(*conditions)
    total = count(db, statement)
    order = (
        (col(Ad.review_resubmitted).desc(), col(Ad.review_waiting_since), col(Ad.id))
        if for_review and status == AdStatus.PENDING
        else (col(Ad.id).desc(),)
    )
    # Sort ids only: whole versions are too large to sort.
    page = statement.order_by(*order).offset(window.offset).limit(window.limit).subquery()
    rows = db.execute(sa.select(Ad, Submitted).join(page, page.c.id == Ad.id).join(Submitted, _join).order_by(*order))
    return [(ad, version) for ad, version in rows], total


def count_by_status(db: Session, seller_id: str) -> list[tuple[AdStatus, bool, int]]:
    """Count a seller's ads by status and featured flag."""
    counted = (
        sa.select(col(Ad.status), col(Ad.featured), func.count())
        .where(col(Ad.seller_id) == seller_id, _not_deleted)
        .group_by(col(Ad.status), col(Ad.featured))
    )
    return [(AdStatus(status), featured, count) for status, featured, count in db.execute(counted)]


def list_rejected_versions(db: Session, ad_ids: Collection[str]) -> list[AdVersion]:
    """List the submitted versions of these ads that were rejected, without ads that can't be changed, e.g. paused and sold ones."""
    return list(
        db.exec(
            select(AdVersion)
            .join(Ad, col(Ad.submitted_version_id) == AdVersion.id)
            .where(
                col(Ad.id).in_(ad_ids),
                col(Ad.status).in_(CHANGEABLE),
                AdVersion.review == Review.REJECTED,
            )
        )
    )


def list_rejected_of(db: Session, seller_id: str, limit: int) -> list[tuple[Ad, AdVersion]]:
    """List a seller's ads that can be changed and whose submitted version, new or a change, is rejected, the newest first.

    Those under an open appeal wait for moderators.
    """
    appealed = exists().where(col(Appeal.target_id) == Ad.id, col(Appeal.status) == AppealStatus.OPEN)
    statement = (
        select(Ad, AdVersion)
        .join(AdVersion, col(AdVersion.id) == Ad.submitted_version_id)
        .where(
            Ad.seller_id == seller_id, col(Ad.status).in_(CHANGEABLE), AdVersion.review == Review.REJECTED, ~appealed
        )
    )
    return list(db.exec(statement.order_by(col(AdVersion.id).desc()).limit(limit)))
