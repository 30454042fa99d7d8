"""The home page."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page
from marketplace.web.pages.home import sections
from marketplace.web.pages.home.hero import hero
from marketplace.web.pages.home.state import HomeState
from marketplace.web.widgets.recently_viewed import recently_viewed
from marketplace.web.widgets.search_form import SearchFormState


def home() -> rx.Component:
    """The home page."""
    return site_layout(
        hero(),
        sections.categories(),
        sections.near_you(),
        sections.ad_section(
            t("For Sale"), "", HomeState.for_sale, href=paths.listing("sell"), loading=t("Loading products...")
        ),
        sections.ad_section(
            t("For Rent"),
            "",
            HomeState.for_rent,
            href=paths.listing("rent"),
            loading=t("Loading..."),
            no_location=t("N/A"),
            on_retry=HomeState.retry_rent,
        ),
        sections.ad_section(
            t("Lease"), "", HomeState.lease, href=paths.listing("lease"), loading=t("Loading lease products...")
        ),
        sections.ad_section(
            t("Featured Products"),
            t("Our top picks just for you"),
            HomeState.featured,
            href=paths.FEATURED,
            loading=t("Loading featured products..."),
            typed=True,
            ground="bg-sunken",
        ),
        recently_viewed(class_name=f"pb-2 pt-6 sm:pt-12 {SITE_WIDTH}"),
        sections.testimonials(),
        sections.counters(),
        sections.why_we_are_best(),
        sections.app_block(),
        hero=True,
    )


PAGES = [
    Page(
        paths.HOME,
        home,
        t("Buy, sell, rent and lease near you"),
        t(
            "{site}: classified ads from people and shops in your city. Buy, rent or lease, and post your own ads for free.",
            site=get_settings().site_name,
        ),
        states=(HomeState, SearchFormState),
    )
]
