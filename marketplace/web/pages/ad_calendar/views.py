"""What the editor of a calendar shows, and what its form means."""

from collections.abc import Mapping
from datetime import timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import ads, rentals
from marketplace.domain.money import to_rupees
from marketplace.domain.rentals import CalendarDraft, CalendarView, MonthView, messages
from marketplace.domain.views import View
from marketplace.errors import Forbidden, Invalid, RuleBroken
from marketplace.models import AdType
from marketplace.texts import t

UNITS = ("hour", "day", "week", "month")
_MINUTES = {"minutes": 1, "hours": 60, "days": 1440}
_MOST_DIGITS = 8


class Closed(View):
    """A closed period: `since` and `until` are what opens it again."""

    since: str
    until: str
    text: str


class Editor(View):
    """A calendar as its owner changes it; `held` is what stands in the form's controls."""

    ad_id: str
    ad_name: str
    held: dict[str, str]
    weekdays: tuple[int, ...]
    month: MonthView
    closed: tuple[Closed, ...] = ()


def edit(db: Session, actor: Actor, ad_id: str, month: str = "") -> Editor:
    """The calendar of the caller's own ad.

    Raises:
        NotFound, Gone: as for the ad.
        Forbidden: somebody else's.
        RuleBroken: an ad for sale.
    """
    ad = ads.get(db, actor, ad_id)
    if not ad.mine:
        raise Forbidden()
    if ad.ad_type not in (AdType.RENT, AdType.LEASE):
        raise RuleBroken(t(messages.ONLY_RENTALS_HAVE_CALENDARS))
    calendar = rentals.calendar_of(db, ad)
    return Editor(
        ad_id=ad.id,
        ad_name=ad.name,
        held=_values(calendar),
        weekdays=calendar.weekdays,
        month=rentals.month_of(calendar, month=month),
        closed=_closed(calendar),
    )


def make_draft(form: Mapping[str, str]) -> CalendarDraft:
    """What the form hands in.

    Raises:
        Invalid: a length that is no whole number.
    """
    return CalendarDraft(
        timezone=str(form.get("timezone", "")).strip(),
        weekdays=[day for day in range(7) if form.get(f"weekday_{day}")],
        minimum_minutes=_length(form, "minimum"),
        maximum_minutes=_length(form, "maximum"),
        prices={unit: str(form.get(f"price_{unit}", "")) for unit in UNITS},
    )


def problems(error: Invalid) -> dict[str, str]:
    """The domain's sentences by control."""
    names = {"minimumMinutes": "minimum", "maximumMinutes": "maximum"}
    names |= {f"prices.{unit}": f"price_{unit}" for unit in UNITS}
    return {names.get(item["field"], item["field"]): item["message"] for item in error.errors}


def _values(calendar: CalendarView) -> dict[str, str]:
    values = {"timezone": calendar.timezone}
    for name, minutes in (("minimum", calendar.minimum_minutes), ("maximum", calendar.maximum_minutes)):
        unit = next(unit for unit in ("days", "hours", "minutes") if minutes % _MINUTES[unit] == 0)
        values |= {name: str(minutes // _MINUTES[unit]) if minutes else "", f"{name}_unit": unit}
    for unit in UNITS:
        rupees = to_rupees(getattr(calendar, f"{unit}_paise"))
        values[f"price_{unit}"] = "" if rupees is None else f"{rupees:.2f}".removesuffix(".00")
    return values


def _length(form: Mapping[str, str], name: str) -> int:
    typed = str(form.get(name, "")).strip()
    if not typed:
        return 0
    if not (typed.isascii() and typed.isdigit() and len(typed) <= _MOST_DIGITS):
        sentence = t(messages.BAD_LENGTH)
        raise Invalid(sentence, errors=[{"field": name, "message": sentence}])
    return int(typed) * _MINUTES.get(str(form.get(f"{name}_unit", "")), 1)


def _closed(calendar: CalendarView) -> tuple[Closed, ...]:
    zone = ZoneInfo(calendar.timezone)
    found = []
    for period in calendar.blocked:
        since, until = period.starts_at.astimezone(zone), period.ends_at.astimezone(zone)
        first, last = f"{since.day} {since:%b %Y}", until - timedelta(minutes=1)
        whole_days = (since.hour, since.minute, until.hour, until.minute) == (0, 0, 0, 0)
        if not whole_days:
            text = f"{first}, {since:%H:%M} – {until.day} {until:%b %Y}, {until:%H:%M}"
        elif since.date() == last.date():
            text = first
        else:
            text = f"{first} – {last.day} {last:%b %Y}"
        found.append(Closed(since=period.starts_at.isoformat(), until=period.ends_at.isoformat(), text=text))
    return tuple(found)
