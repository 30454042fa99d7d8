"""The data of the calendar editor, and the conversion of its form."""

from collections.abc import Mapping
from datetime import timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.dates import format_date, format_moment
from marketplace.core.errors import Invalid, MarketplaceError, NotFound
from marketplace.core.money import to_rupees
from marketplace.domain import ads, rentals
from marketplace.domain.ads import messages as ads_messages
from marketplace.domain.price_units import RENTALS
from marketplace.domain.rentals import CalendarDraft, CalendarView, MonthView, messages
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

UNITS = ("hour", "day", "week", "month", "year")
_MINUTES = {"minutes": 1, "hours": 60, "days": 1440}
_MAX_DIGITS = 8


class ClosedPeriod(View):
    """A closed period; `since` and `until` identify it when it is reopened."""

    since: str
    until: str
    text: str


class CalendarEditor(View):
    """The calendar for its owner.

    Attributes:
        stored: the stored values of the form's controls.
        own_unit: the unit whose price is that of the ad, which is changed there; empty if the ad has no price.
    """

    ad_id: str
    ad_name: str
    stored: dict[str, str]
    weekdays: tuple[int, ...]
    month: MonthView
    closed: tuple[ClosedPeriod, ...] = ()
    own_unit: str = ""


def load_editor(db: Session, actor: Actor, ad_id: str, month: str = "") -> CalendarEditor:
    """Load the calendar of the caller's own ad.

    Raises:
        NotSignedIn, Forbidden: not a seller.
        NotFound, Gone: no such ad of the caller, or an ad for sale.
    """
    actor.require(AccountKind.SELLER)
    ad = ads.get(db, actor, ad_id)
    if not ad.mine:
        raise NotFound(t(ads_messages.NOT_FOUND))
    if ad.ad_type not in RENTALS:
        raise NotFound(t(messages.ONLY_RENTALS_HAVE_CALENDARS))
    calendar = rentals.calendar_of(db, ad)
    return CalendarEditor(
        ad_id=ad.id,
        ad_name=ad.display_name,
        stored=_values(calendar),
        weekdays=calendar.weekdays,
        month=rentals.month_of(calendar, month=month),
        closed=_closed(calendar),
        own_unit=calendar.own_unit or "",
    )


def make_draft(form: Mapping[str, str]) -> CalendarDraft:
    """Convert the form to a draft.

    Raises:
        Invalid: a length is not a whole number.
    """
    return CalendarDraft(
        timezone=str(form.get("timezone", "")).strip(),
        weekdays=[day for day in range(7) if form.get(f"weekday_{day}")],
        minimum_minutes=_length(form, "minimum"),
        maximum_minutes=_length(form, "maximum"),
        # The ad's own price is not sent: it may have changed since the form was opened.
        prices={unit: str(form[f"price_{unit}"]) for unit in UNITS if form.get(f"price_{unit}") is not None},
        deposit=str(form.get("deposit", "")),
    )


def errors_by_control(error: MarketplaceError) -> dict[str, str]:
    """Return the error's messages by form control; a message about several stands beside the first."""
    names = {"minimumMinutes": "minimum", "maximumMinutes": "maximum", "blocked.0.from": "from", "blocked.0.to": "to"}
    names |= {f"prices.{unit}": f"price_{unit}" for unit in UNITS}
    found: dict[str, str] = {}
    for item in error.errors:
        if item["message"] not in found.values():
            found[names.get(item["field"], item["field"])] = item["message"]
    return found


def has_controls(errors: Mapping[str, str]) -> bool:
    """Return whether each of the errors stands beside a control of the rules."""
    known = {"weekdays", "minimum", "maximum", "timezone", "deposit", *(f"price_{unit}" for unit in UNITS)}
    return bool(errors) and errors.keys() <= known


def _values(calendar: CalendarView) -> dict[str, str]:
    values = {"timezone": calendar.timezone}
    for name, minutes in (("minimum", calendar.minimum_minutes), ("maximum", calendar.maximum_minutes)):
        unit = next(unit for unit in ("days", "hours", "minutes") if minutes % _MINUTES[unit] == 0)
        values |= {name: str(minutes // _MINUTES[unit]) if minutes else "", f"{name}_unit": unit}
    values |= {f"price_{unit}": _rupees(getattr(calendar, f"{unit}_paise")) for unit in UNITS}
    return values | {"deposit": _rupees(calendar.deposit_paise)}


def _rupees(paise: int | None) -> str:
    rupees = to_rupees(paise)
    return "" if rupees is None else f"{rupees:.2f}".removesuffix(".00")


def _length(form: Mapping[str, str], name: str) -> int:
    typed = str(form.get(name, "")).strip()
    if not typed:
        return 0
    if not (typed.isascii() and typed.isdigit() and len(typed) <= _MAX_DIGITS):
        raise Invalid(t(messages.BAD_LENGTH), name)
    return int(typed) * _MINUTES.get(str(form.get(f"{name}_unit", "")), 1)


def _closed(calendar: CalendarView) -> tuple[ClosedPeriod, ...]:
    zone = ZoneInfo(calendar.timezone)
    found = []
    for period in calendar.blocked:
        since, until = period.starts_at.astimezone(zone), period.ends_at.astimezone(zone)
        first, last = format_date(since), until - timedelta(minutes=1)
        whole_days = (since.hour, since.minute, until.hour, until.minute) == (0, 0, 0, 0)
        if not whole_days:
            text = f"{format_moment(since, zone)} – {format_moment(until, zone)}"
        elif since.date() == last.date():
            text = first
        else:
            text = f"{first} – {format_date(last)}"
        found.append(ClosedPeriod(since=period.starts_at.isoformat(), until=period.ends_at.isoformat(), text=text))
    return tuple(found)
