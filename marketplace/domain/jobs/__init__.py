"""Later work: promised inside the business transaction, done after it, once among all workers."""

from marketplace.domain.jobs.running import Apart, Handler, run_due
from marketplace.domain.jobs.service import count_open, enqueue, forget_old, waiting_since

__all__ = ["Apart", "Handler", "count_open", "enqueue", "forget_old", "run_due", "waiting_since"]
