"""Observer of wanted ads: they follow their subcategory, or end with it."""

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import catalog, effects, jobs
from marketplace.domain.effects import Dependent, Observer, Occasion
from marketplace.domain.wanted import messages, notifications, queries, service
from marketplace.i18n.texts import t


def _follow_catalog(db: Session, occasion: Occasion) -> str:
    """Move live wanted ads to the subcategory that takes over. Without one, nothing can fit them: they end, and owners are told."""
    move = catalog.trace_move(db, occasion.subject_id, occasion.other_id)
    found = queries.lock_live_in(db, move.gone, clock.now(), after=occasion.after, limit=effects.STEP)
    for row in found:
        if move.subcategory_id:
            row.subcategory_id = move.subcategory_id
            jobs.enqueue(db, service.NOTIFY_SELLERS_JOB, {"wanted_id": row.id})
        else:
            row.ended_at, row.ended_reason = clock.now(), t(messages.CATEGORY_GONE)
            notifications.notify_ended(db, row)
        db.add(row)
    db.flush()
    return found[-1].id if found else ""


OBSERVERS = {Dependent.WANTED: Observer(follows=_follow_catalog)}
