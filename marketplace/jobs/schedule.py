"""Scheduled tasks. Each is enqueued as one job per period, by whichever worker comes first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlmodel import Session

import marketplace.observers  # noqa: F401  registers them
from marketplace.db import change_log
from marketplace.db.database import unit_of_work
from marketplace.domain import (
    accounts,
    ads,
    breaches,
    cases,
    catalog,
    chat,
    content,
    deals,
    effects,
    grievances,
    handovers,
    jobs,
    listings,
    media,
    moderation,
    once,
    outbox,
    personal_data,
    rentals,
    reviews,
    saved_searches,
    wanted,
    wishlist,
)
from marketplace.settings import get_settings

# People per step, so that an ad with many matches does not hold the write lock for long.
_MATCHES_PER_STEP = 200
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ScheduledTask:
    """A recurring task, at the same round times on every machine: its handler is called until it returns 0, the number of items done."""

    kind: str
    interval: timedelta
    handler: jobs.Handler | jobs.DetachedHandler

    def key(self, now: datetime) -> str:
        """Return the deduplication key of the period that `now` is in."""
        start = now - (now - _EPOCH) % self.interval
        return f"{self.kind}:{start:%Y-%m-%dT%H:%M}"


def _step(step: Callable[[Session], int]) -> jobs.Handler:
    """Return a job handler that ignores the payload."""
    return lambda db, _payload: step(db)


def _remove_orphans(db: Session) -> int:
    return ads.release_files(db) + media.remove_orphans(
        db, older_than=timedelta(hours=get_settings().upload_orphan_hours)
    )


def _find_candidates(db: Session, payloads: Sequence[Mapping[str, Any]]) -> Mapping[str, frozenset[str]]:
    return saved_searches.find_candidates(db, {payload["ad_id"] for payload in payloads})


def _announce_ad(db: Session, payload: Mapping[str, Any], candidates: Mapping[str, frozenset[str]]) -> int:
    """Tell of an ad: its price to those who saved it, then saved searches that match it, then its seller of wanted ads that it fits."""
    since, asking, ad_id = payload.get("saved_since"), payload.get("asking", ""), payload["ad_id"]
    told = wishlist.tell_price_drop(db, ad_id)
    alerted = told or saved_searches.match_ad(
        db,
        ad_id,
        candidates=candidates.get(ad_id, frozenset()),
        limit=_MATCHES_PER_STEP,
        saved_since=datetime.fromisoformat(since) if since else None,
        asking=asking,
        before=payload.get("before", ""),
    )
    return alerted or wanted.notify_about_ad(db, ad_id, limit=_MATCHES_PER_STEP)


def _notify_sellers(db: Session, payload: Mapping[str, Any]) -> int:
    return wanted.notify_sellers(db, payload["wanted_id"], limit=_MATCHES_PER_STEP)


def _remove_strays(_payload: Mapping[str, Any]) -> int:
    media.remove_strays(older_than=timedelta(hours=get_settings().upload_orphan_hours))
    # One call processes the whole store, so nothing is left.
    return 0


def _hash_missing(_payload: Mapping[str, Any]) -> int:
    return media.hash_missing()


def _read_missing(_payload: Mapping[str, Any]) -> int:
    return moderation.read_missing()


TASKS = (
    ScheduledTask("ads.expire_due", timedelta(minutes=10), _step(ads.expire_due)),
    ScheduledTask("ads.remind_expiring", timedelta(hours=1), _step(ads.remind_expiring)),
    ScheduledTask("ads.ask_sellers", timedelta(hours=1), _step(ads.ask_sellers)),
    ScheduledTask("ads.age_unanswered", timedelta(hours=1), _step(ads.age_unanswered)),
    ScheduledTask("ads.end_pauses", timedelta(minutes=10), _step(ads.end_pauses)),
    ScheduledTask("deals.expire_deals", timedelta(minutes=5), _step(deals.expire_deals)),
    ScheduledTask("deals.remind_meetups", timedelta(minutes=5), _step(deals.remind_meetups)),
    ScheduledTask("handovers.remind_meetups", timedelta(minutes=5), _step(handovers.remind_meetups)),
    ScheduledTask("deals.expire_offers", timedelta(minutes=5), _step(deals.expire_offers)),
    ScheduledTask("rentals.expire_enquiries", timedelta(minutes=5), _step(rentals.expire_enquiries)),
    ScheduledTask("reviews.reveal_due", timedelta(minutes=5), _step(reviews.reveal_due)),
    ScheduledTask("chat.mail_digests", timedelta(minutes=5), _step(chat.mail_digests)),
    ScheduledTask("search.send_alerts", timedelta(minutes=10), _step(saved_searches.send_alerts)),
    ScheduledTask("wanted.remind_expiring", timedelta(hours=1), _step(wanted.remind_expiring)),
    ScheduledTask("wanted.mail_sellers", timedelta(minutes=20), _step(wanted.mail_sellers)),
    ScheduledTask("search.prune_changes", timedelta(days=1), _step(listings.prune_changes)),
    ScheduledTask("cache.prune_changes", timedelta(hours=1), _step(change_log.prune)),
    ScheduledTask("catalog.add_up_counts", timedelta(minutes=10), _step(catalog.add_up_counts)),
    ScheduledTask("media.remove_orphans", timedelta(hours=1), _step(_remove_orphans)),
    ScheduledTask("media.remove_strays", timedelta(days=1), jobs.DetachedHandler(_remove_strays)),
    ScheduledTask("media.hash_missing", timedelta(hours=1), jobs.DetachedHandler(_hash_missing)),
    ScheduledTask("moderation.read_missing", timedelta(minutes=5), jobs.DetachedHandler(_read_missing)),
    ScheduledTask("accounts.forget_expired", timedelta(hours=1), _step(accounts.forget_expired)),
    ScheduledTask("accounts.end_suspensions", timedelta(minutes=5), _step(accounts.end_suspensions)),
    ScheduledTask("accounts.erase_dormant", timedelta(hours=1), _step(personal_data.erase_dormant)),
    ScheduledTask("cases.forget_expired", timedelta(days=1), _step(cases.forget_expired)),
    ScheduledTask("grievances.escalate", timedelta(minutes=5), _step(grievances.escalate)),
    ScheduledTask("grievances.forget_expired", timedelta(hours=1), _step(grievances.forget_expired)),
    ScheduledTask("content.remind_of_rules", timedelta(days=1), _step(content.remind_of_rules)),
    ScheduledTask("once.forget_old", timedelta(hours=1), _step(once.forget_old)),
    ScheduledTask("outbox.forget_old", timedelta(hours=1), _step(outbox.forget_old)),
    ScheduledTask("jobs.forget_old", timedelta(hours=1), _step(jobs.forget_old)),
)
# Handlers of jobs that transactions enqueue.
ENQUEUED: Mapping[str, jobs.AnyHandler] = {
    ads.SEARCH_ALERTS_JOB: jobs.BatchHandler(_find_candidates, _announce_ad),
    effects.JOB: effects.carry_out,
    ads.RESTORED_JOB: ads.go_on_after_restoring,
    ads.READ_TEXT_JOB: jobs.DetachedHandler(lambda payload: moderation.read_submitted(payload["ad_id"])),
    chat.PHOTO_CHECK_JOB: jobs.DetachedHandler(lambda payload: chat.check_photos(payload["message_id"])),
    wanted.NOTIFY_SELLERS_JOB: _notify_sellers,
    wishlist.TELL_JOB: wishlist.tell,
    chat.PUSH_JOB: jobs.DetachedHandler(chat.push_message),
    breaches.NOTIFY_JOB: breaches.notify_affected,
    content.PUSH_JOB: jobs.DetachedHandler(content.push_notification),
    reviews.FINISH_JOB: reviews.finish,
    media.ERASE_JOB: media.ERASE,
    personal_data.ERASE_JOB: jobs.DetachedHandler(personal_data.erase_rest),
    media.HASH_JOB: jobs.DetachedHandler(lambda payload: media.hash_now(payload["upload_ids"])),
    media.HIDE_JOB: jobs.DetachedHandler(lambda payload: media.hide_now(payload["upload_ids"])),
}
HANDLERS: Mapping[str, jobs.AnyHandler] = {task.kind: task.handler for task in TASKS} | ENQUEUED


class Scheduler:
    """Enqueues the scheduled tasks. It remembers the last period of each task, to query the database only once per period."""

    def __init__(self) -> None:
        self._enqueued: dict[str, str] = {}

    def enqueue_due(self, now: datetime) -> None:
        """Enqueue the jobs of the periods that `now` is in, unless another worker did."""
        due = {task.kind: key for task in TASKS if self._enqueued.get(task.kind) != (key := task.key(now))}
        if not due:
            return
        with unit_of_work() as db:
            for kind, key in due.items():
                jobs.enqueue(db, kind, dedupe_key=key, due_at=now)
        self._enqueued |= due
