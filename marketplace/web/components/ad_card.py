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
from marketplace.web.components.photo import CARD_WIDTHS, photo
from marketplace.web.components.price import price

NO_LOCATION = "Location not specified"
TYPE_LABELS = {"sell": t("Buy"), "rent": t("Rent"), "lease": t("Lease")}
# Texts for ads without a title (spec 5.3).
DEFAULT_TEXTS = {"sell": "Product for sale", "rent": "Available for rent", "lease": "Product for lease"}

# A page has dozens of cards, so `assets/parts.css` styles their parts by what they are, with few and short names.
GRID = "card-grid"


def _save_label(saved) -> rx.Var | rx.Component:
    return rx.cond(saved, t("Saved"), t("Save"))


def save_button(saved, on_save, *, name) -> rx.Component:
    """Toggle button for a row of buttons, that says Save, or Saved with a filled heart; its accessible name has what is saved."""
    return rx.el.button(
        icon("heart", size=18, class_name="group-aria-pressed:fill-current group-aria-pressed:text-heart"),
        rx.el.span(_save_label(saved)),
        rx.el.span(" ", name, class_name="sr-only"),
        type="button",
        aria_pressed=saved,
        on_click=on_save,
        class_name="group inline-flex h-11 items-center gap-2 rounded-control px-3 text-[0.9375rem] font-semibold text-ink "
        "transition-colors hover:bg-sunken",
    )


def _save_button(saved, on_save, ad: ObjectVar[CardView]) -> rx.Component:
    """The same over the photo of a card: only a heart, which the style of the card draws."""
    return rx.el.button(
        type="button",
        aria_label=f"{_save_label(saved)} {ad.display_name}",
        aria_pressed=saved,
        on_click=on_save,
    )


def type_label(ad: ObjectVar[CardView]) -> rx.Component:
    """Badge with the type of an ad: Buy, Rent or Lease."""
    return badge(rx.match(ad.ad_type, *TYPE_LABELS.items(), ""), look="plain")


def _marks(ad: ObjectVar[CardView], typed: bool | rx.Var) -> rx.Component:
    return rx.el.div(
        show_if(typed, type_label(ad)),
        rx.cond(ad.cover, rx.cond(ad.cover.ai_made, badge(t("AI-made")))),
        rx.cond(ad.reserved_until, badge(t("Reserved"), look="warning")),
        rx.cond(ad.unconfirmed, badge(t("Not confirmed"))),
        rx.cond(ad.featured, badge(t("Featured"), look="solid", icon="star")),
        rx.cond(ad.is_new, badge(t("New"), look="accent")),
        class_name="card-marks",
    )


def _default_text(ad: ObjectVar[CardView]) -> rx.Var | rx.Component:
    return rx.match(ad.ad_type, *DEFAULT_TEXTS.items(), DEFAULT_TEXTS["sell"])


def _name(ad: ObjectVar[CardView]) -> rx.Component:
    return rx.el.h3(link(ad.display_name, href=paths.ad(ad.id)))


def _category_and_age(ad: ObjectVar[CardView]) -> rx.Component:
    return rx.el.p(rx.el.span(ad.category_name), rx.el.span(f" · {ad.age_text}"), class_name="row-kind")


def _rating_and_age(ad: ObjectVar[CardView]) -> rx.Component:
    """The age stands where it takes no room from the category."""
    return rx.el.p(
        rx.cond(ad.seller_rating, rx.el.span(rx.el.span(t("Seller") + " ", class_name="sr-only"), ad.seller_rating)),
        rx.el.span(ad.age_text),
        class_name="card-foot",
    )


def _place(ad: ObjectVar[CardView], no_location: str | rx.Var) -> rx.Component:
    return rx.el.p(
        rx.el.span(
            rx.cond(ad.distance_text, rx.el.b(f"{ad.distance_text} · ")),
            rx.cond(ad.location, ad.location, no_location),
        ),
        class_name="card-place",
    )


def _rating(ad: ObjectVar[CardView]) -> rx.Component:
    """The stars of the seller, where there are enough reviews."""
    return rx.cond(
        ad.seller_rating,
        rx.el.p(rx.el.span(t("Seller") + " ", class_name="sr-only"), ad.seller_rating),
    )


def _fact(fact: ObjectVar[CardFact]) -> rx.Component:
    return rx.el.span(f"{fact.label} ", rx.el.b(fact.text))


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
            photo(ad.cover, alt=ad.display_name, among=CARD_WIDTHS, eager=eager, class_name=None), _marks(ad, typed)
        ),
        rx.el.div(
            price(ad, without=t("Price on request")),
            _name(ad),
            rx.el.p(rx.cond(ad.line, ad.line, _default_text(ad))),
            rx.el.p(ad.category_name, class_name="card-kind"),
            _place(ad, no_location),
            _rating_and_age(ad),
        ),
        _save_button(saved, on_save, ad),
        class_name=_with_looks(join("card", class_name), ad),
    )


def _with_looks(look: str | rx.Var, ad: ObjectVar[CardView]) -> rx.Var:
    """Classes of a card, with that of an ad that its seller does not confirm."""
    return rx.cond(ad.unconfirmed, join(look, "card-dimmed"), look)


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
            photo(
                ad.cover,
                alt=ad.display_name,
                sizes="(min-width: 640px) 240px, 40vw",
                among=CARD_WIDTHS,
                class_name=None,
            ),
            _marks(ad, typed),
        ),
        rx.el.div(
            price(ad, without=t("Price on request")),
            rx.el.div(
                _name(ad),
                rx.el.p(rx.cond(ad.summary, ad.summary, _default_text(ad)), class_name="card-summary"),
                rx.cond(ad.facts, rx.el.p(rx.foreach(ad.facts, _fact), class_name="card-facts")),
                _category_and_age(ad),
                _place(ad, no_location),
                _rating(ad),
            ),
        ),
        _save_button(saved, on_save, ad),
        class_name=_with_looks("card-row", ad),
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
            class_name="card-text",
        ),
        aria_hidden="true",
        class_name="flex min-w-0 flex-col",
    )


def ad_grid_skeleton(count: int, grid: str = GRID) -> rx.Component:
    """Grid of card skeletons."""
    return rx.el.div(rx.foreach(list(range(count)), lambda _: ad_card_skeleton()), class_name=grid)
