"""Table cells and rows that describe an ad on the admin pages."""

import reflex as rx

from marketplace.domain.ads import messages
from marketplace.domain.ads.schemas import AdRow
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import times
from marketplace.web.admin.people import person_link
from marketplace.web.components.link import link
from marketplace.web.components.photo import thumb


class WaitingAd(View):
    """A row of an ad that waits for review, with category, type and price in one line and short labels of reasons to look more closely."""

    ad: AdRow
    about: str
    waiting: str
    signals: tuple[str, ...] = ()


def waiting_ad(row: AdRow, signals: tuple[str, ...] = ()) -> WaitingAd:
    """Return the row with its texts."""
    return WaitingAd(ad=row, about=describe_ad(row), waiting=times.format_age(row.waiting_since), signals=signals)


def describe_ad(row: AdRow) -> str:
    """Return category, type and price in one line."""
    return " · ".join(text for text in (row.category_name, t(messages.TYPES[row.ad_type]), row.price_text) if text)


def ad_cell(ad: rx.Var[AdRow], about) -> rx.Component:
    """Cell with photo, name and description; the name links to the review page of the ad."""
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
    """Link from an ad to the account of its seller."""
    return person_link(ad.seller_name, ad.seller_id)
