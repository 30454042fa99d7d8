"""Cards and rows for ads in lists, and their skeletons."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.ads.schemas import AdCard
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.badge import badge
from marketplace.web.components.classes import join, show_if
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.photo import photo
from marketplace.web.components.price import price

NO_LOCATION = "Location not specified"
TYPE_LABELS = {"sell": t("Buy"), "rent": t("Rent"), "lease": t("Lease")}
# Texts for ads without a title (spec 5.3).
DEFAULT_TEXTS = {"sell": "Product for sale", "rent": "Available for rent", "lease": "Product for lease"}

GRID = "grid grid-cols-2 gap-x-3 gap-y-6 sm:gap-x-5 md:grid-cols-3 lg:grid-cols-4"
# Styles of the save button: over a photo, or in a row of buttons.
_OVER = "flex size-9 items-center justify-center rounded-full bg-raised/95 text-ink shadow-card hover:text-accent"
_FLAT = (
    "inline-flex h-11 items-center gap-2 rounded-control px-3 text-[0.9375rem] font-semibold text-ink hover:bg-sunken"
)
_FRAME = "relative aspect-[4/3] overflow-hidden rounded-box bg-sunken"
_TEXT = "flex w-full min-w-0 flex-1 flex-col gap-0.5 pt-3"


def save_button(saved, on_save, *, name, flat: bool = False) -> rx.Component:
    """Toggle button that says Save, or Saved with a filled heart.

    Args:
            name: what is saved, for the button's accessible name.
            flat: style for a row of buttons instead of over a photo.
    """
    return rx.el.button(
        icon("heart", size=18, class_name="group-aria-pressed:fill-current"),
        rx.el.span(rx.cond(saved, t("Saved"), t("Save")), class_name="" if flat else "sr-only"),
        rx.el.span(" ", name, class_name="sr-only"),
        type="button",
        aria_pressed=saved,
        on_click=on_save,
        class_name=f"group transition-colors aria-pressed:text-accent {_FLAT if flat else _OVER}",
    )


def type_label(ad: ObjectVar[AdCard]) -> rx.Component:
    """Badge with the type of an ad: Buy, Rent or Lease."""
    return badge(rx.match(ad.ad_type, *TYPE_LABELS.items(), ""), look="plain")


def _marks(ad: ObjectVar[AdCard], typed: bool | rx.Var) -> rx.Component:
    return rx.el.div(
        show_if(typed, type_label(ad)),
        rx.cond(ad.featured, badge(t("Featured"), look="solid", icon="star")),
        rx.cond(ad.is_new, badge(t("New"), look="accent")),
        class_name="pointer-events-none absolute bottom-2.5 left-2.5 flex flex-wrap gap-1.5",
    )


def _default_text(ad: ObjectVar[AdCard]) -> rx.Var | rx.Component:
    return rx.match(ad.ad_type, *DEFAULT_TEXTS.items(), DEFAULT_TEXTS["sell"])


def _words(ad: ObjectVar[AdCard], *, no_location: str | rx.Var) -> rx.Component:
    return rx.el.div(
        price(ad, without=t("Price on request")),
        rx.el.h3(
            link(
                ad.display_name,
                # The link covers the whole card; only the save button lies above it.
                rx.el.span(class_name="absolute inset-0", aria_hidden="true"),
                href=paths.ad(ad.id),
            ),
            class_name="text-[0.9375rem] font-semibold leading-snug text-ink line-clamp-2 group-hover/card:text-accent",
        ),
        rx.el.p(rx.cond(ad.title, ad.title, _default_text(ad)), class_name="truncate text-sm text-muted"),
        rx.el.p(
            rx.el.span(ad.category_name, class_name="font-medium"),
            class_name="truncate text-sm text-muted",
        ),
        rx.el.p(
            icon("map-pin", size=14, class_name="mt-[3px]"),
            rx.el.span(
                rx.cond(ad.distance_text, rx.el.span(ad.distance_text, " · ", class_name="font-medium text-ink")),
                rx.cond(ad.location, ad.location, no_location),
                class_name="truncate",
            ),
            class_name="flex min-w-0 gap-1 text-sm text-muted",
        ),
        class_name=_TEXT,
    )


def ad_card(
    ad: ObjectVar[AdCard],
    *,
    saved,
    on_save,
    eager: bool | rx.Var = False,
    no_location: str | rx.Var = NO_LOCATION,
    typed: bool | rx.Var = True,
    class_name: str | rx.Var = "",
) -> rx.Component:
    """Card with photo, price, name, category, place and save button.

    Args:
            saved: whether the heart is filled.
            on_save: handler of the save button.
            eager: load the photo at once; for cards visible when the page opens.
            no_location: text for an ad without a place.
            typed: show whether it is for sale, rent or lease; off in lists of one type.
    """
    return rx.el.article(
        rx.el.div(
            photo(
                ad.cover,
                alt=ad.display_name,
                eager=eager,
                class_name="transition-transform duration-300 group-hover/card:scale-[1.03]",
            ),
            _marks(ad, typed),
            class_name=_FRAME,
        ),
        _words(ad, no_location=no_location),
        rx.el.div(save_button(saved, on_save, name=ad.display_name), class_name="absolute right-2.5 top-2.5"),
        class_name=join("group/card relative flex min-w-0 flex-col", class_name),
    )


def ad_row(
    ad: ObjectVar[AdCard],
    *,
    saved,
    on_save,
    no_location: str | rx.Var = NO_LOCATION,
    typed: bool | rx.Var = True,
) -> rx.Component:
    """The ad as a row of a list; arguments as for `ad_card`."""
    return rx.el.article(
        rx.el.div(
            photo(ad.cover, alt=ad.display_name, sizes="(min-width: 640px) 240px, 40vw"),
            _marks(ad, typed),
            class_name=f"{_FRAME} w-2/5 shrink-0 self-start sm:w-60",
        ),
        rx.el.div(
            _words(ad, no_location=no_location),
            rx.el.div(save_button(saved, on_save, name=ad.display_name), class_name="relative"),
            class_name="flex min-w-0 flex-1 flex-col items-start justify-between gap-2 pb-1",
        ),
        class_name="group/card relative flex gap-4 border-b border-line pb-5",
    )


def ad_card_skeleton() -> rx.Component:
    """Skeleton with the height of a card whose name has one line."""
    bar = "skeleton h-4"
    return rx.el.div(
        rx.el.div(class_name="skeleton aspect-[4/3] rounded-box"),
        rx.el.div(
            rx.el.div(class_name="skeleton my-1 h-5 w-24"),
            rx.el.div(class_name=f"{bar} my-0.5 w-full"),
            rx.el.div(class_name=f"{bar} my-0.5 w-3/4"),
            rx.el.div(class_name=f"{bar} my-0.5 w-1/2"),
            rx.el.div(class_name=f"{bar} my-0.5 w-2/3"),
            class_name=_TEXT,
        ),
        aria_hidden="true",
        class_name="flex min-w-0 flex-col",
    )


def ad_grid_skeleton(count: int, grid: str = GRID) -> rx.Component:
    """Grid of card skeletons."""
    return rx.el.div(rx.foreach(list(range(count)), lambda _: ad_card_skeleton()), class_name=grid)
