"""Validators of settings. Each returns the value, or raises ValueError with a message of what is allowed."""

import math
import re
from base64 import urlsafe_b64decode
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import AfterValidator

# Delays that may be zero, and features that zero turns off. Zero is invalid for every other number.
MAY_BE_ZERO = frozenset(
    {
        "dormant_months",
        "trusted_proxy_hops",
        "metrics_port",
        "response_cache_mb",
        "response_cache_s",
        "shared_cache_s",
        "recently_viewed",
        "login_prompt_ms",
        "login_close_ms",
        "reset_return_ms",
        "chat_autosend_ms",
        "chat_scroll_ms",
        "new_badge_hours",
        "new_account_days",
        "price_drop_days",
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
# Timers of browsers and PostgreSQL count milliseconds in 32 bits, which overflows after 24 days: a browser would then poll
# without a pause.
_TIMER_DAYS = 20
# Maximum by the unit at the end of a setting's name. Every database can store dates a hundred years from now.
_MAX_BY_UNIT = {
    "ms": _TIMER_DAYS * 86_400_000,
    "s": _TIMER_DAYS * 86_400,
    "minutes": _CENTURY_DAYS * 1_440,
    "hours": _CENTURY_DAYS * 24,
    "days": _CENTURY_DAYS,
    "months": 1_200,
    "years": 100,
}
# Numbers are stored in 32-bit columns.
_MAX_INTEGER = 2**31 - 1
# Ids in one statement: PostgreSQL accepts at most 65,535 parameters.
_MAX_IDS = 10_000
MAXIMUM: dict[str, float] = {
    # Each has a placeholder in the compiled page.
    "home_section_size": 100,
    "page_size": _MAX_IDS,
    "page_size_max": _MAX_IDS,
    "recently_viewed": _MAX_IDS,
    "max_images_per_ad": _MAX_IDS,
    "max_photos_per_message": _MAX_IDS,
    "profile_images": _MAX_IDS,
    "rule_replay_messages": _MAX_IDS,
    "saved_searches_max": _MAX_IDS,
    # The length of the column.
    "message_max_length": 4_000,
    # A larger grid would not distinguish cities.
    "map_rounding_degrees": 1,
    # passlib hashes at most 4,096 bytes, and a character has up to four.
    "password_max_length": 1_000,
    # They determine how long each login takes.
    "argon2_time_cost": 100,
    "argon2_memory_kib": 4 * 1024 * 1024,
    "argon2_parallelism": 64,
    # The largest side length in WebP.
    "image_stored_px": 16_383,
    # The number of parts that the form parser accepts (api/routes/uploads.py).
    "upload_max_files": 100,
}
# A tenth of a metre; smaller values exceed the precision of coordinates in the databases.
MINIMUM: dict[str, float] = {"map_rounding_degrees": 0.000001}
# A shorter poll interval would keep a CPU core busy.
_MIN_SECONDS = 0.01
# The number of points on the curve P-256 (SEC 2): private keys are smaller.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_HOST = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[0-9]{1,5})?")
_BASE64_OF_32_BYTES = re.compile(r"[A-Za-z0-9_-]{43}")


def bounds(name: str) -> tuple[float, float]:
    """Return the minimum and maximum of a numeric setting. Settings in MAY_BE_ZERO may also be 0."""
    unit = name.rpartition("_")[2]
    minimum = MINIMUM.get(name, _MIN_SECONDS if unit == "s" else 0)
    return minimum, MAXIMUM.get(name, _MAX_BY_UNIT.get(unit, _MAX_INTEGER))


def check_number(name: str, value: float) -> None:
    """Check the value of a numeric setting.

    Raises:
        ValueError: the value is not finite, too small or too large.
    """
    if not math.isfinite(value):
        raise ValueError("must be a number")
    if value < 0 or (value == 0 and name not in MAY_BE_ZERO):
        raise ValueError("must not be negative" if name in MAY_BE_ZERO else "must be above 0")
    minimum, maximum = bounds(name)
    if 0 < value < minimum:
        raise ValueError(f"must not be below {f'{minimum:f}'.rstrip('0')}")
    if value > maximum:
        raise ValueError(f"must not be above {maximum:,}")


def _check_url(value: str, schemes: tuple[str, ...], example: str, *, needs_host: bool = True) -> str:
    """Check scheme, host and port. `urlsplit` validates the port only when it is read."""
    try:
        parts = urlsplit(value)
        is_valid = parts.scheme in schemes and (bool(parts.hostname) or not needs_host) and parts.port != 0
    except ValueError:
        is_valid = False
    if value and not is_valid:
        raise ValueError(f"must look like {example}")
    return value


def site_url(value: str) -> str:
    """Validate the public address of the site, and remove a trailing slash."""
    value = _check_url(value.rstrip("/"), ("http", "https"), "https://market.example.org")
    parts = urlsplit(value)
    # Pages, files and cookies use absolute paths from the root of the host.
    if parts.path or parts.query or parts.fragment:
        raise ValueError("must be without a path, like https://market.example.org")
    return value


def database_url(value: str) -> str:
    """Validate the URL of the database, and add the driver to a PostgreSQL URL."""
    if value.startswith(("postgres://", "postgresql://")):
        value = "postgresql+psycopg://" + value.split("://", 1)[1]
    if not value:
        return value
    if not value.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise ValueError("must start with sqlite:/// or postgresql+psycopg://")
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        name = make_url(value).database
    except (ArgumentError, ValueError):
        name = None
    if not name:
        raise ValueError(
            "must look like postgresql+psycopg://user:password@host:5432/name or sqlite:////path/to/file.db; "
            "characters like @ and / in a password are written as %40 and %2F"
        )
    return value


def database_replica_url(value: str) -> str:
    """Validate the URLs of PostgreSQL replicas, separated by commas, and add the driver to each."""
    urls = [database_url(url.strip()) for url in value.split(",")] if value else []
    if not all(url.startswith("postgresql") for url in urls):
        raise ValueError(
            "must be addresses separated by commas, each like postgresql+psycopg://user:password@host:5432/name; "
            "a comma in a password is written as %2C"
        )
    return ",".join(urls)


def redis_url(value: str) -> str:
    """Validate the URL of Redis."""
    example = "redis://:password@host:6379/0"
    return _check_url(value, ("redis", "rediss", "unix"), example, needs_host=not value.startswith("unix:"))


def media_url(value: str) -> str:
    """Validate the URL of the media store."""
    return _check_url(value, ("s3",), "s3://bucket/prefix")


def smtp_url(value: str) -> str:
    """Validate the URL of the mail server."""
    return _check_url(value, ("smtp", "smtps"), "smtp://user:password@mail.example.org:587")


def http_url(value: str) -> str:
    """Validate the URL of an HTTP service."""
    return _check_url(value, ("http", "https"), "https://service.example.org")


def contact_url(value: str) -> str:
    """Validate the target of a contact link."""
    schemes = ("http", "https", "mailto", "tel")
    return _check_url(
        value, schemes, "https://chat.example.org or mailto:help@example.org", needs_host=value.startswith("http")
    )


def email(value: str) -> str:
    """Validate and normalize an email address without a display name. Its domain may be local, such as localhost."""
    if not value:
        return value
    from marketplace.core import email_address

    address = email_address.parse(value, allow_local_domain=True)
    if address is None:
        raise ValueError("must look like no-reply@market.example.org")
    return address


def hosts(value: str) -> str:
    """Validate host names, each with or without a port, separated by spaces."""
    if not all(_HOST.fullmatch(host) for host in value.split()):
        raise ValueError("must be host names separated by spaces, like push.example.org push.example.net:8443")
    return value


def vapid_key(value: str) -> str:
    """Validate a private key of the curve P-256 in base64url, and remove the padding."""
    value = value.rstrip("=")
    number = int.from_bytes(urlsafe_b64decode(value + "=")) if _BASE64_OF_32_BYTES.fullmatch(value) else 0
    if value and not 0 < number < P256_ORDER:
        raise ValueError("must be 32 bytes in base64url, as from: openssl rand -base64 32 | tr '+/' '-_'")
    return value


def time_zone(value: str) -> str:
    """Validate the name of a time zone."""
    try:
        ZoneInfo(value)
    except (ValueError, OSError, LookupError):
        raise ValueError("must be the name of a time zone, like Asia/Kolkata") from None
    return value


def rate_limit(value: str) -> str:
    """Validate a rate limit in the notation of the package `limits`."""
    from limits import parse_many

    try:
        rules = parse_many(value)
    except ValueError:
        raise ValueError("must look like 5 per hour or 10 per 15 minutes") from None
    if len(rules) > 1:
        # Only the first rule would be applied.
        raise ValueError("must be one rule, like 5 per hour")
    if not all(int(number) for number in re.findall(r"\d+", value)):
        raise ValueError("must be above 0, like 5 per hour: 0 would block everybody")
    return value


RateLimit = Annotated[str, AfterValidator(rate_limit)]


def log_level(value: str) -> str:
    """Validate a log level, and convert it to capitals."""
    if value.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise ValueError("must be DEBUG, INFO, WARNING or ERROR")
    return value.upper()
