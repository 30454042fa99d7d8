"""The enquiry form and the report dialog of an ad's page: what they say is wrong, once."""

import asyncio
from typing import Any

import pytest
from sqlmodel import Session

from marketplace.models import AdType
from marketplace.web.pages.ad.state import AdState
from marketplace.web.widgets.toasts import ToastState
from tests import factories
from tests.web.tabs import part, tab


@pytest.fixture
def root(db: Session) -> Any:
    ad = factories.ad(db, factories.seller(db), factories.category(db), ad_type=AdType.RENT)
    return tab(db, factories.buyer(db), f"/products/{ad.id}")


def test_missing_dates_are_said_once(root: Any):
    page = part(root, AdState)
    asyncio.run(AdState.enquire.fn(page, {}))
    assert list(page.errors.values()) == ["Please select both pickup and drop date & time"]
    assert part(root, ToastState).feed == []


def test_problem_that_the_price_shows_already_is_not_said_again(root: Any):
    page = part(root, AdState)
    asyncio.run(AdState.set_pickup.fn(page, "2020-01-02T10:00"))
    asyncio.run(AdState.set_drop.fn(page, "2020-01-03T10:00"))
    assert page.price_error
    asyncio.run(AdState.enquire.fn(page, {}))
    assert (page.errors, part(root, ToastState).feed) == ({}, [])


def test_report_needs_a_reason(root: Any):
    page = part(root, AdState)
    AdState.open_report.fn(page)
    asyncio.run(AdState.send_report.fn(page, {"reason": "", "text": "Look at it."}))
    assert (page.reporting, page.report_errors) == (True, {"reason": "Please choose a reason."})
