"""Stores and loads the versions of an ad's content."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import ConfigDict
from sqlmodel import Session

from marketplace.domain import jobs, media
from marketplace.domain.ad_texts import AdTexts
from marketplace.domain.ads import queries
from marketplace.models import Ad, AdType, AdVersion, AdVersionImage, AdVersionValue, PriceUnit, Review

# Kind of the job that reads the text of a new version for moderators.
READ_TEXT_JOB = "ads.read_text"


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a dynamic field; the column depends on its type."""

    field_id: str
    label: str
    input_type: str
    text: str = ""
    number: float | None = None
    unit: str = ""
    upload_id: str | None = None


class Content(AdTexts):
    """Validated content of an ad; equal contents render the same page.

    Attributes:
        image_ids: uploads in order, the cover first.
    """

    model_config = ConfigDict(frozen=True)

    price_paise: int | None
    price_unit: PriceUnit | None
    discount_basis_points: int
    ad_type: AdType
    category_id: str
    subcategory_id: str | None
    latitude: float | None
    longitude: float | None
    image_ids: tuple[str, ...] = ()
    values: tuple[Value, ...] = ()

    def without(self, upload_ids: set[str]) -> "Content":
        """Return a copy without these uploads."""
        return self.model_copy(
            update={
                "image_ids": tuple(each for each in self.image_ids if each not in upload_ids),
                "values": tuple(each for each in self.values if each.upload_id not in upload_ids),
            }
        )


def differences(before: Content, after: Content) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the differing fields of two contents, before and after, as JSON values for the audit log.

    Audit entries are never deleted, so personal content (texts, location) is logged by field name only; it stays in the
    versions, which are erased with the seller's account.
    """
    changed = [name for name in Content.model_fields if getattr(before, name) != getattr(after, name)]
    old, new = ({name: getattr(each, name) for name in changed if name in _LOGGED} for each in (before, after))
    written = [name for name in changed if name not in _LOGGED]
    return old, new | ({"changed": written} if written else {})


_LOGGED = ("price_paise", "price_unit", "discount_basis_points", "ad_type", "category_id", "subcategory_id")


_COLUMNS = tuple(name for name in Content.model_fields if name not in ("image_ids", "values"))


def write(db: Session, ad: Ad, content: Content, *, like: AdVersion | None = None) -> AdVersion:
    """Add the ad's next version and make it the submitted one; it waits for review.

    Args:
        like: copy the review decision of this version instead of waiting.
    """
    ad.versions += 1
    version = AdVersion(ad_id=ad.id, number=ad.versions, **{name: getattr(content, name) for name in _COLUMNS})
    if like is not None:
        for name in ("review", "reason_code", "note", "decided_by", "decided_at"):
            setattr(version, name, getattr(like, name))
    db.add(version)
    db.flush()
    for position, upload_id in enumerate(content.image_ids):
        db.add(AdVersionImage(version_id=version.id, position=position, upload_id=upload_id))
    for position, value in enumerate(content.values):
        db.add(AdVersionValue(version_id=version.id, position=position, **asdict(value)))
    ad.submitted_version_id = version.id
    db.flush()
    media.hide_files(db, [value.upload_id for value in content.values if value.upload_id])
    jobs.enqueue(db, READ_TEXT_JOB, {"ad_id": ad.id})
    return version


def replace_waiting(version: AdVersion | None) -> None:
    """Mark a waiting version as replaced by a newer one."""
    if version is not None and version.review is Review.WAITING:
        version.review = Review.REPLACED


def read(db: Session, version: AdVersion) -> Content:
    """Load the content of a version."""
    return read_all(db, [version])[version.id]


def read_all(db: Session, found: Sequence[AdVersion]) -> dict[str, Content]:
    """Load the contents of versions by their ids."""
    values, images = defaultdict[str, list[Value]](list), defaultdict[str, list[str]](list)
    ids = [version.id for version in found]
    for row in queries.list_values(db, ids):
        value = Value(row.field_id, row.label, row.input_type, row.text, row.number, row.unit, row.upload_id)
        values[row.version_id].append(value)
    for image in queries.list_images(db, ids):
        images[image.version_id].append(image.upload_id)
    return {
        version.id: Content(
            **{name: getattr(version, name) for name in _COLUMNS},
            image_ids=tuple(images[version.id]),
            values=tuple(values[version.id]),
        )
        for version in found
    }
