"""The admin page that lists, suspends and restores accounts."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import badges, messages
from marketplace.web.admin.filters import paged_table, search_form
from marketplace.web.components.button import button
from marketplace.web.components.dialog import dialog, form_buttons
from marketplace.web.components.fields import form_error, option, select, text_area
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_accounts.state import AccountLine, AccountsState


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
        rx.el.p(account.name, class_name="font-medium"),
        rx.el.p(
            account.username,
            " · ",
            rx.match(account.kind, *[(kind, t(words)) for kind, words in messages.ACCOUNT_KINDS.items()], ""),
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
    suspend = button(
        t("Suspend"),
        rx.el.span(" ", account.username, class_name="sr-only"),
        variant="secondary",
        size="sm",
        icon="ban",
        on_click=AccountsState.open_suspend_dialog(account.id, account.username),
    )
    restore = button(
        t("Restore"),
        rx.el.span(" ", account.username, class_name="sr-only"),
        variant="secondary",
        size="sm",
        icon="rotate-ccw",
        on_click=AccountsState.restore(account.id),
    )
    return rx.match(
        account.status,
        ("active", rx.cond(line.mine, rx.el.span(t("You"), class_name="text-muted"), suspend)),
        ("suspended", restore),
        rx.fragment(),
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


def _dialog() -> rx.Component:
    return dialog(
        rx.el.p(rx.el.b(AccountsState.suspending_name)),
        rx.el.p(
            t("This signs the account out everywhere and hides its ads. The reason is shown at the next sign-in."),
            class_name="text-muted",
        ),
        rx.el.form(
            text_area(
                t("Reason"),
                "suspend-reason",
                field_name="reason",
                rows=3,
                max_length=500,
                required=True,
                hint=t("The account holder will read it."),
            ),
            form_error(AccountsState.error),
            form_buttons(AccountsState.close_suspend_dialog, button(t("Suspend"), type="submit", variant="danger")),
            on_submit=AccountsState.suspend,
            no_validate=True,
            class_name="flex flex-col gap-4",
        ),
        open=AccountsState.suspending != "",
        on_close=AccountsState.close_suspend_dialog,
        title=t("Suspend account"),
        name="suspend-account",
    )


def accounts() -> rx.Component:
    """The table of accounts."""
    shown = AccountsState.table
    return admin_page(
        page_title(t("Accounts")),
        _filters(),
        paged_table(
            AccountsState,
            shown,
            _HEADINGS,
            _row,
            caption=t("Accounts"),
            empty=empty_state(t("No accounts found."), icon="users"),
        ),
        _dialog(),
        here=paths.ADMIN_ACCOUNTS,
    )


PAGES = [
    private_page(
        paths.ADMIN_ACCOUNTS, accounts, t("Accounts"), t("Finding, suspending and restoring accounts."), AccountsState
    )
]
