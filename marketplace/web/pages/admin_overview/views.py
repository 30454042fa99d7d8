"""The data of the admin overview, loaded in one query call."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.dates import format_date
from marketplace.domain import moderation
from marketplace.domain.moderation import Load
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import messages, times
from marketplace.web.admin.ad_cells import WaitingAd, waiting_ad

_NEXT = 5
_HOURS_A_DAY = 24
_PAGES = {
    "ad": paths.ADMIN_QUEUE,
    "report": paths.ADMIN_REPORTS,
    "appeal": paths.ADMIN_APPEALS,
    "grievance": paths.ADMIN_GRIEVANCES,
}


class OpenBar(View):
    """The open cases of one kind by age, with the widths of the bar's parts in percent of the longest bar."""

    words: str
    href: str
    total: int
    counts: tuple[int, int, int]
    widths: tuple[str, str, str]


class DayBar(View):
    """A day's cases that came in and were decided, with the heights of their bars in percent."""

    day: str
    incoming: int
    decided: int
    incoming_height: str
    decided_height: str


class AdminOverview(View):
    """The metrics and the next ads.

    Attributes:
        oldest: waiting time of the ad that waits longest; empty if none waits.
        open, days: the load, as bars.
        most: the greatest number of a day.
        median: median time to a decision; empty without decisions.
    """

    waiting: int = 0
    oldest: str = ""
    decided_today: int = 0
    open_reports: int = 0
    next_ads: tuple[WaitingAd, ...] = ()
    open: tuple[OpenBar, ...] = ()
    days: tuple[DayBar, ...] = ()
    most: int = 0
    median: str = ""


def load_overview(db: Session, actor: Actor) -> AdminOverview:
    """Load the overview.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    numbers = moderation.get_queue_numbers(db, actor)
    queue = moderation.list_queue(db, actor, window=Window(1, _NEXT))
    load = moderation.get_load(db, actor)
    most = max((max(day.incoming, day.decided) for day in load.days), default=0)
    return AdminOverview(
        waiting=numbers.waiting,
        oldest=times.format_age(numbers.oldest_waiting_since),
        decided_today=numbers.decided_today,
        open_reports=numbers.open_reports,
        next_ads=tuple(waiting_ad(row) for row in queue.items),
        open=_open_bars(load),
        days=tuple(
            DayBar(
                day=format_date(day.day),
                incoming=day.incoming,
                decided=day.decided,
                incoming_height=_percent(day.incoming, most),
                decided_height=_percent(day.decided, most),
            )
            for day in load.days
        ),
        most=most,
        median="" if load.median_hours is None else _format_hours(load.median_hours),
    )


def _open_bars(load: Load) -> tuple[OpenBar, ...]:
    longest = max((each.fresh + each.day + each.older for each in load.open), default=0)
    return tuple(
        OpenBar(
            words=t(messages.CASE_KINDS[each.kind]),
            href=_PAGES[each.kind],
            total=each.fresh + each.day + each.older,
            counts=(each.fresh, each.day, each.older),
            widths=(_percent(each.fresh, longest), _percent(each.day, longest), _percent(each.older, longest)),
        )
        for each in load.open
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "0%"


def _format_hours(hours: float) -> str:
    if hours < 2 * _HOURS_A_DAY:
        return t("{hours} hours", hours=f"{hours:.1f}")
    return t("{days} days", days=f"{hours / _HOURS_A_DAY:.1f}")
