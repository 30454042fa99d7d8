"""Tests of settings: an invalid value is refused at start with one sentence."""

from datetime import timedelta

import pytest

from marketplace import settings
from marketplace.api.routes import uploads
from marketplace.core import clock
from marketplace.core.errors import ConfigurationError
from marketplace.domain import places
from marketplace.domain.accounts import passwords
from marketplace.models import Message
from marketplace.settings import Settings, validators

REFUSED = [
    ("site_url", "https://market.example.org/shop", "without a path"),
    ("database_url", "postgresql://me@db:abc/x", "MARKETPLACE_DATABASE_URL"),
    ("database_url", "postgresql://", "MARKETPLACE_DATABASE_URL"),
    ("database_url", "sqlite:///", "MARKETPLACE_DATABASE_URL"),
    ("database_replica_url", "postgresql://me@db2:abc/x", "MARKETPLACE_DATABASE_REPLICA_URL"),
    ("database_replica_url", "postgresql://me@db2/x,", "separated by commas"),
    ("database_replica_url", "sqlite:////tmp/x.db", "separated by commas"),
    ("database_replica_url", "postgresql://me@db2/x", "needs the primary's address in DATABASE_URL"),
    ("redis_url", "http://cache", "redis://"),
    ("redis_url", "redis://cache:abc", "MARKETPLACE_REDIS_URL"),
    ("media_url", "ftp://photos", "s3://bucket/prefix"),
    ("s3_endpoint", "s3.example.org", "MARKETPLACE_S3_ENDPOINT"),
    ("smtp_url", "smtp://mail.example.org:abc", "MARKETPLACE_SMTP_URL"),
    ("geocoder_url", "names.example.org", "MARKETPLACE_GEOCODER_URL"),
    ("support_url", "javascript:alert(1)", "MARKETPLACE_SUPPORT_URL"),
    ("mail_from", "Chowk <chowk>", "MARKETPLACE_MAIL_FROM"),
    ("mail_from", "=?utf-8?q?a=2Cb?=@example.org", "MARKETPLACE_MAIL_FROM"),
    ("contact_email", "write to us", "MARKETPLACE_CONTACT_EMAIL"),
    ("ad_timezone", "Mars/Base", "Asia/Kolkata"),
    ("limit_ads", "often", "5 per hour"),
    ("limit_ads", "0 per hour", "must be above 0"),
    ("limit_login_account", "0/15 minutes", "must be above 0"),
    ("limit_ads", "5 per 0 hours", "must be above 0"),
    ("limit_ads", "5 per hour; 20 per day", "must be one rule"),
    ("demo", "maybe", "MARKETPLACE_DEMO: must be true or false."),
    ("jobs_in_app", "2", "MARKETPLACE_JOBS_IN_APP: must be true or false."),
    ("page_size", "many", "MARKETPLACE_PAGE_SIZE: must be a whole number, like "),
    ("page_size", "1.5", "MARKETPLACE_PAGE_SIZE: must be a whole number, like "),
    ("mail_poll_s", "soon", "MARKETPLACE_MAIL_POLL_S: must be a number, like "),
    ("port", "0", "MARKETPLACE_PORT: must not be below 1."),
    ("port", "65536", "MARKETPLACE_PORT: must not be above 65535."),
    ("log_level", "loud", "MARKETPLACE_LOG_LEVEL: must be DEBUG, INFO, WARNING or ERROR."),
    ("staff_password_min_length", "201", "PASSWORD_MAX_LENGTH"),
    ("page_size", "0", "MARKETPLACE_PAGE_SIZE"),
    ("page_size", "200", "PAGE_SIZE_MAX"),
    ("mail_poll_s", "nan", "MARKETPLACE_MAIL_POLL_S"),
    ("sold_visible_days", "-1", "MARKETPLACE_SOLD_VISIBLE_DAYS"),
    ("expiry_reminder_days", "60", "AD_LIFETIME_DAYS"),
    ("wanted_days", "5", "EXPIRY_REMINDER_DAYS"),
    ("message_max_length", "4001", "must not be above 4,000"),
    ("map_rounding_degrees", "1.5", "must not be above 1"),
    ("map_rounding_degrees", "1e-9", "must not be below 0.000001"),
    ("ad_lifetime_days", "3000000", "must not be above 36,500"),
    ("mail_poll_s", "1e-9", "must not be below 0.01"),
    ("poll_header_s", "2147484", "must not be above"),
    ("password_max_length", "5000", "must not be above 1,000"),
    ("password_min_length", "201", "PASSWORD_MAX_LENGTH"),
    ("argon2_parallelism", "64000", "MARKETPLACE_ARGON2_PARALLELISM"),
    ("argon2_memory_kib", "7", "ARGON2_PARALLELISM"),
    ("image_stored_px", "16384", "must not be above 16,383"),
    ("upload_max_files", "101", "must not be above 100"),
    ("vapid_private_key", "too short", "32 bytes in base64url"),
    ("vapid_private_key", "A" * 43, "32 bytes in base64url"),
    ("vapid_private_key", "_" * 43, "32 bytes in base64url"),
    ("push_services", "https://push.example.org/", "host names separated by spaces"),
    ("push_services", "push.example.org, push.example.net", "host names separated by spaces"),
]
ACCEPTED = [
    ("vapid_private_key", "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw="),
    ("push_services", "push.example.org push.example.net:8443"),
    ("site_url", "http://[::1]:3000/"),
    ("database_url", "postgresql://me:p%40ss@db:5433/x?sslmode=require"),
    ("database_url", "postgresql+psycopg://%2Frun%2Fpostgresql/x"),
    ("redis_url", "rediss://:secret@cache:6380/1"),
    ("redis_url", "unix:///run/redis.sock"),
    ("media_url", "s3://photos"),
    ("s3_endpoint", "http://store:9000"),
    ("smtp_url", "smtps://me:p%2Fss@mail.example.org"),
    ("support_url", "mailto:help@example.org"),
    ("mail_from", "no-reply@localhost"),
    ("ad_timezone", "UTC"),
    ("limit_ads", "1000000 per minute"),
    ("limit_ads", "10/minute"),
    ("login_close_ms", "0"),
    ("mail_backoff_s", "0"),
    ("response_cache_s", "0"),
    ("map_rounding_degrees", "1"),
    ("message_max_length", "4000"),
    ("sold_visible_days", "36500"),
]
NUMBERS = {name: field for name, field in Settings.model_fields.items() if field.annotation in (int, float)}
UNITS = {"days", "hours", "minutes", "ms", "s"}


