"""The transparency page: what was reported, removed and appealed by month."""

from datetime import date

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import transparency
from marketplace.domain.transparency import MonthNumbers
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.page_state import PageState, Vars, content_or_error
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.link import link
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row, table
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page


class MonthLine(View):
    """The numbers of a month with its texts."""

    name: str
    numbers: MonthNumbers
    median: str


def _month_line(numbers: MonthNumbers) -> MonthLine:
    year, month = map(int, numbers.month.split("-"))
    median = "–" if numbers.median_hours is None else t("{hours} hours", hours=f"{numbers.median_hours:g}")
    return MonthLine(name=f"{date(year, month, 1):%B %Y}", numbers=numbers, median=median)


def _has_events(numbers: MonthNumbers) -> bool:
    return any(
        (numbers.reports, numbers.removals, numbers.appeals, numbers.grievances, numbers.orders, numbers.median_hours)
    )


class TransparencyState(PageState, rx.State):
    """The table of months."""

    months: list[MonthLine] = []

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - the same for everybody
        """Load the numbers of the last months, without the ones before the site was used."""
        months = transparency.list_months(db)
        while len(months) > 1 and not _has_events(months[-1]):
            months.pop()
        return {"months": [_month_line(numbers) for numbers in months]}


_HEADINGS = [
    t("Month"), t("Reports"), t("Removals"), t("Appeals"), t("Undone"), t("Grievances"), t("Orders"), t("Median time to answer a report"),
]  # fmt: skip


def _row(line: rx.Var[MonthLine]) -> rx.Component:
    numbers = line.numbers
    return row(
        rx.el.span(line.name, class_name="whitespace-nowrap font-medium"),
        numbers.reports,
        numbers.removals,
        numbers.appeals,
        numbers.overturned,
        numbers.grievances,
        numbers.orders,
        line.median,
        labels=_HEADINGS,
        cards="md",
    )


def months() -> rx.Component:
    """The table and what its numbers mean."""
    return site_layout(
        rx.el.div(
            breadcrumb((t("Home"), paths.HOME), here=t("Transparency")),
            page_title(
                t("Transparency"), t("What visitors reported, what we removed, and how often owners disagreed.")
            ),
            content_or_error(
                TransparencyState,
                rx.cond(
                    TransparencyState.months.length() > 0,
                    table(
                        _HEADINGS,
                        rx.foreach(TransparencyState.months, _row),
                        caption=t("Moderation by month"),
                        cards="md",
                    ),
                    rx.el.div(class_name="skeleton h-96"),
                ),
            ),
            rx.el.p(
                t(
                    "Removals are ads that we rejected, took down or deleted, and accounts that we suspended. “Undone” counts "
                    "decisions that we changed after an appeal."
                ),
                " ",
                link(t("Send a grievance"), href=paths.GRIEVANCE, look="accent"),
                class_name="text-sm text-muted",
            ),
            class_name="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 pb-14 pt-6 sm:px-6",
        )
    )


PAGES = [
    Page(
        paths.TRANSPARENCY,
        months,
        t("Transparency"),
        t("Reports, removals and appeals by month, and how long an answer takes."),
        states=(TransparencyState,),
    )
]
