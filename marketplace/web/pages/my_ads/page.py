"""The page with the seller's ads."""

import reflex as rx

from marketplace.domain.ads.schemas import AdRow
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.filters import paged_table
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, button_link, icon_button
from marketplace.web.components.fields import control_class
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.menu import menu_button
from marketplace.web.components.photo import thumb
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.price import amount
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row
from marketplace.web.components.tabs import tabs
from marketplace.web.layouts.sidebar import seller_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.my_ads.appeal import AdAppealState, rejection_dialog
from marketplace.web.pages.my_ads.bulk import bulk_bar, bulk_dialogs, choose_all, choose_box
from marketplace.web.pages.my_ads.holiday import holiday_button, holiday_dialog, holiday_notice
from marketplace.web.pages.my_ads.renewal import RenewalState
from marketplace.web.pages.my_ads.state import MyAdsState
from marketplace.web.widgets.ad_actions import ad_menu
from marketplace.web.widgets.delete_dialog import delete_dialog
from marketplace.web.widgets.renewal_dialog import renewal_dialog

_SQUARE = "flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"


def _tabs() -> rx.Component:
    texts = {
        "": t("All"),
        "published": t("Published"),
        "featured": t("Featured"),
        "pending": t("Pending"),
        "rejected": t("Rejected"),
        "paused": t("Paused"),
        "sold": t("Sold"),
        "expired": t("Expired"),
    }
    return tabs(
        t("Ads by status"),
        texts,
        chosen=MyAdsState.table.status,
        on_choose=MyAdsState.choose,
        counts={status: getattr(MyAdsState.table.counts, status or "all") for status in texts},
    )


def _status(ad: rx.Var[AdRow]) -> rx.Component:
    rejected = rx.el.button(
        badge(t("Rejected"), look="danger", icon="info"),
        type="button",
        title=t("Why?"),
        on_click=AdAppealState.show(ad.id),
        class_name="tall-tap",
    )
    return rx.match(
        ad.status,
        (
            "approved",
            rx.cond(
                ad.reserved_until,
                badge(t("Reserved"), look="warning"),
                rx.cond(ad.quiet, badge(t("Still available?"), look="warning"), badge(t("Published"), look="success")),
            ),
        ),
        ("paused", badge(t("Paused"), look="warning", icon="pause")),
        ("pending", badge(t("Pending"), look="warning")),
        ("rejected", rejected),
        ("expired", badge(t("Expired"))),
        badge(t("Sold")),
    )


def _square(mark: str, words: str, ad: rx.Var[AdRow], href) -> rx.Component:
    return link(
        icon(mark, size=18), href=href, aria_label=words + " " + ad.display_name, title=words, class_name=_SQUARE
    )


_HEADINGS = [t("Photo"), t("Title"), t("Category"), t("Status"), t("Price"), t("Actions")]


def _row(ad: rx.Var[AdRow]) -> rx.Component:
    return row(
        rx.el.div(choose_box(MyAdsState, ad), thumb(ad.cover, alt=""), class_name="flex items-center gap-3"),
        rx.el.div(
            rx.el.p(ad.display_name, class_name="font-medium"),
            rx.cond(ad.title, rx.el.p(ad.title, class_name="max-w-56 truncate text-sm text-muted")),
        ),
        ad.category_name,
        _status(ad),
        rx.cond(ad.price_text, amount(ad), "–"),
        rx.el.div(
            _square("eye", t("View"), ad, paths.ad(ad.id)),
            _square("pencil", t("Edit"), ad, paths.edit_ad(ad.id)),
            icon_button(
                "trash-2",
                t("Delete") + " " + ad.display_name,
                size="sm",
                class_name="shrink-0 text-muted hover:text-danger",
                on_click=MyAdsState.open_delete_dialog(ad.id, ad.display_name),
            ),
            ad_menu(MyAdsState, ad, menu_button(t("Duplicate"), icon="copy", on_click=MyAdsState.duplicate(ad.id))),
            class_name="flex items-center gap-0.5",
        ),
        labels=_HEADINGS,
        cards="xl",
        lead=2,
    )


def _list() -> rx.Component:
    empty = empty_state(
        t("No ads here."),
        t("Post an ad: it takes two minutes, even on a phone."),
        button_link(t("Post Your Ad"), href=paths.POST_AD),
        icon="tags",
    )
    return paged_table(MyAdsState, MyAdsState.table, _HEADINGS, _row, caption=t("My Ads"), empty=empty)


def _dialogs() -> rx.Component:
    return rx.fragment(
        delete_dialog(
            MyAdsState,
            t("Are you sure you want to delete this product? This action cannot be undone."),
            title=t("Delete ad"),
            name="delete-ad",
            no=t("No"),
            yes=t("Yes"),
        ),
        rejection_dialog(),
        bulk_dialogs(MyAdsState),
        holiday_dialog(MyAdsState),
    )


def my_ads() -> rx.Component:
    """Tabs with counts and the table of ads."""
    return seller_page(
        page_title(t("My Ads"), "", button_link(t("Post Your Ad"), href=paths.POST_AD, icon="plus")),
        holiday_notice(MyAdsState, MyAdsState.table.holiday),
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
        rx.el.div(
            rx.cond(MyAdsState.table.rows.length() > 0, choose_all(MyAdsState, MyAdsState.table.rows)),
            holiday_button(MyAdsState, MyAdsState.table.holiday),
            class_name="flex flex-wrap items-center justify-between gap-3",
        ),
        _list(),
        bulk_bar(MyAdsState),
        _dialogs(),
        renewal_dialog(RenewalState, title=t("Renew ad"), name="renew-ad"),
        here=paths.SELLER_ADS,
    )


PAGES = [
    private_page(
        paths.SELLER_ADS,
        my_ads,
        t("My Ads"),
        t("All your ads with their status, and what can be done with them."),
        MyAdsState,
        RenewalState,
        AdAppealState,
    )
]
