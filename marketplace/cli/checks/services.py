"""Checks of what the site depends on, and of what waits in its database."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from redis import Redis
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from marketplace import clock, ids
from marketplace.cli import schema
from marketplace.cli.checks.notes import Note, bad, ok, warn
from marketplace.cli.progress import first_line
from marketplace.database import get_engine
from marketplace.domain import jobs, outbox
from marketplace.integrations.geocode import Location, Nominatim
from marketplace.integrations.mail import SmtpMailer, get_mailer
from marketplace.integrations.storage import get_store
from marketplace.models import Account, AccountKind
from marketplace.settings import get_settings
from marketplace.texts import t

_SKEW = timedelta(seconds=5)
_LATE_JOBS = timedelta(hours=2)
_PATIENCE_S = 5.0


def database() -> Iterator[Note]:
    """The database and its schema."""
    try:
        with get_engine().connect() as connection:
            yield from _engine_of(connection)
            yield from _schema_of(connection)
    except OperationalError as error:
        reason = first_line(error)
        yield bad(t("{reason}. Start the database, or check MARKETPLACE_DATABASE_URL.", reason=reason))


def _engine_of(connection: Connection) -> Iterator[Note]:
    if connection.dialect.name == "sqlite":
        said = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        name = connection.engine.url.database
        if said != "ok":
            yield bad(t("{path} is damaged ({said}). Restore a backup.", path=name, said=said))
        else:
            yield ok(t("SQLite, {path}", path=name))
        return
    now, version = connection.execute(text("SELECT now(), current_setting('server_version')")).one()
    yield ok(t("PostgreSQL {version}", version=version.split()[0]))
    yield from _clock_of(now)


def _clock_of(theirs: datetime) -> Iterator[Note]:
    if abs(clock.now() - theirs) > _SKEW:
        yield warn(
            t(
                "Its clock differs from this machine's by {n} seconds. Let both follow a time server.",
                n=round(abs(clock.now() - theirs).total_seconds()),
            )
        )


def _schema_of(connection: Connection) -> Iterator[Note]:
    present = schema.revision_of(connection)
    if present is None:
        yield warn(t("It is empty; `serve` makes its tables."))
    elif not schema.knows(present):
        yield bad(t("It is from a newer version (revision {present}). Update the program.", present=present))
    elif present != schema.newest():
        yield warn(
            t(
                "Its schema is {present}, this program's is {newest}. Take a backup; then `serve` or `migrate` "
                "brings it up.",
                present=present,
                newest=schema.newest(),
            )
        )
    else:
        yield ok(t("schema {present}, the newest", present=present))


def people() -> Iterator[Note]:
    """Who can look after the site, and who should not be there."""
    try:
        yield from _people()
    except OperationalError:
        # Told as the database's.
        return


def _people() -> Iterator[Note]:
    with get_engine().connect() as connection:
        if schema.revision_of(connection) != schema.newest():
            return
        db = Session(connection)
        admins = db.exec(select(Account.email).where(Account.kind == AccountKind.ADMIN)).all()
        demo = db.exec(select(Account.email).where(col(Account.email).endswith("@example.com"))).all()
        if not admins:
            yield warn(t("Nobody can approve ads. Run: python -m marketplace create-admin --email you@example.org"))
        else:
            yield ok(t("{n} who can approve ads", n=len(admins)))
        if known := {"buyer@example.com", "seller@example.com", "admin@example.com"}.intersection(demo):
            said = t(
                "Demo accounts are there, and their password is in the README: {who}.", who=", ".join(sorted(known))
            )
            is_open = not get_settings().is_loopback
            yield bad(t("{said} Start a public site on an empty database.", said=said)) if is_open else ok(said)
        yield from _waiting(db)


def _waiting(db: Session) -> Iterator[Note]:
    mails, lost_mails = outbox.count_open(db)
    undone, given_up = jobs.count_open(db)
    if lost_mails:
        yield warn(t("{n} mails were given up; /admin tells why and sends them again.", n=lost_mails))
    if given_up:
        yield warn(t("{n} jobs were given up; the log tells why.", n=given_up))
    late = jobs.waiting_since(db)
    if late and clock.now() - late > _LATE_JOBS:
        yield warn(
            t(
                "Jobs have waited since {moment}. Is the site running, or `python -m marketplace jobs` where "
                "JOBS_IN_APP is false?",
                moment=f"{late:%Y-%m-%d %H:%M} UTC",
            )
        )
    yield ok(t("{mails} mails and {jobs} jobs wait", mails=mails, jobs=undone))


def redis() -> Iterator[Note]:
    """What several workers share."""
    url = get_settings().redis_url
    if not url:
        yield ok(t("not used: one worker, in process"))
        return
    try:
        there = Redis.from_url(url, socket_timeout=_PATIENCE_S, socket_connect_timeout=_PATIENCE_S)
        seconds, _ = there.time()  # pyright: ignore
        key = f"marketplace:doctor:{ids.new_id()}"
        there.set(key, "1", ex=10)
        there.delete(key)
    except Exception as error:
        yield bad(t("{reason}. Start Redis, or check MARKETPLACE_REDIS_URL.", reason=first_line(error)))
        return
    yield ok(t("answers and can be written; {n} workers", n=get_settings().workers))
    yield from _clock_of(datetime.fromtimestamp(seconds, UTC))


def media() -> Iterator[Note]:
    """The store of photos: written, read and removed."""
    key = f"doctor/{ids.new_id()}"
    where = get_settings().media_url or get_settings().data_dir / "media"
    try:
        store = get_store()
        store.put(key, b"doctor", "text/plain")
        read = store.read(key)
        store.delete([key])
    except Exception as error:
        reason = first_line(error)
        yield bad(
            t(
                "{where} fails: {reason}. Check MARKETPLACE_MEDIA_URL, S3_ENDPOINT and the AWS_ keys.",
                where=where,
                reason=reason,
            )
        )
        return
    yield (
        ok(t("{where}: written, read and removed", where=where))
        if read == b"doctor"
        else bad(t("{where} does not give back what was written.", where=where))
    )


def mail() -> Iterator[Note]:
    """The mail server."""
    mailer = get_mailer()
    if not isinstance(mailer, SmtpMailer):
        said = t("Mails are written to {path}", path=get_settings().data_dir / "outbox")
        if get_settings().is_loopback:
            yield ok(said)
        else:
            yield bad(t("{said}, so nobody gets a one-time code. Set MARKETPLACE_SMTP_URL.", said=said))
        return
    try:
        mailer.probe()
    except Exception as error:
        yield bad(t("{reason}. Check MARKETPLACE_SMTP_URL; mails wait meanwhile.", reason=first_line(error)))
        return
    yield ok(t("the server answers; mails come from {sender}", sender=get_settings().sender))


class _Nowhere:
    def locate(self, latitude: float, longitude: float) -> Location | None:
        del latitude, longitude
        return None


def geocoder() -> Iterator[Note]:
    """The server of place names, without the offline names that stand in for it."""
    settings = get_settings()
    if not settings.geocoder_url:
        yield ok(t("offline place names"))
        return
    asked = Nominatim(settings.geocoder_url, _Nowhere(), user_agent=f"{settings.site_name} ({settings.url})")
    found = asked.locate(12.9716, 77.5946)
    if found is None:
        yield warn(
            t(
                "{url} gives no name for Bengaluru, so offline names are used. Check MARKETPLACE_GEOCODER_URL.",
                url=settings.geocoder_url,
            )
        )
    else:
        yield ok(t("answers ({city})", city=found.city))
