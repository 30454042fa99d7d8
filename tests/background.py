"""Does the work that jobs do in the background."""

from sqlmodel import Session

from marketplace.domain import jobs
from marketplace.jobs import schedule


def run_jobs(db: Session) -> None:
    """Run all jobs that are due, and those that they enqueue, without the schedule."""
    db.commit()
    while jobs.run_due(schedule.HANDLERS):
        pass
    db.expire_all()
