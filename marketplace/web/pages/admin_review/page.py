"""The review page of an ad."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button_link
from marketplace.web.components.current_url import url_has_id
from marketplace.web.components.placeholders import empty_state
from marketplace.web.layouts.sidebar import admin_layout
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_review import actions, sections, signals
from marketplace.web.pages.admin_review.state import ReviewState
from marketplace.web.widgets.assignment import assignment_box
from marketplace.web.widgets.internal_notes import NotesState, internal_notes


def _found() -> rx.Component:
    return rx.el.div(
        breadcrumb((t("Review queue"), paths.ADMIN_QUEUE), here=ReviewState.page.ad.name),
        sections.head(),
        rx.el.div(
            rx.el.div(
                sections.differences(),
                sections.photos(),
                sections.details(),
                class_name="flex min-w-0 flex-col gap-5",
            ),
            rx.el.div(
                actions.panel(),
                rx.cond(
                    ReviewState.page.waiting,
                    assignment_box(ReviewState, "ad", ReviewState.page.ad.id, ReviewState.page, ReviewState.open),
                ),
                actions.more_actions(),
                signals.signals(),
                signals.linked_accounts(),
                sections.reports(),
                sections.seller(),
                internal_notes(sections.BOX),
                sections.decisions(),
                class_name="contents lg:flex lg:min-w-0 lg:flex-col lg:gap-5 lg:sticky lg:top-24 lg:self-start",
            ),
            class_name="flex flex-col gap-5 max-lg:pb-20 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem]",
        ),
        actions.reject_dialog(),
        class_name="flex flex-col gap-5",
    )


def _skeleton() -> rx.Component:
    return rx.el.div(
        rx.el.div(class_name="skeleton h-8 w-2/3"),
        rx.el.div(class_name="skeleton h-64"),
        rx.el.div(class_name="skeleton h-40"),
        aria_hidden="true",
        class_name="flex flex-col gap-5",
    )


def review() -> rx.Component:
    """The ad, its skeleton, or an error."""
    return admin_layout(
        rx.cond(
            ReviewState.missing,
            empty_state(ReviewState.missing, "", button_link(t("Review queue"), href=paths.ADMIN_QUEUE)),
            content_or_error(ReviewState, rx.cond(url_has_id(ReviewState.page.ad.id), _found(), _skeleton())),
        ),
        here=paths.ADMIN_QUEUE,
    )


PAGES = [
    private_page(
        f"{paths.ADMIN_QUEUE}/[ad_id]",
        review,
        t("Review an ad"),
        t("Everything you need to review an ad."),
        ReviewState,
        NotesState,
    )
]
