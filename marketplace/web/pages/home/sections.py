"""The sections of the home page."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.catalog import CategoryTile
from marketplace.domain.content import TestimonialCard
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.ad_card import GRID, NO_LOCATION, ad_grid_skeleton
from marketplace.web.components.avatar import avatar
from marketplace.web.components.button import button, button_link
from marketplace.web.components.carousel import carousel, slide
from marketplace.web.components.city_picker import opens_city_picker
from marketplace.web.components.classes import join
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.photo import NO_IMAGE, photo
from marketplace.web.components.placeholders import empty_state, error_state, loading_text
from marketplace.web.components.section import SITE_WIDTH, section, section_header
from marketplace.web.layouts.brand import mark
from marketplace.web.pages.home.state import AdSection, HomeState
from marketplace.web.widgets.search_form import anywhere_button
from marketplace.web.widgets.wishlist_toggle import saveable_card

# On phones, categories and ads are rows that scroll sideways and show that there is more at the edge of the screen.
_ROW = "max-sm:side-row"
# Widths in pixels of the stored sizes for tiles of at most 190 px.
_TILE_WIDTHS = (160, 400)
_TILES = f"{_ROW} grid gap-x-3 gap-y-5 max-sm:*:w-20 sm:grid-cols-4 md:grid-cols-6 lg:gap-x-5"


def _category_tile(category: ObjectVar[CategoryTile]) -> rx.Component:
    return link(
        rx.el.div(
            photo(
                category.image,
                alt="",
                instead=NO_IMAGE,
                sizes="(min-width: 640px) 190px, 80px",
                among=_TILE_WIDTHS,
                class_name=None,
            )
        ),
        rx.el.span(category.name),
        href=paths.category(category.id),
        class_name="tile",
    )


def _tile_skeletons() -> rx.Component:
    one = (
        rx.el.div(class_name="skeleton aspect-square rounded-box"),
        rx.el.div(class_name="skeleton mx-auto h-4 w-16"),
    )
    return rx.el.div(
        *[rx.el.div(*one, class_name="flex flex-col gap-2") for _ in range(12)], aria_hidden="true", class_name=_TILES
    )


def categories() -> rx.Component:
    """Tiles of all categories."""
    return section(
        section_header(
            t("Categories"), t("Explore the greatest places in the city"), href=paths.CATEGORIES, action=t("View All")
        ),
        rx.cond(
            HomeState.loaded,
            rx.el.div(rx.foreach(HomeState.extras.categories, _category_tile), class_name=_TILES),
            _tile_skeletons(),
        ),
        class_name="flex flex-col gap-4 sm:gap-6",
    )


# Eight cards fill rows of two and of four.
_GRID = join(GRID, _ROW, "max-sm:*:w-44 md:grid-cols-4")


def ad_section(
    heading: str,
    subtitle: str,
    content: ObjectVar[AdSection],
    *,
    href: str,
    loading: str,
    typed: bool = False,
    no_location: str = NO_LOCATION,
    on_retry=None,
    ground: str = "",
    class_name: str = "",
) -> rx.Component:
    """Section of ad cards with a link to more.

    Args:
        loading: text while it loads, spec 4.3.
        typed: whether the cards show the types of the ads.
        class_name: classes of the cards.
        on_retry: retry handler. With it the section shows an error; without it a failed section is empty.
    """
    cards = rx.cond(
        content.cards.length() > 0,
        rx.el.div(
            rx.foreach(
                content.cards,
                lambda ad: saveable_card(ad, typed=typed, no_location=no_location, class_name=class_name),
            ),
            class_name=_GRID,
        ),
        empty_state(
            t("Nothing here yet"),
            t("Be the first to post an ad. It's free."),
            button_link(t("Post Your Ad"), href=paths.POST_AD, variant="secondary"),
            icon="store",
        ),
    )
    if on_retry is not None:
        cards = rx.cond(content.error, error_state(t("Error: ") + content.error, on_retry=on_retry), cards)
    return section(
        section_header(heading, subtitle, href=href, action=t("View All"), shown=content.more),
        rx.cond(
            content.loading,
            rx.fragment(loading_text(loading), ad_grid_skeleton(get_settings().home_section_size, _GRID)),
            cards,
        ),
        class_name="flex flex-col gap-4 sm:gap-6",
        ground=ground,
    )


def near_you() -> rx.Component:
    """Ads around the visitor's town; before they have chosen one, a line that asks for it once."""
    asks = rx.el.div(
        rx.el.div(
            icon("map-pin", size=18, class_name="text-accent"),
            rx.el.p(t("Where are you looking?"), class_name="mr-auto font-medium"),
            button(t("Choose"), variant="soft", aria_label=t("Choose a town"), custom_attrs=opens_city_picker()),
            anywhere_button(icon("x", size=20), aria_label=t("Anywhere in India")),
            class_name="flex items-center gap-2 rounded-box bg-accent-soft pl-4",
        ),
        class_name=SITE_WIDTH,
    )
    return rx.cond(
        SessionState.city,
        ad_section(
            t("Near you"),
            HomeState.near_text,
            HomeState.near,
            href=paths.SEARCH,
            loading=t("Loading..."),
            typed=True,
            class_name="max-sm:card-tight",
        ),
        rx.cond(SessionState.asks_city, asks),
    )


