"""Every knob and every business number, read from the environment (prefix MARKETPLACE_)."""

import ipaddress
import os
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from marketplace import settings_values as values
from marketplace import signing_key
from marketplace.errors import ConfigurationError

PREFIX = "MARKETPLACE_"
ROOT = Path(__file__).resolve().parent.parent
Limit = Annotated[str, AfterValidator(values.limit)]


class Settings(BaseSettings):
    """All settings of one running process; units stand in the field names or descriptions.

    Raises:
        pydantic.ValidationError: a value is of the wrong kind, or a public SITE_URL keeps a default
            that is only safe on localhost. `load` turns it into one sentence.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, extra="ignore", env_ignore_empty=True, str_strip_whitespace=True
    )

    # Where things live. Empty means the embedded default.
    data_dir: Path = Field(ROOT / "data", description="folder that holds all embedded state")
    database_url: Annotated[str, AfterValidator(values.database)] = Field(
        "", description="empty: SQLite in DATA_DIR; else postgresql+psycopg://..."
    )
    redis_url: Annotated[str, AfterValidator(values.redis)] = Field(
        "", description="empty: in process, one worker; else redis://..."
    )
    media_url: Annotated[str, AfterValidator(values.media)] = Field(
        "", description="empty: files in DATA_DIR/media; else s3://bucket/prefix"
    )
    smtp_url: Annotated[str, AfterValidator(values.smtp)] = Field(
        "", description="empty: mails are written to DATA_DIR/outbox; else smtp(s)://..."
    )
    geocoder_url: Annotated[str, AfterValidator(values.web)] = Field(
        "", description="empty: offline GeoNames; else a Nominatim-compatible server"
    )

    # The site.
    site_url: Annotated[str, AfterValidator(values.site)] = Field(
        "", description="public address; empty: http://localhost:PORT"
    )
    site_name: str = Field("Chowk", description="name shown in the header, titles and mails")
    secret_key: str = Field("", description="at least 32 characters; empty: made once in DATA_DIR")
    host: str = Field("0.0.0.0", description="address to listen on")
    port: int = Field(3000, ge=1, le=65535, description="the one port for pages, websocket and API")
    workers: int = Field(1, ge=1, le=64, description="server processes; more than one needs REDIS_URL")
    trusted_proxy_hops: int = Field(0, ge=0, le=8, description="reverse proxies to trust for the client's address")
    demo: bool | None = Field(None, description="demo data: empty loads it on loopback only, true elsewhere too")
    log_level: str = Field("INFO", description="DEBUG, INFO, WARNING or ERROR")
    metrics_port: int = Field(0, ge=0, le=65535, description="Prometheus metrics; 0: none, PORT: on the public port")
    metrics_host: str = Field("127.0.0.1", description="address the metrics listen on, where METRICS_PORT is its own")
    mail_from: Annotated[str, AfterValidator(values.mailbox)] = Field(
        "", description="sender of mails; empty: no-reply@ the site's host"
    )
    support_url: Annotated[str, AfterValidator(values.contact)] = Field(
        "", description="Help/Support link; empty: the contact page"
    )
    s3_endpoint: Annotated[str, AfterValidator(values.web)] = Field(
        "", description="endpoint of an S3-compatible store, where it is not AWS"
    )
    s3_region: str = Field("us-east-1", description="region of the S3 bucket")
    contact_email: Annotated[str, AfterValidator(values.mailbox)] = Field(
        "", description="address people may write to; empty: hello@ the site's host"
    )

    # Business numbers of the product specification, section 9.
    home_section_size: int = Field(8, description="cards in each section of the home page")
    page_size: int = Field(12, description="ads on a listing page")
    page_size_max: int = Field(100, description="largest `limit` a list accepts")
    ready_answers_mb: int = Field(64, ge=0, description="public answers kept ready by each worker, megabytes; 0: none")
    ready_answers_s: int = Field(60, description="an answer kept ready is made anew after this, seconds")
    recently_viewed: int = Field(10, description="ads looked at before that a browser remembers")
    exact_total_limit: int = Field(10_000, description="totals are exact up to here")
    login_prompt_ms: int = Field(600, description="from the login-required toast to the modal")
    login_close_ms: int = Field(1_000, description="from a successful login to the modal closing")
    reset_return_ms: int = Field(2_000, description="from a password reset to the return")
    chat_autosend_ms: int = Field(500, description="before a prefilled first message is sent")
    chat_scroll_ms: int = Field(100, description="before a loaded conversation scrolls down")
    preview_length: int = Field(40, description="characters of the last message in a contact list")
    poll_header_s: int = Field(30, description="unread poll in the header, seconds")
    poll_dashboard_s: int = Field(15, description="unread poll on the dashboard, seconds")
    password_min_length: int = Field(6, description="characters")
    image_max_mb: float = Field(0.2, description="client-side compression target, megabytes")
    image_max_px: int = Field(800, description="client-side long side, pixels")
    new_badge_days: int = Field(7, description="an ad is new this long after its first approval")
    sold_visible_days: int = Field(30, description="a sold ad's page answers this long, then 410")
    ad_lifetime_days: int = Field(60, description="an approved ad expires after this many days")
    expiry_reminder_days: int = Field(5, description="the seller is reminded this long before an ad expires")
    home_counter: str = Field("1238+", description="the fixed marketing counter")
    home_claim: str = Field("15,00,000", description="the number of classifieds claimed in the banner")
    ad_timezone: Annotated[str, AfterValidator(values.zone)] = Field(
        "Asia/Kolkata", description="zone of an ad whose seller set none"
    )
    max_images_per_ad: int = Field(12, description="photos an ad may carry")
    saved_searches_max: int = Field(50, description="searches one account may save")
    map_rounding_degrees: float = Field(0.01, description="public coordinates are rounded to this grid")
    enquiry_horizon_years: int = Field(5, description="how far ahead dates can be asked for")

    # Uploads.
    upload_max_bytes: int = Field(15 * 1024 * 1024, description="one file")
    upload_max_pixels: int = Field(60_000_000, description="refused before decoding above this")
    upload_max_files: int = Field(20, description="files in one upload-multiple call")
    image_stored_px: int = Field(1600, description="long side of the largest stored photo")
    upload_orphan_hours: int = Field(24, description="an upload nothing refers to is dropped after this")
    body_max_bytes: int = Field(1024 * 1024, description="a JSON body")
    body_timeout_s: float = Field(30.0, description="a JSON body must have arrived after this, seconds")
    upload_timeout_s: float = Field(600.0, description="an upload must have arrived after this, seconds")
    message_max_length: int = Field(4_000, description="characters of one message")
    digest_after_minutes: int = Field(15, description="a message unread this long is mailed in a digest")
    max_photos_per_message: int = Field(6, description="photos one message may carry")

    # Accounts and codes.
    session_remember_days: int = Field(30, description="lifetime with Remember me")
    session_hours: int = Field(12, description="lifetime without")
    otp_minutes: int = Field(10, description="lifetime of a one-time code")
    otp_tries: int = Field(5, description="wrong tries that burn a code")
    otp_verified_minutes: int = Field(30, description="how long a verified email may register")
    password_max_length: int = Field(200, description="characters; longer ones only cost hashing time")
    argon2_time_cost: int = Field(2, description="passes over the memory (OWASP Password Storage Cheat Sheet)")
    argon2_memory_kib: int = Field(19_456, description="memory of one hash, KiB (same source)")
    argon2_parallelism: int = Field(1, description="threads of one hash (same source)")
    last_seen_s: int = Field(60, description="a session's last-seen time is written at most this often, seconds")
    device_days: int = Field(400, description="lifetime of the device cookie; browsers cap it here")
    profile_images: int = Field(5, description="photos a profile may carry")

    # Mail.
    mail_attempts: int = Field(10, description="deliveries tried before a mail is given up")
    mail_backoff_s: int = Field(15, description="wait after the first failure; doubles with each, seconds")
    mail_backoff_max_s: int = Field(3_600, description="longest wait between two tries, seconds")
    mail_lock_s: int = Field(120, description="a worker's claim on a mail lapses after this, seconds")
    mail_poll_s: float = Field(1.0, description="how often the couriers look without being woken, seconds")
    mail_timeout_s: float = Field(20.0, description="for each exchange with the mail server but the text, seconds")
    mail_total_s: float = Field(60.0, description="for all exchanges of a mail; whoever stops waits for it, seconds")
    mail_keep_days: int = Field(30, description="sent mails are forgotten after this many days")

    # Jobs.
    jobs_in_app: bool = Field(True, description="mail and jobs run in the app; else `python -m marketplace jobs` does")
    job_attempts: int = Field(8, description="tries before a job is given up")
    job_backoff_s: int = Field(30, description="wait after the first failure; doubles with each, seconds")
    job_backoff_max_s: int = Field(3_600, description="longest wait between two tries, seconds")
    job_lock_s: int = Field(300, description="a worker's claim lapses this long after its last step, seconds")
    job_poll_s: float = Field(20.0, description="how often the caretaker looks without being woken, seconds")
    job_keep_days: int = Field(7, description="jobs that are done are forgotten after this many days")

    # Rate limits, in the notation of the package `limits`.
    limit_codes_minute: Limit = "1 per minute"
    limit_codes_hour: Limit = "5 per hour"
    limit_codes_address: Limit = "100 per hour"
    limit_login_account: Limit = "10 per 15 minutes"
    limit_login_address: Limit = "100 per 15 minutes"
    limit_ads: Limit = "60 per hour"
    limit_uploads: Limit = "300 per hour"
    limit_messages: Limit = "60 per minute"
    limit_reports: Limit = "10 per hour"
    limit_contact: Limit = "30 per hour"
    limit_enquiries: Limit = "30 per hour"
    limit_geocode: Limit = "60 per minute"
    limit_newsletter_address: Limit = "20 per hour"
    limit_newsletter_email: Limit = "3 per hour"

    @field_validator("data_dir")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        return value.expanduser().resolve()

    @field_validator("log_level")
    @classmethod
    def _log_level(cls, value: str) -> str:
        if value.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
            raise ValueError("must be DEBUG, INFO, WARNING or ERROR")
        return value.upper()

    @field_validator("*")
    @classmethod
    def _number(cls, value: object, info: ValidationInfo) -> object:
        if isinstance(value, int | float) and not isinstance(value, bool):
            values.number(info.field_name or "", value)
        return value

    @model_validator(mode="after")
    def _together(self) -> Self:
        if self.secret_key and len(self.secret_key) < signing_key.SHORTEST:
            raise ValueError(f"SECRET_KEY must have at least {signing_key.SHORTEST} characters")
        if not self.is_loopback and not self.secret_key:
            raise ValueError("a public SITE_URL needs SECRET_KEY: set MARKETPLACE_SECRET_KEY to a long random text")
        if self.workers > 1 and not self.redis_url:
            raise ValueError("WORKERS above 1 needs REDIS_URL, through which the workers share state")
        if self.page_size > self.page_size_max:
            raise ValueError("PAGE_SIZE must not be above PAGE_SIZE_MAX")
        if self.expiry_reminder_days >= self.ad_lifetime_days:
            raise ValueError("EXPIRY_REMINDER_DAYS must be below AD_LIFETIME_DAYS")
        if self.password_min_length > self.password_max_length:
            raise ValueError("PASSWORD_MIN_LENGTH must not be above PASSWORD_MAX_LENGTH")
        if self.argon2_memory_kib < 8 * self.argon2_parallelism:
            raise ValueError("ARGON2_MEMORY_KIB must be at least 8 times ARGON2_PARALLELISM")
        return self

    @property
    def url(self) -> str:
        """The site's address without a trailing slash."""
        return self.site_url or f"http://localhost:{self.port}"

    @property
    def is_https(self) -> bool:
        """Whether cookies must be Secure."""
        return self.url.startswith("https://")

    @property
    def is_loopback(self) -> bool:
        """Whether the site address names this machine only."""
        host = urlsplit(self.url).hostname or ""
        if host == "localhost" or host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return False

    @property
    def loads_demo(self) -> bool:
        """Whether an empty database is filled with demo data at start."""
        return self.is_loopback if self.demo is None else self.demo

    @property
    def database(self) -> str:
        """The SQLAlchemy address in force."""
        return self.database_url or f"sqlite:///{self.data_dir / 'marketplace.db'}"

    @property
    def sender(self) -> str:
        """The address mails come from."""
        return self.mail_from or f"no-reply@{urlsplit(self.url).hostname}"

    @property
    def contact(self) -> str:
        """The address the contact page names."""
        return self.contact_email or f"hello@{urlsplit(self.url).hostname}"

    @property
    def secret(self) -> str:
        """The signing key: the one set, or the one kept in DATA_DIR (made on first use).

        Raises:
            ConfigurationError: it can't be kept or read, or what is kept is no key.
        """
        return self.secret_key or _kept_secret(self.data_dir / "secret_key")


# Cached, as it is asked for with every signature.
_kept_secret = lru_cache(signing_key.keep)


def unknown_variables() -> list[str]:
    """Environment names with our prefix that no setting reads, sorted."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    return sorted(name for name in os.environ if name.upper().startswith(PREFIX) and name.upper() not in known)


def load() -> Settings:
    """Read the environment.

    Raises:
        ConfigurationError: one sentence naming the setting and what is wrong with it, or with the key that is kept.
    """
    from pydantic import ValidationError

    if unknown := unknown_variables():
        raise ConfigurationError(f"Unknown setting {', '.join(unknown)}. The README lists the settings there are.")
    try:
        made = Settings.model_validate({})
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + str(first["loc"][0]).upper() if first["loc"] else "Settings"
        raise ConfigurationError(f"{name}: {first['msg'].removeprefix('Value error, ')}.") from None
    if not made.secret_key:
        # Else the first to sign in would meet a damaged one. None is made yet: that needs the folder.
        signing_key.check(made.data_dir / "secret_key")
    return made


@lru_cache
def get_settings() -> Settings:
    """The settings of this process, read once."""
    return load()
