"""Observer of wanted ads: they follow their subcategory, or end with it."""

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import catalog, jobs
from marketplace.domain.effects import Dependent, Observer, Occasion
from marketplace.domain.wanted import messages, notifications, queries, service
from marketplace.i18n.texts import t


def _follow_catalog(db: Session, occasion: Occasion) -> int:
    """Move live wanted ads to the subcategory that takes over. Without one, nothing can fit them: they end, and owners are told."""
    _, subcategory_id = catalog.find_destination(db, occasion.other_id)
    found = queries.lock_live_in(db, catalog.list_ids_within(db, occasion.subject_id), clock.now())
    for row in found:
        if subcategory_id:
            row.subcategory_id = subcategory_id
            db.add(row)
            jobs.enqueue(db, service.NOTIFY_SELLERS_JOB, {"wanted_id": row.id})
        else:
            row.ended_at, row.ended_reason = clock.now(), t(messages.CATEGORY_GONE)
            db.add(row)
            notifications.notify_ended(db, row)
    db.flush()
    return len(found)


OBSERVERS = {Dependent.WANTED: Observer(follows=_follow_catalog)}