def _testimonial(word: ObjectVar[TestimonialCard]) -> rx.Component:
    return slide(
        rx.el.figure(
            icon("quote", size=28, class_name="text-accent"),
            rx.el.blockquote(word.description),
            rx.el.figcaption(avatar(word.name, word.image, px=48), rx.el.span(word.name)),
        ),
        class_name="",
    )


def testimonials() -> rx.Component:
    """Carousel of testimonials: 3 at a time, 2 up to 1024 px, 1 up to 600 px; it advances every 3 s."""
    return rx.cond(
        HomeState.extras.testimonials.length() > 0,
        section(
            section_header(t("What our customers say")),
            carousel(
                rx.foreach(HomeState.extras.testimonials, _testimonial),
                label=t("Testimonials"),
                # 30 is about the 500 ms of spec 9.4.
                speed=30,
                autoplay_ms=3000,
                track_class="flex testimonials",
                viewport_class="-mx-2.5",
            ),
            class_name="flex flex-col gap-4 sm:gap-6",
        ),
    )


def _counter(number, words: str) -> rx.Component:
    return rx.el.li(rx.el.b(number), " ", words)


def counters() -> rx.Component:
    """The three fixed numbers of the spec and the real number of live ads."""
    fixed = get_settings().home_counter
    return section(
        rx.el.ul(
            _counter(fixed, t("Completed Projects")),
            _counter(fixed, t("Happy Clients")),
            _counter(fixed, t("Award Winners")),
            _counter(rx.cond(HomeState.loaded, HomeState.extras.live_count, "…"), t("Ads live right now")),
            class_name="counters grid grid-cols-2 gap-8 lg:grid-cols-4",
        ),
        ground="bg-hero text-on-hero",
    )


def _reasons() -> tuple[tuple[str, str, str], ...]:
    return (
        ("badge-indian-rupee", t("Free to post"), t("As many ads as you like. No listing fee, no commission.")),
        ("shield-check", t("Every ad is reviewed"), t("A person reviews each ad before it goes live.")),
        ("map-pin", t("People near you"), t("Find things in your city and see them before you pay.")),
        ("message-circle", t("Chat, not phone calls"), t("Message sellers here. Your phone number stays private.")),
        ("calendar-check", t("Rent by the day"), t("Check availability and send an enquiry with your dates.")),
        ("lock-keyhole", t("Your data stays yours"), t("Download or delete your account whenever you want.")),
    )


def _reason(mark_name: str, heading: str, text: str) -> rx.Component:
    return rx.el.li(rx.el.div(icon(mark_name, size=22)), rx.el.div(rx.el.h3(heading), rx.el.p(text)))


def why_we_are_best() -> rx.Component:
    """The list of advantages."""
    return section(
        section_header(t("Why We Are Best")),
        rx.el.ul(
            *[_reason(*reason) for reason in _reasons()],
            # On phones the row scrolls, and keys must be able to scroll it.
            tab_index=0,
            aria_label=t("Why We Are Best"),
            class_name=f"{_ROW} reasons grid gap-x-8 sm:grid-cols-2 sm:gap-y-7 lg:grid-cols-3",
        ),
        class_name="flex flex-col gap-4 sm:gap-8",
    )


def app_block() -> rx.Component:
    """Announcement of the mobile apps."""
    site = get_settings().site_name
    return section(
        rx.el.div(
            rx.el.div(
                mark(size=56),
                rx.el.div(
                    rx.el.h2(t("Download Our App"), class_name="text-xl font-bold tracking-tight sm:text-2xl"),
                    rx.el.p(
                        t(
                            "Apps for Android and iPhone are on their way. Until then, add {site} to your home screen from "
                            "your browser's menu: it opens like an app.",
                            site=site,
                        ),
                        class_name="mt-1 max-w-2xl text-muted",
                    ),
                ),
                class_name="flex gap-4 sm:items-center sm:gap-5",
            ),
            class_name="rounded-box bg-sunken p-4 sm:p-10",
        ),
    )