@pytest.mark.parametrize(("name", "value", "said"), REFUSED)
def test_invalid_setting_is_refused_in_one_sentence(monkeypatch, name: str, value: str, said: str):
    monkeypatch.setenv(f"MARKETPLACE_{name.upper()}", value)
    with pytest.raises(ConfigurationError) as refused:
        settings.load()
    assert said in refused.value.message
    assert "\n" not in refused.value.message


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (
            ["MARKETPLACE_DATABSE_URL"],
            "MARKETPLACE_DATABSE_URL is no setting; did you mean MARKETPLACE_DATABASE_URL? The README lists the settings.",
        ),
        (
            ["Marketplace_Prot"],
            "Marketplace_Prot is no setting; did you mean MARKETPLACE_PORT? The README lists the settings.",
        ),
        (["MARKETPLACE_QQQQ"], "MARKETPLACE_QQQQ is no setting. The README lists the settings."),
        (
            ["MARKETPLACE_ZZZZ", "MARKETPLACE_SMTPURL"],
            "MARKETPLACE_SMTPURL is no setting; did you mean MARKETPLACE_SMTP_URL? MARKETPLACE_ZZZZ is no setting. "
            "The README lists the settings.",
        ),
    ],
)
def test_unknown_setting_suggests_the_nearest(monkeypatch, names: list[str], message: str):
    for name in names:
        monkeypatch.setenv(name, "1")
    with pytest.raises(ConfigurationError) as refused:
        settings.load()
    assert refused.value.message == message


