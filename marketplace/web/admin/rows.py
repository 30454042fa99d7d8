"""Ads as the desk's tables show them."""

import reflex as rx

from marketplace.domain.ads import messages
from marketplace.domain.ads.schemas import AdRow
from marketplace.domain.views import View
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.admin import moments
from marketplace.web.components.link import link
from marketplace.web.components.photo import thumb


class WaitingAd(View):
    """An ad that waits.

    Attributes:
        about: category, type and price in one line.
        waiting: how long already.
    """

    ad: AdRow
    about: str
    waiting: str


def waiting_ad(row: AdRow) -> WaitingAd:
    """The row with its words."""
    return WaitingAd(ad=row, about=describe(row), waiting=moments.age(row.waiting_since))


def describe(row: AdRow) -> str:
    """Category, type and price in one line."""
    return " · ".join(text for text in (row.category_name, t(messages.TYPES[row.ad_type]), row.price_text) if text)


def named(ad: rx.Var[AdRow], about) -> rx.Component:
    """Photo, name and description; the name leads to the ad on the desk."""
    return rx.el.div(
        thumb(ad.cover, alt="", class_name="shrink-0 rounded-control"),
        rx.el.div(
            link(ad.name, href=paths.review(ad.id), class_name="font-medium hover:text-accent"),
            rx.el.p(about, class_name="text-sm text-muted"),
            class_name="min-w-48",
        ),
        class_name="flex items-center gap-3",
    )


def seller_link(ad: rx.Var[AdRow]) -> rx.Component:
    """Its seller, among the accounts."""
    return link(ad.seller_name, href=f"{paths.ADMIN_ACCOUNTS}?q={ad.seller_id}", class_name="hover:text-accent")
