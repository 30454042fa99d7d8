"""The admin page with appeals."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import badges
from marketplace.web.admin.canned_replies import canned_replies
from marketplace.web.admin.filters import paged_table
from marketplace.web.admin.people import by_line, person_link
from marketplace.web.components.button import button, row_button
from marketplace.web.components.dialog import dialog_form
from marketplace.web.components.fields import option, select_field, text_area
from marketplace.web.components.keyboard import send_hint
from marketplace.web.components.link import link
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row
from marketplace.web.components.tabs import tabs
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_appeals.state import AppealLine, AppealsState
from marketplace.web.widgets.assignment import assignee, assignment_filter, case_dialog
from marketplace.web.widgets.internal_notes import NotesState, internal_notes

_TEXT = "whitespace-pre-wrap [overflow-wrap:anywhere]"
_HEADINGS = [t("About"), t("Decision"), t("Appeal"), t("Waiting"), t("Outcome"), t("Actions")]


def _tabs() -> rx.Component:
    texts = {"open": t("Open"), "upheld": t("Upheld"), "overturned": t("Overturned"), "moot": t("No longer needed")}
    return tabs(t("Appeals by status"), texts, chosen=AppealsState.appeals.status, on_choose=AppealsState.choose)


def _target(line: rx.Var[AppealLine]) -> rx.Component:
    return rx.el.div(
        link(line.name, href=line.href, class_name="font-medium hover:text-accent"),
        rx.el.p(
            line.what,
            " · ",
            person_link(line.appeal.owner_name, line.appeal.owner_id),
            class_name="text-sm text-muted",
        ),
        class_name="min-w-32",
    )


def _row(line: rx.Var[AppealLine]) -> rx.Component:
    appeal = line.appeal
    return row(
        _target(line),
        rx.el.div(
            rx.el.p(appeal.reason, class_name="line-clamp-2 max-w-72 [overflow-wrap:anywhere]"),
            by_line(line.decision),
        ),
        rx.el.p(appeal.text, class_name="line-clamp-2 max-w-72 [overflow-wrap:anywhere]"),
        rx.el.span(line.waiting, class_name="whitespace-nowrap text-muted"),
        rx.el.div(
            rx.el.div(badges.appeal_status(appeal.status), assignee(appeal), class_name="flex flex-wrap gap-1.5"),
            by_line(line.outcome, class_name="pt-1 text-sm text-muted"),
        ),
        row_button(t("View"), line.name, on_click=[AppealsState.show(appeal.id), NotesState.show("appeal", appeal.id)]),
        labels=_HEADINGS,
        cards="xl",
    )


def _quote(words: str, text, below) -> rx.Component:
    return rx.el.section(
        rx.el.h3(words, class_name="pb-1 text-sm font-semibold"),
        rx.el.p(text, class_name=_TEXT),
        below,
        class_name="rounded-control bg-sunken px-3.5 py-3",
    )


def _decision_form() -> rx.Component:
    return dialog_form(
        rx.cond(
            ~AppealsState.shown.appeal.stands,
            rx.el.p(
                t("The decision no longer stands: the owner changed or deleted the ad, or the account was restored."),
                class_name="text-sm text-muted",
            ),
        ),
        select_field(
            t("Outcome"),
            "appeal-outcome",
            option(t("The decision stays"), "upheld"),
            rx.cond(AppealsState.shown.appeal.stands, option(t("Undo the decision"), "overturned")),
            field_name="outcome",
        ),
        text_area(
            t("Answer"),
            "appeal-note",
            field_name="note",
            rows=3,
            max_length=1000,
            required=True,
            hint=t("The owner will read it."),
        ),
        canned_replies(AppealsState.replies, into="appeal-note"),
        on_submit=AppealsState.decide,
        submit=button(t("Decide"), send_hint(), type="submit"),
        error=AppealsState.error,
    )


def _dialog() -> rx.Component:
    line = AppealsState.shown
    own = rx.el.p(t("You took this decision. Another administrator has to look at it."), class_name="text-muted")
    return case_dialog(
        AppealsState,
        "appeal",
        line.appeal,
        _target(line),
        _quote(t("Decision"), line.appeal.reason, by_line(line.decision)),
        _quote(
            t("Appeal"),
            line.appeal.text,
            rx.el.p(
                person_link(line.appeal.owner_name, line.appeal.owner_id),
                class_name="text-sm text-muted",
            ),
        ),
        rx.cond(line.appeal.note, _quote(t("Answer"), line.appeal.note, by_line(line.outcome))),
        internal_notes(),
        rx.cond(line.appeal.status == "open", rx.cond(line.appeal.decidable, _decision_form(), own)),
        title=t("Appeal"),
    )


def appeals() -> rx.Component:
    """The table of appeals."""
    return admin_page(
        page_title(t("Appeals"), t("Owners who ask for another look at a decision.")),
        _tabs(),
        rx.cond(AppealsState.appeals.status == "open", assignment_filter(AppealsState, paths.ADMIN_APPEALS)),
        paged_table(
            AppealsState,
            AppealsState.appeals,
            _HEADINGS,
            _row,
            caption=t("Appeals"),
            empty=empty_state(t("No appeals here."), icon="scale"),
        ),
        _dialog(),
        here=paths.ADMIN_APPEALS,
    )


PAGES = [
    private_page(
        paths.ADMIN_APPEALS, appeals, t("Appeals"), t("Appeals against rejections and suspensions."), AppealsState
    )
]