@pytest.mark.parametrize("name", Settings.model_fields)
def test_no_message_is_in_the_words_of_a_parser(monkeypatch, name: str):
    monkeypatch.setenv(f"MARKETPLACE_{name.upper()}", "?!")
    message = "must"
    try:
        settings.load()
    except ConfigurationError as refused:
        message = refused.message
    assert "Input" not in message
    assert "must" in message


@pytest.mark.parametrize(("name", "value"), ACCEPTED)
def test_valid_setting_is_accepted(monkeypatch, name: str, value: str):
    monkeypatch.setenv(f"MARKETPLACE_{name.upper()}", value)
    settings.load()


@pytest.mark.parametrize(("given", "expected"), [(" ", ""), (" smtp://mail.example.org ", "smtp://mail.example.org")])
def test_spaces_around_a_value_are_ignored(monkeypatch, given: str, expected: str):
    monkeypatch.setenv("MARKETPLACE_SMTP_URL", given)
    assert settings.load().smtp_url == expected


@pytest.mark.parametrize("name", NUMBERS)
def test_out_of_range_numbers_are_refused(monkeypatch, name: str):
    for value in ("0", "-1", "-0.001", "1e12", "9" * 30, "9" * 5_000, "1e400", "nan", "inf", "-inf"):
        monkeypatch.setenv(f"MARKETPLACE_{name.upper()}", value)
        if value == "0" and name in validators.MAY_BE_ZERO:
            assert getattr(settings.load(), name) == 0
            continue
        with pytest.raises(ConfigurationError) as refused:
            settings.load()
        message = refused.value.message
        assert message.startswith(f"MARKETPLACE_{name.upper()}: "), value[:40]
        assert "\n" not in message, value[:40]
        assert len(message) < 300, value[:40]


@pytest.mark.parametrize("name", [name for name in NUMBERS if name.rsplit("_", 1)[1:] and name.split("_")[-1] in UNITS])
def test_maximum_durations_can_be_added_to_now(name: str):
    unit = {"s": "seconds", "ms": "milliseconds"}.get(name.split("_")[-1], name.split("_")[-1])
    _, most = validators.bounds(name)
    longest = timedelta(**{unit: most})
    assert clock.now() - longest < clock.now() < clock.now() + longest
    if unit in ("seconds", "milliseconds"):
        # Timers of browsers and PostgreSQL.
        assert longest / timedelta(milliseconds=1) < 2**31


def test_bounds_match_columns_and_parsers():
    assert validators.bounds("message_max_length")[1] == Message.__table__.c.text.type.length
    assert validators.bounds("upload_max_files")[1] == uploads._MAX_PARTS


def test_bounds_name_existing_settings():
    assert Settings.model_fields.keys() >= validators.MAY_BE_ZERO
    assert (validators.MINIMUM.keys() | validators.MAXIMUM.keys()) <= NUMBERS.keys()


def test_longest_password_can_be_hashed(monkeypatch):
    most = int(validators.bounds("password_max_length")[1])
    monkeypatch.setattr(settings.get_settings(), "password_max_length", most)
    longest = "🗝" * most
    stored = passwords.make_hash(longest)
    assert passwords.compare(stored, longest).matches
    assert not passwords.compare(stored, longest * 2).matches


def test_coordinates_are_rounded_to_the_coarsest_and_finest_grid(monkeypatch):
    for degrees, rounded in zip(validators.bounds("map_rounding_degrees"), (77.594567, 78.0), strict=True):
        monkeypatch.setattr(settings.get_settings(), "map_rounding_degrees", degrees)
        assert places.round_to_map(77.5945671) == pytest.approx(rounded)
