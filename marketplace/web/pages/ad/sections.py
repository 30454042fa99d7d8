"""Sections of an ad's page."""

import reflex as rx

from marketplace.domain import ad_texts
from marketplace.domain.ad_texts import AdText
from marketplace.domain.ads.schemas import FieldValue
from marketplace.domain.places import TownNearby
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.ad_card import GRID, save_button
from marketplace.web.components.area_map import area_map
from marketplace.web.components.avatar import avatar
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.classes import join
from marketplace.web.components.copy_button import share_button
from marketplace.web.components.gallery import gallery
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link, outside_link
from marketplace.web.components.pending_change import change_badge
from marketplace.web.components.price import price
from marketplace.web.components.section import section_header
from marketplace.web.components.seller_facts import fact, seller_facts
from marketplace.web.pages.ad.actions import actions, is_buyer_view
from marketplace.web.pages.ad.state import AdState
from marketplace.web.widgets.wishlist_toggle import is_saved, saveable_cards, toggle_saved

_SIZES = "(min-width: 1024px) 760px, 100vw"
_BOX = "flex flex-col gap-4 rounded-box border border-line bg-raised p-5"


def photos() -> rx.Component:
    """Gallery of the ad's photos."""
    ad = AdState.page.ad
    return rx.el.div(
        gallery(ad.images, name=ad.display_name, sizes=_SIZES, key=ad.id),
        rx.cond(
            ad.ai_made,
            rx.el.p(
                badge(t("AI-made")),
                " ",
                t("AI made or changed photos of this ad."),
                class_name="px-4 pt-2 text-sm text-muted sm:px-0",
            ),
        ),
    )


def summary() -> rx.Component:
    """Name, badges, price, place and action buttons."""
    ad = AdState.page.ad
    saved = is_saved(ad)
    return rx.el.div(
        rx.el.div(
            rx.cond(
                ad.status == "approved",
                # Nobody has verified a change.
                rx.cond(
                    ad.change,
                    badge(t("Published"), look="success"),
                    badge(t("Verified"), look="success", icon="badge-check"),
                ),
            ),
            change_badge(ad.change),
            rx.cond(AdState.page.sold, badge(t("Sold"), look="warning")),
            rx.cond(AdState.page.paused, badge(AdState.page.paused, look="warning", icon="pause")),
            rx.cond(AdState.page.reserved, badge(t("Reserved"), look="warning", icon="handshake")),
            rx.cond(ad.is_new, badge(t("New"), look="accent")),
            rx.cond(ad.featured, badge(t("Featured"), look="solid", icon="star")),
            rx.cond(
                ad.mine & (ad.status == "pending"), badge(t("Waiting for review"), look="warning", icon="hourglass")
            ),
            rx.cond(ad.mine & (ad.status == "rejected"), badge(t("Rejected"), look="danger")),
            class_name="flex flex-wrap gap-2 empty:hidden",
        ),
        rx.el.h1(ad.display_name, class_name="text-xl font-bold tracking-tight text-ink text-balance sm:text-2xl"),
        price(ad, size="text-2xl", without=t("Price on request")),
        rx.cond(
            AdState.page.price_drop,
            rx.el.p(AdState.page.price_drop, class_name="-mt-2 text-sm font-medium text-success"),
        ),
        rx.cond(
            AdState.page.confirmed,
            rx.el.p(
                icon("circle-check", size=16),
                AdState.page.confirmed,
                class_name="-mt-1 flex items-center gap-1.5 text-sm font-medium text-success",
            ),
        ),
        rx.cond(ad.title, rx.el.p(ad.title, class_name="text-ink")),
        rx.el.p(
            icon("map-pin", size=18, class_name="mt-0.5"),
            rx.el.span(
                rx.el.span(rx.cond(ad.location, ad.location, t("Location not specified"))),
                rx.el.span(AdState.page.posted),
                class_name="flex flex-wrap gap-x-4",
            ),
            class_name="flex gap-1.5 text-muted",
        ),
        rx.cond(AdState.page.seller & is_buyer_view(), _sold_by()),
        rx.cond(
            ad.note & ~(ad.change & ad.mine),
            rx.el.p(ad.note, class_name="rounded-control bg-danger-soft px-3.5 py-3 text-sm text-danger"),
        ),
        actions(),
        rx.el.div(
            rx.cond(
                is_buyer_view(),
                save_button(saved, toggle_saved(ad.id, saved), name=ad.display_name),
            ),
            share_button(),
            rx.cond(
                ~ad.mine & ~AdState.page.owned_as_seller,
                button(t("Report"), variant="ghost", icon="flag", on_click=AdState.open_report),
            ),
            class_name="-mx-3 flex flex-wrap items-center gap-1",
        ),
        class_name="flex flex-col gap-3 sm:gap-4 sm:rounded-box sm:border sm:border-line sm:bg-raised sm:p-5",
    )


