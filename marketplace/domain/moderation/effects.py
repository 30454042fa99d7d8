"""Observer of appeals: one against a decision that no longer stands is closed.

Its owner caused that, or is told of the event itself.
"""

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain.effects import Dependent, Event, Observer, Occasion
from marketplace.domain.moderation import appeal_queries, messages
from marketplace.i18n.texts import t
from marketplace.models import AppealStatus

_WHY = {
    Event.AD_SUBMITTED: messages.APPEAL_MOOT_SUBMITTED,
    Event.AD_APPROVED: messages.APPEAL_MOOT_APPROVED,
    Event.AD_DELETED: messages.APPEAL_MOOT_DELETED,
    Event.AD_REASSIGNED: messages.APPEAL_MOOT_DELETED,
    Event.SELLER_RESTORED: messages.APPEAL_MOOT_RESTORED,
    Event.BUYER_RESTORED: messages.APPEAL_MOOT_RESTORED,
    Event.SELLER_DELETED: messages.APPEAL_MOOT_DELETED,
    Event.BUYER_DELETED: messages.APPEAL_MOOT_DELETED,
}


def _close(db: Session, occasion: Occasion) -> int:
    found = appeal_queries.lock_open_of(db, occasion.subject_id)
    for appeal in found:
        appeal.status, appeal.note, appeal.closed_at = AppealStatus.MOOT, t(_WHY[occasion.event]), clock.now()
        db.add(appeal)
    db.flush()
    return len(found)


OBSERVERS = {Dependent.APPEAL: Observer(ends=_close)}
