"""Background jobs: enqueued inside the business transaction, run after it commits, by one worker each."""

from marketplace.domain.jobs.queries import longest_due
from marketplace.domain.jobs.service import bring_forward, count_open, enqueue, forget_old
from marketplace.domain.jobs.worker import AnyHandler, BatchHandler, DetachedHandler, Handler, run_due
