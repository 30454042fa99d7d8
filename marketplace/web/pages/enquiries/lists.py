"""Enquiries as a table, or as cards on narrow screens."""

from collections.abc import Callable, Sequence

import reflex as rx

from marketplace.domain.rentals import EnquiryView
from marketplace.i18n.texts import t
from marketplace.web.components.icon import icon
from marketplace.web.components.pagination import pagination
from marketplace.web.components.table import row, table
from marketplace.web.pages.enquiries import sections
from marketplace.web.pages.enquiries.state import EnquiriesState
from marketplace.web.widgets.enquiry_actions import enquiry_buttons

Person = Callable[[rx.Var[EnquiryView]], rx.Component]


def _pickup(enquiry: rx.Var[EnquiryView], shown: rx.Component) -> rx.Component:
    """The pickup, with its time zone if it is not the default one."""
    named = rx.el.p(enquiry.zone_text, class_name="text-xs font-normal text-muted")
    return rx.el.div(shown, rx.cond(enquiry.zone_text, named))


def _date_above_time(text: rx.Var[str]) -> rx.Component:
    """Date and time below each other, for the narrow columns of the table."""
    return rx.el.div(
        rx.el.div(text.split(", ")[0]), rx.el.div(text.split(", ")[1]), class_name="whitespace-nowrap text-sm"
    )


def _date_and_time(text) -> rx.Component:
    """Date and time on one line."""
    return rx.el.div(text, class_name="whitespace-nowrap text-sm")


def _rows(enquiry: rx.Var[EnquiryView], person: Person) -> rx.Component:
    cells = (
        rx.el.div(sections.product(enquiry), class_name="min-w-44"),
        rx.el.div(person(enquiry), class_name="max-w-36"),
        _pickup(enquiry, _date_above_time(enquiry.pickup_text)),
        _date_above_time(enquiry.drop_text),
        _date_above_time(enquiry.created_text),
        sections.status(enquiry),
        enquiry_buttons(EnquiriesState, enquiry, cancel=t("Cancel"), class_name="flex-col *:w-full"),
    )
    said = enquiry.answer != ""
    return rx.fragment(
        row(*cells, narrow=True, class_name=rx.cond(said, "border-b-0!", "")),
        rx.cond(
            said,
            rx.el.tr(
                rx.el.td(
                    rx.el.div(
                        icon("corner-down-right", size=16, class_name="mt-0.5 shrink-0 text-muted"),
                        sections.answer(enquiry),
                        class_name="flex gap-2 pl-15",
                    ),
                    col_span=len(cells),
                    class_name="px-3 pb-3",
                )
            ),
        ),
    )


def _card(enquiry: rx.Var[EnquiryView], person: Person) -> rx.Component:
    def entry(words: str, value) -> rx.Component:
        return rx.el.div(
            rx.el.dt(words, class_name="text-xs text-muted"), rx.el.dd(value, class_name="text-sm font-medium")
        )

    return rx.el.li(
        rx.el.div(
            sections.product(enquiry), sections.status(enquiry), class_name="flex items-start justify-between gap-3"
        ),
        rx.el.dl(
            entry(t("Pickup Date"), _pickup(enquiry, _date_and_time(enquiry.pickup_text))),
            entry(t("Drop Date"), _date_and_time(enquiry.drop_text)),
            class_name="grid gap-3 rounded-control bg-sunken p-3 min-[350px]:grid-cols-2",
        ),
        rx.cond(enquiry.answer, sections.answer(enquiry)),
        rx.el.div(
            person(enquiry),
            rx.el.p(
                rx.el.span(t("Enquiry At"), " ", class_name="sr-only"),
                icon("clock", size=14, class_name="shrink-0"),
                enquiry.created_text,
                class_name="flex items-center gap-1 whitespace-nowrap text-xs text-muted",
            ),
            class_name="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1",
        ),
        # Aligned to the bottom of the tallest card in the row.
        enquiry_buttons(EnquiriesState, enquiry, cancel=t("Cancel"), class_name="mt-auto *:flex-1"),
        class_name="flex flex-col gap-3 rounded-box border border-line bg-raised p-4",
    )


def table_and_cards(headings: Sequence[str], person: Person, *, caption: str) -> rx.Component:
    """All enquiries of the page.

    Args:
        headings: labels of the columns.
        person: renders the other person.
        caption: description of the table.
    """
    shown = EnquiriesState.shown
    return rx.fragment(
        rx.el.div(
            table(headings, rx.foreach(shown.rows, lambda one: _rows(one, person)), caption=caption, narrow=True),
            class_name="max-xl:hidden",
        ),
        rx.el.ul(
            rx.foreach(shown.rows, lambda one: _card(one, person)),
            aria_label=caption,
            class_name="grid gap-3 md:grid-cols-2 xl:hidden",
        ),
        pagination(shown.links),
    )
