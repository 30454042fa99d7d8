"""A wanted ad, for its owner, for sellers and for moderators."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.wanted.schemas import MatchingWanted, WantedView
from marketplace.i18n.texts import t
from marketplace.web.components.ad_card import TYPE_LABELS
from marketplace.web.components.icon import icon


def wanted_facts(item: ObjectVar[WantedView] | ObjectVar[MatchingWanted]) -> rx.Component:
    """Type, kind, highest price and place of a wanted ad, and its details."""
    return rx.fragment(
        rx.el.ul(
            _fact("tags", rx.fragment(_type(item), " · ", item.subcategory_name)),
            rx.cond(item.price_text, _fact("badge-indian-rupee", item.price_text)),
            _fact("map-pin", item.location),
            class_name="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted",
        ),
        rx.cond(
            item.details,
            rx.el.p(item.details, class_name="whitespace-pre-line text-[0.9375rem] [overflow-wrap:anywhere]"),
        ),
    )


def _type(item: ObjectVar[WantedView] | ObjectVar[MatchingWanted]) -> rx.Var:
    return rx.match(item.ad_type, *((kind, words) for kind, words in TYPE_LABELS.items()), t("Buy"))


def _fact(name: str, text) -> rx.Component:
    return rx.el.li(icon(name, size=16, class_name="mt-0.5 shrink-0 text-accent"), text, class_name="flex gap-1.5")
