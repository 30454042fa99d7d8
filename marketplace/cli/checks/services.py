"""Checks of the services that the site depends on, and of the queues in its database."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from redis import Redis
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from marketplace.cli import schema
from marketplace.cli.checks.finding import Finding, bad, ok, warn
from marketplace.cli.checks.machine import describe_unwritable
from marketplace.cli.progress import first_line
from marketplace.core import clock, ids
from marketplace.db import replicas
from marketplace.db.database import MOST_CONNECTIONS, make_diagnostic_engine
from marketplace.domain import jobs, outbox
from marketplace.i18n.texts import t, tn
from marketplace.integrations.geocode import Location, Nominatim
from marketplace.integrations.mail import SmtpMailer, get_mailer
from marketplace.integrations.storage import get_store
from marketplace.jobs import indexer
from marketplace.models import Account, AccountKind
from marketplace.settings import get_settings

_MAX_CLOCK_SKEW = timedelta(seconds=5)
_MAX_JOB_DELAY = timedelta(hours=2)
_TIMEOUT_S = 5.0
_MAX_INDEX_LAG = 1_000


@contextmanager
def _connect() -> Iterator[Connection | None]:
    """Connect to the database without changing anything; None if the SQLite file does not exist."""
    engine = make_diagnostic_engine()
    if engine is None:
        yield None
        return
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def database() -> Iterator[Finding]:
    """Check the database and its schema."""
    try:
        with _connect() as connection:
            if connection is None:
                yield warn(t("There is no database yet; `serve` creates it."))
                return
            yield from _check_engine(connection)
            yield from _check_schema(connection)
            yield from _check_replicas(connection)
    except OperationalError as error:
        reason = first_line(error)
        yield bad(t("{reason}. Start the database, or check MARKETPLACE_DATABASE_URL.", reason=reason))


def _check_engine(connection: Connection) -> Iterator[Finding]:
    if connection.dialect.name == "sqlite":
        result = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        path = make_url(get_settings().database).database
        if result != "ok":
            yield bad(t("{path} is damaged ({reason}). Restore a backup.", path=path, reason=result))
        else:
            yield ok(t("SQLite, {path}", path=path))
        return
    now, version = connection.execute(text("SELECT now(), current_setting('server_version')")).one()
    yield ok(t("PostgreSQL {version}", version=version.split()[0]))
    yield from _check_clock(now)
    yield from _check_connections(connection)


def _check_connections(connection: Connection) -> Iterator[Finding]:
    limit = "current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
    most = connection.execute(text(f"SELECT {limit}")).scalar_one()
    needed = get_settings().workers * MOST_CONNECTIONS
    if needed > most:
        yield warn(
            t(
                "The workers of this machine may open {needed} connections, and PostgreSQL allows {most}. Set max_connections higher.",
                needed=needed,
                most=most,
            )
        )


def _check_clock(server_time: datetime) -> Iterator[Finding]:
    if abs(clock.now() - server_time) > _MAX_CLOCK_SKEW:
        yield warn(
            t(
                "Its clock differs from this machine's by {n} seconds. Synchronize both with a time server.",
                n=round(abs(clock.now() - server_time).total_seconds()),
            )
        )


def _check_schema(connection: Connection) -> Iterator[Finding]:
    present = schema.revision_of(connection)
    if present is None:
        yield warn(t("It is empty; `serve` creates its tables."))
    elif not schema.is_known(present):
        yield bad(t("Its schema is from a newer version (revision {present}). Update the program.", present=present))
    elif present != schema.newest_revision():
        yield warn(
            t(
                "Its schema is {present}, this program's is {newest}. Take a backup; then run `serve` or `migrate`.",
                present=present,
                newest=schema.newest_revision(),
            )
        )
    else:
        yield ok(t("schema {present}, the newest", present=present))


def _check_replicas(connection: Connection) -> Iterator[Finding]:
    if schema.revision_of(connection) != schema.newest_revision():
        return
    for name, problem in replicas.find_problems(connection).items():
        if problem:
            yield warn(
                t(
                    "Replica {name}: {reason}. Visitors read the primary meanwhile. "
                    "Start the replica, or check MARKETPLACE_DATABASE_REPLICA_URL.",
                    name=name,
                    reason=problem,
                )
            )
        else:
            yield ok(t("replica {name} is used", name=name))


def accounts() -> Iterator[Finding]:
    """Check the accounts: there is an administrator, and no demo account on a public site. Also check the queues."""
    try:
        yield from _check_accounts()
    except OperationalError:
        # The check of the database reports the missing tables.
        return


def _check_accounts() -> Iterator[Finding]:
    with _connect() as connection:
        if connection is None or schema.revision_of(connection) != schema.newest_revision():
            return
        db = Session(connection)
        admins = db.exec(select(Account.email).where(Account.kind == AccountKind.ADMIN)).all()
        demo = db.exec(select(Account.email).where(col(Account.email).endswith("@example.com"))).all()
        if not admins:
            yield warn(t("Nobody can approve ads. Run: python -m marketplace create-admin --email you@example.org"))
        else:
            yield ok(tn("{count} administrator", "{count} administrators", len(admins)))
        if known := {"buyer@example.com", "seller@example.com", "admin@example.com"}.intersection(demo):
            message = t(
                "There are demo accounts, and their password is in the README: {who}.", who=", ".join(sorted(known))
            )
            is_open = not get_settings().is_loopback
            yield (
                bad(t("{finding} Start a public site on an empty database.", finding=message))
                if is_open
                else ok(message)
            )
        yield from _check_queues(db)


def _check_queues(db: Session) -> Iterator[Finding]:
    queued_mails, failed_mails = outbox.count_open(db)
    queued_jobs, failed_jobs = jobs.count_open(db)
    if failed_mails:
        yield warn(
            tn(
                "{count} email failed; see /admin for the reason and to send it again.",
                "{count} emails failed; see /admin for the reasons and to send them again.",
                failed_mails,
            )
        )
    if failed_jobs:
        yield warn(
            tn(
                "{count} job failed; see the log for the reason.",
                "{count} jobs failed; see the log for the reasons.",
                failed_jobs,
            )
        )
    oldest = jobs.longest_due(db)
    if oldest and clock.now() - oldest > _MAX_JOB_DELAY:
        yield warn(
            t(
                "Jobs have been waiting since {moment}. Is the site running, or `python -m marketplace jobs` if "
                "JOBS_IN_APP is false?",
                moment=f"{oldest:%Y-%m-%d %H:%M} UTC",
            )
        )
    mails = tn("{count} email", "{count} emails", queued_mails)
    yield ok(t("queued: {mails}, {jobs}", mails=mails, jobs=tn("{count} job", "{count} jobs", queued_jobs)))


def search() -> Iterator[Finding]:
    """Check this machine's search index."""
    try:
        with _connect() as connection:
            behind = indexer.lag(Session(connection)) if connection else None
    except OperationalError:
        # The check of the database reports it.
        return
    percent = indexer.index_folder().percent_built
    if percent is not None:
        yield ok(t("A new search index is {percent} % built.", percent=percent))
    elif behind is None:
        yield warn(t("There is no search index yet; the site builds it when it starts."))
    if behind is None:
        return
    if behind > _MAX_INDEX_LAG:
        message = t("The search index is {n} changes behind.", n=f"{behind:,}")
        yield warn(t("{finding} Is the site running, or `python -m marketplace jobs`?", finding=message))
    else:
        yield ok(t("{n} changes behind", n=behind))


