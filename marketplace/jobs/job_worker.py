"""The thread that runs jobs: those enqueued by transactions, and scheduled tasks."""

from marketplace.core import clock
from marketplace.db import postgres
from marketplace.domain import jobs
from marketplace.jobs.background import BackgroundThread
from marketplace.jobs.schedule import HANDLERS, Scheduler
from marketplace.settings import get_settings

# Most jobs of one kind that are run together, because they share work: ads are matched against all saved searches in one pass.
_BATCH = 200


class JobWorker(BackgroundThread):
    """Runs jobs. Several workers, also in several processes, share the queue: each job is run by one of them."""

    name = "job-worker"
    topic = "jobs"

    def __init__(self) -> None:
        super().__init__()
        self._scheduler = Scheduler()

    @property
    def poll_s(self) -> float:
        """JOB_POLL_S."""
        return get_settings().job_poll_s

    def run_once(self) -> None:
        """Enqueue due scheduled tasks, then run jobs until none is due."""
        # A statement must not outlast the claim on its job, because another worker may take the job then.
        with postgres.statement_timeout(get_settings().job_lock_s):
            self._scheduler.enqueue_due(clock.now())
            while self.should_continue() and jobs.run_due(HANDLERS, limit=_BATCH, should_continue=self.should_continue):
                pass
