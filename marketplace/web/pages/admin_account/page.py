"""The admin page of one account: who it is, and all that moderators know of it."""

from collections.abc import Callable

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import badges
from marketplace.web.admin.people import by_line
from marketplace.web.admin.suspension import suspension_button, suspension_dialog
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.badge import badge
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button_link, row_button
from marketplace.web.components.current_url import url_has_id
from marketplace.web.components.link import link
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import fact
from marketplace.web.layouts.sidebar import admin_layout
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_account.state import AccountState
from marketplace.web.pages.admin_account.views import Line, SessionLine
from marketplace.web.widgets.internal_notes import NotesState, internal_notes

_BOX = "flex min-w-0 flex-col gap-4 rounded-box border border-line bg-raised p-4 sm:p-5"
_ITEM = "flex flex-col gap-1 py-2.5 first:pt-0 last:pb-0"
_PAGE = AccountState.page


def _heading(words: str, number=None) -> rx.Component:
    count = None if number is None else rx.cond(number > 0, badge(number))
    return rx.el.h2(words, count, class_name="flex items-center gap-2 text-lg font-semibold")


def _line(line: rx.Var[Line], status: Callable) -> rx.Component:
    title = rx.cond(
        line.href,
        link(line.title, href=line.href, class_name="font-medium hover:text-accent"),
        rx.el.span(line.title, class_name="font-medium"),
    )
    return rx.el.li(
        rx.el.div(
            rx.el.div(title, class_name="min-w-0 [overflow-wrap:anywhere]"),
            rx.cond(line.status, status(line.status)),
            class_name="flex items-start justify-between gap-2",
        ),
        rx.cond(line.detail, rx.el.p(line.detail, class_name="line-clamp-3 text-sm [overflow-wrap:anywhere]")),
        by_line(line.by),
        class_name=_ITEM,
    )


def _list(
    words: str, lines, none: str, *below: rx.Component, status: Callable = badges.ad_status, always=False
) -> rx.Component:
    found = lines.rows.length() > 0
    return rx.el.section(
        _heading(words, lines.number),
        rx.cond(
            found,
            rx.el.ul(rx.foreach(lines.rows, lambda line: _line(line, status)), class_name="divide-y divide-line"),
            rx.el.p(none, class_name="text-sm text-muted"),
        ),
        rx.cond(found | always, rx.fragment(*below)) if below else None,
        class_name=_BOX,
    )


def _head() -> rx.Component:
    account = _PAGE.account
    return rx.el.div(
        rx.el.div(
            rx.el.h1(
                account.name, class_name="text-2xl font-bold tracking-tight text-balance [overflow-wrap:anywhere]"
            ),
            rx.el.p(account.username, " · ", _PAGE.kind, class_name="text-muted [overflow-wrap:anywhere]"),
            rx.el.div(badges.account_status(account.status), class_name="pt-2"),
            rx.cond(_PAGE.suspended, rx.el.p(_PAGE.suspended, class_name="max-w-prose pt-2 text-sm")),
            class_name="min-w-0",
        ),
        rx.el.div(
            rx.cond(
                account.kind == "seller",
                button_link(t("Public page"), href=paths.seller(account.id), variant="secondary", size="sm"),
            ),
            rx.cond(_PAGE.may_change, suspension_button(AccountState, account, _PAGE.mine)),
            class_name="flex flex-wrap gap-2",
        ),
        class_name="flex flex-wrap items-start justify-between gap-4",
    )


def _session(line: rx.Var[SessionLine]) -> rx.Component:
    return rx.el.li(
        rx.el.p(line.device, class_name="text-sm font-medium"),
        rx.el.p(t("Last used"), " ", line.used, class_name="text-sm text-muted"),
        class_name=_ITEM,
    )


def _sessions() -> rx.Component:
    account = _PAGE.account
    end = row_button(
        t("Sign out everywhere"), account.username, icon="log-out", on_click=AccountState.end_sessions(account.id)
    )
    return rx.cond(
        _PAGE.may_change,
        rx.el.section(
            _heading(t("Signed in"), _PAGE.sessions.length()),
            rx.cond(
                _PAGE.sessions.length() > 0,
                rx.fragment(
                    rx.el.ul(rx.foreach(_PAGE.sessions, _session), class_name="divide-y divide-line"),
                    rx.cond(~_PAGE.mine, rx.el.div(end)),
                ),
                rx.el.p(t("Not signed in anywhere."), class_name="text-sm text-muted"),
            ),
            class_name=_BOX,
        ),
    )


def _found() -> rx.Component:
    account = _PAGE.account
    all_ads = link(t("All ads"), href=f"{paths.ADMIN_ADS}?seller={account.id}", look="accent")
    log = link(t("In the audit log"), href=f"{paths.ADMIN_AUDIT}?person={account.id}", look="accent")
    return rx.el.div(
        breadcrumb((t("Accounts"), paths.ADMIN_ACCOUNTS), here=account.username),
        _head(),
        rx.el.div(
            rx.el.div(
                rx.cond(account.kind == "seller", _list(t("Ads"), _PAGE.ads, t("No ads."), all_ads)),
                _list(
                    t("Reports about this account and its ads"),
                    _PAGE.reports_about,
                    t("Nobody has reported it."),
                    status=badges.report_status,
                ),
                _list(
                    t("Reports by this account"),
                    _PAGE.reports_by,
                    t("It has reported nothing."),
                    status=badges.report_status,
                ),
                _list(t("Appeals"), _PAGE.appeals, t("No appeals."), status=badges.appeal_status),
                _list(
                    t("Decisions about this account"),
                    _PAGE.decisions,
                    t("No decisions yet."),
                    rx.cond(~SessionState.moderates_only, log),
                    # The log also has what members of the staff decided themselves.
                    always=account.role != "",
                ),
                class_name="flex min-w-0 flex-col gap-5",
            ),
            rx.el.div(
                rx.el.section(
                    rx.el.dl(
                        rx.foreach(_PAGE.facts, lambda each: fact(each.label, each.value)),
                        class_name="flex flex-col gap-3",
                    ),
                    class_name=_BOX,
                ),
                internal_notes(_BOX),
                _sessions(),
                class_name="flex min-w-0 flex-col gap-5 max-lg:order-first",
            ),
            class_name="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start",
        ),
        suspension_dialog(AccountState),
        class_name="flex flex-col gap-5",
    )


def _skeleton() -> rx.Component:
    return rx.el.div(
        rx.el.div(class_name="skeleton h-8 w-2/3"),
        rx.el.div(class_name="skeleton h-40"),
        rx.el.div(class_name="skeleton h-64"),
        aria_hidden="true",
        class_name="flex flex-col gap-5",
    )


def account() -> rx.Component:
    """The account, its skeleton, or an error."""
    return admin_layout(
        rx.cond(
            AccountState.missing,
            empty_state(AccountState.missing, "", button_link(t("Accounts"), href=paths.ADMIN_ACCOUNTS)),
            content_or_error(AccountState, rx.cond(url_has_id(_PAGE.account.id), _found(), _skeleton())),
        ),
        here=paths.ADMIN_ACCOUNTS,
    )


PAGES = [
    private_page(
        f"{paths.ADMIN_ACCOUNTS}/[account_id]",
        account,
        t("Account in detail"),
        t("An account with its ads, reports, appeals and decisions."),
        AccountState,
        NotesState,
    )
]
