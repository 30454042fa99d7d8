"""Observer of appeals: one against a decision that no longer stands is closed.

Its owner caused that, or is told of the event itself.
"""

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain.effects import Dependent, Observer, Occasion
from marketplace.domain.moderation import appeal_queries, messages
from marketplace.i18n.texts import t
from marketplace.models import AppealStatus


def _close(db: Session, occasion: Occasion) -> None:
    for appeal in appeal_queries.lock_open_of(db, occasion.subject_id):
        appeal.status, appeal.note, appeal.closed_at = (
            AppealStatus.MOOT,
            t(messages.APPEAL_MOOT_REASONS[occasion.event]),
            clock.now(),
        )
        db.add(appeal)
    db.flush()


OBSERVERS = {Dependent.APPEAL: Observer(ends=_close)}
