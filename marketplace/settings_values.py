"""What the value of a setting may be; each check gives the value back or says in one sentence what it should look like."""

import math
import re
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

# Delays and waits that may be left out, and things that may be done without. Any other number that is zero would stop
# what it measures.
MAY_BE_ZERO = frozenset(
    {
        "trusted_proxy_hops",
        "metrics_port",
        "ready_answers_mb",
        "ready_answers_s",
        "recently_viewed",
        "login_prompt_ms",
        "login_close_ms",
        "reset_return_ms",
        "chat_autosend_ms",
        "chat_scroll_ms",
        "new_badge_days",
        "sold_visible_days",
        "expiry_reminder_days",
        "saved_searches_max",
        "upload_orphan_hours",
        "digest_after_minutes",
        "max_photos_per_message",
        "profile_images",
        "last_seen_s",
        "mail_backoff_s",
        "mail_keep_days",
        "job_backoff_s",
        "job_keep_days",
    }
)
_CENTURY_DAYS = 36_500
# Timers of browsers and of PostgreSQL count milliseconds in 32 bits, which is less than 25 days; a page would poll without
# a pause beyond that.
_TIMER_DAYS = 20
# By the unit at the end of a setting's name. A hundred years from now, either way, is a date that every database has.
_LONGEST = {
    "ms": _TIMER_DAYS * 86_400_000,
    "s": _TIMER_DAYS * 86_400,
    "minutes": _CENTURY_DAYS * 1_440,
    "hours": _CENTURY_DAYS * 24,
    "days": _CENTURY_DAYS,
    "years": 100,
}
# Numbers are stored in columns of 32 bits.
_COUNTED = 2**31 - 1
# Ids that one statement names: PostgreSQL takes 65,535 values.
_NAMED = 10_000
MOST: dict[str, float] = {
    # All of them are drawn before they are loaded, in the compiled page too.
    "home_section_size": 100,
    "page_size": _NAMED,
    "page_size_max": _NAMED,
    "recently_viewed": _NAMED,
    "max_images_per_ad": _NAMED,
    "max_photos_per_message": _NAMED,
    "profile_images": _NAMED,
    "saved_searches_max": _NAMED,
    # The width of its column.
    "message_max_length": 4_000,
    # Above it nothing would be left of a degree.
    "map_rounding_degrees": 1,
    # What passlib hashes is 4,096 bytes at most, and a character may be four.
    "password_max_length": 1_000,
    # Everybody who signs in waits for them.
    "argon2_time_cost": 100,
    "argon2_memory_kib": 4 * 1024 * 1024,
    "argon2_parallelism": 64,
    # The longest side that WebP has.
    "image_stored_px": 16_383,
    # The parts that a form may have (api/routes/uploads.py).
    "upload_max_files": 100,
}
# A tenth of a metre; below it coordinates have more digits than databases count with.
LEAST: dict[str, float] = {"map_rounding_degrees": 0.000001}
# Who looks more often than that does nothing else.
_SHORTEST_S = 0.01
# It stands alone in a header, so no name and no brackets.
_MAILBOX = re.compile(r"[^@\s<>,;:\"]+@[^@\s<>,;:\"]+")


def bounds(name: str) -> tuple[float, float]:
    """The least and the most that the number of this setting can be; what may be zero is not bound by the least."""
    unit = name.rpartition("_")[2]
    least = LEAST.get(name, _SHORTEST_S if unit == "s" else 0)
    return least, MOST.get(name, _LONGEST.get(unit, _COUNTED))


def number(name: str, value: float) -> None:
    """A number that the setting of this name can have.

    Raises:
        ValueError: it is none, too small, too large, or endless.
    """
    if not math.isfinite(value):
        raise ValueError("must be a number")
    if value < 0 or (value == 0 and name not in MAY_BE_ZERO):
        raise ValueError("must not be negative" if name in MAY_BE_ZERO else "must be above 0")
    least, most = bounds(name)
    if 0 < value < least:
        raise ValueError(f"must not be below {f'{least:f}'.rstrip('0')}")
    if value > most:
        raise ValueError(f"must not be above {most:,}")


def _address(value: str, schemes: tuple[str, ...], example: str, *, needs_host: bool = True) -> str:
    """Raises ValueError where it has another scheme, no host, or a port that is none; `urlsplit` itself is late to look."""
    try:
        parts = urlsplit(value)
        fits = parts.scheme in schemes and (bool(parts.hostname) or not needs_host) and parts.port != 0
    except ValueError:
        fits = False
    if value and not fits:
        raise ValueError(f"must look like {example}")
    return value


def site(value: str) -> str:
    """The address of the site, without a slash at the end."""
    value = _address(value.rstrip("/"), ("http", "https"), "https://market.example.org")
    parts = urlsplit(value)
    # Pages, files and cookies lie at the root of their name.
    if parts.path or parts.query or parts.fragment:
        raise ValueError("must be without a path, like https://market.example.org")
    return value


def database(value: str) -> str:
    """The address of the database, with the driver's name in it."""
    if value.startswith(("postgres://", "postgresql://")):
        value = "postgresql+psycopg://" + value.split("://", 1)[1]
    if not value:
        return value
    if not value.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise ValueError("must start with sqlite:/// or postgresql+psycopg://")
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        named = make_url(value).database
    except (ArgumentError, ValueError):
        named = None
    if not named:
        raise ValueError(
            "must look like postgresql+psycopg://user:password@host:5432/name or sqlite:////path/to/file.db; "
            "characters like @ and / in a password are written as %40 and %2F"
        )
    return value


def redis(value: str) -> str:
    """The address of Redis."""
    example = "redis://:password@host:6379/0"
    return _address(value, ("redis", "rediss", "unix"), example, needs_host=not value.startswith("unix:"))


def media(value: str) -> str:
    """The address of the store of photos."""
    return _address(value, ("s3",), "s3://bucket/prefix")


def smtp(value: str) -> str:
    """The address of the mail server."""
    return _address(value, ("smtp", "smtps"), "smtp://user:password@mail.example.org:587")


def web(value: str) -> str:
    """The address of a service on the web."""
    return _address(value, ("http", "https"), "https://service.example.org")


def contact(value: str) -> str:
    """What a link may lead to."""
    schemes = ("http", "https", "mailto", "tel")
    return _address(
        value, schemes, "https://chat.example.org or mailto:help@example.org", needs_host=value.startswith("http")
    )


def mailbox(value: str) -> str:
    """A mail address without a name."""
    if value and not _MAILBOX.fullmatch(value):
        raise ValueError("must look like no-reply@market.example.org")
    return value


def zone(value: str) -> str:
    """The name of a time zone."""
    try:
        ZoneInfo(value)
    except (ValueError, OSError, LookupError):
        raise ValueError("must be the name of a time zone, like Asia/Kolkata") from None
    return value


def limit(value: str) -> str:
    """A rate limit."""
    from limits import parse_many

    try:
        rules = parse_many(value)
    except ValueError:
        raise ValueError("must look like 5 per hour or 10 per 15 minutes") from None
    if len(rules) > 1:
        # Only the first would be kept to.
        raise ValueError("must be one rule, like 5 per hour")
    if not all(int(number) for number in re.findall(r"\d+", value)):
        raise ValueError("must be above 0, like 5 per hour: with 0 nobody could do it at all")
    return value
