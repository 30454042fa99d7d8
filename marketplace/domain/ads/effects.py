"""Observer of drafts: saved form input follows the catalog, and goes with the change or the ad that it was for."""

from sqlalchemy import Text, cast
from sqlmodel import Session, col, delete, or_, select

from marketplace.domain import catalog
from marketplace.domain.effects import Dependent, Event, Observer, Occasion
from marketplace.models import AdDraftSave


def _drop(db: Session, occasion: Occasion) -> int:
    gone = col(AdDraftSave.ad_key) == occasion.subject_id
    if occasion.event is Event.AD_SUBMITTED:
        # Somebody else may still be writing.
        gone &= col(AdDraftSave.seller_id) == (occasion.actor_id or "")
    return db.exec(delete(AdDraftSave).where(gone)).rowcount


def _follow_catalog(db: Session, occasion: Occasion) -> int:
    """Choose in drafts the category and subcategory that ads move to; without one, the choice is left to the writer."""
    category_id, subcategory_id = catalog.find_destination(db, occasion.other_id)
    moved = {"categoryId": category_id, "subcategoryId": subcategory_id or ""}
    text = cast(col(AdDraftSave.content), Text)
    gone = catalog.list_ids_within(db, occasion.subject_id)
    found = list(db.exec(select(AdDraftSave).where(or_(*(text.contains(one) for one in gone))).with_for_update()))
    for row in found:
        values = {
            name: moved.get(name, "") if value in gone else value for name, value in row.content["values"].items()
        }
        row.content = row.content | {"values": values}
        db.add(row)
    db.flush()
    return len(found)


OBSERVERS = {Dependent.DRAFT: Observer(drops=_drop, follows=_follow_catalog)}
