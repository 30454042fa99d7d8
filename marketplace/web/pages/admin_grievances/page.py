"""The admin page with grievances."""

import reflex as rx

from marketplace.domain.grievances import rules
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.canned_replies import canned_replies
from marketplace.web.admin.filters import paged_table
from marketplace.web.admin.people import by_line, person_link
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, row_button
from marketplace.web.components.dialog import dialog_form, form_dialog
from marketplace.web.components.fields import form_error, option, options_of, select_field, text_area, text_field
from marketplace.web.components.keyboard import send_hint
from marketplace.web.components.link import link
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row
from marketplace.web.components.tabs import tabs
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_grievances.state import AdminGrievancesState, GrievanceLine
from marketplace.web.widgets.assignment import assignee, assignment_filter, case_dialog
from marketplace.web.widgets.internal_notes import NotesState, internal_notes

_TEXT = "whitespace-pre-wrap [overflow-wrap:anywhere]"
_HEADINGS = [t("Reference"), t("About"), t("From"), t("Deadline"), t("Actions")]


def _tabs() -> rx.Component:
    texts, state = {"open": t("Open"), "resolved": t("Resolved")}, AdminGrievancesState
    return tabs(t("Grievances by status"), texts, chosen=state.grievances.status, on_choose=state.choose)


def _row(line: rx.Var[GrievanceLine]) -> rx.Component:
    grievance = line.grievance
    return row(
        rx.el.span(grievance.reference, class_name="whitespace-nowrap font-medium"),
        rx.el.div(
            rx.el.p(grievance.kind_text),
            rx.el.p(grievance.text, class_name="line-clamp-2 max-w-80 text-sm text-muted [overflow-wrap:anywhere]"),
        ),
        rx.el.div(
            rx.el.p(person_link(line.by, grievance.account_id), class_name="[overflow-wrap:anywhere]"),
            rx.cond(grievance.email, rx.el.p(grievance.email, class_name="text-sm [overflow-wrap:anywhere]")),
            rx.el.p(line.filed, class_name="text-sm text-muted"),
            # A column of a table is as narrow as its shortest words, and addresses may break anywhere.
            class_name="xl:min-w-44",
        ),
        rx.cond(
            line.outcome.when,
            by_line(line.outcome),
            rx.el.div(
                rx.el.span(line.deadline, class_name="whitespace-nowrap"),
                rx.cond(grievance.overdue, badge(t("Overdue"), look="danger")),
                assignee(grievance),
                class_name="flex flex-wrap items-center gap-2",
            ),
        ),
        row_button(
            t("View"),
            grievance.reference,
            on_click=[AdminGrievancesState.show(grievance.id), NotesState.show("grievance", grievance.id)],
        ),
        labels=_HEADINGS,
        cards="xl",
    )


def _form() -> rx.Component:
    return dialog_form(
        text_area(
            t("Answer"),
            "grievance-note",
            field_name="note",
            rows=4,
            max_length=2000,
            required=True,
            hint=t("We email it to the complainant or authority. Say what was done."),
        ),
        canned_replies(AdminGrievancesState.replies, into="grievance-note"),
        on_submit=AdminGrievancesState.resolve,
        submit=button(t("Resolve"), send_hint(), type="submit"),
        error=AdminGrievancesState.error,
    )


def _removal() -> rx.Component:
    line = AdminGrievancesState.shown
    return rx.cond(
        line.ads.length() > 0,
        rx.el.form(
            select_field(
                t("Remove an ad"),
                "removed-ad",
                options_of(line.ads),
                field_name="ad_id",
                hint=t("It is taken down, and its photos leave the site. A copy is kept for as long as the law asks."),
            ),
            text_area(
                t("Reason that the seller reads"),
                "removal-note",
                field_name="note",
                rows=2,
                max_length=1000,
                required=True,
            ),
            form_error(AdminGrievancesState.removal_error),
            button(t("Remove"), send_hint(), type="submit", variant="danger", class_name="self-start"),
            on_submit=AdminGrievancesState.remove,
            method="post",
            no_validate=True,
            class_name="flex flex-col gap-3 rounded-control bg-sunken px-3.5 py-3",
        ),
    )


