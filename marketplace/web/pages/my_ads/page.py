"""The page with the seller's ads."""

import reflex as rx

from marketplace.domain.ads.schemas import AdRow
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, button_link, icon_button
from marketplace.web.components.dialog import confirm
from marketplace.web.components.fields import control_class
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.menu import menu, menu_button, menu_link
from marketplace.web.components.pagination import pagination
from marketplace.web.components.photo import thumb
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row, table
from marketplace.web.components.tabs import tab, tabs
from marketplace.web.layouts.sidebar import seller_layout
from marketplace.web.page_registry import Page
from marketplace.web.pages.my_ads.renewal import RenewalState, renewal_dialog
from marketplace.web.pages.my_ads.state import MyAdsState

_SQUARE = "flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"


def _tabs() -> rx.Component:
    shown = MyAdsState.table
    counts = shown.counts
    made = (
        ("", t("All"), counts.all),
        ("published", t("Published"), counts.published),
        ("featured", t("Featured"), counts.featured),
        ("pending", t("Pending"), counts.pending),
        ("rejected", t("Rejected"), counts.rejected),
    )
    return tabs(
        *[
            tab(words, chosen=shown.status == status, count=count, on_click=MyAdsState.choose(status))
            for status, words, count in made
        ],
        label=t("Ads by status"),
    )


def _status(ad: rx.Var[AdRow]) -> rx.Component:
    rejected = rx.el.button(
        badge(t("Rejected"), look="danger", icon="info"),
        type="button",
        title=t("Why?"),
        on_click=MyAdsState.show_reason(ad.note),
    )
    return rx.match(
        ad.status,
        ("approved", badge(t("Published"), look="success")),
        ("pending", badge(t("Pending"), look="warning")),
        ("rejected", rejected),
        ("expired", badge(t("Expired"))),
        badge(t("Sold")),
    )


def _more_actions(ad: rx.Var[AdRow]) -> rx.Component:
    return menu(
        (icon("ellipsis-vertical", size=18), rx.el.span(t("More"), class_name="sr-only")),
        rx.cond(
            ad.status == "approved",
            menu_button(t("Mark as sold"), icon="handshake", on_click=MyAdsState.mark_sold(ad.id)),
        ),
        rx.cond(ad.status == "sold", menu_button(t("Relist"), icon="rotate-ccw", on_click=MyAdsState.relist(ad.id))),
        rx.cond(
            (ad.status == "expired") | (ad.status == "approved"),
            menu_button(t("Renew"), icon="refresh-cw", on_click=MyAdsState.renew(ad.id)),
        ),
        rx.cond(ad.ad_type != "sell", menu_link(t("Calendar"), paths.calendar(ad.id), icon="calendar-cog")),
        menu_button(t("Duplicate"), icon="copy", on_click=MyAdsState.duplicate(ad.id)),
        label=t("More"),
        align="right",
    )


_HEADINGS = [t("Photo"), t("Title"), t("Category"), t("Status"), t("Price"), t("Actions")]


def _row(ad: rx.Var[AdRow]) -> rx.Component:
    return row(
        thumb(ad.cover, alt=""),
        rx.el.div(
            rx.el.p(ad.name, class_name="font-medium capitalize"),
            rx.cond(ad.title, rx.el.p(ad.title, class_name="max-w-56 truncate text-sm text-muted")),
        ),
        ad.category_name,
        _status(ad),
        rx.cond(ad.price_text, ad.price_text, "–"),
        rx.el.div(
            link(
                icon("eye", size=18),
                href=paths.ad(ad.id),
                aria_label=t("View") + " " + ad.name,
                title=t("View"),
                class_name=_SQUARE,
            ),
            link(
                icon("pencil", size=18),
                href=paths.edit_ad(ad.id),
                aria_label=t("Edit") + " " + ad.name,
                title=t("Edit"),
                class_name=_SQUARE,
            ),
            icon_button(
                "trash-2",
                t("Delete") + " " + ad.name,
                size="sm",
                class_name="shrink-0 text-muted hover:text-danger",
                on_click=MyAdsState.open_delete_dialog(ad.id, ad.name),
            ),
            _more_actions(ad),
            class_name="flex items-center gap-0.5",
        ),
        labels=_HEADINGS,
        cards="xl",
        lead=2,
    )


def _list() -> rx.Component:
    shown = MyAdsState.table
    return rx.cond(
        shown.rows.length() > 0,
        rx.fragment(
            table(
                _HEADINGS,
                rx.foreach(shown.rows, _row),
                caption=t("My Ads"),
                cards="xl",
            ),
            pagination(shown.links),
        ),
        rx.cond(
            MyAdsState.loading,
            rx.el.div(class_name="skeleton h-64"),
            empty_state(
                t("There are no ads here."),
                t("Post one: it takes two minutes from a phone."),
                button_link(t("Post Your Ad"), href=paths.POST_AD),
                icon="tags",
            ),
        ),
    )


def _dialogs() -> rx.Component:
    return rx.fragment(
        confirm(
            rx.fragment(
                rx.el.b(MyAdsState.deleting_name),
                rx.el.br(),
                t("Are you sure you want to delete this product? This action cannot be undone."),
            ),
            button(t("No"), variant="secondary", on_click=MyAdsState.close_delete_dialog),
            button(t("Yes"), variant="danger", on_click=MyAdsState.delete),
            open=MyAdsState.deleting != "",
            on_close=MyAdsState.close_delete_dialog,
            title=t("Delete ad"),
            name="delete-ad",
        ),
        confirm(
            MyAdsState.reason,
            button(t("OK"), on_click=MyAdsState.hide_reason),
            open=MyAdsState.reason != "",
            on_close=MyAdsState.hide_reason,
            title=t("Rejection reason"),
            name="rejection-reason",
        ),
    )


def my_ads() -> rx.Component:
    """Tabs with counts and the table of ads."""
    return seller_layout(
        rx.el.div(
            page_title(t("My Ads"), "", button_link(t("Post Your Ad"), href=paths.POST_AD, icon="plus")),
            _tabs(),
            rx.el.form(
                rx.el.input(
                    name="q",
                    type="search",
                    key=MyAdsState.table.q,
                    default_value=MyAdsState.table.q,
                    aria_label=t("Search my ads"),
                    placeholder=t("Search my ads"),
                    class_name=control_class(),
                ),
                button(t("Search"), type="submit", variant="secondary", icon="search"),
                on_submit=MyAdsState.search,
                role="search",
                class_name="flex max-w-md gap-2",
            ),
            content_or_error(MyAdsState, _list()),
            _dialogs(),
            renewal_dialog(),
            class_name="flex flex-col gap-5",
        ),
        here=paths.SELLER_ADS,
    )


PAGES = [
    Page(
        paths.SELLER_ADS,
        my_ads,
        t("My Ads"),
        t("All your ads with their status, and what can be done with them."),
        on_load=(MyAdsState.open, RenewalState.open),
        indexed=False,
    )
]
