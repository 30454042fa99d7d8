"""Cards of offers and deals, and the buttons and dialog that answer an offer."""

import reflex as rx

from marketplace.core.errors import Invalid
from marketplace.domain import deals
from marketplace.domain.deals import DealView, OfferView, messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, button_link
from marketplace.web.components.caution import cautions
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import text_area, text_field
from marketplace.web.components.link import link
from marketplace.web.components.photo import thumb

_MESSAGE_LENGTH = 500
_CARD = "flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3"
_TEXTS = "flex min-w-0 flex-1 basis-44 flex-col gap-0.5"
_ACTIONS = {
    "accept": (deals.accept_offer, messages.ACCEPTED),
    "decline": (deals.decline_offer, messages.DECLINED),
    "withdraw": (deals.withdraw_offer, messages.WITHDRAWN),
}


class OfferActions(DomainState, rx.State, mixin=True):
    """Mixin of the States whose pages show offers.

    Attributes:
        offer_id: the offer in the dialog; empty while it is closed.
        offer_ad: the name of its ad.
        offer_price: the price named last, for display.
        offer_bounds: the lowest and highest price of a counter-offer, for display.
        offer_action: `accept`, `decline`, `counter` or `withdraw`.
        offer_error: what is wrong with the typed price.
    """

    offer_id: str = ""
    offer_ad: str = ""
    offer_price: str = ""
    offer_bounds: str = ""
    offer_action: str = ""
    offer_error: str = ""

    @rx.event
    def open_offer(self, offer_id: str, ad_name: str, price: str, action: str, bounds: str = "") -> None:
        """Open the dialog that asks before an action."""
        if action == "counter" or action in _ACTIONS:
            self.offer_id, self.offer_ad, self.offer_price = offer_id, ad_name, price
            self.offer_action, self.offer_bounds, self.offer_error = action, bounds, ""

    @rx.event
    def close_offer(self) -> None:
        """Close the dialog without a change."""
        self.offer_id, self.offer_ad, self.offer_price, self.offer_action, self.offer_error = "", "", "", "", ""

    @rx.event
    async def answer_offer(self, form: dict[str, str]) -> None:
        """Take the action of the dialog, with the price and the message typed."""
        offer_id, action, word = self.offer_id, self.offer_action, str(form.get("offerMessage", ""))
        try:
            if action == "counter":
                await self._execute(deals.counter_offer, offer_id, str(form.get("price", "")), message=word)
                done = messages.COUNTERED
            elif action in _ACTIONS:
                function, done = _ACTIONS[action]
                await self._execute(function, offer_id, message=word)
            else:
                return
            await self._toast("success", t(done))
        except Invalid as error:
            self.offer_error = error.message
            return
        except BaseException:
            self.close_offer()
            raise
        finally:
            # After failures too, since the other person may have acted meanwhile.
            await self._reload_offers()
        self.close_offer()

    async def _reload_offers(self) -> None:
        """Load the offers again."""
        raise NotImplementedError


def offer_card(state: type[OfferActions], offer: rx.Var[OfferView], *, named: bool = False) -> rx.Component:
    """An offer with the buttons of whose move it is, and, if `named`, the other person with a link to the conversation."""
    other = rx.cond(
        offer.mine,
        link(
            offer.seller_name,
            href=f"{paths.USER_MESSAGES}?seller={offer.seller_id}",
            look="accent",
            class_name="tall-tap",
        ),
        link(
            offer.buyer_name,
            href=f"{paths.SELLER_MESSAGES}?user={offer.buyer_id}",
            look="accent",
            class_name="tall-tap",
        ),
    )
    return rx.el.li(
        thumb(offer.cover, alt="", px=56, class_name="shrink-0 rounded-control"),
        rx.el.div(
            rx.el.p(
                link(offer.ad_display_name, href=paths.ad(offer.ad_id), class_name="font-semibold hover:text-accent"),
                class_name="truncate",
            ),
            rx.el.p(
                rx.el.b(offer.price_text, class_name="text-ink"),
                rx.cond(
                    (offer.asked_text != "") & (offer.asked_text != offer.price_text),
                    rx.el.span(" · ", t("asking price"), " ", offer.asked_text),
                ),
                rx.el.span(" · ", other) if named else None,
                class_name="text-sm text-muted",
            ),
            _offer_state(offer),
            rx.cond(
                offer.message,
                rx.el.p("“", offer.message, "”", class_name="text-sm text-muted [overflow-wrap:anywhere]"),
            ),
            cautions(offer.warnings),
            class_name=_TEXTS,
        ),
        rx.el.div(
            *[
                _offer_button(state, offer, action, label, variant)
                for action, label, variant in (
                    ("accept", t("Accept"), "primary"),
                    ("counter", t("Counter"), "secondary"),
                    ("decline", t("Decline"), "secondary"),
                    ("withdraw", t("Withdraw"), "secondary"),
                )
            ],
            rx.cond(
                offer.deal_id,
                button_link(t("Open the deal"), href=paths.deal(offer.deal_id), size="sm", variant="secondary"),
            ),
            class_name="flex flex-wrap gap-2 empty:hidden",
        ),
        class_name=_CARD,
    )


