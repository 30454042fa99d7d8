"""Queries on decisions about ads."""

from collections.abc import Collection

from sqlmodel import Session, col, select

from marketplace.models import Ad, AdStatus, AdVersion, Review


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
