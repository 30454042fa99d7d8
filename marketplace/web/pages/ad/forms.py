"""The enquiry form of an ad's page."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.button import button, button_link
from marketplace.web.components.fields import text_field
from marketplace.web.components.month_calendar import legend, month_calendar
from marketplace.web.components.on_change import on_change
from marketplace.web.live import LiveState
from marketplace.web.pages.ad.actions import ENQUIRY_ID, is_buyer_view
from marketplace.web.pages.ad.state import AdState

_BOX = "flex flex-col gap-4 rounded-box border border-line bg-raised p-5"


def enquiry_form() -> rx.Component:
    """Form with pickup and drop for rental and lease ads."""
    page = AdState.page
    when = {"type": "datetime-local", "min": page.earliest}
    return rx.cond(
        page.for_dates & ~page.sold & (page.ad.mine | is_buyer_view()),
        rx.el.form(
            rx.el.h2(t("Request dates"), class_name="text-lg font-semibold"),
            rx.cond(
                page.rates.length() > 0,
                rx.el.ul(rx.foreach(page.rates, rx.el.li), class_name="flex flex-wrap gap-x-4 text-muted"),
            ),
            rx.el.div(
                text_field(
                    t("Pickup"),
                    "pickup",
                    value=AdState.pickup,
                    on_change=AdState.set_pickup,
                    error=AdState.errors.get("pickup_date_time", ""),
                    **when,
                ),
                text_field(
                    t("Drop"),
                    "drop",
                    value=AdState.drop,
                    on_change=AdState.set_drop,
                    error=AdState.errors.get("drop_date_time", ""),
                    **when,
                ),
                class_name="grid gap-3 sm:grid-cols-2 lg:grid-cols-1",
            ),
            rx.cond(
                page.rules.length() > 0,
                rx.el.ul(rx.foreach(page.rules, rx.el.li), class_name="flex flex-col gap-0.5 text-sm text-muted"),
            ),
            rx.el.div(_cost(), role="status", class_name="flex flex-col gap-1 empty:hidden"),
            button(t("Enquire"), type="submit", icon="send", busy=AdState.enquiring),
            rx.cond(
                page.ad.mine,
                button_link(
                    t("Set dates and prices"),
                    href=paths.calendar(page.ad.id),
                    variant="secondary",
                    icon="calendar-cog",
                ),
            ),
            rx.cond(AdState.month, _calendar()),
            on_change(LiveState.ads + LiveState.enquiries, AdState.open),
            on_submit=AdState.enquire,
            id=ENQUIRY_ID,
            class_name=f"{_BOX} scroll-mt-20",
        ),
    )


def _cost() -> rx.Component:
    return rx.fragment(
        rx.cond(AdState.price, rx.el.p(AdState.price, class_name="font-medium")),
        rx.foreach(AdState.parts, lambda part: rx.el.p(part, class_name="text-sm text-muted")),
        rx.cond(AdState.price_error, rx.el.p(AdState.price_error, class_name="font-medium text-danger")),
    )


def _calendar() -> rx.Component:
    return rx.el.div(
        month_calendar(
            AdState.month,
            on_day=AdState.choose_day,
            on_month=AdState.show_month,
            is_enabled=lambda day: (day.mark == "free") | (day.mark == "part"),
            label=t("Availability"),
        ),
        legend(),
        class_name="flex flex-col gap-3 border-t border-line pt-4",
    )
