"""Helpers of moderation tests: ads in the queue."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.models import Account, Ad, AdStatus, AdVersion, Category, Review
from tests import factories


def waiting(db: Session, seller: Account, category: Category, *, minutes: int, again: bool = False, **values) -> Ad:
    """A new ad that has waited for some minutes; `again` if it was rejected before."""
    ad = factories.ad(db, seller, category, status=AdStatus.PENDING, **values)
    ad.review_waiting_since = clock.now() - timedelta(minutes=minutes)
    ad.review_resubmitted = again
    factories.save(db, ad)
    return ad


def change(db: Session, ad: Ad, *, review: Review = Review.WAITING, **values) -> AdVersion:
    """A further version of an ad, submitted last; it waits or was decided."""
    live = db.get(AdVersion, ad.submitted_version_id)
    assert live is not None
    kept = live.model_dump(exclude={"id", "number", "review", "decided_by", "decided_at", "created_at", "note"})
    ad.versions += 1
    version = AdVersion(**{**kept, "number": ad.versions, "review": review, **values})
    ad.submitted_version_id = version.id
    ad.review_waiting_since = clock.now() if review is Review.WAITING else None
    factories.save(db, version, ad)
    return version
