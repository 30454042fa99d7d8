"""The page with the seller's ads."""

import reflex as rx

from marketplace.domain.ads.schemas import AdRow
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.filters import paged_table, search_form
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, button_link, row_button
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.menu import menu_button, menu_link
from marketplace.web.components.notice import notice
from marketplace.web.components.pending_change import pending_change
from marketplace.web.components.photo import thumb
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.price import amount
from marketplace.web.components.section import page_title
from marketplace.web.components.table import row
from marketplace.web.components.tabs import tabs
from marketplace.web.layouts.sidebar import seller_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.my_ads.appeal import AdAppealState, rejection_dialog
from marketplace.web.pages.my_ads.bulk import bulk_bar, bulk_dialogs, choose_all, choose_box
from marketplace.web.pages.my_ads.holiday import holiday_button, holiday_dialog, holiday_notice
from marketplace.web.pages.my_ads.renewal import RenewalState
from marketplace.web.pages.my_ads.state import TABS, MyAdsState
from marketplace.web.widgets.ad_actions import ad_menu
from marketplace.web.widgets.delete_dialog import delete_dialog
from marketplace.web.widgets.endings_dialog import endings_dialog
from marketplace.web.widgets.renewal_dialog import renewal_dialog


def _tabs() -> rx.Component:
    return tabs(
        t("Ads by status"),
        TABS,
        chosen=MyAdsState.table.status,
        on_choose=MyAdsState.choose,
        counts={status: getattr(MyAdsState.table.counts, status or "all") for status in TABS},
    )


def _status(ad: rx.Var[AdRow]) -> rx.Component:
    rejected = rx.el.button(
        badge(t("Rejected"), look="danger", icon="info"),
        type="button",
        title=t("Why?"),
        on_click=AdAppealState.show(ad.id),
        class_name="tall-tap",
    )
    return rx.match(
        ad.status,
        (
            "approved",
            rx.cond(
                ad.reserved_until,
                badge(t("Reserved"), look="warning"),
                rx.cond(ad.quiet, badge(t("Still available?"), look="warning"), badge(t("Published"), look="success")),
            ),
        ),
        ("paused", badge(t("Paused"), look="warning", icon="pause")),
        ("pending", badge(t("Pending"), look="warning")),
        ("rejected", rejected),
        ("expired", badge(t("Expired"))),
        badge(t("Sold")),
    )


_STEPS = {
    "confirm": (t("Still available"), "circle-check", MyAdsState.confirm),
    "renew": (t("Renew"), "refresh-cw", MyAdsState.renew),
    "sold": (t("Mark as sold"), "handshake", MyAdsState.mark_sold),
    "resume": (t("Resume"), "play", MyAdsState.resume),
    "relist": (t("Relist"), "rotate-ccw", MyAdsState.relist),
}
_LINKS = {
    "calendar": (t("Calendar"), "calendar-cog", paths.calendar),
    "edit": (t("Edit"), "pencil", paths.edit_ad),
}


def _next_step(ad: rx.Var[AdRow]) -> rx.Component:
    """The button or link of the ad's next step."""
    name = rx.el.span(" ", ad.display_name, class_name="sr-only")
    look = {"variant": "secondary", "size": "sm", "class_name": "whitespace-nowrap max-sm:px-2.5"}
    return rx.match(
        ad.next_step,
        *(
            (step, button(words, name, icon=mark, on_click=act(ad.id), **look))
            for step, (words, mark, act) in _STEPS.items()
        ),
        *(
            (step, button_link(words, name, icon=mark, href=to(ad.id), **look))
            for step, (words, mark, to) in _LINKS.items()
        ),
        rx.fragment(),
    )


def _count(mark: str, number: rx.Var[str], words: str) -> rx.Component:
    return rx.el.span(
        icon(mark, size=16),
        number,
        rx.el.span(" ", words, class_name="sr-only"),
        title=words,
        class_name="inline-flex items-center gap-1",
    )


_HEADINGS = [
    t("Photo"),
    t("Title"),
    t("Price"),
    t("Status"),
    t("Views, saves"),
    t("Next step"),
    t("More"),
]
# On phones a row has two lines: photo and name with price; then state, counts, the next step and the menu. A change has a line
# between them, since the place of the name is too narrow for it.
_PLACES = [
    "max-sm:flex-none",
    "max-sm:contents!",
    "max-sm:hidden",
    # Less room between them than elsewhere, so that the second line holds all of it.
    "max-sm:flex-none max-sm:-mr-1",
    "max-sm:flex-none max-sm:-mr-2",
    "max-sm:ml-auto max-sm:flex-none max-sm:[&_.icon]:hidden",
    "max-sm:flex-none max-sm:-ml-3 max-sm:-mr-2",
]


