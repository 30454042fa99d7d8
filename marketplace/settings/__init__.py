"""All settings, read from environment variables with the prefix MARKETPLACE_. `fields.py` lists them."""

import ipaddress
import os
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from pydantic import ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from marketplace.core.errors import ConfigurationError
from marketplace.settings import signing_key, validators
from marketplace.settings.fields import ROOT as ROOT
from marketplace.settings.fields import Fields

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

PREFIX = "MARKETPLACE_"


class Settings(Fields, BaseSettings):
    """All settings of a process.

    Raises:
        pydantic.ValidationError: a value is invalid, or a public SITE_URL is used with a default that is safe on localhost
            only. `load` turns it into one sentence.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, extra="ignore", env_ignore_empty=True, str_strip_whitespace=True
    )

    @field_validator("data_dir")
    @classmethod
    def _make_absolute(cls, value: Path) -> Path:
        return value.expanduser().resolve()

    @field_validator("*")
    @classmethod
    def _check_number(cls, value: object, info: ValidationInfo) -> object:
        if isinstance(value, int | float) and not isinstance(value, bool):
            validators.check_number(info.field_name or "", value)
        return value

    @model_validator(mode="after")
    def _check_combinations(self) -> Self:
        if self.secret_key and len(self.secret_key) < signing_key.MIN_LENGTH:
            raise ValueError(f"SECRET_KEY must have at least {signing_key.MIN_LENGTH} characters")
        if not self.is_loopback and not self.secret_key:
            raise ValueError("a public SITE_URL needs SECRET_KEY: set MARKETPLACE_SECRET_KEY to a long random text")
        if self.database_replica_url and not self.database.startswith("postgresql"):
            raise ValueError("DATABASE_REPLICA_URL needs the primary's address in DATABASE_URL")
        if self.workers > 1 and not self.redis_url:
            raise ValueError("WORKERS above 1 needs REDIS_URL, through which the workers share state")
        if self.page_size > self.page_size_max:
            raise ValueError("PAGE_SIZE must not be above PAGE_SIZE_MAX")
        if self.expiry_reminder_days >= min(self.ad_lifetime_days, self.wanted_days):
            raise ValueError("EXPIRY_REMINDER_DAYS must be below AD_LIFETIME_DAYS and WANTED_DAYS")
        if not self.ad_ask_days < self.ad_lower_days < self.ad_dim_days < self.ad_quiet_expiry_days:
            raise ValueError(
                "AD_ASK_DAYS, AD_LOWER_DAYS, AD_DIM_DAYS and AD_QUIET_EXPIRY_DAYS must increase in this order"
            )
        if max(self.password_min_length, self.staff_password_min_length) > self.password_max_length:
            raise ValueError("PASSWORD_MIN_LENGTH and STAFF_PASSWORD_MIN_LENGTH must not be above PASSWORD_MAX_LENGTH")
        if self.argon2_memory_kib < 8 * self.argon2_parallelism:
            raise ValueError("ARGON2_MEMORY_KIB must be at least 8 times ARGON2_PARALLELISM")
        return self

    @property
    def url(self) -> str:
        """Return the public address of the site, without a trailing slash."""
        return self.site_url or f"http://localhost:{self.port}"

    @property
    def is_https(self) -> bool:
        """Return whether the site uses https, so that cookies must be Secure."""
        return self.url.startswith("https://")

    @property
    def is_loopback(self) -> bool:
        """Return whether the site can be reached from this machine only."""
        host = urlsplit(self.url).hostname or ""
        if host == "localhost" or host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return False

    @property
    def loads_demo(self) -> bool:
        """Return whether demo data is loaded into an empty database at start."""
        return self.is_loopback if self.demo is None else self.demo

    @property
    def database(self) -> str:
        """Return the SQLAlchemy URL of the database."""
        return self.database_url or f"sqlite:///{self.data_dir / 'marketplace.db'}"

    @property
    def sender(self) -> str:
        """Return the sender address of mails."""
        return self.mail_from or f"no-reply@{urlsplit(self.url).hostname}"

    @property
    def contact(self) -> str:
        """Return the address shown on the contact page."""
        return self.contact_email or f"hello@{urlsplit(self.url).hostname}"

    @property
    def grievance_contact(self) -> str:
        """Return the address of the grievance officer."""
        return self.grievance_officer_email or self.contact

    @property
    def secret(self) -> str:
        """Return the signing key: SECRET_KEY, or the key in DATA_DIR, which is created on first use.

        Raises:
            ConfigurationError: the key file can't be written or read, or is damaged.
        """
        return self.secret_key or _stored_key(self.data_dir / "secret_key")


# Cached, because every signature needs it.
_stored_key = lru_cache(signing_key.load_or_create)


def _check_names() -> None:
    known = [name.upper() for name in Settings.model_fields]
    given = {name: name.upper().removeprefix(PREFIX) for name in os.environ if name.upper().startswith(PREFIX)}
    problems = [_describe_unknown(name, known) for name in sorted(given) if given[name] not in known]
    if problems:
        raise ConfigurationError(" ".join([*problems, "The README lists the settings."]))


def _describe_unknown(name: str, known: list[str]) -> str:
    nearest = get_close_matches(name.upper().removeprefix(PREFIX), known, n=1)
    return f"{name} is no setting; did you mean {PREFIX}{nearest[0]}?" if nearest else f"{name} is no setting."


def load() -> Settings:
    """Read the settings from the environment.

    Raises:
        ConfigurationError: a setting or the stored signing key is invalid; the message is one sentence.
    """
    from pydantic import ValidationError

    _check_names()
    try:
        settings = Settings.model_validate({})
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + str(first["loc"][0]).upper() if first["loc"] else "Settings"
        raise ConfigurationError(f"{name}: {_say_what_is_allowed(first)}.") from None
    if not settings.secret_key:
        # Detect a damaged key at start, not at the first login. It is not created here, because DATA_DIR may not exist yet.
        signing_key.read(settings.data_dir / "secret_key")
    return settings


def _say_what_is_allowed(error: "ErrorDetails") -> str:
    """Translate an error of pydantic into words for operators; our validators have their own."""
    kind, limits = error["type"], error.get("ctx", {})
    if kind == "value_error":
        return str(limits["error"])
    if kind.startswith("bool_"):
        return "must be true or false"
    field = Settings.model_fields[str(error["loc"][0])]
    example = f"like {field.default}"
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = f"below {limits['ge']}" if "ge" in limits else f"above {limits['le']}"
        return f"must not be {bound}"
    return f"must be a whole number, {example}" if field.annotation is int else f"must be a number, {example}"


@lru_cache
def get_settings() -> Settings:
    """Return the settings of this process; the environment is read once."""
    return load()
