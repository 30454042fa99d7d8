"""The admin page with reports."""

import reflex as rx

from marketplace.domain.views import Photo
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import badges
from marketplace.web.admin.filters import paged_table
from marketplace.web.admin.people import by_line, person_link
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.dialog import dialog_form
from marketplace.web.components.fields import checkbox, radio_group, text_area
from marketplace.web.components.keyboard import send_hint
from marketplace.web.components.link import link
from marketplace.web.components.photo import thumb
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.review import review_body
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row
from marketplace.web.components.tabs import tabs
from marketplace.web.components.wanted import wanted_facts
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_reports.state import ReportsState
from marketplace.web.pages.admin_reports.views import ReasonLine, ReportedMessage, ReportLine
from marketplace.web.widgets.assignment import assignee, assignment_filter, case_dialog, take_button
from marketplace.web.widgets.internal_notes import NotesState, internal_notes

_TEXT = "whitespace-pre-wrap [overflow-wrap:anywhere]"


def _tabs() -> rx.Component:
    texts = {"open": t("Open"), "resolved": t("Resolved"), "dismissed": t("Dismissed")}
    return tabs(t("Reports by status"), texts, chosen=ReportsState.reports.status, on_choose=ReportsState.choose)


def _target(line: rx.Var[ReportLine]) -> rx.Component:
    return rx.el.div(
        rx.cond(
            line.href, link(line.name, href=line.href, class_name="font-medium hover:text-accent"), rx.el.b(line.name)
        ),
        rx.el.p(line.what, class_name="text-sm text-muted"),
        class_name="min-w-32",
    )


_HEADINGS = [t("About"), t("Reason"), t("From"), t("When"), t("Outcome"), t("Actions")]


def _show(report_id) -> list:
    return [ReportsState.show(report_id), NotesState.show("report", report_id)]


def _row(line: rx.Var[ReportLine]) -> rx.Component:
    return row(
        _target(line),
        rx.el.div(
            rx.el.p(line.reason),
            rx.cond(line.text, rx.el.p(line.text, class_name="line-clamp-2 max-w-80 text-sm text-muted")),
            class_name="xl:min-w-40",
        ),
        rx.el.div(
            rx.el.p(person_link(line.by, line.by_id)),
            rx.cond(line.record, rx.el.p(line.record, class_name="text-sm text-muted")),
            rx.cond(line.together, rx.el.p(line.together, class_name="text-sm text-muted")),
        ),
        rx.el.span(line.when, class_name="whitespace-nowrap text-muted"),
        rx.cond(
            line.outcome.when,
            rx.el.div(
                rx.cond(line.resolution, rx.el.p(line.resolution)), by_line(line.outcome), class_name="max-w-56 text-sm"
            ),
            rx.el.div(badges.report_status(line.status), assignee(line), class_name="flex flex-wrap gap-1.5"),
        ),
        rx.el.div(
            button(t("View"), variant="secondary", size="sm", on_click=_show(line.id)),
            rx.cond(line.status == "open", take_button("report", line.id, line, ReportsState.open)),
            class_name="flex flex-wrap gap-2 xl:flex-nowrap",
        ),
        labels=_HEADINGS,
        cards="xl",
    )


def _picture(shot: rx.Var[Photo]) -> rx.Component:
    words = t("Open photo")
    return rx.el.a(thumb(shot, alt=t("Photo"), px=96), href=shot.url, target="_blank", rel="noopener", aria_label=words)


def _message(message: rx.Var[ReportedMessage]) -> rx.Component:
    return rx.el.li(
        rx.el.p(
            rx.el.b(person_link(message.name, message.sender_id)),
            " ",
            rx.el.span(message.when, class_name="text-sm text-muted"),
        ),
        rx.cond(message.text, rx.el.p(message.text, class_name=_TEXT)),
        rx.cond(
            message.photos.length() > 0,
            rx.el.div(rx.foreach(message.photos, _picture), class_name="flex flex-wrap gap-2 pt-1"),
        ),
        rx.foreach(message.reasons, _reason),
    )


def _reason(reason: rx.Var[ReasonLine]) -> rx.Component:
    return rx.el.div(
        badge(reason.title, look="warning", icon="flag"),
        rx.el.p(reason.evidence, " ", reason.verdict, class_name="text-muted [overflow-wrap:anywhere]"),
        class_name="pt-1 text-sm",
    )


def _other_report(line: rx.Var[ReportLine]) -> rx.Component:
    return rx.el.li(
        badges.report_status(line.status), " ", line.reason, " ",
        rx.cond(line.text, rx.el.q(line.text), ""), " – ", person_link(line.by, line.by_id), ", ", line.when,
        class_name="text-sm",
    )  # fmt: skip