def _entry() -> rx.Component:
    def field(label: str, name: str, **props) -> rx.Component:
        error = AdminGrievancesState.errors.get(name, "")
        return text_field(label, f"order-{name}", field_name=name, error=error, **props)

    return form_dialog(
        select_field(
            t("What is it?"),
            "order-kind",
            *[option(rules.label_of(kind), kind.value) for kind in rules.OF_AUTHORITIES],
            field_name="kind",
            default_value="order",
        ),
        field(t("Court or authority"), "authority", max_length=120, required=True),
        field(t("Number of the order"), "authority_reference", max_length=120),
        field(t("Legal basis"), "legal_basis", max_length=300, required=True),
        field(
            t("Received"), "received_at", type="datetime-local", hint=t("The deadline counts from then. Empty: now.")
        ),
        field(t("Addresses of the ads or sellers"), "about", max_length=2000),
        text_area(
            t("What it asks for"),
            "order-text",
            field_name="text",
            rows=4,
            max_length=4000,
            required=True,
            error=AdminGrievancesState.errors.get("text", ""),
        ),
        field(t("Email of the authority"), "email", type="email", hint=t("For the acknowledgement and the answer.")),
        open=AdminGrievancesState.entering,
        on_close=AdminGrievancesState.stop_entering,
        title=t("Enter an order"),
        name="order",
        on_submit=AdminGrievancesState.enter,
        submit=button(t("Enter"), send_hint(), type="submit"),
        error=AdminGrievancesState.error,
    )


def _dialog() -> rx.Component:
    line = AdminGrievancesState.shown
    grievance = line.grievance
    return case_dialog(
        AdminGrievancesState,
        "grievance",
        grievance,
        rx.el.div(
            rx.el.p(
                grievance.reference,
                " · ",
                person_link(line.by, grievance.account_id),
                class_name="font-medium [overflow-wrap:anywhere]",
            ),
            rx.cond(grievance.email, rx.el.p(grievance.email, class_name="text-sm [overflow-wrap:anywhere]")),
            rx.cond(
                grievance.behalf_of,
                rx.el.p(t("On behalf of: "), grievance.behalf_of, class_name="text-sm [overflow-wrap:anywhere]"),
            ),
            rx.el.p(t("Received"), ": ", line.filed, class_name="text-sm text-muted"),
            rx.el.p(
                t("Deadline"),
                ": ",
                line.deadline,
                " · ",
                t("Rule"),
                " ",
                grievance.rule,
                class_name="text-sm text-muted",
            ),
        ),
        rx.el.section(
            rx.el.h3(grievance.kind_text, class_name="pb-1 text-sm font-semibold"),
            rx.foreach(
                line.targets,
                lambda target: rx.el.p(
                    link(target.name, href=target.href, look="accent"),
                    rx.cond(target.held, rx.el.span(" · ", target.held, class_name="text-sm text-muted")),
                    class_name="[overflow-wrap:anywhere]",
                ),
            ),
            rx.cond(
                grievance.legal_basis,
                rx.el.p(
                    rx.cond(grievance.authority_reference, grievance.authority_reference + " · ", ""),
                    grievance.legal_basis,
                    class_name=f"text-sm text-muted {_TEXT}",
                ),
            ),
            # As typed, no link: it may lead anywhere.
            rx.cond(grievance.about, rx.el.p(grievance.about, class_name=f"pb-2 text-sm text-muted {_TEXT}")),
            rx.el.p(grievance.text, class_name=_TEXT),
            tab_index=0,
            class_name="max-h-72 overflow-y-auto rounded-control bg-sunken px-3.5 py-3",
        ),
        internal_notes(),
        rx.cond(
            grievance.status == "open",
            rx.fragment(_removal(), _form()),
            rx.el.section(
                rx.el.h3(t("Answer"), class_name="pb-1 text-sm font-semibold"),
                rx.el.p(grievance.note, class_name=_TEXT),
                by_line(line.outcome),
            ),
        ),
        title=t("Grievance"),
    )


def grievances() -> rx.Component:
    """The table of grievances, the nearest deadline first."""
    return admin_page(
        page_title(
            t("Grievances"),
            t("Complaints to the grievance officer and orders of authorities, the nearest deadline first."),
            button(t("Enter an order"), icon="plus", on_click=AdminGrievancesState.start_entering),
        ),
        _tabs(),
        rx.cond(
            AdminGrievancesState.grievances.status == "open",
            assignment_filter(AdminGrievancesState, paths.ADMIN_GRIEVANCES),
        ),
        paged_table(
            AdminGrievancesState,
            AdminGrievancesState.grievances,
            _HEADINGS,
            _row,
            caption=t("Grievances"),
            empty=empty_state(t("No grievances here."), icon="landmark"),
        ),
        _dialog(),
        _entry(),
        here=paths.ADMIN_GRIEVANCES,
    )


PAGES = [
    private_page(
        paths.ADMIN_GRIEVANCES,
        grievances,
        t("Grievances to answer"),
        t("Complaints to the grievance officer with their deadlines."),
        AdminGrievancesState,
    )
]
