"""The page that edits an ad's calendar."""

import reflex as rx

from marketplace.domain import rentals
from marketplace.domain.rentals import messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.button import button, button_link
from marketplace.web.components.current_url import url_has_id
from marketplace.web.components.fields import field, form_error, option, select, select_field, text_field
from marketplace.web.components.link import link
from marketplace.web.components.month_calendar import legend, month_calendar
from marketplace.web.components.on_change import on_change
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title, panel
from marketplace.web.layouts.sidebar import seller_layout
from marketplace.web.live import LiveState
from marketplace.web.page_registry import private_page
from marketplace.web.pages.ad_calendar.state import CalendarState
from marketplace.web.pages.ad_calendar.views import ClosedPeriod

_SHORT = 2


def _weekday(number: int, name: str) -> rx.Component:
    return rx.el.label(
        rx.el.input(
            type="checkbox",
            name=f"weekday_{number}",
            id=f"weekday_{number}",
            aria_label=name,
            default_checked=CalendarState.editor.weekdays.contains(number),
            class_name="peer sr-only",
        ),
        rx.el.span(
            name[:_SHORT],
            aria_hidden="true",
            class_name="flex h-11 min-w-11 items-center justify-center rounded-control border border-control px-2 "
            "font-medium text-muted peer-checked:border-accent peer-checked:bg-accent-soft peer-checked:text-accent "
            "peer-focus-visible:focus-ring",
        ),
        title=name,
        html_for=f"weekday_{number}",
        class_name="relative",
    )


def _opening_days() -> rx.Component:
    return rx.el.fieldset(
        rx.el.legend(t("Opening days"), class_name="mb-1.5 text-sm font-medium"),
        rx.el.div(
            *[_weekday(number, t(messages.WEEKDAYS[number])) for number in range(len(messages.WEEKDAYS))],
            class_name="flex flex-wrap gap-2",
        ),
        rx.el.p(t("Pickup and drop are possible on these days."), class_name="mt-1.5 text-sm text-muted"),
        rx.cond(
            CalendarState.errors["weekdays"],
            rx.el.p(CalendarState.errors["weekdays"], role="alert", class_name="mt-1.5 text-sm text-danger"),
        ),
    )


def _length(words: str, name: str) -> rx.Component:
    values = CalendarState.editor.stored
    return rx.el.div(
        text_field(
            words,
            name,
            input_mode="numeric",
            max_length=8,
            default_value=values[name],
            placeholder=t("Any"),
            error=CalendarState.errors[name],
        ),
        field(
            t("in"),
            select(
                option(t("minutes"), "minutes"),
                option(t("hours"), "hours"),
                option(t("days"), "days"),
                id=f"{name}_unit",
                name=f"{name}_unit",
                default_value=values[f"{name}_unit"],
            ),
            name=f"{name}_unit",
        ),
        class_name="grid grid-cols-2 gap-3",
    )


def _prices() -> rx.Component:
    labels = {
        "hour": t("Price per hour (₹)"),
        "day": t("Price per day (₹)"),
        "week": t("Price per week (₹)"),
        "month": t("Price per month (₹)"),
        "year": t("Price per year (₹)"),
    }
    return rx.el.div(
        *[
            text_field(
                words,
                f"price_{unit}",
                input_mode="decimal",
                max_length=16,
                default_value=CalendarState.editor.stored[f"price_{unit}"],
                error=CalendarState.errors[f"price_{unit}"],
                hint=rx.cond(CalendarState.editor.own_unit == unit, t("The price of the ad"), ""),
                # A disabled control is not submitted.
                disabled=CalendarState.editor.own_unit == unit,
            )
            for unit, words in labels.items()
        ],
        class_name="grid grid-cols-2 gap-3",
    )


def _price_of_ad() -> rx.Component:
    return rx.cond(
        CalendarState.editor.own_unit,
        link(
            t("Change the price of the ad"),
            href=paths.edit_ad(CalendarState.editor.ad_id),
            look="accent",
            class_name="tall-tap self-start underline",
        ),
    )


