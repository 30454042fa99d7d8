"""What can be asked and told on an ad's page."""

import reflex as rx

from marketplace.domain.moderation.messages import REPORT_REASONS
from marketplace.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.dialog import dialog
from marketplace.web.components.fields import form_error, option, select_field, text_area, text_field
from marketplace.web.pages.ad.state import AdState

_BOX = "flex flex-col gap-4 rounded-box border border-line bg-raised p-5"


def enquiry_form() -> rx.Component:
    """Pickup and drop for rent and lease ads."""
    page = AdState.page
    when = {"type": "datetime-local", "min": page.earliest}
    return rx.cond(
        page.for_dates & ~page.sold,
        rx.el.form(
            rx.el.h2(t("Ask for dates"), class_name="text-lg font-semibold"),
            rx.cond(
                page.rates.length() > 0,
                rx.el.ul(rx.foreach(page.rates, rx.el.li), class_name="flex flex-wrap gap-x-4 text-muted"),
            ),
            rx.el.div(
                text_field(t("Pickup"), "pickup", value=AdState.pickup, on_change=AdState.set_pickup, **when),
                text_field(t("Drop"), "drop", value=AdState.drop, on_change=AdState.set_drop, **when),
                class_name="grid gap-3 sm:grid-cols-2 lg:grid-cols-1",
            ),
            rx.cond(AdState.quote, rx.el.p(AdState.quote, role="status", class_name="font-medium")),
            button(t("Enquire"), type="submit", icon="send", busy=AdState.busy == "enquire"),
            rx.cond(
                page.busy.length() > 0,
                rx.el.div(
                    rx.el.p(t("Already taken"), class_name="text-sm font-medium"),
                    rx.el.ul(rx.foreach(page.busy, rx.el.li), class_name="text-sm text-muted"),
                ),
            ),
            on_submit=AdState.enquire,
            class_name=_BOX,
        ),
    )


def report_dialog() -> rx.Component:
    """What is wrong with this ad?"""
    return dialog(
        rx.el.form(
            form_error(AdState.report_error),
            select_field(
                t("Reason"),
                "reason",
                *[option(t(words), reason) for reason, words in REPORT_REASONS.items()],
                required=True,
            ),
            text_area(t("What is wrong?"), "text", max_length=1000),
            rx.el.div(
                button(t("Cancel"), variant="secondary", on_click=AdState.close_report),
                button(t("Send report"), type="submit", variant="danger"),
                class_name="flex justify-end gap-3",
            ),
            on_submit=AdState.send_report,
            class_name="flex flex-col gap-4",
        ),
        open=AdState.reporting,
        on_close=AdState.close_report,
        title=t("Report this ad"),
        name="report-ad",
    )
