"""The page that shows ads side by side."""

import reflex as rx

from marketplace.domain.ads import ComparedFact
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.ad_marks import ad_marks
from marketplace.web.components.button import button_class, button_link
from marketplace.web.components.classes import join
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.photo import photo
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.price import price
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page
from marketplace.web.pages.compare.state import Column, CompareState

# The labels stay in sight while the columns scroll past them.
_LABEL = "sticky left-0 z-10 w-24 min-w-24 bg-surface pr-3 text-left sm:w-40 sm:min-w-40"
_COLUMN = "w-40 min-w-40 align-top px-2 sm:w-60 sm:min-w-52"


def _head(column: rx.Var[Column]) -> rx.Component:
    ad = column.ad
    return rx.el.th(
        rx.el.div(
            rx.el.div(
                photo(ad.cover, alt="", sizes="240px"),
                class_name="aspect-[4/3] w-full overflow-hidden rounded-box bg-sunken",
            ),
            price(ad, without=t("Price on request")),
            link(
                ad.display_name,
                href=paths.ad(ad.id),
                class_name="tall-tap line-clamp-2 font-semibold leading-snug hover:text-accent",
            ),
            ad_marks(ad),
            link(
                icon("x", size=16),
                t("Remove"),
                rx.el.span(" ", ad.display_name, class_name="sr-only"),
                href=column.without_href,
                replace=True,
                class_name=button_class("secondary", "sm", extra="mt-auto self-start"),
            ),
            class_name="flex h-full flex-col gap-2 pb-3 text-left font-normal",
        ),
        scope="col",
        class_name=f"{_COLUMN} h-px",
    )


def _fact(fact: rx.Var[ComparedFact]) -> rx.Component:
    # What differs is what the reader looks for.
    look = rx.cond(fact.differs, "font-medium text-ink", "text-muted")
    return rx.el.tr(
        rx.el.th(
            fact.label, scope="row", class_name=f"{_LABEL} py-3 align-top text-sm font-medium text-muted hyphens-auto"
        ),
        rx.foreach(
            fact.texts,
            lambda text: rx.el.td(
                rx.cond(text, text, "–"), class_name=join(f"{_COLUMN} py-3 [overflow-wrap:anywhere]", look)
            ),
        ),
        class_name="border-t border-line",
    )


def _table() -> rx.Component:
    return rx.el.div(
        rx.el.table(
            rx.el.caption(t("Ads side by side"), class_name="sr-only"),
            rx.el.thead(
                rx.el.tr(
                    rx.el.td(class_name=_LABEL),
                    rx.foreach(CompareState.columns, _head),
                )
            ),
            rx.el.tbody(rx.foreach(CompareState.facts, _fact)),
            class_name="border-collapse",
        ),
        role="region",
        aria_label=t("Ads side by side"),
        tab_index=0,
        # What only screen readers read is placed within it, and must not widen the page.
        class_name="relative overflow-x-auto overscroll-x-contain",
    )


def _nothing() -> rx.Component:
    return empty_state(
        t("Nothing to compare yet."),
        t("Choose up to four ads in your wishlist."),
        rx.cond(
            SessionState.kind == "user",
            button_link(t("My Wishlist"), href=paths.WISHLIST),
            button_link(t("Search all ads"), href=paths.SEARCH),
        ),
        icon="arrow-left-right",
    )


def compare() -> rx.Component:
    """Up to four ads in columns: photo, price, place, and the fields of their subcategories in rows."""
    return site_layout(
        rx.el.div(
            page_title(t("Compare")),
            list_or_placeholder(
                CompareState,
                CompareState.columns,
                _table(),
                _nothing(),
                rx.el.div(class_name="skeleton h-96 rounded-box", aria_hidden="true"),
            ),
            class_name=f"flex min-h-[calc(100dvh-4rem)] flex-col gap-6 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


PAGES = [
    Page(
        paths.COMPARE,
        compare,
        t("Compare"),
        t("Ads side by side: photo, price, place and details."),
        states=(CompareState,),
        indexed=False,
    )
]
