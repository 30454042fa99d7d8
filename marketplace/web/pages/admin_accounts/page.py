"""The admin page that lists, suspends and restores accounts."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import badges, messages
from marketplace.web.admin.filters import paged_table, search_form
from marketplace.web.admin.people import person_link
from marketplace.web.admin.suspension import suspension_button, suspension_dialog
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.button import button, row_button
from marketplace.web.components.copy_button import copy_button
from marketplace.web.components.dialog import close_button, dialog, dialog_form
from marketplace.web.components.fields import option, select, text_field
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import fact, page_title
from marketplace.web.components.table import row
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_accounts.state import AccountLine, AccountsState
from marketplace.web.widgets.internal_notes import NotesState, internal_notes


def _filters() -> rx.Component:
    shown = AccountsState.table
    return rx.el.div(
        search_form(t("Search by name, email or phone"), shown.q, AccountsState.search),
        select(
            option(t("All kinds"), ""),
            *[option(t(words), kind) for kind, words in messages.ACCOUNT_KINDS.items()],
            value=shown.kind,
            on_change=AccountsState.choose_kind,
            aria_label=t("Kind"),
        ),
        select(
            option(t("All statuses"), ""),
            *[option(t(words), status) for status, words in messages.ACCOUNT_STATUSES.items()],
            value=shown.status,
            on_change=AccountsState.choose_status,
            aria_label=t("Status"),
        ),
        class_name="flex flex-wrap gap-3",
    )


def _person(line: rx.Var[AccountLine]) -> rx.Component:
    account = line.account
    return rx.el.div(
        rx.el.p(person_link(account.name, account.id), class_name="font-medium"),
        rx.el.p(
            account.username,
            " · ",
            rx.cond(
                account.role == "moderator",
                t("Moderator"),
                rx.match(account.kind, *[(kind, t(words)) for kind, words in messages.ACCOUNT_KINDS.items()], ""),
            ),
            class_name="text-sm text-muted",
        ),
        class_name="min-w-36",
    )


def _status(line: rx.Var[AccountLine]) -> rx.Component:
    return rx.el.div(
        badges.account_status(line.account.status),
        rx.cond(line.suspended, rx.el.p(line.suspended, class_name="max-w-64 pt-1 text-sm text-muted")),
    )


def _action(line: rx.Var[AccountLine]) -> rx.Component:
    account = line.account
    notes = row_button(
        t("Notes"),
        account.username,
        on_click=[AccountsState.open_notes(account.username), NotesState.show("account", account.id)],
    )
    # Moderators may not suspend or restore moderators and administrators.
    may = (account.role == "") | ~SessionState.moderates_only
    change = suspension_button(AccountsState, account, line.mine)
    return rx.el.div(
        rx.cond(may, change), notes, _role_button(line), class_name="flex max-w-64 flex-wrap gap-2 xl:max-w-none"
    )


def _role_button(line: rx.Var[AccountLine]) -> rx.Component:
    account = line.account

    def change(words: str, role: str) -> rx.Component:
        return row_button(words, account.username, on_click=AccountsState.change_role(account.id, role))

    return rx.cond(
        (account.role != "") & ~line.mine & ~SessionState.moderates_only & (account.status != "deleted"),
        rx.cond(
            account.role == "admin", change(t("Make moderator"), "moderator"), change(t("Make administrator"), "admin")
        ),
    )


_HEADINGS = [t("Name"), t("Contact"), t("Joined"), t("Ads"), t("Status"), t("Actions")]


def _row(line: rx.Var[AccountLine]) -> rx.Component:
    account = line.account
    return row(
        _person(line),
        rx.el.div(rx.el.p(account.email), rx.el.p(account.phone, class_name="text-sm text-muted")),
        rx.el.span(line.joined, class_name="whitespace-nowrap text-muted"),
        account.ads,
        _status(line),
        _action(line),
        labels=_HEADINGS,
        cards="xl",
    )


def _notes_dialog() -> rx.Component:
    return dialog(
        internal_notes(),
        open=AccountsState.noted != "",
        on_close=AccountsState.close_notes,
        title=AccountsState.noted,
        name="account-notes",
    )


def _moderator_dialog() -> rx.Component:
    form = dialog_form(
        rx.el.p(
            t("Moderators decide ads, reports, appeals and grievances, and suspend buyers and sellers."),
            class_name="text-muted",
        ),
        text_field(t("Email"), "moderator-email", field_name="email", type="email", required=True, max_length=254),
        on_submit=AccountsState.create_moderator,
        submit=button(t("Create moderator"), type="submit"),
        error=AccountsState.error,
    )
    return dialog(
        rx.cond(AccountsState.made, _credentials(), form),
        open=AccountsState.adding,
        on_close=AccountsState.close_moderator_dialog,
        title=t("New moderator"),
        name="new-moderator",
    )


def _credentials() -> rx.Component:
    made = AccountsState.made

    def line(label: str, value) -> rx.Component:
        return fact(label, value, class_name="font-mono [overflow-wrap:anywhere]")

    return rx.fragment(
        rx.el.p(t("Hand these over in person or over a secure channel. They are not shown again.")),
        rx.el.dl(
            line(t("Email"), made.email),
            line(t("Password"), made.password),
            rx.cond(made.secret, line(t("Secret for the authenticator app"), made.secret)),
            rx.cond(
                made.recovery_codes.length() > 0,
                line(t("Recovery codes, each for one sign-in"), made.recovery_codes.join(" ")),
            ),
            class_name="flex flex-col gap-3 rounded-control bg-sunken px-3.5 py-3",
        ),
        rx.el.div(
            copy_button(made.password),
            close_button(t("Done"), variant="primary"),
            class_name="flex flex-wrap justify-end gap-3",
        ),
    )


def accounts() -> rx.Component:
    """The table of accounts."""
    shown = AccountsState.table
    return admin_page(
        page_title(
            t("Accounts"),
            "",
            rx.cond(
                ~SessionState.moderates_only,
                button(t("New moderator"), icon="plus", on_click=AccountsState.open_moderator_dialog),
            ),
        ),
        _filters(),
        paged_table(
            AccountsState,
            shown,
            _HEADINGS,
            _row,
            caption=t("Accounts"),
            empty=empty_state(t("No accounts found."), icon="users"),
        ),
        suspension_dialog(AccountsState),
        _notes_dialog(),
        _moderator_dialog(),
        here=paths.ADMIN_ACCOUNTS,
    )


PAGES = [
    private_page(
        paths.ADMIN_ACCOUNTS, accounts, t("Accounts"), t("Finding, suspending and restoring accounts."), AccountsState
    )
]
