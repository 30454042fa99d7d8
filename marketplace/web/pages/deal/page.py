"""The page of a deal: the meetup, the code and its confirmation while it is active, the receipt when it is done."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.caution import cautions
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import text_area
from marketplace.web.components.icon import icon
from marketplace.web.components.link import download_link, link
from marketplace.web.components.on_change import on_change
from marketplace.web.components.section import fact, panel
from marketplace.web.components.trade_header import trade_header
from marketplace.web.layouts.trade_page import trade_page
from marketplace.web.live import LiveState
from marketplace.web.page_registry import private_page
from marketplace.web.pages.deal.payment import payment, safety_tips
from marketplace.web.pages.deal.state import DealState
from marketplace.web.widgets.handover import code_form, new_code_button, own_code
from marketplace.web.widgets.meetup import next_step
from marketplace.web.widgets.reviews import ExchangeState, review_panel

_REASON_LENGTH = 500


def deal_page() -> rx.Component:
    """The deal, its skeleton, a login prompt or an error."""
    return trade_page(DealState, DealState.deal.id, _found(), prompt=t("Please sign in to see your deal."))


def _found() -> rx.Component:
    deal = DealState.deal
    return rx.el.div(
        on_change(LiveState.deals, DealState.open),
        _heading(),
        next_step(
            DealState,
            deal.next_step,
            deal.meetup,
            deal.moves,
            DealState.help,
            shown=deal.moves.contains("cancel"),
            file=f"/api/deal/{deal.id}/meetup.ics",
        ),
        rx.cond(deal.code, _code()),
        rx.cond(deal.moves.contains("handover"), _confirmation()),
        rx.cond(DealState.payment, payment()),
        rx.cond(DealState.help.tips.length() > 0, safety_tips()),
        panel(rx.cond(deal.status == "done", t("Receipt"), t("Deal")), _facts(), cautions(deal.warnings), _actions()),
        review_panel(),
        _cancel_dialog(),
        class_name="mx-auto flex max-w-2xl flex-col gap-5",
    )


def _heading() -> rx.Component:
    deal = DealState.deal
    return trade_header(
        name=deal.ad_display_name,
        ad_id=deal.ad_id,
        cover=deal.cover,
        facts=[rx.el.p(deal.price_text, class_name="text-xl font-bold text-ink"), _status()],
        other=deal.other_name,
        is_buyer=deal.mine,
        chat=rx.cond(
            SessionState.kind == "admin",
            "",
            rx.cond(
                deal.mine,
                f"{paths.USER_MESSAGES}?seller={deal.seller_id}&ad={deal.ad_id}",
                f"{paths.SELLER_MESSAGES}?user={deal.buyer_id}",
            ),
        ),
    )


def _status() -> rx.Component:
    return rx.match(
        DealState.deal.status,
        ("reserved", badge(t("Reserved"), look="warning")),
        ("meeting", badge(t("Meetup agreed"), look="success")),
        ("done", badge(t("Handed over"), look="success")),
        ("expired", badge(t("Expired"))),
        badge(t("Cancelled"), look="danger"),
    )


def _code() -> rx.Component:
    """The buyer's code."""
    return panel(
        t("Your handover code"),
        own_code(DealState.deal.code),
        rx.el.p(
            t("Show it to the seller only when you have checked the item and hold it in your hands."),
            class_name="text-sm text-muted",
        ),
        new_code_button(DealState.renew_code),
    )


def _confirmation() -> rx.Component:
    """The seller's form for the buyer's code."""
    return panel(
        t("Confirm the handover"),
        code_form(t("Confirm handover"), error=DealState.code_error, on_submit=DealState.hand_over),
        text=t("When you meet, the buyer shows you four digits. Typing them here marks the ad as sold."),
    )


def _facts() -> rx.Component:
    deal = DealState.deal
    return rx.el.dl(
        fact(t("Product"), link(deal.ad_display_name, href=paths.ad(deal.ad_id), look="accent")),
        fact(t("Price"), deal.price_text),
        fact(t("Buyer"), deal.buyer_name),
        fact(t("Seller"), deal.seller_name),
        fact(t("Agreed on"), DealState.made_text),
        rx.cond(deal.moves.contains("cancel"), fact(t("Reserved until"), deal.reserved_text)),
        rx.cond(deal.status == "done", fact(t("Handed over"), deal.ended_text)),
        rx.cond(deal.status == "cancelled", fact(t("Cancelled"), deal.ended_text)),
        rx.cond(deal.reason, fact(t("Reason"), deal.reason)),
        fact(t("Number"), rx.el.span(deal.id, class_name="font-mono text-sm")),
        class_name="grid gap-x-6 gap-y-3 sm:grid-cols-2",
    )


def _actions() -> rx.Component:
    deal = DealState.deal
    return rx.el.div(
        rx.cond(
            deal.status == "done",
            download_link(
                icon("download", size=18),
                t("Download"),
                href=f"/api/deal/{deal.id}/receipt",
                class_name="inline-flex h-11 items-center gap-2 rounded-control border border-control px-4 font-semibold",
            ),
        ),
        rx.cond(
            deal.moves.contains("cancel"),
            button(t("Cancel the deal"), variant="ghost", class_name="-ml-4", on_click=DealState.ask_reason),
        ),
        class_name="flex flex-wrap gap-3 border-t border-line pt-4 empty:hidden",
    )


def _cancel_dialog() -> rx.Component:
    return form_dialog(
        rx.el.p(
            t("The ad will be available again, and we will notify the next buyer in line."), class_name="text-muted"
        ),
        text_area(
            t("Why are you cancelling?"),
            "reason",
            rows=3,
            max_length=_REASON_LENGTH,
            required=True,
            error=DealState.reason_error,
            hint=t("We will email it to the other party and show it with the deal."),
        ),
        on_submit=DealState.cancel,
        submit=button(t("Cancel the deal"), type="submit", variant="danger"),
        open=DealState.cancelling,
        on_close=DealState.close_dialog,
        title=t("Cancel the deal"),
        name="cancel-deal",
        class_name="sm:max-w-md",
    )


PAGES = [
    private_page(
        "/deals/[deal_id]",
        deal_page,
        t("Deal"),
        t("What was agreed, the meetup, the handover code and the receipt."),
        DealState,
        ExchangeState,
    )
]
