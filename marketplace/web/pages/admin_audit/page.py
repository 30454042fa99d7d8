"""The audit log."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import messages
from marketplace.web.admin.filters import paged_table
from marketplace.web.components.button import button_link
from marketplace.web.components.fields import option, select
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
    short = rx.el.code(entry.target_id[:_ID_SHOWN], title=entry.target_id, class_name="text-sm")
    return row(
        rx.el.span(entry.when, class_name="whitespace-nowrap text-muted"),
        entry.who,
        entry.action,
        rx.cond(entry.href, link(short, href=entry.href, look="accent"), short),
        rx.el.ul(rx.foreach(entry.changes, _changed_value), class_name="max-w-md text-sm xl:min-w-56"),
        labels=_HEADINGS,
        cards="xl",
    )


def _filter() -> rx.Component:
    log = AuditState.log
    return rx.el.div(
        rx.el.div(
            select(
                option(t("All decisions"), ""),
                *[option(t(words), target) for target, words in messages.AUDIT_TARGETS.items()],
                value=log.target,
                on_change=AuditState.choose,
                aria_label=t("Decisions about"),
            ),
            class_name="w-56",
        ),
        rx.cond(
            log.target_id,
            button_link(t("Show all"), href=paths.ADMIN_AUDIT, variant="ghost", icon="x"),
        ),
        class_name="flex flex-wrap gap-3",
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
            empty=empty_state(t("No decisions yet."), icon="scroll-text"),
        ),
        here=paths.ADMIN_AUDIT,
    )


PAGES = [private_page(paths.ADMIN_AUDIT, audit_log, t("Audit log"), t("Who decided what, and when."), AuditState)]
