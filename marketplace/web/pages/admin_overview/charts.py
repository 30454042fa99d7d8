"""The load of moderation as bars, each with a table for screen readers."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.link import link
from marketplace.web.pages.admin_overview.state import OverviewState
from marketplace.web.pages.admin_overview.views import DayBar, OpenBar

_BOX = "relative flex min-w-0 flex-col gap-4 rounded-box border border-line bg-raised p-5"
_AGES = ((t("Under 1 hour"), "bg-success"), (t("1 to 24 hours"), "bg-warning"), (t("Over 24 hours"), "bg-danger"))


def _key(words: str, colour: str) -> rx.Component:
    return rx.el.li(
        rx.el.span(class_name=f"size-3 rounded-sm {colour}", aria_hidden="true"),
        words,
        class_name="inline-flex items-center gap-1.5",
    )


def _keys(*keys: tuple[str, str]) -> rx.Component:
    return rx.el.ul(
        *[_key(words, colour) for words, colour in keys], class_name="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted"
    )


def _hidden_table(caption: str, headings: tuple[str, ...], rows: rx.Component) -> rx.Component:
    # A table keeps the height of its rows even with `sr-only`, so the box around it is hidden instead.
    return rx.el.div(
        rx.el.table(
            rx.el.caption(caption),
            rx.el.thead(rx.el.tr(*[rx.el.th(words, scope="col") for words in headings])),
            rx.el.tbody(rows),
        ),
        class_name="sr-only",
    )


def _bar(line: rx.Var[OpenBar]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            link(line.words, href=line.href, class_name="font-medium hover:text-accent"),
            rx.el.span(line.total, class_name="font-semibold tabular-nums"),
            class_name="flex items-baseline justify-between gap-3",
        ),
        rx.el.div(
            *[
                rx.el.span(class_name=f"block h-full {colour}", style={"width": line.widths[at]})
                for at, (_, colour) in enumerate(_AGES)
            ],
            aria_hidden="true",
            class_name="flex h-3 w-full overflow-hidden rounded-full bg-sunken",
        ),
        class_name="flex flex-col gap-1",
    )


def open_cases() -> rx.Component:
    """The open cases by kind and age."""
    bars = OverviewState.overview.open
    caption = t("Open cases by age")
    return rx.el.section(
        rx.el.h2(caption, class_name="text-lg font-semibold"),
        rx.el.ul(rx.foreach(bars, _bar), class_name="flex flex-col gap-3"),
        _keys(*_AGES),
        _hidden_table(
            caption,
            (t("Kind"), *(words for words, _ in _AGES)),
            rx.foreach(
                bars,
                lambda line: rx.el.tr(
                    rx.el.th(line.words, scope="row"), *[rx.el.td(line.counts[at]) for at in range(len(_AGES))]
                ),
            ),
        ),
        class_name=_BOX,
    )


def _day(day: rx.Var[DayBar]) -> rx.Component:
    incoming, decided = t("incoming"), t("decided")
    return rx.el.div(
        rx.el.span(class_name="w-1/2 rounded-t-sm bg-control", style={"height": day.incoming_height}),
        rx.el.span(class_name="w-1/2 rounded-t-sm bg-accent", style={"height": day.decided_height}),
        title=f"{day.day}: {incoming} {day.incoming}, {decided} {day.decided}",
        class_name="flex h-full min-w-0 flex-1 items-end gap-px hover:bg-sunken",
    )


def days() -> rx.Component:
    """What came in and was decided on each of the last days, and how long decisions take."""
    shown = OverviewState.overview
    caption = t("The last 30 days")
    return rx.el.section(
        rx.el.div(
            rx.el.h2(caption, class_name="text-lg font-semibold text-ink"),
            rx.cond(
                shown.median,
                rx.el.p(t("Median time to a decision:"), " ", rx.el.b(shown.median, class_name="text-ink")),
            ),
            class_name="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-muted",
        ),
        rx.el.div(
            rx.el.span(shown.most, class_name="w-7 shrink-0 self-start text-right text-xs text-muted tabular-nums"),
            rx.el.div(
                rx.foreach(shown.days, _day),
                class_name="flex h-36 min-w-0 flex-1 items-end xl:h-48 gap-0.5 border-b border-l border-line pl-0.5",
            ),
            aria_hidden="true",
            class_name="flex gap-1.5",
        ),
        rx.cond(
            shown.days.length() > 0,
            rx.el.div(
                rx.el.span(shown.days[0].day),
                rx.el.span(t("Today")),
                aria_hidden="true",
                class_name="-mt-2 flex justify-between pl-8 text-xs text-muted",
            ),
        ),
        _keys((t("Incoming"), "bg-control"), (t("Decided"), "bg-accent")),
        _hidden_table(
            caption,
            (t("Day"), t("Incoming"), t("Decided")),
            rx.foreach(
                shown.days,
                lambda day: rx.el.tr(rx.el.th(day.day, scope="row"), rx.el.td(day.incoming), rx.el.td(day.decided)),
            ),
        ),
        class_name=_BOX,
    )
