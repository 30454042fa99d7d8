"""Takes the photos and files off deleted ads that nobody's record refers to; nothing else shows them any more."""

from sqlalchemy import exists
from sqlmodel import Session, col, delete, or_, select

from marketplace.models import (
    Ad,
    AdStatus,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    Appeal,
    AuditEntry,
    Deal,
    Enquiry,
    Offer,
    Report,
)

# The audit log names every approved ad; only the deletion by a moderator is a reason to keep its photos.
_RECORDS = (
    *(exists().where(col(record.ad_id) == Ad.id) for record in (Offer, Deal, Enquiry)),
    *(exists().where(col(record.target_id) == Ad.id) for record in (Report, Appeal)),
    exists().where(col(AuditEntry.target_id) == Ad.id, col(AuditEntry.action) == "ad.delete"),
)
_FILES = (
    exists().where(col(AdVersionImage.version_id) == AdVersion.id),
    exists().where(col(AdVersionValue.version_id) == AdVersion.id, col(AdVersionValue.upload_id).is_not(None)),
)
_BATCH = 100


def release_files(db: Session) -> int:
    """Release the files of deleted ads without offers, deals, enquiries, reports and appeals, which no moderator deleted.

    Returns:
        The number of ads, at most one batch; call again until it is 0.
    """
    has_files = exists().where(col(AdVersion.ad_id) == Ad.id, or_(*_FILES))
    deleted = select(Ad.id).where(Ad.status == AdStatus.DELETED, has_files, *(~record for record in _RECORDS))
    ad_ids = list(db.exec(deleted.limit(_BATCH)))
    versions = select(AdVersion.id).where(col(AdVersion.ad_id).in_(ad_ids))
    db.exec(delete(AdVersionImage).where(col(AdVersionImage.version_id).in_(versions)))
    db.exec(
        delete(AdVersionValue).where(
            col(AdVersionValue.version_id).in_(versions), col(AdVersionValue.upload_id).is_not(None)
        )
    )
    return len(ad_ids)
