"""The hero of the home page: three slides, each with the search form."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.ads.schemas import CardView
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.components.carousel import SlideContent, carousel, slide
from marketplace.web.components.link import link
from marketplace.web.components.photo import CARD_WIDTHS, photo
from marketplace.web.components.price import price_text
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.pages.home.state import HomeState
from marketplace.web.widgets.search_form import full_search

_SLIDES = [1, 2, 3]
# Number of photos beside the search form.
_COLLAGE = 4


def _headline(number) -> rx.Component:
    words = t("The world's largest classifieds site")
    look = "text-3xl font-extrabold leading-[1.1] tracking-tight text-balance sm:text-4xl lg:text-5xl"
    return rx.el.div(
        rx.cond(number == 1, rx.el.h1(words, class_name=look), rx.el.p(words, class_name=look)),
        rx.el.p(
            t("Over {claim} classifieds, and unlimited free posting.", claim=get_settings().home_claim),
            class_name="text-base text-on-hero-muted sm:text-lg",
        ),
        class_name="flex flex-col gap-2 sm:gap-3",
    )


def _tile(ad: ObjectVar[CardView]) -> rx.Component:
    return link(
        photo(ad.cover, alt=ad.display_name, sizes="260px", among=CARD_WIDTHS),
        rx.el.span(price_text(ad), class_name="collage-price"),
        href=paths.ad(ad.id),
        class_name="collage-tile",
    )


def _collage() -> rx.Component:
    """Collage of featured ads, on wide screens."""
    ads = HomeState.featured.cards.filter(lambda ad: ad.cover)[:_COLLAGE]
    return rx.el.div(
        rx.foreach(ads, _tile),
        class_name="hidden grid-cols-2 gap-4 self-center pb-6 lg:grid lg:min-h-[25.5rem]",
    )


def _slide(number) -> rx.Component:
    content = rx.el.div(
        rx.el.div(
            _headline(number),
            full_search(t("Search {number}", number=number)),
            class_name="flex flex-col justify-center gap-4 sm:gap-8",
        ),
        _collage(),
        class_name=f"{SITE_WIDTH} grid gap-10 pt-10 sm:pb-4 sm:pt-18 lg:grid-cols-2 lg:gap-14 lg:pt-20",
    )
    return slide(SlideContent.create(content, shown=number == 1))


def hero() -> rx.Component:
    """The carousel of slides."""
    return rx.el.div(
        rx.el.div(class_name="awning absolute inset-x-0 top-0 h-7 sm:h-9", aria_hidden="true"),
        carousel(
            rx.foreach(_SLIDES, _slide),
            label=t("Search all ads"),
            controls_class="flex min-h-12 items-center justify-center gap-1 sm:min-h-15 sm:pb-4",
        ),
        class_name="relative overflow-hidden bg-hero text-on-hero",
    )
