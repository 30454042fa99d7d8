"""Observer of drafts: saved form input follows the catalog, and goes with the change or the ad that it was for."""

from sqlmodel import Session, col, delete

from marketplace.domain import catalog, effects
from marketplace.domain.effects import Dependent, Event, Observer, Occasion
from marketplace.models import AdDraftSave


def _drop(db: Session, occasion: Occasion) -> None:
    gone = col(AdDraftSave.ad_key) == occasion.subject_id
    if occasion.event is Event.AD_SUBMITTED:
        # Somebody else may still be writing.
        gone &= col(AdDraftSave.seller_id) == (occasion.actor_id or "")
    db.exec(delete(AdDraftSave).where(gone))


def _follow_catalog(db: Session, occasion: Occasion) -> str:
    """Choose in drafts the category and subcategory that ads move to; without one, the choice is left to the writer."""
    move = catalog.trace_move(db, occasion.subject_id, occasion.other_id)
    moved = {"categoryId": move.category_id, "subcategoryId": move.subcategory_id}
    found, after = effects.list_naming(db, AdDraftSave, AdDraftSave.content, move.gone, occasion.after)
    for row in found:
        values = row.content["values"].items()
        after_move = {name: moved.get(name, "") if value in move.gone else value for name, value in values}
        row.content = row.content | {"values": after_move}
        db.add(row)
    db.flush()
    return after


OBSERVERS = {Dependent.DRAFT: Observer(drops=_drop, follows=_follow_catalog)}