def _offer_state(offer: rx.Var[OfferView]) -> rx.Component:
    until = rx.el.span(t("until"), " ", offer.expires_text, class_name="whitespace-nowrap")
    live = (offer.status == "open") | (offer.status == "countered")
    my_turn = offer.moves.contains("decline")
    return rx.el.p(
        rx.match(
            offer.status,
            ("accepted", badge(t("Accepted"), look="success")),
            ("declined", badge(t("Declined"), look="danger")),
            ("withdrawn", badge(t("Withdrawn"))),
            ("expired", badge(t("Expired"))),
            rx.cond(my_turn, badge(t("Your turn"), look="warning"), badge(t("Waiting for an answer"))),
        ),
        rx.cond(live, until),
        rx.cond(offer.in_line, rx.el.span(t("Reserved for someone else: this offer waits in line."))),
        class_name="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted",
    )


def _offer_button(
    state: type[OfferActions], offer: rx.Var[OfferView], action: str, label: str, variant: str
) -> rx.Component:
    handler = state.open_offer(
        offer.id, offer.ad_display_name, offer.price_text, action, offer.bounds_text if action == "counter" else ""
    )
    return rx.cond(offer.moves.contains(action), button(label, size="sm", variant=variant, on_click=handler))


def deal_card(deal: rx.Var[DealView]) -> rx.Component:
    """A deal with a link to its page."""
    return rx.el.li(
        thumb(deal.cover, alt="", px=56, class_name="shrink-0 rounded-control"),
        rx.el.div(
            rx.el.p(rx.el.b(deal.ad_display_name), class_name="truncate"),
            rx.el.p(
                rx.el.b(deal.price_text, class_name="text-ink"),
                " · ",
                rx.el.span(t("Reserved until"), " ", deal.reserved_text),
                class_name="text-sm text-muted",
            ),
            rx.cond(
                deal.meetup,
                rx.el.p(
                    rx.cond(
                        deal.meetup.confirmed,
                        badge(t("Meetup agreed"), look="success"),
                        rx.cond(deal.meetup.mine, badge(t("Your proposal")), badge(t("Your turn"), look="warning")),
                    ),
                    rx.el.span(deal.meetup.at_text, class_name="whitespace-nowrap"),
                    rx.el.span(deal.meetup.place, class_name="min-w-0 [overflow-wrap:anywhere]"),
                    class_name="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted",
                ),
            ),
            rx.cond(
                deal.meetup.other_text, rx.el.p(deal.meetup.other_text, class_name="text-sm font-semibold text-warning")
            ),
            class_name=_TEXTS,
        ),
        button_link(t("Open the deal"), href=paths.deal(deal.id), size="sm"),
        class_name=_CARD,
    )


def offer_dialog(state: type[OfferActions]) -> rx.Component:
    """Dialog that asks before an action on an offer, for a price where it needs one, and for a message."""
    title = rx.match(
        state.offer_action,
        ("accept", t("Accept offer")),
        ("counter", t("Counter-offer")),
        ("withdraw", t("Withdraw offer")),
        t("Decline offer"),
    )
    return form_dialog(
        rx.el.p(rx.el.b(state.offer_ad), " · ", state.offer_price),
        rx.cond(
            state.offer_action == "accept",
            rx.el.p(
                t("The ad will be reserved for the buyer. Other buyers wait in line until the handover."),
                class_name="text-sm text-muted",
            ),
        ),
        rx.cond(
            state.offer_action == "counter",
            text_field(
                t("Your price in ₹"),
                "price",
                input_mode="decimal",
                auto_complete="off",
                error=state.offer_error,
                hint=state.offer_bounds,
                required=True,
            ),
        ),
        text_area(
            t("Add a message"),
            "offerMessage",
            rows=2,
            max_length=_MESSAGE_LENGTH,
            hint=t("Optional. We email it and show it with the offer."),
        ),
        key=state.offer_id + state.offer_action,
        on_submit=state.answer_offer,
        submit=rx.cond(
            (state.offer_action == "accept") | (state.offer_action == "counter"),
            button(title, type="submit"),
            button(title, type="submit", variant="danger"),
        ),
        cancel=t("Back"),
        open=state.offer_action != "",
        on_close=state.close_offer,
        title=title,
        name="answer-offer",
        class_name="sm:max-w-md",
    )
