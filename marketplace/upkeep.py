"""What the clock asks for: each duty, how often, and its promise to be done once in a period by all workers together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlmodel import Session

from marketplace.database import unit_of_work
from marketplace.domain import accounts, ads, catalog, chat, jobs, media, outbox, search
from marketplace.settings import get_settings

# People in one step, so that a sought-after ad keeps nobody else from writing for long.
_TOLD_AT_ONCE = 200
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Duty:
    """Work that comes back.

    Attributes:
        kind: of the job it becomes, once in each period.
        every: length of the period; periods begin at round times of day, the same on every machine.
        handler: does a batch and answers how many things that were; it is called until that is 0.
    """

    kind: str
    every: timedelta
    handler: jobs.Handler | jobs.Apart

    def key(self, now: datetime) -> str:
        """Names the period that `now` is in; whoever comes first in it makes the job."""
        begin = now - (now - _EPOCH) % self.every
        return f"{self.kind}:{begin:%Y-%m-%dT%H:%M}"


def _step(step: Callable[[Session], int]) -> jobs.Handler:
    """The handler that a step without a payload is."""
    return lambda db, _payload: step(db)


def _remove_orphans(db: Session) -> int:
    return media.remove_orphans(db, older_than=timedelta(hours=get_settings().upload_orphan_hours))


def _tell_searches(db: Session, payload: Mapping[str, Any]) -> int:
    since, asking = payload.get("saved_since"), payload.get("asking", "")
    saved_since = datetime.fromisoformat(since) if since else None
    return search.match_saved(db, payload["ad_id"], limit=_TOLD_AT_ONCE, saved_since=saved_since, asking=asking)


def _make_segments(_payload: Mapping[str, Any]) -> int:
    return search.make_segments()


def _remove_strays(_payload: Mapping[str, Any]) -> int:
    media.remove_strays(older_than=timedelta(hours=get_settings().upload_orphan_hours))
    # It went through the whole store at once.
    return 0


DUTIES = (
    Duty("ads.expire_due", timedelta(minutes=10), _step(ads.expire_due)),
    Duty("ads.remind_expiring", timedelta(hours=1), _step(ads.remind_expiring)),
    Duty("chat.mail_digests", timedelta(minutes=5), _step(chat.mail_digests)),
    Duty("search.send_alerts", timedelta(minutes=10), _step(search.send_alerts)),
    Duty("search.make_segments", timedelta(minutes=5), jobs.Apart(_make_segments)),
    Duty("catalog.add_up_counts", timedelta(minutes=10), _step(catalog.add_up_counts)),
    Duty("media.remove_orphans", timedelta(hours=1), _step(_remove_orphans)),
    Duty("media.remove_strays", timedelta(days=1), jobs.Apart(_remove_strays)),
    Duty("accounts.forget_expired", timedelta(hours=1), _step(accounts.forget_expired)),
    Duty("outbox.forget_old", timedelta(hours=1), _step(outbox.forget_old)),
    Duty("jobs.forget_old", timedelta(hours=1), _step(jobs.forget_old)),
)
# What happens after something else did, as soon as there is a worker.
PROMISED: Mapping[str, jobs.Handler | jobs.Apart] = {
    ads.TELL_SEARCHES: _tell_searches,
    media.ERASE_JOB: media.ERASE,
    media.HIDE_JOB: jobs.Apart(lambda payload: media.hide_now(payload["upload_ids"])),
}
HANDLERS: Mapping[str, jobs.Handler | jobs.Apart] = {duty.kind: duty.handler for duty in DUTIES} | PROMISED


class Rota:
    """Remembers which periods this process has seen to, so that the database is asked once in each."""

    def __init__(self) -> None:
        self._seen: dict[str, str] = {}

    def write_due(self, now: datetime) -> None:
        """Promise the jobs of the periods that `now` is in, unless another worker has."""
        fresh = {duty.kind: key for duty in DUTIES if self._seen.get(duty.kind) != (key := duty.key(now))}
        if not fresh:
            return
        with unit_of_work() as db:
            for kind, key in fresh.items():
                jobs.enqueue(db, kind, dedupe_key=key, due_at=now)
        self._seen |= fresh
