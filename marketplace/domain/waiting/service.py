"""Lists what waits for a person."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.dates import format_date
from marketplace.domain import accounts, ads, chat, deals, handovers, paging, rentals, reviews, site_time, wanted
from marketplace.domain.display_names import title_case
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.domain.rentals.messages import WEEKDAYS
from marketplace.domain.waiting import messages
from marketplace.domain.waiting.schemas import WaitingView
from marketplace.domain.waiting_rows import WaitingRow
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

Contribution = Callable[[Session, Actor], Sequence[WaitingRow]]
# What is answered in the conversation of the two; the badge of the messages counts these too.
_TO_ANSWER: tuple[Contribution, ...] = (deals.list_waiting_offers, rentals.list_waiting_enquiries)
_ALL: tuple[Contribution, ...] = (
    *_TO_ANSWER,
    deals.list_waiting_deals,
    *(domain.list_waiting for domain in (handovers, chat, ads, reviews, wanted)),
)
# What ends sooner comes before what has no end but another person, such as a message; what ends later comes after it.
_SOON = timedelta(days=3)


def list_waiting(db: Session, actor: Actor, *, window: Window = EVERYTHING) -> Page[WaitingView]:
    """List all that waits for the caller's answer or action, the most urgent first.

    Nothing waits that concerns a person whom the caller has blocked.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
    """
    actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t(messages.LOGIN))
    page = paging.cut(sorted(_gather(db, actor, _ALL), key=_urgency), window)
    return Page(_make_views(db, actor, page.items), page.total, page.page, page.limit)


def count_to_answer(db: Session, actor: Actor) -> int:
    """Count the offers and enquiries that wait for the caller's answer, as `list_waiting` lists them.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
    """
    actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t(messages.LOGIN))
    return len(_gather(db, actor, _TO_ANSWER))


def _gather(db: Session, actor: Actor, functions: Sequence[Contribution]) -> list[WaitingRow]:
    now = clock.now()
    every = [row for function in functions for row in function(db, actor)]
    # The job that ends it has not run yet.
    rows = [row for row in every if row.deadline is None or row.deadline > now]
    blocked = chat.list_blocked_ids(db, actor, {row.other_id for row in rows if row.other_id})
    return [row for row in rows if row.other_id not in blocked]


def _urgency(row: WaitingRow) -> tuple[bool, datetime, datetime, str]:
    """Sort key: what nobody else waits for and has no end, such as a draft, comes last."""
    is_chore = row.deadline is None and not row.other_id
    return is_chore, row.deadline or clock.now() + _SOON, row.since, row.subject_id


def _make_views(db: Session, actor: Actor, rows: Sequence[WaitingRow]) -> tuple[WaitingView, ...]:
    ad_ids = {row.ad_id for row in rows if row.ad_id}
    names, covers = ads.list_names(db, ad_ids), ads.find_covers(db, actor, ad_ids)
    people = accounts.people(db, {row.other_id for row in rows if row.other_id})
    views = []
    for row in rows:
        words, action, ends = messages.LINES[row.kind]
        other = people.get(row.other_id)
        name = title_case(names.get(row.ad_id, ""))
        other_name = other.name if other else ""
        until = _describe(row.deadline) if row.deadline else ""
        views.append(
            WaitingView.of(
                row,
                text=t(words, **{"name": name, "other": other_name, **row.values}),
                action=t(action),
                deadline_text=t(ends, until=until) if until else "",
                other_name=other_name,
                cover=covers.get(row.ad_id),
            )
        )
    return tuple(views)


def _describe(moment: datetime) -> str:
    """Format a deadline in the site's time zone: "today 18:00", "tomorrow 18:30", "Friday 18:00", or a date after a week."""
    zone = site_time.zone()
    local = moment.astimezone(zone)
    days = (local.date() - clock.now().astimezone(zone).date()) // timedelta(days=1)
    if not 0 <= days < len(WEEKDAYS):
        return format_date(local)
    words = {0: messages.TODAY, 1: messages.TOMORROW}.get(days, messages.WEEKDAY)
    return t(words, time=f"{local:%H:%M}", weekday=t(WEEKDAYS[local.weekday()]))