def _sold_by() -> rx.Component:
    """Who offers it, with the stars; more about them stands further down."""
    seller = AdState.page.seller
    return rx.el.p(
        icon("circle-user-round", size=18, class_name="mt-0.5 text-muted"),
        link(
            seller.display_name,
            href=paths.seller(seller.id),
            class_name="tall-tap truncate font-medium hover:underline",
        ),
        rx.cond(
            seller.trade.average_text,
            rx.el.span(f"★ {seller.trade.average_text} ({seller.trade.count})", class_name="shrink-0 text-muted"),
        ),
        class_name="flex min-w-0 gap-1.5",
    )


def seller_card() -> rx.Component:
    """Seller with contact buttons."""
    seller = AdState.page.seller
    return rx.cond(
        seller,
        rx.el.div(
            link(
                avatar(seller.display_name, seller.images[0], px=48),
                rx.el.span(seller.display_name, class_name="min-w-0 font-semibold text-ink [overflow-wrap:anywhere]"),
                href=paths.seller(seller.id),
                class_name="flex items-center gap-3",
            ),
            seller_facts(
                seller,
                rx.cond(AdState.page.ad.checked, fact("badge-check", t("Our team has reviewed this ad"))),
            ),
            link(
                t("All ads of this seller"),
                icon("arrow-right", size=18),
                href=paths.seller(seller.id),
                look="accent",
                class_name="tall-tap flex items-center gap-1.5 self-start",
            ),
            rx.cond(
                AdState.page.ad.takes_calls & ~AdState.page.ad.mine,
                rx.cond(
                    AdState.phone,
                    rx.el.div(
                        outside_link(
                            icon("phone", size=18),
                            AdState.phone,
                            href="tel:" + AdState.phone,
                            class_name="flex min-h-11 items-center gap-2 font-semibold text-accent",
                        ),
                        rx.cond(
                            AdState.whatsapp, rx.el.p(t("WhatsApp"), " ", AdState.whatsapp, class_name="text-muted")
                        ),
                        class_name="flex flex-col gap-1",
                    ),
                    button(t("Show phone number"), variant="secondary", icon="phone", on_click=AdState.reveal_phone),
                ),
            ),
            class_name=_BOX,
        ),
    )


def caution() -> rx.Component:
    """Advice on safe buying."""
    return rx.el.aside(
        icon("shield-check", size=20, class_name="mt-0.5 text-accent"),
        rx.el.p(
            t("Meet in a public place, look before you pay, and never send money in advance."),
            " ",
            link(t("Safety tips"), href=paths.SAFETY, look="accent", class_name="underline"),
            class_name="text-sm text-muted",
        ),
        aria_label=t("Safety"),
        class_name="flex gap-3 rounded-box bg-sunken p-4",
    )


