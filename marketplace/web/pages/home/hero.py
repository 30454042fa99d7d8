"""The hero of the home page: three slides, each with the search form."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.catalog import Named
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.components.button import button
from marketplace.web.components.carousel import carousel, slide
from marketplace.web.components.fields import option, select
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.photo import photo
from marketplace.web.components.search_box import search_box
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.pages.home.state import HomeState

_SLIDES = [1, 2, 3]


def search_form(number) -> rx.Component:
    """Search form with keyword, type and category; the slides share their State.

    Args:
            number: number of the slide, part of the ids.
    """
    return rx.el.form(
        search_box(
            icon("search", class_name="pointer-events-none absolute left-3.5 top-1/2 -translate-y-1/2 text-muted"),
            height="h-13",
            extra="pl-11",
            max_length=200,
            class_name="col-span-2",
        ),
        select(
            option(t("All Classifieds"), ""),
            option(t("Buy"), "sell"),
            option(t("Rent"), "rent"),
            option(t("Lease"), "lease"),
            name="producttype",
            value=HomeState.ad_type,
            on_change=HomeState.choose_type,
            aria_label=t("Type"),
            height="h-13",
            class_name="max-sm:truncate max-sm:pl-3 max-sm:pr-8 max-sm:text-sm",
        ),
        select(
            option(t("All Categories"), ""),
            rx.foreach(HomeState.category_options, _choice),
            name="categoryId",
            aria_label=t("Category"),
            height="h-13",
            class_name="max-sm:truncate max-sm:pl-3 max-sm:pr-8 max-sm:text-sm",
        ),
        # Beside the fields on wide screens: the list of suggestions would cover a button below the box.
        button(
            t("Search Now"),
            type="submit",
            size="lg",
            icon="search",
            full=True,
            class_name="max-sm:col-span-2 sm:col-start-3 sm:row-span-2 sm:row-start-1 sm:h-full",
        ),
        on_submit=HomeState.search,
        # Before the app has loaded, the browser submits the form.
        action=paths.SEARCH,
        method="get",
        role="search",
        aria_label=t("Search {number}", number=number),
        class_name="grid grid-cols-2 gap-3 rounded-box bg-raised p-4 text-ink shadow-pop sm:grid-cols-[1fr_1fr_auto] sm:p-5",
    )


def _choice(category: ObjectVar[Named]) -> rx.Component:
    return option(category.name, category.id)


def _headline(number) -> rx.Component:
    words = t("The world's largest classifieds site")
    look = "text-3xl font-extrabold leading-[1.1] tracking-tight text-balance sm:text-4xl lg:text-5xl"
    return rx.el.div(
        rx.cond(number == 1, rx.el.h1(words, class_name=look), rx.el.p(words, class_name=look)),
        rx.el.p(
            t("Over {claim} classifieds, and unlimited free posting.", claim=get_settings().home_claim),
            class_name="text-base text-on-hero-muted sm:text-lg",
        ),
        class_name="flex flex-col gap-3",
    )


def _tile(ad: ObjectVar[AdCard]) -> rx.Component:
    return link(
        photo(ad.cover, alt=ad.display_name, sizes="260px"),
        rx.el.span(
            ad.price_text,
            class_name="absolute bottom-2.5 left-2.5 rounded-full bg-raised px-2.5 py-1 text-sm font-bold text-ink shadow-card",
        ),
        href=paths.ad(ad.id),
        class_name="relative block aspect-[4/3] overflow-hidden rounded-box bg-on-hero/10 odd:translate-y-6",
    )


def _collage() -> rx.Component:
    """Collage of featured ads, on wide screens."""
    return rx.el.div(
        rx.foreach(HomeState.collage, _tile),
        class_name="hidden grid-cols-2 gap-4 self-center pb-6 lg:grid lg:min-h-[25.5rem]",
    )


def _slide(number) -> rx.Component:
    return slide(
        rx.el.div(
            rx.el.div(_headline(number), search_form(number), class_name="flex flex-col justify-center gap-5 sm:gap-8"),
            _collage(),
            class_name=f"{SITE_WIDTH} grid gap-10 pt-12 sm:pb-4 sm:pt-18 lg:grid-cols-2 lg:gap-14 lg:pt-20",
        )
    )


def hero() -> rx.Component:
    """The carousel of slides."""
    return rx.el.div(
        rx.el.div(class_name="awning absolute inset-x-0 top-0 h-7 sm:h-9", aria_hidden="true"),
        carousel(
            rx.foreach(_SLIDES, _slide),
            label=t("Search the market"),
            controls_class="flex min-h-12 items-center justify-center gap-1 sm:min-h-15 sm:pb-4",
        ),
        class_name="relative overflow-hidden bg-hero text-on-hero",
    )
