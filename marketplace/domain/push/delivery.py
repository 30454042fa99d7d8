"""Jobs that send to browsers, one for each subscription, so that a retry doesn't repeat what others have received."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import structlog
from sqlmodel import Session

from marketplace.core import clock
from marketplace.db.database import read_only, unit_of_work
from marketplace.domain import jobs
from marketplace.domain.push import queries, rules
from marketplace.domain.push.schemas import PushMessage
from marketplace.integrations import web_push

log = structlog.get_logger()


def enqueue(
    db: Session, account_id: str, kind: str, payload: Mapping[str, Any], *, due_at: datetime | None = None
) -> None:
    """Enqueue a job for each browser of the account, whose handler calls `deliver`; the payload has ids of what is sent."""
    for subscription_id in queries.list_ids(db, account_id):
        jobs.enqueue(db, kind, {**payload, "subscription_id": subscription_id}, due_at=due_at)


def deliver(payload: Mapping[str, Any], compose: Callable[[Session], PushMessage | None]) -> int:
    """Send to the browser that the payload of a job names, without an open transaction meanwhile.

    Nothing is sent if the subscription, its session or its account has ended. A subscription that the push service doesn't
    know any more is deleted.

    Args:
        compose: returns what the browser shows; None if that is out of date.

    Returns:
        0, since the job is done in one step.

    Raises:
        PushError, httpx.HTTPError: the push service is unavailable; the job is tried again.
    """
    with read_only() as db:
        target = queries.find_running(db, payload["subscription_id"], clock.now())
        message = compose(db) if target else None
    # The setting may be narrower than when the browser subscribed.
    if target is None or message is None or not rules.is_known_service(target.endpoint):
        return 0
    try:
        web_push.send(*target, message.encode())
    except web_push.PushError as error:
        if error.ended:
            with unit_of_work() as db:
                queries.delete_one(db, payload["subscription_id"])
        elif error.permanent:
            log.warning("push_refused", problem=str(error))
        else:
            raise
    return 0
