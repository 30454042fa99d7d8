"""Calendar of one month."""

from collections.abc import Callable
from typing import Any

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.rentals.schemas import DayView, MonthView
from marketplace.i18n.texts import t
from marketplace.web.components.classes import join
from marketplace.web.components.icon import icon

_DAY = "relative flex h-10 max-sm:h-11 w-full items-center justify-center rounded-control text-sm tabular-nums"
_LOOKS = {
    "free": "font-medium text-ink enabled:hover:bg-accent-soft",
    "part": "font-medium text-ink day-part enabled:hover:bg-accent-soft",
    "taken": "text-muted line-through bg-sunken",
    "closed": "text-muted",
    "past": "text-muted opacity-50",
}
_CHOSEN = "bg-accent font-semibold text-on-accent"


def _day(day: ObjectVar[DayView], on_day: Any, is_enabled: Callable[[ObjectVar[DayView]], Any]) -> rx.Component:
    look = rx.match(day.mark, *[(mark, words) for mark, words in _LOOKS.items() if mark != "past"], _LOOKS["past"])
    return rx.el.button(
        day.number,
        type="button",
        aria_label=day.words,
        title=day.words,
        aria_pressed=day.chosen,
        aria_current=rx.cond(day.today, "date", "false"),
        disabled=~is_enabled(day),
        on_click=on_day(day.date),
        class_name=join(
            _DAY,
            rx.cond(day.chosen, _CHOSEN, look),
            rx.cond(day.today, "underline decoration-2 underline-offset-4", ""),
        ),
    )


def _month_button(mark: str, words: str, month, on_month) -> rx.Component:
    return rx.el.button(
        icon(mark),
        type="button",
        aria_label=words,
        title=words,
        disabled=month == "",
        on_click=on_month(month),
        class_name="flex size-10 max-sm:size-11 items-center justify-center rounded-control hover:bg-sunken disabled:opacity-30",
    )


def _blank(_number) -> rx.Component:
    return rx.el.span(class_name="h-10 max-sm:h-11")


def month_calendar(
    month: ObjectVar[MonthView], *, on_day: Any, on_month: Any, is_enabled: Callable, label
) -> rx.Component:
    """Calendar of one month with the availability of each day.

    Args:
        on_day: called with a day like 2026-12-24.
        on_month: called with another month like 2027-01.
        is_enabled: returns whether a day can be pressed.
        label: accessible name, with the name of the ad.
    """
    return rx.el.div(
        rx.el.div(
            _month_button("chevron-left", t("Previous month"), month.before, on_month),
            rx.el.p(month.label, aria_live="polite", class_name="font-semibold"),
            _month_button("chevron-right", t("Next month"), month.after, on_month),
            class_name="flex items-center justify-between",
        ),
        rx.el.div(
            rx.foreach(
                month.weekdays,
                lambda name: rx.el.abbr(
                    name.to(str)[:2], title=name, class_name="flex h-7 items-center justify-center no-underline"
                ),
            ),
            class_name="grid grid-cols-7 text-xs text-muted",
        ),
        rx.el.div(
            rx.foreach(month.blanks, _blank),
            rx.foreach(month.days, lambda day: _day(day, on_day, is_enabled)),
            rx.foreach(month.tail, _blank),
            class_name="grid grid-cols-7 gap-y-1",
        ),
        role="group",
        aria_label=label,
        class_name="flex flex-col gap-1",
    )


def legend() -> rx.Component:
    """Legend of the day styles."""

    def entry(look: str, words: str) -> rx.Component:
        return rx.el.li(
            rx.el.span(
                "7", aria_hidden="true", class_name=f"flex size-6 items-center justify-center rounded-control {look}"
            ),
            words,
            class_name="flex items-center gap-1.5",
        )

    return rx.el.ul(
        entry("border border-line font-medium text-ink", t("Free")),
        entry("day-part border border-line font-medium text-ink", t("Partly taken")),
        entry("bg-sunken text-muted line-through", t("Taken")),
        class_name="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted",
    )
