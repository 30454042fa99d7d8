"""Helpers shared by job tests: enqueue a job, a handler with a countable effect, and reading results."""

from sqlmodel import Session, select

from marketplace.db import database
from marketplace.domain import jobs
from marketplace.models import Job, OutboxMail


def promise(kind="greet", payload=None, **options) -> None:
    with database.unit_of_work() as work:
        jobs.enqueue(work, kind, payload, **options)


def the_job(db: Session) -> Job:
    return db.exec(select(Job).execution_options(populate_existing=True)).one()


def write(db: Session, to: str) -> None:
    """A handler whose effect can be counted."""
    db.add(OutboxMail(to=to, subject="x", text="x", purpose="test"))
    db.flush()


def written(db: Session) -> list[str]:
    return list(db.exec(select(OutboxMail.to).where(OutboxMail.purpose == "test").order_by(OutboxMail.id)))


def greet(db, payload):
    write(db, payload["to"])
    return 0