def _row(ad: rx.Var[AdRow]) -> rx.Component:
    price = rx.cond(ad.price_text, amount(ad), "–")
    return row(
        rx.el.div(choose_box(MyAdsState, ad), thumb(ad.cover, alt=""), class_name="flex items-center gap-3"),
        rx.fragment(
            rx.el.div(
                link(
                    ad.display_name,
                    href=paths.ad(ad.id),
                    class_name="tall-tap block font-medium hover:text-accent max-xl:line-clamp-2",
                ),
                rx.el.p(ad.category_name, class_name="text-sm text-muted max-xl:hidden"),
                rx.el.p(price, class_name="truncate xl:hidden"),
                class_name="max-xl:min-w-0 max-xl:grow max-xl:basis-[calc(100%-9rem)]",
            ),
            pending_change(
                ad.change,
                button_link(
                    t("Edit"),
                    rx.el.span(" ", ad.display_name, class_name="sr-only"),
                    href=paths.edit_ad(ad.id),
                    variant="secondary",
                    size="sm",
                ),
                row_button(t("Why?"), ad.display_name, variant="ghost", on_click=AdAppealState.show(ad.id)),
                class_name="max-xl:basis-full xl:mt-1.5 xl:max-w-sm",
            ),
        ),
        price,
        _status(ad),
        rx.el.div(
            _count("eye", ad.views_text, t("views")),
            _count("heart", ad.saves_text, t("saves")),
            class_name="flex gap-3 text-sm text-muted",
        ),
        _next_step(ad),
        ad_menu(
            MyAdsState,
            ad,
            menu_link(t("View"), paths.ad(ad.id), icon="eye"),
            menu_link(t("Edit"), paths.edit_ad(ad.id), icon="pencil"),
            menu_button(t("Duplicate"), icon="copy", data_once="true", on_click=MyAdsState.duplicate(ad.id)),
            menu_button(t("Delete"), icon="trash-2", on_click=MyAdsState.open_delete_dialog(ad.id, ad.display_name)),
        ),
        labels=_HEADINGS,
        cards="xl",
        places=_PLACES,
    )


def _list() -> rx.Component:
    empty = empty_state(
        t("No ads here."),
        t("Post an ad: it takes two minutes, even on a phone."),
        button_link(t("Post Your Ad"), href=paths.POST_AD),
        icon="tags",
    )
    return paged_table(MyAdsState, MyAdsState.table, _HEADINGS, _row, caption=t("My Ads"), empty=empty, narrow=True)


def _dialogs() -> rx.Component:
    return rx.fragment(
        delete_dialog(
            MyAdsState,
            rx.fragment(
                t("Are you sure you want to delete this product? This action cannot be undone."),
                rx.cond(MyAdsState.deleting_ends, rx.el.span(" ", MyAdsState.deleting_ends, class_name="font-medium")),
            ),
            title=t("Delete ad"),
            name="delete-ad",
            no=t("No"),
            yes=t("Yes"),
        ),
        endings_dialog(MyAdsState),
        rejection_dialog(),
        bulk_dialogs(MyAdsState),
        holiday_dialog(MyAdsState),
    )


def _posted() -> rx.Component:
    """What happens to the ad that was just posted, and what can be done meanwhile."""
    posted = MyAdsState.table.posted
    look = {"variant": "secondary", "size": "sm"}
    return rx.cond(
        posted,
        notice(
            "hourglass",
            rx.el.h2(posted.display_name, " ", t("waits for review"), class_name="font-semibold"),
            rx.el.p(posted.review_text, " ", t("We notify you when it is live; then share it with its link.")),
            rx.el.p(
                rx.cond(
                    posted.is_rental,
                    t("Next, say on which days it is free and what deposit you ask for."),
                    t("Meanwhile, a photo and a few facts in your profile help buyers to trust you."),
                ),
                class_name="text-muted",
            ),
            actions=[
                rx.cond(
                    posted.is_rental,
                    button_link(
                        t("Calendar and deposit"), href=paths.calendar(posted.id), icon="calendar-cog", size="sm"
                    ),
                ),
                button_link(t("Complete your profile"), href=paths.SELLER_PROFILE, **look),
                button_link(t("View ad"), href=paths.ad(posted.id), **look),
            ],
        ),
    )


def my_ads() -> rx.Component:
    """Tabs with counts and the table of ads."""
    return seller_page(
        page_title(t("My Ads"), "", button_link(t("Post Your Ad"), href=paths.POST_AD, icon="plus")),
        _posted(),
        holiday_notice(MyAdsState, MyAdsState.table.holiday),
        _tabs(),
        search_form(t("Search my ads"), MyAdsState.table.q, MyAdsState.search),
        rx.el.div(
            rx.cond(MyAdsState.table.rows.length() > 0, choose_all(MyAdsState, MyAdsState.table.rows)),
            rx.cond(MyAdsState.table.counts.all > 0, holiday_button(MyAdsState, MyAdsState.table.holiday)),
            class_name="flex flex-wrap items-center justify-between gap-3",
        ),
        _list(),
        bulk_bar(MyAdsState),
        _dialogs(),
        renewal_dialog(RenewalState, title=t("Renew ad"), name="renew-ad"),
        here=paths.SELLER_ADS,
    )


PAGES = [
    private_page(
        paths.SELLER_ADS,
        my_ads,
        t("My Ads"),
        t("All your ads with their status, and what can be done with them."),
        MyAdsState,
        RenewalState,
        AdAppealState,
    )
]
