"""What a person can do with an ad: buyers reach the seller, owners look after the ad."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_forms import switch_button
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.button import button, button_link, icon_button
from marketplace.web.components.icon import icon
from marketplace.web.components.link import outside_link
from marketplace.web.components.pending_change import pending_change
from marketplace.web.components.price import price
from marketplace.web.layouts.bottom_bar import BAR, bottom_bar
from marketplace.web.pages.ad.state import AdState
from marketplace.web.widgets.endings_dialog import endings_dialog

# Id of the enquiry form, to which the phone's bar links and which it sends.
ENQUIRY_ID = "enquiry"


def is_buyer_view() -> rx.Var[bool]:
    """Whether the reader can contact the seller: buyers can, and visitors, who are asked to log in."""
    own = AdState.page.ad.mine | AdState.page.owned_as_seller
    return ~own & (SessionState.kind != "seller") & (SessionState.kind != "admin")


def has_dates() -> rx.Var[bool]:
    """Whether dates are chosen that can be had."""
    return AdState.cost.bool()


def actions() -> rx.Component:
    """The buttons below the price, by who reads the page."""
    return rx.cond(
        AdState.page.ad.mine,
        _owner_box(),
        rx.cond(
            is_buyer_view(),
            _buyer_buttons(),
            rx.match(
                SessionState.kind,
                (
                    "seller",
                    _switch(t("You are signed in as a seller. Chats and enquiries need a buyer account."), "user"),
                ),
                ("user", _switch(t("This is your own ad. To change it, switch to your seller account."), "seller")),
                rx.fragment(),
            ),
        ),
    )


def _switch(words: str, kind: str) -> rx.Component:
    return rx.el.div(
        rx.el.p(words, class_name="text-sm text-muted"),
        switch_button(kind),
        class_name="flex flex-col gap-3",
    )


def _buyer_buttons() -> rx.Component:
    return rx.el.div(
        button(
            t("Check Availability"),
            variant="secondary",
            icon="calendar-check",
            on_click=AdState.check_availability,
            busy=AdState.busy == "check",
        ),
        # On phones, it is in the bar at the bottom.
        rx.cond(
            has_dates(),
            _chat_button(icon="message-circle", variant="secondary", class_name="max-md:hidden"),
            _chat_button(icon="message-circle", class_name="max-md:hidden"),
        ),
        rx.cond(AdState.page.terms, rx.el.div(_offer_button(), class_name="max-md:hidden md:col-span-2")),
        class_name="grid gap-3 md:grid-cols-2",
    )


def _chat_button(**look: str) -> rx.Component:
    return button(t("Chat Now"), on_click=AdState.start_chat, **look)


def _offer_button(*, short: bool = False) -> rx.Component:
    """The button that opens the dialog for an offer, or a link to the buyer's own offer or deal."""
    page = AdState.page
    look = {"variant": "secondary", "full": not short}
    own = look | {"icon": "" if short else "handshake"}
    chat = f"{paths.USER_MESSAGES}?seller={page.ad.seller_id}&ad={page.ad.id}"
    words, mark = (t("Offer"), "") if short else (t("Make an offer"), "badge-indian-rupee")
    return rx.cond(
        page.terms.deal_id,
        button_link(t("Your deal"), href=paths.deal(page.terms.deal_id), **own),
        rx.cond(
            page.terms.live_offer_id,
            button_link(t("Your offer"), href=chat, **own),
            button(words, icon=mark, on_click=AdState.open_offer, **look),
        ),
    )


def _owner_box() -> rx.Component:
    page = AdState.page
    return rx.el.div(
        rx.el.p(
            _count("eye", page.views_text),
            _count("heart", page.saves_text),
            class_name="flex flex-wrap gap-x-5 gap-y-1 text-muted",
        ),
        pending_change(page.ad.change),
        rx.el.div(
            button_link(t("Edit"), href=paths.edit_ad(page.ad.id), variant="secondary", icon="pencil"),
            rx.cond(
                page.ad.status == "approved", button(t("Mark as sold"), icon="handshake", on_click=AdState.mark_sold)
            ),
            rx.cond(page.sold, button(t("Relist"), icon="rotate-ccw", on_click=AdState.relist)),
            rx.cond(page.paused, button(t("Resume"), icon="play", on_click=AdState.resume)),
            class_name="grid grid-cols-2 gap-3",
        ),
        endings_dialog(AdState),
        class_name="flex flex-col gap-3",
    )


def _count(mark: str, words: rx.Var[str] | str) -> rx.Component:
    return rx.el.span(icon(mark, size=18), words, class_name="inline-flex items-center gap-1.5")


def bottom_actions() -> rx.Component:
    """The bar at the bottom of phones: price, Chat Now, and dates or Offer for buyers, and the usual navigation for others."""
    return rx.cond(AdState.page & is_buyer_view() & ~AdState.page.sold, _buyer_bar(), bottom_bar())


def _buyer_bar() -> rx.Component:
    ad = AdState.page.ad
    return rx.el.section(
        rx.cond(has_dates(), _chosen_cost(), price(ad, without=t("Price on request"))),
        rx.el.div(
            rx.cond(
                AdState.page.for_dates & (AdState.page.paused == ""),
                rx.cond(
                    has_dates(),
                    # Sends the form, wherever the reader has scrolled to.
                    button(t("Enquire"), type="submit", form=ENQUIRY_ID),
                    _bar_link(t("See dates"), ENQUIRY_ID),
                ),
            ),
            rx.cond(AdState.page.terms, _offer_button(short=True)),
            rx.cond(
                has_dates(),
                icon_button("message-circle", t("Chat Now"), on_click=AdState.start_chat),
                _chat_button(),
            ),
            class_name="flex shrink-0 gap-2",
        ),
        aria_label=t("Contact the seller"),
        class_name=f"{BAR} items-center justify-between gap-3 px-4",
    )


def _chosen_cost() -> rx.Component:
    """The total of the chosen dates, and the dates."""
    cost = AdState.cost
    return rx.el.p(
        rx.el.span(
            rx.cond(cost.total_text, cost.total_text, t("Price on request")),
            class_name="block text-lg font-bold leading-tight text-ink",
        ),
        rx.el.span(cost.short_dates_text, class_name="block text-xs text-muted text-balance"),
        class_name="min-w-0",
    )


def _bar_link(words: str, target: str) -> rx.Component:
    return outside_link(
        words,
        href=f"#{target}",
        class_name="inline-flex h-11 items-center whitespace-nowrap rounded-control border border-control px-3 font-semibold",
    )
