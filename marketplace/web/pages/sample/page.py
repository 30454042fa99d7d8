"""The static sample page (spec 2.9): a mobile phone without a seller; not indexed."""

import reflex as rx

from marketplace.domain.views import Photo
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.ad_card import GRID
from marketplace.web.components.avatar import avatar
from marketplace.web.components.badge import badge
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button
from marketplace.web.components.fields import checkbox
from marketplace.web.components.gallery import gallery
from marketplace.web.components.icon import icon
from marketplace.web.components.section import SITE_WIDTH, section_header
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page
from marketplace.web.pages.sample.state import SampleState
from marketplace.web.widgets.wishlist_toggle import saveable_cards

_BOX = "flex flex-col gap-4 rounded-box border border-line bg-raised p-5"
_HEADING = "pb-3 text-lg font-semibold"
_PHOTOS = [
    Photo(url=f"/{name}.svg", width=800, height=600)
    for name in ("sample-phone", "sample-phone-back", "sample-phone-box")
]


def _facts() -> rx.Component:
    facts = (
        (t("Brand"), "Samsung"),
        (t("Storage"), "128 GB"),
        (t("Condition"), t("Like new")),
        (t("Year"), "2025"),
        (t("Colour"), t("Forest green")),
        (t("Battery"), "4,000 mAh"),
    )
    return rx.el.section(
        rx.el.h2(t("Specifications"), class_name=_HEADING),
        rx.el.dl(
            *[
                rx.el.div(rx.el.dt(k, class_name="text-sm text-muted"), rx.el.dd(v, class_name="font-medium"))
                for k, v in facts
            ],
            class_name="grid grid-cols-2 gap-x-4 gap-y-3 rounded-box bg-sunken p-5 sm:grid-cols-3",
        ),
    )


def _description() -> rx.Component:
    return rx.el.section(
        rx.el.h2(t("Description"), class_name=_HEADING),
        rx.el.p(t("This page shows what an ad looks like. Nothing on it is for sale."), class_name="leading-relaxed"),
        rx.el.p(
            t(
                "A good description says how old the item is, how it was used, what is broken, what is included, and "
                "why you are selling it. Buyers have fewer questions, and you sell sooner."
            ),
            class_name="pt-3 leading-relaxed",
        ),
    )


def _panel() -> rx.Component:
    line = "flex items-center gap-1.5 text-muted"
    return rx.el.div(
        rx.el.div(badge(t("Sample"), look="warning"), class_name="flex"),
        rx.el.h1(t("Mobile phone"), class_name="text-2xl font-bold tracking-tight sm:text-3xl"),
        rx.el.p(t("Hardly used, with bill and box"), class_name="-mt-2 text-muted"),
        rx.el.p("₹18,500", class_name="text-2xl font-bold"),
        rx.el.p(icon("map-pin", size=18), "Koregaon Park, Pune, Maharashtra", class_name=line),
        rx.el.div(
            checkbox(t("Warranty"), "sample-warranty"),
            checkbox(t("Insurance"), "sample-insurance"),
            class_name="flex flex-wrap gap-x-6",
        ),
        rx.el.div(
            button(t("View number"), variant="secondary", icon="phone", on_click=SampleState.show_phone),
            button(t("Chat"), icon="message-circle", on_click=SampleState.start_chat),
            class_name="grid grid-cols-1 gap-3 min-[400px]:grid-cols-2",
        ),
        class_name=_BOX,
    )


def _seller() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            avatar("Asha", px=48),
            rx.el.span(
                rx.el.span("Asha Mobiles", class_name="block font-semibold text-ink"),
                rx.el.span(t("Sample seller"), class_name="block text-sm text-muted"),
            ),
            class_name="flex items-center gap-3",
        ),
        class_name=_BOX,
    )


def _related() -> rx.Component:
    return rx.cond(
        SampleState.related.length() > 0,
        rx.el.section(
            section_header(t("Related ads"), href=paths.SEARCH),
            saveable_cards(SampleState.related, f"{GRID} pt-5 md:grid-cols-4"),
            class_name="border-t border-line pt-8",
        ),
    )


def sample() -> rx.Component:
    """The sample ad."""
    photos = rx.Var.create([photo.model_dump() for photo in _PHOTOS]).to(list[Photo])
    return site_layout(
        rx.el.div(
            breadcrumb((t("Home"), paths.HOME), here=t("Sample ad")),
            rx.el.div(
                rx.el.div(gallery(photos, name=t("Mobile phone"), sizes="100vw"), class_name="min-w-0"),
                rx.el.div(_panel(), _seller(), class_name="flex flex-col gap-5 lg:sticky lg:top-24 lg:row-span-2"),
                rx.el.div(_facts(), _description(), class_name="flex min-w-0 flex-col gap-8"),
                class_name="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] "
                "lg:gap-x-10 lg:gap-y-8",
            ),
            _related(),
            class_name=f"flex flex-col gap-5 py-6 {SITE_WIDTH}",
        )
    )


PAGES = [
    Page(
        paths.SAMPLE,
        sample,
        t("Sample ad"),
        t("What an ad looks like; nothing here is for sale."),
        states=(SampleState,),
        indexed=False,
    )
]
