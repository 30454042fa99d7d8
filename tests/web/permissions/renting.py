"""Rows for the calendar editor."""

from datetime import timedelta

from marketplace.core import clock
from marketplace.domain import rentals
from marketplace.web import paths
from marketplace.web.pages.ad_calendar.state import CalendarState
from tests import factories
from tests.api.permissions.world import World
from tests.web.permissions.row import Row, Sent, sent

OWNER = "no no no ok no no"


def _day(days: int = 9) -> str:
    return f"{clock.now() + timedelta(days=days):%Y-%m-%d}"


def editing(world: World) -> Sent:
    rental = world.ad_of(world.seller, ad_type="rent", name="Rented by the day")
    return sent(path=paths.calendar(rental.id), sees=f'"ad_id":"{rental.id}"')


def drawing_again(world: World) -> Sent:
    made = editing(world)
    return sent((CalendarState.open, {}), (CalendarState.show_month, {"month": "2001-01"}), path=made.path, sees="")


def another_leaf(world: World) -> Sent:
    month = f"{clock.now() + timedelta(days=70):%Y-%m}"
    return sent(path=paths.calendar(world.rental.id), month=month, sees=f'"month":"{month}"')


def saving(world: World) -> Sent:
    form = {"timezone": "Asia/Kolkata", "weekday_0": "on", "price_day": "450"}
    return sent(path=paths.calendar(world.rental.id), form=form)


def turning_day(world: World) -> Sent:
    return sent(path=paths.calendar(world.ad_of(world.seller, ad_type="rent").id), day=_day())


def closing(world: World) -> Sent:
    rental = world.ad_of(world.seller, ad_type="rent")
    return sent(path=paths.calendar(rental.id), form={"from": _day(), "to": _day(10)})


def opening(world: World) -> Sent:
    rental = world.ad_of(world.seller, ad_type="rent")
    rentals.toggle_day(world.db, factories.actor(world.seller), rental.id, _day())
    world.db.commit()
    return sent(path=paths.calendar(rental.id), since=_day(), until=_day())


ROWS = (
    Row(CalendarState.open, editing, OWNER),
    # Refreshing reveals nothing that opening has not revealed.
    Row(CalendarState.refresh, drawing_again, "no no no no no no"),
    Row(CalendarState.show_month, another_leaf, OWNER),
    Row(CalendarState.save, saving, OWNER),
    Row(CalendarState.toggle_day, turning_day, OWNER),
    Row(CalendarState.close_dates, closing, OWNER),
    Row(CalendarState.reopen_dates, opening, OWNER),
)
