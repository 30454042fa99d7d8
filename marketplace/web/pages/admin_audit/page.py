"""The audit log."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import messages
from marketplace.web.admin.filters import paged_table
from marketplace.web.admin.people import person_link
from marketplace.web.components.button import button, button_link
from marketplace.web.components.fields import option, select_field, text_field
from marketplace.web.components.link import link
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_audit.state import AuditState
from marketplace.web.pages.admin_audit.views import ChangedValue, Entry

_ID_SHOWN = 12


def _changed_value(change: rx.Var[ChangedValue]) -> rx.Component:
    return rx.el.li(
        rx.el.span(change.name, ": ", class_name="text-muted"),
        rx.cond(change.before, rx.fragment(rx.el.del_(change.before, class_name="text-muted"), " ")),
        rx.cond(change.after, rx.el.ins(change.after, class_name="no-underline")),
        class_name="[overflow-wrap:anywhere]",
    )


_HEADINGS = [t("When"), t("Who"), t("What"), t("About"), t("Before and after")]


def _row(entry: rx.Var[Entry]) -> rx.Component:
    # What has no name, such as a deleted row, keeps the beginning of its id.
    name = rx.cond(
        entry.about, entry.about, rx.el.code(entry.target_id[:_ID_SHOWN], title=entry.target_id, class_name="text-sm")
    )
    return row(
        rx.el.span(entry.when, class_name="whitespace-nowrap text-muted"),
        person_link(entry.who, entry.who_id),
        entry.action,
        rx.el.div(
            rx.cond(entry.href, link(name, href=entry.href, look="accent"), name),
            class_name="max-w-56 [overflow-wrap:anywhere]",
        ),
        rx.el.ul(rx.foreach(entry.changes, _changed_value), class_name="max-w-md text-sm xl:min-w-56"),
        labels=_HEADINGS,
        cards="xl",
    )


def _is_filtered() -> rx.Var[bool]:
    log = AuditState.log
    return (log.target + log.target_id + log.person + log.first_day + log.last_day) != ""


def _empty() -> rx.Component:
    # A button below the form clears the filters.
    words = rx.cond(_is_filtered(), t("No decisions match."), t("No decisions yet."))
    return empty_state(words, icon="scroll-text")


def _filter() -> rx.Component:
    log = AuditState.log
    return rx.el.form(
        rx.el.div(
            select_field(
                t("Decisions about"),
                "audit-target",
                option(t("All decisions"), ""),
                *[option(t(words), target) for target, words in messages.AUDIT_TARGETS.items()],
                field_name="target",
                default_value=log.target,
            ),
            text_field(
                t("Person"),
                "audit-person",
                field_name="person",
                type="search",
                default_value=log.person,
                placeholder=t("Name or email"),
                max_length=100,
            ),
            text_field(
                t("From"),
                "audit-from",
                field_name="from",
                type="date",
                default_value=log.first_day,
                error=log.first_day_error,
            ),
            text_field(
                t("To"),
                "audit-to",
                field_name="to",
                type="date",
                default_value=log.last_day,
                error=log.last_day_error,
            ),
            class_name="grid grid-cols-2 gap-3 sm:grid-cols-4 [&>*]:max-[420px]:col-span-full",
        ),
        rx.el.div(
            button(t("Filter"), type="submit", variant="secondary", icon="search"),
            rx.cond(_is_filtered(), button_link(t("Show all"), href=paths.ADMIN_AUDIT, variant="ghost", icon="x")),
            class_name="flex flex-wrap gap-3",
        ),
        on_submit=AuditState.choose,
        no_validate=True,
        # New filters, such as those of a link, are new values of the fields.
        key=log.target + "/" + log.person + "/" + log.first_day + "/" + log.last_day,
        role="search",
        class_name="flex flex-col gap-3",
    )


def audit_log() -> rx.Component:
    """The table of the log."""
    log = AuditState.log
    return admin_page(
        page_title(t("Audit log"), t("Who decided what, and when. Entries can't be changed.")),
        _filter(),
        paged_table(
            AuditState,
            log,
            _HEADINGS,
            _row,
            caption=t("Audit log"),
            empty=_empty(),
        ),
        here=paths.ADMIN_AUDIT,
    )


PAGES = [private_page(paths.ADMIN_AUDIT, audit_log, t("Audit log"), t("Who decided what, and when."), AuditState)]
