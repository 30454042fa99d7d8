"""The calendar editor after a reconnect: it keeps what is being typed and the month on the screen."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.models import AdType, PriceUnit
from marketplace.web import paths
from marketplace.web.pages.ad_calendar.state import CalendarState
from tests import factories
from tests.web.tabs import part, tab


@pytest.fixture
def page(db: Session) -> CalendarState:
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db), ad_type=AdType.RENT)
    made = part(tab(db, seller, paths.calendar(ad.id)), CalendarState)
    asyncio.run(CalendarState.open.fn(made))
    assert made.editor is not None
    return made


def test_opening_keeps_the_controls_that_the_server_rendered(page: CalendarState):
    assert page.version == CalendarState.get_fields()["version"].default_value()


def test_reconnect_keeps_typed_values_and_month(page: CalendarState):
    before, after = page.version, page.editor.month.after
    asyncio.run(CalendarState.show_month.fn(page, after))
    asyncio.run(CalendarState.open.fn(page))
    assert (page.version, page.editor.month.month) == (before, after)


def test_rules_changed_elsewhere_are_shown(page: CalendarState):
    before = page.version
    stored = page.editor.stored | {"price_day": "500"}
    page.editor = page.editor.model_copy(update={"stored": stored})
    asyncio.run(CalendarState.open.fn(page))
    assert page.version == before + 1
    assert page.editor.stored["price_day"] != "500"


def test_the_price_of_the_ad_is_shown_and_not_saved(db: Session):
    seller = factories.seller(db)
    own = {"ad_type": AdType.RENT, "price_unit": PriceUnit.DAY, "price_paise": 50_000}
    ad = factories.ad(db, seller, factories.category(db), **own)
    page = part(tab(db, seller, paths.calendar(ad.id)), CalendarState)
    asyncio.run(CalendarState.open.fn(page))
    assert (page.editor.own_unit, page.editor.stored["price_day"]) == ("day", "500")
    # The browser leaves out disabled controls.
    form = page.editor.stored | {"weekday_0": "on", "price_week": "3000"}
    form.pop("price_day")

    asyncio.run(CalendarState.save.fn(page, form))
    assert (page.errors, page.editor.stored["price_week"]) == ({}, "3000")
