"""Ordering, ages and log entries of the admin pages."""

from datetime import datetime, timedelta

import pytest

from marketplace.core import clock
from marketplace.domain.ads import messages as ads_messages
from marketplace.models import (
    AccountKind,
    AccountStatus,
    AdStatus,
    AdType,
    InputType,
    ReportStatus,
    ReportTarget,
    Review,
)
from marketplace.web.admin import messages, reasons, times
from marketplace.web.admin.reorder import move_id
from marketplace.web.pages.admin_audit.views import compare


@pytest.mark.parametrize(
    ("chosen", "step", "order"),
    [("b", -1, "bac"), ("b", 1, "acb"), ("a", -1, "abc"), ("c", 1, "abc"), ("gone", 1, "abc")],
)
def test_moving_stays_within_the_list(chosen: str, step: int, order: str):
    assert move_id("abc", chosen, step) == list(order)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "< 1 minute"),
        (59, "< 1 minute"),
        (60, "1 minute"),
        (3_599, "59 minutes"),
        (3_600, "1 hour"),
        (86_399, "23 hours"),
        (86_400, "1 day"),
        (864_000, "10 days"),
    ],
)
def test_age_uses_the_largest_unit(seconds: int, words: str, monkeypatch: pytest.MonkeyPatch):
    now = datetime.fromisoformat("2026-12-04T10:00:00+00:00")
    monkeypatch.setattr(clock, "now", lambda: now)
    assert times.format_age(now - timedelta(seconds=seconds)) == words


def test_none_has_no_text():
    assert times.format_age(None) == times.format_time(None) == ""


def test_times_are_in_the_sites_zone():
    assert times.format_time(datetime.fromisoformat("2026-12-04T20:00:00+00:00")) == "5 Dec 2026, 01:30"


def test_log_entries_show_only_what_changed():
    (status, note) = compare(
        {"status": "pending", "version": 1}, {"status": "rejected", "version": 1, "note": "No."}, {}
    )
    assert (status.name, status.before, status.after) == ("status", "pending", "rejected")
    assert (note.name, note.before, note.after) == ("note", "", "No.")


def test_log_entries_show_other_values_as_json():
    (change,) = compare({}, {"moved_to": ["a", 1, True]}, {})
    assert (change.name, change.after) == ("moved to", '["a", 1, true]')


def test_long_values_are_cut():
    (change,) = compare({}, {"order": "x" * 500}, {})
    assert change.after == "x" * 200 + "…"


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        (messages.AD_STATUSES, AdStatus),
        (ads_messages.TYPES, AdType),
        (messages.REVIEWS, Review),
        (messages.ACCOUNT_KINDS, AccountKind),
        (messages.ACCOUNT_STATUSES, AccountStatus),
        (messages.REPORT_STATUSES, ReportStatus),
        (messages.REPORT_TARGETS, ReportTarget),
        (messages.INPUT_TYPES, InputType),
    ],
)
def test_every_code_has_a_text(words: dict[str, str], codes):
    assert list(words) == [code.value for code in codes]


def test_reasons_have_texts_and_unknown_codes_are_returned_unchanged():
    assert reasons.reason_text("price") == ads_messages.REASONS["price"]
    assert reasons.reason_text("made-up") == "made-up"
    assert reasons.OTHER in reasons.CODES
