"""Statements of the tables in which owners and admins see ads, each with the version handed in last."""

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Select, String, and_, case, func, or_, type_coerce
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from marketplace.domain.paging import Window
from marketplace.models import Ad, AdStatus, AdVersion, Review

Submitted = aliased(AdVersion, name="submitted")

# What the owner sees as the ad's status: that of the change, while there is one (see `visibility.shown_status`).
_PUBLIC = or_(Ad.status == AdStatus.APPROVED, Ad.status == AdStatus.EXPIRED)
displayed: ColumnElement[str] = case(
    (and_(_PUBLIC, Submitted.review == Review.WAITING), AdStatus.PENDING.value),
    (and_(_PUBLIC, Submitted.review == Review.REJECTED), AdStatus.REJECTED.value),
    else_=type_coerce(Ad.status, String),
)
# The version's own ad is named too: by it the index of reviews leads back to the ad.
_join = and_(Submitted.id == Ad.submitted_version_id, Submitted.ad_id == Ad.id)
_there = col(Ad.status) != AdStatus.DELETED
_is_approved = displayed == AdStatus.APPROVED.value

# The same, said for each status so that an index finds the few; most ads are approved, so those are best found by
# walking from the newest on. What waits is never deleted.
_WHERE: dict[str, tuple[ColumnElement[bool], ...]] = {
    "": (_there,),
    AdStatus.PENDING: (col(Ad.review_waiting_since).is_not(None),),
    AdStatus.APPROVED: (_there, _is_approved),
    AdStatus.REJECTED: (_there, displayed == AdStatus.REJECTED.value, col(Submitted.review) == Review.REJECTED),
    AdStatus.SOLD: (col(Ad.status) == AdStatus.SOLD,),
    AdStatus.EXPIRED: (col(Ad.status) == AdStatus.EXPIRED, displayed == AdStatus.EXPIRED.value),
    "featured": (_there, col(Ad.featured).is_(True), _is_approved),
}
_OF_THE_AD_ALONE = ("", AdStatus.PENDING, AdStatus.SOLD)


def _shown(seller_id: str, status: str, text: str) -> Select[str]:
    statement = sa.select(col(Ad.id)).where(*_WHERE[status])
    if text or status not in _OF_THE_AD_ALONE:
        statement = statement.join(Submitted, _join)
    if seller_id:
        statement = statement.where(Ad.seller_id == seller_id)
    if text:
        statement = statement.where(
            func.lower(Submitted.name + " " + Submitted.title).contains(text.lower(), autoescape=True)
        )
    return statement


def list_shown(
    db: Session,
    window: Window,
    most: int,
    *,
    seller_id: str = "",
    status: str = "",
    text: str = "",
    oldest_first: bool = False,
) -> tuple[list[tuple[Ad, AdVersion]], int]:
    """Ads with their submitted versions, as owners and admins see them.

    Args:
        status: the one the owner sees, or `featured`.
        text: somewhere in the name or title.
        oldest_first: what waits for review by when it began to wait, resubmissions before all others.

    Returns:
        The rows of the window, and how many there are in all, counted up to `most`.
    """
    statement = _shown(seller_id, status, text)
    total = db.scalar(select(func.count()).select_from(statement.limit(most).subquery())) or 0
    order = (
        (col(Ad.review_resubmitted).desc(), col(Ad.review_waiting_since), col(Ad.id))
        if oldest_first
        else (col(Ad.id).desc(),)
    )
    # Ids first: whole versions are too long to be put in order.
    wanted = statement.order_by(*order).offset(window.offset).limit(window.limit).subquery()
    found = db.execute(
        sa.select(Ad, Submitted).join(wanted, wanted.c.id == Ad.id).join(Submitted, _join).order_by(*order)
    )
    return [(ad, version) for ad, version in found], total


def count_shown(db: Session, seller_id: str) -> list[tuple[str, bool, int]]:
    """A seller's ads counted by the status the owner sees and by whether they are featured."""
    counted = (
        sa.select(displayed, col(Ad.featured), func.count())
        .select_from(Ad)
        .join(Submitted, _join)
        .where(Ad.seller_id == seller_id, _there)
        .group_by(displayed, col(Ad.featured))
    )
    return [(status, featured, count) for status, featured, count in db.execute(counted)]
