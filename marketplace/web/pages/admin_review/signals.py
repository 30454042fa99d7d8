"""Signals about the ad, and accounts linked with its seller."""

import reflex as rx

from marketplace.domain.moderation import LinkedAccount, LinkFact
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import badges
from marketplace.web.components.badge import badge
from marketplace.web.components.link import link
from marketplace.web.pages.admin_review.sections import list_box
from marketplace.web.pages.admin_review.state import ReviewState
from marketplace.web.pages.admin_review.views import SignalLine

_ITEM = "flex flex-col items-start gap-1.5 py-2.5 first:pt-0 last:pb-0"


def _other_ad(ad_id) -> rx.Component:
    return rx.cond(ad_id, link(t("Open the other ad"), href=paths.review(ad_id), look="accent", class_name="text-sm"))


def _signal(line: rx.Var[SignalLine]) -> rx.Component:
    strength = rx.match(
        line.strength,
        ("strong", badge(t("Strong signal"), look="danger")),
        ("medium", badge(t("Medium signal"), look="warning")),
        badge(t("Weak signal")),
    )
    return rx.el.li(
        strength,
        rx.el.p(line.text, class_name="text-sm [overflow-wrap:anywhere]"),
        _other_ad(line.ad_id),
        class_name=_ITEM,
    )


def signals() -> rx.Component:
    """Reasons to look more closely, the strongest first."""
    return list_box(t("Signals"), ReviewState.page.signals, _signal)


def _fact(fact: rx.Var[LinkFact]) -> rx.Component:
    return rx.el.div(
        rx.el.p(fact.text, class_name="text-sm [overflow-wrap:anywhere]"),
        _other_ad(fact.ad_id),
    )


def _linked(account: rx.Var[LinkedAccount]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            link(account.name, href=paths.admin_account(account.account_id), look="accent"),
            rx.cond(account.kind == "seller", badge(t("Seller")), badge(t("Buyer"))),
            rx.cond(account.status != "active", badges.account_status(account.status)),
            class_name="flex flex-wrap items-center gap-2",
        ),
        rx.foreach(account.facts, _fact),
        class_name=_ITEM,
    )


def linked_accounts() -> rx.Component:
    """Accounts that may belong to the same person, each with the facts that link them."""
    return list_box(t("Linked accounts"), ReviewState.page.linked, _linked)
