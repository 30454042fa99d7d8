"""Samples of cards, tables, photos and placeholders."""

import reflex as rx

from marketplace.domain.ads.schemas import CardView
from marketplace.web.components.ad_card import GRID, ad_card, ad_card_skeleton, ad_row
from marketplace.web.components.ad_marks import ad_marks
from marketplace.web.components.area_map import area_map
from marketplace.web.components.avatar import avatar
from marketplace.web.components.badge import badge, count_badge
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button
from marketplace.web.components.carousel import carousel, slide
from marketplace.web.components.choice_list import choice_list
from marketplace.web.components.disclosure import disclosure
from marketplace.web.components.gallery import gallery
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.month_calendar import legend, month_calendar
from marketplace.web.components.notice import notice
from marketplace.web.components.pagination import pagination
from marketplace.web.components.pending_change import pending_change
from marketplace.web.components.pin_map import pin_map
from marketplace.web.components.placeholders import empty_state, error_state
from marketplace.web.components.price import price
from marketplace.web.components.review import review_body
from marketplace.web.components.section import panel
from marketplace.web.components.seller_facts import seller_facts
from marketplace.web.components.table import row, table
from marketplace.web.components.tabs import tabs
from marketplace.web.components.trade_header import trade_header
from marketplace.web.components.wanted import wanted_facts
from marketplace.web.pages.styleguide.state import StyleState

_ROW = "flex flex-wrap items-center gap-3"
_LOOKS = ("accent", "success", "warning", "danger", "neutral", "solid")
_NO, _YES = rx.Var.create(False), rx.Var.create(True)


def small(_scheme: str) -> rx.Component:
    """Badges, counts, avatars, prices, facts about a seller and a wanted ad, breadcrumbs, and the heading of a deal."""
    return rx.el.div(
        rx.el.div(*[badge(look.title(), look=look, icon="star") for look in _LOOKS], class_name=_ROW),
        rx.el.div(
            *[
                rx.el.span(icon("bell"), count_badge(rx.Var.create(count), label="new"), class_name="relative p-3")
                for count in (0, 3, 120)
            ],
            avatar("Asha"),
            avatar("Ravi", px=100),
            avatar("Meera", StyleState.photos[0], px=48),
            class_name=_ROW,
        ),
        rx.el.div(
            rx.foreach(StyleState.cards, lambda ad: price(ad, without="Price on request")),
            class_name=f"{_ROW} gap-x-6",
        ),
        seller_facts(StyleState.seller),
        review_body(StyleState.review),
        rx.el.div(wanted_facts(StyleState.wanted)),
        rx.foreach(StyleState.cards, ad_marks),
        breadcrumb(("Home", "#"), ("Categories", "#"), here="Furniture"),
        trade_header(
            name="Sample phone",
            ad_id="sample",
            cover=StyleState.photos[0],
            facts=[rx.el.b("₹18,500"), badge("Reserved", look="warning")],
            other="Ravi",
            is_buyer=_YES,
            chat="#",
            level="h3",
        ),
        class_name="flex flex-col gap-4",
    )


def tables(scheme: str) -> rx.Component:
    """Tabs, a table and its pagination."""
    name = f"Sample, {scheme}"
    return rx.el.div(
        tabs(
            name,
            {"all": "All", "pending": "Pending", "none": "None"},
            chosen=rx.Var.create("all"),
            on_choose=StyleState.ignore_value,
            counts={"all": 3, "pending": 1},
        ),
        table(
            ["Name", "Price", "Status"],
            row("Table", "₹18,500", badge("Active", look="success")),
            row("Chair", "₹1,200", badge("Rejected", look="danger")),
            caption=f"Sample table, {scheme}",
        ),
        pending_change(StyleState.change),
        pagination(StyleState.links),
        class_name="flex flex-col gap-4",
    )


def _card(ad: rx.Var[CardView]) -> rx.Component:
    return ad_card(ad, saved=rx.cond(ad.saved, True, False), on_save=StyleState.ignore_value(ad.id))


def _line(ad: rx.Var[CardView]) -> rx.Component:
    return ad_row(ad, saved=rx.cond(ad.saved, True, False), on_save=StyleState.ignore_value(ad.id))


def cards(_scheme: str) -> rx.Component:
    """Ad cards: new, featured, saved, discounted, without price, without photo; then skeletons."""
    return rx.el.div(rx.foreach(StyleState.cards, _card), ad_card_skeleton(), class_name=GRID)


def rows(_scheme: str) -> rx.Component:
    """The same ads as rows."""
    return rx.el.div(rx.foreach(StyleState.cards, _line), class_name="flex flex-col gap-5")


def filters(_scheme: str) -> rx.Component:
    """An open section with a list that can be searched, and a closed one with a note."""
    cities = rx.Var.create([{"label": name} for name in ("Bengaluru", "Kochi", "Mumbai", "Pune", "Sūrat")])
    choices = choice_list(
        cities, lambda city: rx.el.li(link(city["label"], href="#")), searchable=_YES, label="Search cities"
    )
    return rx.el.div(
        disclosure("City", choices, open=_YES), disclosure("Price", rx.el.p("Its values."), open=_NO, note="Over ₹500")
    )


def states(_scheme: str) -> rx.Component:
    """Placeholders of a list."""
    return rx.el.div(
        empty_state("Nothing here", "This is what to do next.", button("Do it")),
        error_state("It could not be fetched.", on_retry=StyleState.ignore_value(False)),
        notice("info", rx.el.p("What somebody should know here."), actions=[button("Do it", size="sm")]),
        panel("A panel", rx.el.p("What it holds."), text="What it is for.", beside=badge("On", look="success")),
        class_name="flex flex-col gap-4",
    )


def photos(scheme: str) -> rx.Component:
    """Carousel and gallery."""
    slides = [slide(rx.el.p(f"Slide {n}", class_name="rounded-box bg-sunken p-10 text-center")) for n in (1, 2, 3)]
    return rx.el.div(
        carousel(*slides, label=f"Sample, {scheme}"),
        gallery(StyleState.photos, name="Sample phone", sizes="600px"),
        class_name="flex flex-col gap-6",
    )


def area(scheme: str) -> rx.Component:
    """Area map."""
    area = StyleState.area
    return rx.el.div(
        area_map(area, label=f"Sample map, {scheme}"),
        pin_map(
            area,
            latitude=area.latitude.to_string(),
            longitude=area.longitude.to_string(),
            on_move=lambda latitude, _longitude: StyleState.ignore_value(latitude),
        ),
        class_name="grid gap-4 sm:grid-cols-2",
    )


def months(scheme: str) -> rx.Component:
    """Calendar days: past, today, free, partly taken, taken, closed and chosen."""
    leaf = month_calendar(
        StyleState.month,
        on_day=StyleState.ignore_value,
        on_month=StyleState.ignore_value,
        is_enabled=lambda day: day.mark == "free",
        label=f"Sample calendar, {scheme}",
    )
    return rx.el.div(leaf, legend(), class_name="flex max-w-sm flex-col gap-4")
