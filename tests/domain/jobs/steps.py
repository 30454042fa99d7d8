"""What the tests of jobs share: promising, a handler whose effect can be counted, and looking."""

from sqlmodel import Session, select

from marketplace import database
from marketplace.domain import jobs
from marketplace.models import Job, OutboxMail


def promise(kind="greet", payload=None, **options) -> None:
    with database.unit_of_work() as work:
        jobs.enqueue(work, kind, payload, **options)


def the_job(db: Session) -> Job:
    return db.exec(select(Job).execution_options(populate_existing=True)).one()


def write(db: Session, to: str) -> None:
    """An effect that can be counted."""
    db.add(OutboxMail(to=to, subject="x", text="x", purpose="test"))
    db.flush()


def written(db: Session) -> list[str]:
    return list(db.exec(select(OutboxMail.to).where(OutboxMail.purpose == "test").order_by(OutboxMail.id)))


def greet(db, payload):
    write(db, payload["to"])
    return 0
