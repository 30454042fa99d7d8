"""The admin page with all ads."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import badges
from marketplace.web.admin.ad_cells import ad_cell, seller_link
from marketplace.web.admin.canned_replies import canned_replies
from marketplace.web.admin.filters import paged_table, search_form
from marketplace.web.components.button import button, button_link, icon_button
from marketplace.web.components.classes import join
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import text_area
from marketplace.web.components.icon import icon
from marketplace.web.components.keyboard import send_hint
from marketplace.web.components.link import link
from marketplace.web.components.pending_change import change_badge
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row
from marketplace.web.components.tabs import tabs
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_ads.state import TABS, AdLine, AdminAdsState

_SQUARE = (
    "flex size-10 max-sm:size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"
)


def _switch(line: rx.Var[AdLine]) -> rx.Component:
    featured = line.ad.featured
    return rx.el.button(
        rx.el.span(
            class_name=join(
                "block size-5 rounded-full bg-raised shadow-card transition-transform",
                rx.cond(featured, "translate-x-5", "translate-x-0"),
            )
        ),
        type="button",
        role="switch",
        aria_checked=featured,
        aria_label=t("Featured") + ": " + line.ad.name,
        on_click=AdminAdsState.feature(line.ad.id, ~featured),
        class_name=join(
            "flex h-6 w-11 items-center rounded-full p-0.5 transition-colors",
            rx.cond(featured, "bg-accent", "bg-control"),
        ),
    )


def _square(mark: str, words: str, line: rx.Var[AdLine], href) -> rx.Component:
    return link(icon(mark, size=18), href=href, aria_label=words + " " + line.ad.name, title=words, class_name=_SQUARE)


_HEADINGS = [t("Ad"), t("Seller"), t("Status"), t("Posted"), t("Featured"), t("Actions")]


def _row(line: rx.Var[AdLine]) -> rx.Component:
    return row(
        ad_cell(line.ad, line.about),
        seller_link(line.ad),
        rx.el.div(badges.ad_status(line.ad.status), change_badge(line.ad.change), class_name="flex flex-wrap gap-1.5"),
        rx.el.span(line.posted, class_name="whitespace-nowrap text-muted"),
        _switch(line),
        rx.el.div(
            _square("gavel", t("Review"), line, paths.review(line.ad.id)),
            _square("eye", t("View"), line, paths.ad(line.ad.id)),
            _square("pencil", t("Edit"), line, paths.edit_ad(line.ad.id)),
            icon_button(
                "trash-2",
                t("Delete") + " " + line.ad.name,
                on_click=AdminAdsState.open_delete_dialog(line.ad.id, line.ad.name),
            ),
            class_name="flex items-center",
        ),
        labels=_HEADINGS,
        cards="xl",
    )


def _delete_dialog() -> rx.Component:
    return form_dialog(
        rx.el.p(rx.el.b(AdminAdsState.deleting_name)),
        rx.el.p(
            t(
                "The ad can't be brought back. To let its seller change it or appeal, reject it or take it down instead."
            ),
            class_name="text-muted",
        ),
        rx.cond(AdminAdsState.deleting_ends, rx.el.p(AdminAdsState.deleting_ends, class_name="font-medium")),
        text_area(
            t("Reason"),
            "delete-reason",
            field_name="reason",
            rows=3,
            max_length=1000,
            required=True,
            hint=t("The seller will read it."),
        ),
        canned_replies(AdminAdsState.replies, into="delete-reason"),
        on_submit=AdminAdsState.delete,
        submit=button(t("Delete"), send_hint(), type="submit", variant="danger"),
        error=AdminAdsState.error,
        open=AdminAdsState.deleting != "",
        on_close=AdminAdsState.close_delete_dialog,
        title=t("Delete ad"),
        name="delete-ad",
    )


def admin_ads() -> rx.Component:
    """The table of ads."""
    shown = AdminAdsState.table
    return admin_page(
        page_title(t("Ads")),
        tabs(t("Ads by status"), TABS, chosen=shown.status, on_choose=AdminAdsState.choose),
        rx.el.div(
            search_form(t("Search by name or title"), shown.q, AdminAdsState.search),
            rx.cond(
                shown.seller_id,
                button_link(t("Ads of all sellers"), href=paths.ADMIN_ADS, variant="ghost", icon="x"),
            ),
            class_name="flex flex-wrap gap-3",
        ),
        paged_table(
            AdminAdsState,
            shown,
            _HEADINGS,
            _row,
            caption=t("Ads"),
            empty=empty_state(t("No ads here."), icon="tags"),
        ),
        _delete_dialog(),
        here=paths.ADMIN_ADS,
    )


PAGES = [
    private_page(
        paths.ADMIN_ADS,
        admin_ads,
        t("All sellers' ads"),
        t("Ads of every status, and which of them are featured."),
        AdminAdsState,
    )
]
