"""The moderation queue."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.ad_cells import WaitingAd, ad_cell, seller_link
from marketplace.web.admin.signals import label_badges
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.button import button, button_link
from marketplace.web.components.check_input import Checkbox
from marketplace.web.components.pagination import pagination
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row, table
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_queue.state import QueueState
from marketplace.web.widgets.assignment import assignee, assignment_filter, take_button

_BOX = "size-5 accent-accent"


_HEADINGS = [rx.el.span(t("Select"), class_name="sr-only"), t("Ad"), t("Seller"), t("Waiting for"), t("Actions")]


def _row(item: rx.Var[WaitingAd]) -> rx.Component:
    return row(
        # Large enough for a finger.
        rx.el.label(
            Checkbox.create(
                checked=QueueState.chosen.contains(item.ad.id),
                on_change=QueueState.choose(item.ad.id),
                aria_label=t("Select") + " " + item.ad.name,
                class_name=_BOX,
            ),
            class_name="-m-3 flex size-11 items-center justify-center",
        ),
        rx.el.div(
            ad_cell(item.ad, item.about),
            rx.el.div(assignee(item.ad), label_badges(item.signals), class_name="flex flex-wrap items-center gap-2"),
            class_name="flex flex-col gap-1.5",
        ),
        seller_link(item.ad),
        item.waiting,
        rx.el.div(
            button_link(t("Review"), href=paths.review(item.ad.id), size="sm"),
            take_button("ad", item.ad.id, item.ad, QueueState.open),
            class_name="flex flex-wrap gap-2 lg:flex-nowrap",
        ),
        labels=_HEADINGS,
        lead=2,
    )


def _bulk() -> rx.Component:
    count = QueueState.chosen.length()
    return rx.el.div(
        rx.el.label(
            Checkbox.create(checked=QueueState.all_chosen, on_change=QueueState.choose_all, class_name=_BOX),
            t("Select all on this page"),
            class_name="inline-flex min-h-11 items-center gap-2.5 font-medium",
        ),
        button(
            t("Approve selected"),
            " (",
            count,
            ")",
            icon="check",
            disabled=count == 0,
            busy=QueueState.busy,
            on_click=QueueState.approve,
        ),
        class_name="flex flex-wrap items-center justify-between gap-3",
    )


def _problems() -> rx.Component:
    return rx.cond(
        QueueState.problems.length() > 0,
        rx.el.ul(
            rx.foreach(QueueState.problems, lambda problem: rx.el.li(problem)),
            role="alert",
            class_name="list-inside list-disc rounded-control bg-warning-soft px-3.5 py-3 text-sm text-warning",
        ),
    )


def _list() -> rx.Component:
    shown = QueueState.queue
    rows = table(_HEADINGS, rx.foreach(shown.rows, _row), caption=t("Ads waiting for review"), cards="sm")
    empty = rx.cond(
        QueueState.assigned,
        empty_state(t("No ads here."), icon="inbox"),
        empty_state(
            t("Nothing to review."),
            t("Every submitted ad has been reviewed."),
            button_link(t("All ads"), href=paths.ADMIN_ADS, variant="secondary"),
            icon="check-check",
        ),
    )
    return list_or_placeholder(QueueState, shown.rows, rx.fragment(_bulk(), rows, pagination(shown.links)), empty)


def queue() -> rx.Component:
    """The queue, with bulk approval."""
    return admin_page(
        page_title(t("Review queue"), t("Resubmitted ads come first, then the ads that have waited longest.")),
        assignment_filter(QueueState, paths.ADMIN_QUEUE),
        _problems(),
        _list(),
        here=paths.ADMIN_QUEUE,
    )


PAGES = [
    private_page(paths.ADMIN_QUEUE, queue, t("Review queue"), t("Ads waiting for review, oldest first."), QueueState)
]