def _value(value: rx.Var[FieldValue]) -> rx.Component:
    return rx.el.div(
        rx.el.dt(value.label, class_name="text-sm text-muted"),
        rx.el.dd(
            rx.cond(
                value.input_type == "file",
                rx.cond(
                    value.withheld,
                    rx.el.span(t("Available to the buyer after a deal"), class_name="font-normal text-muted"),
                    outside_link(
                        rx.cond(value.file_name, value.file_name, t("Open file")),
                        href=value.value,
                        target="_blank",
                        look="accent",
                    ),
                ),
                value.text,
            ),
            class_name="font-medium [overflow-wrap:anywhere]",
        ),
        class_name="flex flex-col",
    )


def description() -> rx.Component:
    """Description, specifications and terms."""
    ad = AdState.page.ad
    return rx.el.div(
        rx.cond(
            ad.fields.length() > 0,
            rx.el.section(
                rx.el.h2(t("Specifications"), class_name="pb-3 text-lg font-semibold"),
                rx.el.dl(
                    rx.foreach(ad.fields, _value),
                    class_name="grid grid-cols-2 gap-x-4 gap-y-3 rounded-box bg-sunken p-5 sm:grid-cols-3",
                ),
            ),
        ),
        *(_text(text, getattr(ad, text.name)) for text in ad_texts.on_page()),
        class_name="flex flex-col gap-8",
    )


def _text(text: AdText, value: rx.Var[str]) -> rx.Component:
    look = join(
        "whitespace-pre-line leading-relaxed [overflow-wrap:anywhere]",
        "text-muted" if text.page == "small print" else "",
    )
    return rx.cond(
        value,
        rx.el.section(
            rx.el.h2(text.label(), class_name="pb-3 text-lg font-semibold"),
            rx.el.p(value, class_name=look),
        ),
    )


def area() -> rx.Component:
    """Map of the approximate area."""
    page = AdState.page
    return rx.cond(
        page.area,
        rx.el.section(
            rx.el.h2(t("Location"), class_name="text-lg font-semibold"),
            rx.el.p(page.ad.location, class_name="text-muted"),
            rx.el.div(
                area_map(page.area, label=t("Map of the area:") + " " + page.ad.location),
                rx.el.div(
                    rx.cond(
                        page.area.nearby.length() > 0,
                        rx.el.div(
                            rx.el.h3(t("Towns nearby"), class_name="pb-1 text-sm font-semibold"),
                            rx.el.ul(rx.foreach(page.area.nearby, _town), class_name="text-[0.9375rem]"),
                        ),
                    ),
                    rx.el.p(t("The circle shows the rough area, not the address."), class_name="text-sm text-muted"),
                    link(t("More like this nearby"), href=page.nearby_href, look="accent", class_name="tall-tap"),
                    class_name="flex min-w-0 flex-col items-start gap-3 [&>div]:w-full",
                ),
                class_name="grid gap-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] sm:gap-6",
            ),
            class_name="flex flex-col gap-3",
        ),
    )


def _town(town: rx.Var[TownNearby]) -> rx.Component:
    return rx.el.li(
        rx.el.span(town.name, class_name="min-w-0 truncate"),
        rx.el.span(town.away, class_name="shrink-0 text-muted"),
        class_name="flex justify-between gap-3 border-b border-line py-1.5 last:border-0",
    )


def related() -> rx.Component:
    """Related ads."""
    ads = AdState.page.related
    return rx.cond(
        ads.length() > 0,
        rx.el.section(
            section_header(t("More like this")),
            saveable_cards(ads, f"{GRID} pt-5 md:grid-cols-4"),
            class_name="border-t border-line pt-8",
        ),
    )


def skeleton() -> rx.Component:
    """Skeleton of the page."""
    return rx.el.div(
        rx.el.div(class_name="skeleton aspect-[4/3] rounded-box"),
        rx.el.div(
            rx.el.div(class_name="skeleton h-8 w-3/4"),
            rx.el.div(class_name="skeleton h-8 w-1/3"),
            rx.el.div(class_name="skeleton h-5 w-1/2"),
            rx.el.div(class_name="skeleton h-11 w-full"),
            class_name=_BOX,
        ),
        aria_hidden="true",
        class_name="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]",
    )
