"""Ages of ads and times of messages, as lists show them."""

from datetime import UTC, datetime

import pytest

from marketplace.core import clock
from marketplace.domain.ages import age_text, days_since, moment_text

# Half an hour after midnight in India.
_NOW = datetime(2026, 11, 25, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "text"),
    [
        (None, ""),
        (_NOW, "Today"),
        (datetime(2026, 11, 25, 18, 30, tzinfo=UTC), "Today"),
        (datetime(2026, 11, 25, 18, 29, tzinfo=UTC), "Yesterday"),
        (datetime(2026, 11, 24, 12, tzinfo=UTC), "2 days ago"),
        (datetime(2026, 10, 27, 12, tzinfo=UTC), "30 days ago"),
        (datetime(2026, 10, 26, 12, tzinfo=UTC), "26 Oct 2026"),
        # The clock of another machine is ahead.
        (datetime(2026, 11, 27, tzinfo=UTC), "Today"),
    ],
)
def test_age_counts_days_of_the_site(monkeypatch: pytest.MonkeyPatch, moment: datetime | None, text: str):
    monkeypatch.setattr(clock, "now", lambda: _NOW)
    assert age_text(moment) == text


def test_what_was_posted_late_yesterday_is_a_day_old(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(clock, "now", lambda: _NOW)
    assert [days_since(datetime(2026, 11, 25, 18, minute, tzinfo=UTC)) for minute in (30, 29)] == [0, 1]


@pytest.mark.parametrize(
    ("moment", "brief", "heading"),
    [
        (None, "", ""),
        (_NOW, "00:30", "Today"),
        (datetime(2026, 11, 25, 18, 30, tzinfo=UTC), "00:00", "Today"),
        (datetime(2026, 11, 25, 18, 29, tzinfo=UTC), "Yesterday", "Yesterday"),
        (datetime(2026, 11, 24, 12, tzinfo=UTC), "Tuesday", "Tuesday, 24 Nov 2026"),
        (datetime(2026, 11, 20, 12, tzinfo=UTC), "Friday", "Friday, 20 Nov 2026"),
        (datetime(2026, 11, 19, 12, tzinfo=UTC), "19 Nov 2026", "19 Nov 2026"),
        # The clock of another machine is ahead.
        (datetime(2026, 11, 26, 20, tzinfo=UTC), "01:30", "Today"),
    ],
)
def test_time_of_a_message(monkeypatch: pytest.MonkeyPatch, moment: datetime | None, brief: str, heading: str):
    monkeypatch.setattr(clock, "now", lambda: _NOW)
    assert (moment_text(moment), moment_text(moment, brief=False)) == (brief, heading)
