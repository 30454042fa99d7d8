"""The deadlines of the law: one table, which is compared with its sources every year and with the documents here."""

import re
from datetime import timedelta

import pytest

from marketplace.core import clock
from marketplace.core.dates import format_date
from marketplace.domain import content, law
from tests.architecture.sources import ROOT

PAGES = sorted((ROOT / "marketplace" / "content_pages").glob("*.md"))
# A number with a unit of time, in digits.
_TIME = re.compile(r"\d+ (?:hour|day|month|year)s?\b")


@pytest.mark.parametrize("deadline", law.DEADLINES, ids=lambda deadline: deadline.key)
def test_each_deadline_was_checked_within_a_year(deadline: law.Deadline):
    assert clock.now().date() - deadline.checked <= timedelta(days=365), (
        f"{deadline.key}: nobody has compared it with the law since {deadline.checked}. Read rule {deadline.rule} of "
        f"{deadline.source.title} as amended (https://{deadline.source.address}; look for amendments at egazette.gov.in), correct "
        "marketplace/domain/law.py and docs/law.md, and set `checked` to today. Don't move the day without reading."
    )


@pytest.mark.parametrize("deadline", law.DEADLINES, ids=lambda deadline: deadline.key)
def test_each_deadline_names_its_source(deadline: law.Deadline):
    assert deadline.duration > timedelta()
    assert deadline.rule
    assert deadline.about.endswith(".")
    assert ".gov.in/" in deadline.source.address or ".org.in/" in deadline.source.address
    assert deadline.source.gazette
    assert deadline.since.year >= 2011


def test_the_document_has_the_same_table():
    rows = [
        f"| `{deadline.key}` | {law.describe(deadline)} | {deadline.rule} of {deadline.source.gazette} | {deadline.about} | "
        f"{format_date(deadline.since)} | {format_date(deadline.checked)} |"
        for deadline in law.DEADLINES
    ]
    text = (ROOT / "docs" / "law.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("| `")] == rows
    for source in {deadline.source for deadline in law.DEADLINES}:
        assert f"[{source.title}, {source.gazette}](https://{source.address})" in text


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_have_no_deadline_of_their_own(path):
    assert _TIME.findall(path.read_text(encoding="utf-8")) == []


def test_pages_show_the_times_of_the_table():
    contact = content.get_page("contact").html
    for deadline in (law.ACKNOWLEDGE, law.RESOLVE, law.REMOVE, law.URGENT):
        assert law.describe(deadline) in contact
    assert f"within {law.describe(law.PERSONAL_DATA)}" in content.get_page("privacy").html.replace("\n", " ")


def test_stricter_deadlines_serve():
    assert law.ACKNOWLEDGE.duration < law.CONSUMER_ACKNOWLEDGE.duration
    assert law.RESOLVE.duration < law.CONSUMER_REDRESS.duration <= law.PERSONAL_DATA.duration < law.DPDP_ANSWER.duration
