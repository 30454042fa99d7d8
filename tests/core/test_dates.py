"""Formatted dates and times."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from marketplace.core.dates import format_date, format_moment


def test_days_have_no_leading_zero_and_a_short_month():
    assert format_date(date(2026, 12, 4)) == "4 Dec 2026"
    assert format_date(date(2026, 9, 30)) == "30 Sep 2026"


def test_moments_are_in_the_given_zone():
    moment = datetime(2026, 12, 3, 20, 5, tzinfo=UTC)
    assert format_moment(moment, UTC) == "3 Dec 2026, 20:05"
    assert format_moment(moment, ZoneInfo("Asia/Kolkata")) == "4 Dec 2026, 01:35"
