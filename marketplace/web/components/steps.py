"""Progress of a form in steps."""

from typing import Any

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.classes import join
from marketplace.web.components.icon import icon

_STEP = "group flex h-11 min-w-0 flex-1 items-center gap-2 rounded-control text-sm font-medium"
_BAR = "h-1.5 w-full rounded-full"
_NUMBER = "flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-semibold max-md:hidden"


def step_list(titles: list[str], current: rx.vars.NumberVar[int], on_choose: Any, *, label: str) -> rx.Component:
    """List of all steps, each a button that opens it; bars on phones, numbers with titles on wider screens.

    Args:
        current: the open step, from 1.
        on_choose: called with the number of a step.
        label: accessible name of the list.
    """
    return rx.el.nav(
        rx.el.ol(
            *[
                rx.el.li(_step(number, title, current, on_choose), class_name="flex min-w-0 max-md:flex-1")
                for number, title in enumerate(titles, start=1)
            ],
            class_name="flex gap-1.5 md:justify-between",
        ),
        aria_label=label,
    )


def _step(number: int, title: str, current: rx.vars.NumberVar[int], on_choose: Any) -> rx.Component:
    is_open, is_passed = current == number, current > number
    return rx.el.button(
        rx.el.span(
            class_name=join(_BAR, "md:hidden", rx.cond(current >= number, "bg-accent", "bg-line")), aria_hidden="true"
        ),
        rx.el.span(
            rx.cond(is_passed, icon("check", size=16), str(number)),
            class_name=join(
                _NUMBER,
                rx.cond(
                    is_open,
                    "bg-accent text-on-accent",
                    rx.cond(is_passed, "bg-accent-soft text-accent", "bg-sunken text-muted"),
                ),
            ),
            aria_hidden="true",
        ),
        rx.el.span(title, class_name="truncate max-md:sr-only"),
        type="button",
        on_click=on_choose(number),
        aria_current=rx.cond(is_open, "step", "false"),
        class_name=join(_STEP, rx.cond(is_open, "text-ink", "text-muted hover:text-ink")),
    )


def step(
    number: int, titles: list[str], *children: rx.Component, current: rx.vars.NumberVar[int], name: str
) -> rx.Component:
    """One step of the form; the others are hidden, and their values are submitted all the same.

    Args:
        titles: of all steps.
        current: the open step, from 1.
        name: the heading has the id `<name>-<number>`.
    """
    return rx.el.section(
        rx.el.div(
            rx.el.p(
                t("Step {step} of {count}", step=number, count=len(titles)), class_name="text-sm font-medium text-muted"
            ),
            rx.el.h2(
                titles[number - 1],
                id=f"{name}-{number}",
                tab_index=-1,
                class_name="scroll-mt-32 text-xl font-bold tracking-tight outline-none",
            ),
        ),
        *children,
        hidden=current != number,
        class_name="flex flex-col gap-5",
    )