def _target_details() -> rx.Component:
    line = ReportsState.shown.report
    return rx.el.div(
        _target(line),
        rx.el.p(line.reason, class_name="font-medium"),
        rx.cond(line.text, rx.el.p(line.text, class_name=_TEXT)),
        rx.el.p(person_link(line.by, line.by_id), ", ", line.when, class_name="text-sm text-muted"),
        rx.cond(
            line.outcome.when,
            rx.el.div(
                rx.cond(line.resolution, rx.el.p(line.resolution)),
                by_line(line.outcome),
                class_name="rounded-control bg-sunken px-3.5 py-3 text-sm",
            ),
        ),
        class_name="flex flex-col gap-2",
    )


def _context() -> rx.Component:
    shown = ReportsState.shown
    box = "flex max-h-64 flex-col gap-3 overflow-y-auto rounded-control bg-sunken p-3.5"
    return rx.fragment(
        rx.cond(shown.review, _review()),
        rx.cond(shown.wanted, _wanted()),
        rx.cond(
            shown.messages.length() > 0,
            rx.el.section(
                rx.el.h3(t("The conversation's last messages"), class_name="pb-2 text-sm font-semibold"),
                rx.el.ol(rx.foreach(shown.messages, _message), tab_index=0, class_name=box),
            ),
        ),
        rx.cond(
            shown.others.length() > 0,
            rx.el.section(
                rx.el.h3(t("Other reports about the same item"), class_name="pb-2 text-sm font-semibold"),
                rx.el.ul(rx.foreach(shown.others, _other_report), class_name=box),
            ),
        ),
    )


def _review() -> rx.Component:
    review = ReportsState.shown.review
    return rx.el.section(
        rx.el.div(review_body(review), class_name="rounded-control bg-sunken p-3.5"),
        rx.cond(
            review.removed_reason,
            rx.el.p(badge(t("Removed"), look="danger"), " ", review.removed_reason, class_name="text-sm"),
            _removal_form(
                t("Why it is removed"),
                "removal-reason",
                t("The writer is notified. Nobody else will see the review any more."),
                t("Remove the review"),
                ReportsState.remove_review,
            ),
        ),
        class_name="flex flex-col gap-3",
    )


def _removal_form(label: str, name: str, hint: str, submit: str, on_submit) -> rx.Component:
    return rx.el.form(
        text_area(
            label, name, field_name="reason", rows=2, max_length=500, error=ReportsState.removal_error, hint=hint
        ),
        rx.el.div(button(submit, send_hint(), type="submit", variant="danger", size="sm")),
        on_submit=on_submit,
        no_validate=True,
        class_name="flex flex-col gap-3",
    )


def _wanted() -> rx.Component:
    wanted = ReportsState.shown.wanted
    return rx.el.section(
        rx.el.div(
            rx.el.h3(wanted.title, class_name="font-semibold"),
            wanted_facts(wanted),
            class_name="flex flex-col gap-2 rounded-control bg-sunken p-3.5",
        ),
        rx.cond(
            wanted.status == "ended",
            rx.el.p(badge(wanted.until_text), " ", wanted.ended_reason, class_name="text-sm"),
            _removal_form(
                t("Why it is ended"),
                "end-reason",
                t("The buyer is notified. Sellers no longer see it."),
                t("End the wanted ad"),
                ReportsState.end_wanted,
            ),
        ),
        class_name="flex flex-col gap-3",
    )


def _resolution_form() -> rx.Component:
    return dialog_form(
        radio_group(
            t("Outcome"),
            "report-outcome",
            {"resolved": t("Action taken"), "dismissed": t("No action needed")},
            value=ReportsState.outcome,
            on_change=ReportsState.choose_outcome,
        ),
        text_area(
            t("What you did"),
            "report-resolution",
            field_name="resolution",
            rows=3,
            max_length=500,
            hint=t("For other moderators. Required if you took action."),
        ),
        checkbox(t("Close all open reports about the same item"), "with_others", default_checked=True),
        on_submit=ReportsState.resolve,
        submit=button(t("Close report"), send_hint(), type="submit"),
        error=ReportsState.error,
    )


def _dialog() -> rx.Component:
    line = ReportsState.shown.report
    return case_dialog(
        ReportsState,
        "report",
        line,
        _target_details(),
        _context(),
        internal_notes(),
        rx.cond(line.status == "open", _resolution_form()),
        title=t("Report"),
    )


def reports() -> rx.Component:
    """The table of reports."""
    shown = ReportsState.reports
    return admin_page(
        page_title(t("Reports")),
        _tabs(),
        rx.cond(shown.status == "open", assignment_filter(ReportsState, paths.ADMIN_REPORTS)),
        paged_table(
            ReportsState,
            shown,
            _HEADINGS,
            _row,
            caption=t("Reports"),
            empty=empty_state(t("No reports here."), icon="flag"),
        ),
        _dialog(),
        here=paths.ADMIN_REPORTS,
    )


PAGES = [private_page(paths.ADMIN_REPORTS, reports, t("Reports"), t("Problems that visitors reported."), ReportsState)]
