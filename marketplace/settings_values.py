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
# It stands alone in a header, so no name and no brackets.
_MAILBOX = re.compile(r"[^@\s<>,;:\"]+@[^@\s<>,;:\"]+")


def number(name: str, value: float) -> None:
    """A number that the setting of this name can have.

    Raises:
        ValueError: it is none, too small, or endless.
    """
    if not math.isfinite(value):
        raise ValueError("must be a number")
    if value < 0 or (value == 0 and name not in MAY_BE_ZERO):
        raise ValueError("must not be negative" if name in MAY_BE_ZERO else "must be above 0")


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