def redis() -> Iterator[Finding]:
    """Check Redis: connection, write access and clock."""
    url = get_settings().redis_url
    if not url:
        yield ok(t("not used: one worker, in process"))
        return
    try:
        client = Redis.from_url(url, socket_timeout=_TIMEOUT_S, socket_connect_timeout=_TIMEOUT_S)
        seconds, _ = client.time()  # pyright: ignore
        key = f"marketplace:doctor:{ids.new_id()}"
        client.set(key, "1", ex=10)
        client.delete(key)
    except Exception as error:
        yield bad(t("{reason}. Start Redis, or check MARKETPLACE_REDIS_URL.", reason=first_line(error)))
        return
    yield ok(t("answers and is writable; {n} workers", n=get_settings().workers))
    yield from _check_clock(datetime.fromtimestamp(seconds, UTC))


def media() -> Iterator[Finding]:
    """Check the media store. In an S3 store, an object is written, read and deleted; a folder is only looked at."""
    where = get_settings().media_url
    if not where:
        folder = get_settings().data_dir / "media"
        if problem := describe_unwritable(folder):
            yield bad(t("{finding} Let this user write there, or set MARKETPLACE_MEDIA_URL.", finding=problem))
        else:
            yield ok(t("files in {path}", path=folder))
        return
    key = f"doctor/{ids.new_id()}"
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
        ok(t("{where}: writing, reading and deleting work", where=where))
        if read == b"doctor"
        else bad(t("{where} does not return what was written.", where=where))
    )


def mail() -> Iterator[Finding]:
    """Check the mail server."""
    mailer = get_mailer()
    if not isinstance(mailer, SmtpMailer):
        message = t("Emails are written to {path}", path=get_settings().data_dir / "outbox")
        if get_settings().is_loopback:
            yield ok(message)
        else:
            yield bad(t("{finding}, so nobody gets a one-time code. Set MARKETPLACE_SMTP_URL.", finding=message))
        return
    try:
        mailer.probe()
    except Exception as error:
        yield bad(
            t("{reason}. Check MARKETPLACE_SMTP_URL; emails stay queued until it works.", reason=first_line(error))
        )
        return
    yield ok(t("the server answers; emails are sent from {sender}", sender=get_settings().sender))


class _NoFallback:
    def locate(self, latitude: float, longitude: float) -> Location | None:
        del latitude, longitude
        return None


def geocoder() -> Iterator[Finding]:
    """Check the geocoding server, without its offline fallback."""
    settings = get_settings()
    if not settings.geocoder_url:
        yield ok(t("offline place names"))
        return
    server = Nominatim(settings.geocoder_url, _NoFallback(), user_agent=f"{settings.site_name} ({settings.url})")
    location = server.locate(12.9716, 77.5946)
    if location is None:
        yield warn(
            t(
                "{url} returns no name for Bengaluru, so offline names are used. Check MARKETPLACE_GEOCODER_URL.",
                url=settings.geocoder_url,
            )
        )
    else:
        yield ok(t("answers ({city})", city=location.city))
