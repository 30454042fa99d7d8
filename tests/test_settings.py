"""What a setting may be: the rest is refused at start with one sentence, not met by a visitor later."""

import pytest

from marketplace import settings
from marketplace.errors import ConfigurationError

REFUSED = [
    ("site_url", "https://market.example.org/shop", "without a path"),
    ("database_url", "postgresql://me@db:abc/x", "MARKETPLACE_DATABASE_URL"),
    ("database_url", "postgresql://", "MARKETPLACE_DATABASE_URL"),
    ("database_url", "sqlite:///", "MARKETPLACE_DATABASE_URL"),
    ("redis_url", "http://cache", "redis://"),
    ("redis_url", "redis://cache:abc", "MARKETPLACE_REDIS_URL"),
    ("media_url", "ftp://photos", "s3://bucket/prefix"),
    ("s3_endpoint", "s3.example.org", "MARKETPLACE_S3_ENDPOINT"),
    ("smtp_url", "smtp://mail.example.org:abc", "MARKETPLACE_SMTP_URL"),
    ("geocoder_url", "names.example.org", "MARKETPLACE_GEOCODER_URL"),
    ("support_url", "javascript:alert(1)", "MARKETPLACE_SUPPORT_URL"),
    ("mail_from", "Chowk <chowk>", "MARKETPLACE_MAIL_FROM"),
    ("contact_email", "write to us", "MARKETPLACE_CONTACT_EMAIL"),
    ("ad_timezone", "Mars/Base", "Asia/Kolkata"),
    ("limit_ads", "often", "5 per hour"),
    ("limit_ads", "0 per hour", "must be above 0"),
    ("limit_login_account", "0/15 minutes", "must be above 0"),
    ("limit_ads", "5 per 0 hours", "must be above 0"),
    ("limit_ads", "5 per hour; 20 per day", "must be one rule"),
    ("page_size", "0", "MARKETPLACE_PAGE_SIZE"),
    ("page_size", "200", "PAGE_SIZE_MAX"),
    ("mail_poll_s", "nan", "MARKETPLACE_MAIL_POLL_S"),
    ("sold_visible_days", "-1", "MARKETPLACE_SOLD_VISIBLE_DAYS"),
    ("expiry_reminder_days", "60", "AD_LIFETIME_DAYS"),
]
TAKEN = [
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
    ("ready_answers_s", "0"),
]


@pytest.mark.parametrize(("name", "value", "said"), REFUSED)
def test_what_cannot_be_is_refused_in_one_sentence(monkeypatch, name: str, value: str, said: str):
    monkeypatch.setenv(f"MARKETPLACE_{name.upper()}", value)
    with pytest.raises(ConfigurationError) as refused:
        settings.load()
    assert said in refused.value.message
    assert "\n" not in refused.value.message


@pytest.mark.parametrize(("name", "value"), TAKEN)
def test_what_can_be_is_taken(monkeypatch, name: str, value: str):
    monkeypatch.setenv(f"MARKETPLACE_{name.upper()}", value)
    settings.load()


@pytest.mark.parametrize(("given", "taken"), [(" ", ""), (" smtp://mail.example.org ", "smtp://mail.example.org")])
def test_spaces_around_a_setting_count_for_nothing(monkeypatch, given: str, taken: str):
    monkeypatch.setenv("MARKETPLACE_SMTP_URL", given)
    assert settings.load().smtp_url == taken
