"""The thread that does jobs: what commits promised for later, and what the clock asks for."""

from marketplace import clock, postgres
from marketplace.background import Background
from marketplace.domain import jobs
from marketplace.settings import get_settings
from marketplace.upkeep import HANDLERS, Rota


class Caretaker(Background):
    """Does jobs while it runs; any number of them, in any number of processes, do each job once."""

    name = "caretaker"
    topic = "jobs"

    def __init__(self) -> None:
        super().__init__()
        self._rota = Rota()

    @property
    def poll_s(self) -> float:
        """JOB_POLL_S."""
        return get_settings().job_poll_s

    def do_round(self) -> None:
        """Promise what the clock asks for, and do jobs until none is due."""
        # A step whose claim has lapsed is somebody else's.
        with postgres.patience(get_settings().job_lock_s):
            self._rota.write_due(clock.now())
            while self.goes_on() and jobs.run_due(HANDLERS, limit=10, goes_on=self.goes_on):
                pass