def _rules() -> rx.Component:
    return rx.el.form(
        panel(
            t("Opening days and rental period"),
            _opening_days(),
            rx.el.div(
                _length(t("Minimum"), "minimum"),
                _length(t("Maximum"), "maximum"),
                class_name="grid gap-4 lg:grid-cols-2",
            ),
            select_field(
                t("Time zone"),
                "timezone",
                rx.foreach(list(rentals.list_zones()), lambda zone: option(zone.replace("_", " "), zone)),
                required=True,
                default_value=CalendarState.editor.stored["timezone"],
                hint=t("All times of this ad are in this time zone."),
                error=CalendarState.errors["timezone"],
            ),
        ),
        panel(
            t("Prices"),
            _prices(),
            _price_of_ad(),
            text_field(
                t("Deposit (₹)"),
                "deposit",
                input_mode="decimal",
                max_length=16,
                default_value=CalendarState.editor.stored["deposit"],
                error=CalendarState.errors["deposit"],
                hint=t("Buyers pay it at pickup and get it back at the return. Leave it empty for none."),
            ),
            text=t("Buyers pay the cheapest combination for their dates. Leave a price empty if you don't offer it."),
        ),
        form_error(CalendarState.error),
        button(t("Save calendar"), type="submit", icon="check", class_name="self-start"),
        key="rules-" + CalendarState.version.to_string(),
        on_submit=CalendarState.save,
        class_name="flex min-w-0 flex-col gap-4",
    )


def _closed(period: rx.Var[ClosedPeriod]) -> rx.Component:
    return rx.el.li(
        rx.el.span(period.text),
        button(
            t("Reopen"),
            variant="ghost",
            size="sm",
            aria_label=t("Reopen") + ": " + period.text,
            on_click=CalendarState.reopen_dates(period.since, period.until),
        ),
        class_name="flex items-center justify-between gap-3 border-t border-line py-1.5 text-sm",
    )


def _month() -> rx.Component:
    editor = CalendarState.editor
    return panel(
        t("Closed dates"),
        month_calendar(
            editor.month,
            on_day=CalendarState.toggle_day,
            on_month=CalendarState.show_month,
            is_enabled=lambda day: day.mark != "past",
            label=t("Availability"),
        ),
        legend(),
        rx.el.form(
            text_field(t("From"), "from", type="date", error=CalendarState.closing_errors["from"], required=True),
            text_field(t("To"), "to", type="date", error=CalendarState.closing_errors["to"]),
            button(t("Close dates"), type="submit", variant="secondary", class_name="min-[26rem]:col-span-2"),
            key="closing-" + CalendarState.closing_version.to_string(),
            on_submit=CalendarState.close_dates,
            no_validate=True,
            # Two date inputs with their icons don't fit beside each other on a small phone.
            class_name="grid gap-3 min-[26rem]:grid-cols-2 border-t border-line pt-4",
        ),
        rx.cond(editor.closed.length() > 0, rx.el.ul(rx.foreach(editor.closed, _closed), aria_label=t("Closed dates"))),
        text=t("Tap a day to close it. Tap it again to open it."),
    )


def _found() -> rx.Component:
    editor = CalendarState.editor
    return rx.el.div(
        page_title(
            t("Calendar"),
            rx.el.span(editor.ad_name),
            button_link(t("View ad"), href=paths.ad(editor.ad_id), variant="secondary", icon="eye"),
        ),
        rx.el.div(
            _month(),
            _rules(),
            class_name="grid items-start gap-4 xl:grid-cols-[24rem_minmax(0,1fr)]",
        ),
        on_change(LiveState.enquiries + LiveState.ads, CalendarState.refresh),
        class_name="flex flex-col gap-5",
    )


def ad_calendar() -> rx.Component:
    """The editor, or an error."""
    return seller_layout(
        rx.cond(
            CalendarState.missing,
            empty_state(
                CalendarState.missing,
                "",
                button_link(t("My Ads"), href=paths.SELLER_ADS),
                icon="calendar-x",
                level="h1",
            ),
            rx.cond(
                url_has_id(CalendarState.editor.ad_id),
                _found(),
                # The error replaces the form only if no calendar is loaded, to keep what is being typed.
                content_or_error(CalendarState, rx.el.div(class_name="skeleton h-96")),
            ),
        ),
        here=paths.SELLER_ADS,
    )


PAGES = [
    private_page(
        f"{paths.SELLER_ADS}/[product_id]/calendar",
        ad_calendar,
        t("Calendar of an ad"),
        t("When your ad is available, and what it costs."),
        CalendarState,
    )
]
