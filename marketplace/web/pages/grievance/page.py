"""The grievance page: the officer, the deadlines and the form."""

import reflex as rx

from marketplace.domain.grievances import rules
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button
from marketplace.web.components.fields import form_error, option, select_field, text_area, text_field
from marketplace.web.components.icon import icon
from marketplace.web.components.keyboard import focus_on
from marketplace.web.components.link import link
from marketplace.web.components.section import fact, page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page
from marketplace.web.pages.grievance.state import GrievanceState

_RECEIPT = "grievance-receipt"
_BOX = "flex flex-col gap-4 rounded-box border border-line bg-raised p-4 sm:p-6"


def _line(label: str, value) -> rx.Component:
    return fact(label, value, class_name="font-medium whitespace-pre-wrap [overflow-wrap:anywhere]")


def _officer() -> rx.Component:
    officer = GrievanceState.officer
    email = link(officer.email, href="mailto:" + officer.email, look="accent")
    return rx.el.section(
        rx.el.h2(t("Grievance officer"), class_name="text-lg font-semibold"),
        rx.el.dl(
            _line(t("Name"), officer.name),
            _line(t("Email"), email),
            rx.cond(officer.phone, _line(t("Phone"), officer.phone)),
            rx.cond(officer.address, _line(t("Address"), officer.address)),
            class_name="flex flex-col gap-3",
        ),
        class_name=_BOX,
    )


def _deadlines() -> rx.Component:
    return rx.el.section(
        rx.el.h2(t("What happens next"), class_name="text-lg font-semibold"),
        rx.el.ul(
            rx.foreach(GrievanceState.steps, rx.el.li),
            class_name="flex list-disc flex-col gap-2 pl-5 text-[0.9375rem]",
        ),
        class_name=_BOX,
    )


def _text(label: str, field: str, hint: str = "", **props) -> rx.Component:
    error = GrievanceState.errors.get(field, "")
    return text_field(label, f"grievance-{field}", field_name=field, error=error, hint=hint, **props)


def _form() -> rx.Component:
    return rx.el.form(
        select_field(
            t("What is it about?"),
            "grievance-kind",
            *[option(rules.label_of(kind), kind.value) for kind in rules.OF_COMPLAINANTS],
            field_name="kind",
            default_value="other",
            hint=t("In brackets: how soon we resolve it."),
            error=GrievanceState.errors.get("kind", ""),
        ),
        _text(
            t("Which ad or seller?"),
            "about",
            t("Its link, from the address bar of your browser."),
            max_length=500,
        ),
        text_area(
            t("What happened?"),
            "grievance-text",
            field_name="text",
            rows=6,
            max_length=4000,
            required=True,
            error=GrievanceState.errors.get("text", ""),
        ),
        rx.el.div(
            _text(t("Your name"), "name", max_length=120, auto_complete="name"),
            _text(t("Email"), "email", t("For our answer."), type="email", auto_complete="email"),
            class_name="grid gap-4 sm:grid-cols-2",
        ),
        _text(t("On whose behalf?"), "behalf_of", t("Only if you write for somebody else."), max_length=120),
        form_error(GrievanceState.error),
        button(t("Send grievance"), type="submit", size="lg", class_name="self-start max-sm:w-full"),
        on_submit=GrievanceState.submit,
        method="post",
        no_validate=True,
        class_name="flex flex-col gap-4",
    )


def _receipt() -> rx.Component:
    receipt = GrievanceState.receipt
    return rx.el.div(
        rx.el.p(
            icon("circle-check", size=20, class_name="shrink-0"),
            t("We have received your grievance."),
            role="status",
            class_name="flex items-center gap-2 font-semibold text-success",
        ),
        rx.el.dl(
            _line(t("Reference"), receipt.reference),
            _line(t("About"), receipt.kind),
            _line(t("Acknowledged by"), receipt.acknowledge_by),
            _line(t("Resolved by"), receipt.resolve_by),
            class_name="flex flex-col gap-3",
        ),
        rx.el.p(t("Please keep the reference."), class_name="text-muted"),
        focus_on(_RECEIPT),
        button(t("Send another one"), variant="secondary", on_click=GrievanceState.start_again),
        id=_RECEIPT,
        tab_index=-1,
        class_name="flex scroll-mt-32 flex-col items-start gap-4 outline-none",
    )


def grievance() -> rx.Component:
    """The form beside the officer."""
    return site_layout(
        rx.el.div(
            breadcrumb((t("Home"), paths.HOME), here=t("Grievances")),
            page_title(
                t("Grievances"),
                t("Complaints about content, privacy or your rights. No account is needed."),
            ),
            content_or_error(
                GrievanceState,
                rx.el.div(
                    rx.el.section(
                        rx.cond(GrievanceState.receipt.reference, _receipt(), _form()), class_name=f"min-w-0 {_BOX}"
                    ),
                    rx.el.div(_officer(), _deadlines(), class_name="flex flex-col gap-5"),
                    class_name="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start",
                ),
            ),
            class_name="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 pb-14 pt-6 sm:px-6",
        )
    )


PAGES = [
    Page(
        paths.GRIEVANCE,
        grievance,
        t("Grievances"),
        t("The grievance officer, the deadlines, and a form for complaints about content, privacy or your rights."),
        states=(GrievanceState,),
    )
]
