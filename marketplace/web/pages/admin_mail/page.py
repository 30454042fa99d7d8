"""The admin page with undelivered mail."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.filters import paged_table
from marketplace.web.components.button import row_button
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_mail.state import MailLine, MailState

_HEADINGS = [t("Email"), t("Created"), t("Attempts"), t("Last response"), t("Next attempt"), t("Actions")]


def _row(line: rx.Var[MailLine]) -> rx.Component:
    mail = line.mail
    return row(
        rx.el.div(
            rx.el.p(line.receiver, class_name="font-medium"),
            rx.el.p(mail.subject, class_name="text-sm text-muted"),
            class_name="min-w-48",
        ),
        rx.el.span(line.written, class_name="whitespace-nowrap text-muted"),
        mail.attempts,
        rx.el.p(mail.last_error, class_name="max-w-xs xl:min-w-40 text-sm [overflow-wrap:anywhere]"),
        rx.el.span(line.next_try, class_name="whitespace-nowrap"),
        row_button(t("Try again"), line.receiver, icon="rotate-cw", on_click=MailState.retry(mail.id)),
        labels=_HEADINGS,
        cards="xl",
    )


def mails() -> rx.Component:
    """The table of undelivered mails."""
    shown = MailState.mails
    return admin_page(
        page_title(t("Undelivered emails"), t("Emails that failed at least once and have not been sent yet.")),
        paged_table(
            MailState,
            shown,
            _HEADINGS,
            _row,
            caption=t("Undelivered emails"),
            empty=empty_state(t("All emails have been sent."), icon="mail-check"),
        ),
        here=paths.ADMIN_MAIL,
    )


PAGES = [
    private_page(
        paths.ADMIN_MAIL, mails, t("Undelivered emails"), t("Emails that have not been delivered yet."), MailState
    )
]
