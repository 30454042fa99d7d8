"""Cards and rows for ads in lists, and their skeletons."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.ads.schemas import CardFact, CardView
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
_FLAT = (
    "inline-flex h-11 items-center gap-2 rounded-control px-3 text-[0.9375rem] font-semibold text-ink hover:bg-sunken "
    "aria-pressed:text-accent"
)
# A page has dozens of cards, so their parts have short names; `assets/theme.css` says how they look.
_FRAME, _TEXT, _NAME, _LINE = "card-frame", "card-text", "card-name", "truncate card-line"


def save_button(saved, on_save, *, name, flat: bool = False) -> rx.Component:
    """Toggle button that says Save, or Saved with a filled heart.

    Args:
        name: what is saved, for the button's accessible name.
        flat: style for a row of buttons instead of over a photo.
    """
    said = rx.cond(saved, t("Saved"), t("Save"))
    inside = (
        (icon("heart", size=18, class_name="group-aria-pressed:fill-current"), rx.el.span(said))
        if flat
        else (
            rx.el.span(icon("heart", size=18, class_name="heart"), class_name="heart-plate"),
            rx.el.span(said, class_name="sr-only"),
        )
    )
    return rx.el.button(
        *inside,
        rx.el.span(" ", name, class_name="sr-only"),
        type="button",
        aria_pressed=saved,
        on_click=on_save,
        class_name=f"group transition-colors {_FLAT}" if flat else "group heart-button",
    )


def type_label(ad: ObjectVar[CardView]) -> rx.Component:
    """Badge with the type of an ad: Buy, Rent or Lease."""
    return badge(rx.match(ad.ad_type, *TYPE_LABELS.items(), ""), look="plain")


def _marks(ad: ObjectVar[CardView], typed: bool | rx.Var) -> rx.Component:
    return rx.el.div(
        show_if(typed, type_label(ad)),
        rx.cond(ad.reserved_until, badge(t("Reserved"), look="warning")),
        rx.cond(ad.unconfirmed, badge(t("Not confirmed"))),
        rx.cond(ad.featured, badge(t("Featured"), look="solid", icon="star")),
        rx.cond(ad.is_new, badge(t("New"), look="accent")),
        class_name="card-marks",
    )


def _default_text(ad: ObjectVar[CardView]) -> rx.Var | rx.Component:
    return rx.match(ad.ad_type, *DEFAULT_TEXTS.items(), DEFAULT_TEXTS["sell"])


def _name(ad: ObjectVar[CardView], look: str = _NAME) -> rx.Component:
    return rx.el.h3(link(ad.display_name, href=paths.ad(ad.id), class_name="card-link"), class_name=look)


def _title(ad: ObjectVar[CardView]) -> rx.Var | rx.Component:
    return rx.cond(ad.title, ad.title, rx.match(ad.ad_type, *DEFAULT_TEXTS.items(), DEFAULT_TEXTS["sell"]))


def _category_and_age(ad: ObjectVar[CardView], *, between: str = "", age_look: str = "card-age") -> rx.Component:
    return rx.el.p(
        rx.el.span(ad.category_name, class_name="truncate font-medium"),
        rx.el.span(between, ad.age_text, class_name=age_look),
        class_name="flex card-line",
    )


def _place(ad: ObjectVar[CardView], no_location: str | rx.Var) -> rx.Component:
    return rx.el.p(
        icon("map-pin", size=14, class_name="mt-[3px]"),
        rx.el.span(
            rx.cond(ad.distance_text, rx.el.span(ad.distance_text, " · ", class_name="font-medium text-ink")),
            rx.cond(ad.location, ad.location, no_location),
            # Cut off on a phone, it would not say which town.
            class_name="line-clamp-2 sm:line-clamp-1",
        ),
        class_name="flex gap-1 card-line",
    )


def _rating(ad: ObjectVar[CardView]) -> rx.Component:
    """The stars of the seller, where there are enough reviews."""
    return rx.cond(
        ad.seller_rating,
        rx.el.p(rx.el.span(t("Seller"), " ", class_name="sr-only"), ad.seller_rating, class_name="card-line"),
    )


def _fact(fact: ObjectVar[CardFact]) -> rx.Component:
    return rx.el.span(
        rx.el.span(fact.label, " ", class_name="text-muted"),
        rx.el.span(fact.text, class_name="font-medium text-ink"),
        class_name="text-sm sm:rounded-control sm:bg-sunken sm:px-2 sm:py-0.5",
    )


def ad_card(
    ad: ObjectVar[CardView],
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
                class_name="card-image",
            ),
            _marks(ad, typed),
            class_name=_FRAME,
        ),
        rx.el.div(
            price(ad, without=t("Price on request")),
            _name(ad),
            rx.el.p(_title(ad), class_name=_LINE),
            _category_and_age(ad),
            _place(ad, no_location),
            _rating(ad),
            class_name=_TEXT,
        ),
        rx.el.div(save_button(saved, on_save, name=ad.display_name), class_name="card-save"),
        class_name=join("group/card card", class_name, _dimmed(ad)),
    )


def _dimmed(ad: ObjectVar[CardView]) -> rx.Var:
    """Class of the card of an ad that its seller does not confirm."""
    return rx.cond(ad.unconfirmed, "card-dimmed", "")


def ad_row(
    ad: ObjectVar[CardView],
    *,
    saved,
    on_save,
    no_location: str | rx.Var = NO_LOCATION,
    typed: bool | rx.Var = True,
) -> rx.Component:
    """The ad as a row of a list, with its summary and facts; arguments as for `ad_card`."""
    return rx.el.article(
        rx.el.div(
            photo(ad.cover, alt=ad.display_name, sizes="(min-width: 640px) 240px, 40vw"),
            _marks(ad, typed),
            class_name=f"{_FRAME} col-start-1 row-start-1 self-start",
        ),
        rx.el.div(
            rx.el.div(
                price(ad, without=t("Price on request")),
                class_name="sm:order-last sm:w-40 sm:shrink-0 sm:[&>p]:justify-end",
            ),
            rx.el.div(
                _name(ad, f"{_NAME} sm:text-lg"),
                rx.el.p(
                    rx.cond(ad.summary, ad.summary, _title(ad)),
                    class_name="text-[0.9375rem] text-muted line-clamp-2 max-sm:hidden",
                ),
                rx.cond(
                    ad.facts.length() > 0,
                    rx.el.p(
                        rx.foreach(ad.facts, _fact),
                        # On phones one line of them, without boxes.
                        class_name="flex flex-wrap gap-x-3 gap-y-1.5 max-sm:h-6 max-sm:overflow-hidden sm:gap-x-1.5 sm:py-1",
                    ),
                ),
                _category_and_age(ad, between=" · ", age_look="shrink-0 whitespace-pre"),
                _place(ad, no_location),
                _rating(ad),
                class_name="flex min-w-0 flex-1 flex-col gap-0.5 sm:gap-1",
            ),
            class_name="col-start-2 flex min-w-0 flex-col gap-0.5 sm:flex-row sm:gap-6",
        ),
        rx.el.div(
            save_button(saved, on_save, name=ad.display_name),
            class_name="relative col-start-1 row-start-1 m-1 self-start justify-self-end",
        ),
        class_name=join(
            "group/card relative grid grid-cols-[40%_minmax(0,1fr)] gap-x-4 border-b border-line pb-5 "
            "sm:grid-cols-[15rem_minmax(0,1fr)] sm:gap-x-5",
            _dimmed(ad),
        ),
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
