"""Who works on a case: shown, taken, released and given to another."""

from typing import Any

import reflex as rx

from marketplace.domain import cases
from marketplace.domain.cases import messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.case_vars import CaseVars
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.classes import join
from marketplace.web.components.dialog import dialog
from marketplace.web.components.fields import option, select
from marketplace.web.components.link import link


class AssignmentState(DomainState, rx.State):
    """Changes assignments; the page's own State shows them."""

    @rx.event
    async def take(self, kind: str, case_id: str) -> None:
        """Assign a case to the caller."""
        await self._execute_with_toast(cases.assign, kind, case_id, done=t(messages.ASSIGNED))

    @rx.event
    async def release(self, kind: str, case_id: str) -> None:
        """Make a case free again."""
        await self._execute_with_toast(cases.release, kind, case_id, done=t(messages.RELEASED))

    @rx.event
    async def give(self, kind: str, case_id: str, account_id: str) -> None:
        """Assign a case to another moderator."""
        if account_id:
            done = t("Assigned")
            await self._execute_with_toast(cases.assign, kind, case_id, account_id=account_id, done=done)


def assignee(case) -> rx.Component:
    """Badge with the moderator who works on a case, a view with `assigned_to` and `assigned_to_id`; nothing for a free one."""
    mine = case.assigned_to_id == SessionState.account_id
    name = rx.cond(mine, t("Assigned to you"), case.assigned_to)
    shown = badge(name, look="accent", icon="circle-user-round")
    return rx.cond(case.assigned_to, link(shown, href=paths.admin_account(case.assigned_to_id)))


def take_button(kind: str, case_id, case, *then) -> rx.Component:
    """Button that takes a free case, or releases the caller's own.

    Args:
        kind: ad, report, appeal or grievance.
        case: as for `assignee`.
        then: events that load the page again.
    """
    return rx.cond(
        case.assigned_to == "",
        button(
            t("Assign to me"),
            variant="secondary",
            size="sm",
            on_click=[AssignmentState.take(kind, case_id), *then],
        ),
        rx.cond(
            (case.assigned_to_id == SessionState.account_id) | ~SessionState.moderates_only,
            button(
                t("Release"),
                variant="secondary",
                size="sm",
                on_click=[AssignmentState.release(kind, case_id), *then],
            ),
        ),
    )


def assignment_box(state: type[CaseVars], kind: str, case_id, case, *then) -> rx.Component:
    """Who works on the open case, with everything that the caller can change; arguments as for `take_button`."""
    return rx.el.div(
        rx.cond(
            case.assigned_to,
            assignee(case),
            rx.el.span(t("Nobody is working on this."), class_name="text-sm text-muted"),
        ),
        rx.el.div(
            take_button(kind, case_id, case, *then),
            rx.cond(
                state.staff.length() > 1,
                select(
                    option(t("Assign to…"), ""),
                    rx.foreach(state.staff, lambda person: option(person.username, person.account_id)),
                    value="",
                    on_change=lambda chosen: [AssignmentState.give(kind, case_id, chosen), *then],
                    aria_label=t("Assign to"),
                    height="h-9",
                    class_name="text-sm",
                ),
            ),
            class_name="flex flex-wrap items-center gap-2",
        ),
        class_name="flex flex-wrap items-center justify-between gap-2 rounded-control bg-sunken px-3.5 py-2.5",
    )


def case_dialog(state: Any, kind: str, case, *content: rx.Component, title: str) -> rx.Component:
    """Dialog with the case that a page shows; while it is open, it begins with who works on it.

    Args:
        state: the State of the page, with `shown`, `show`, `close` and the events of its list.
        kind: report, appeal or grievance; also the id of the dialog.
        case: a view with `id` and `status`, and as for `assignee`.
    """
    again = state.open, state.show(case.id)
    return dialog(
        rx.cond(
            state.shown,
            rx.fragment(rx.cond(case.status == "open", assignment_box(state, kind, case.id, case, *again)), *content),
        ),
        open=state.shown.is_none() == False,  # noqa: E712
        on_close=state.close,
        title=title,
        name=kind,
    )


def assignment_filter(state: type[CaseVars], path: str, **query) -> rx.Component:
    """Links that leave all cases of the list, those of the caller, or the free ones, with the page's further parameters."""
    kept = "".join(f"&{name}={value}" for name, value in query.items())
    return rx.el.nav(
        *[
            link(
                words,
                href=f"{path}?assigned={value}{kept}",
                aria_current=rx.cond(state.assigned == value, "page", "false"),
                class_name=join(
                    "inline-flex min-h-9 max-sm:min-h-11 items-center rounded-full px-3.5 text-sm font-medium",
                    rx.cond(state.assigned == value, "bg-accent text-on-accent", "bg-sunken text-ink hover:bg-line"),
                ),
            )
            for value, words in (("", t("All")), ("mine", t("Mine")), ("unassigned", t("Unassigned")))
        ],
        aria_label=t("By assignment"),
        class_name="flex flex-wrap gap-2",
    )
