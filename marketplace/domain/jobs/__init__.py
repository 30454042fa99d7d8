"""Later work: promised inside the business transaction, done after it, once among all workers."""

from marketplace.domain.jobs.running import Apart, Handler, run_due
from marketplace.domain.jobs.service import enqueue, forget_old

__all__ = ["Apart", "Handler", "enqueue", "forget_old", "run_due"]
