"""The parts of a deal's page about paying safely: the QR code for UPI, and the safety tips."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.copy_button import copy_button
from marketplace.web.components.icon import icon
from marketplace.web.components.link import outside_link
from marketplace.web.components.section import fact, panel
from marketplace.web.pages.deal.state import DealState


def payment() -> rx.Component:
    """The buyer's QR code with the amount."""
    paid = DealState.payment
    return panel(
        t("Pay by UPI"),
        rx.el.p(
            t("You, the buyer, scan this and pay. To receive money nobody ever has to scan a code or enter a PIN."),
            class_name="rounded-control bg-warning-soft px-3.5 py-3 font-medium text-warning",
        ),
        rx.el.div(
            rx.el.div(
                rx.html(paid.picture),
                role="img",
                aria_label=t("QR code to pay the seller by UPI"),
                class_name="w-56 max-w-full shrink-0 overflow-hidden rounded-box bg-white [&_svg]:h-auto [&_svg]:w-full",
            ),
            rx.el.dl(
                fact(t("Amount"), paid.price_text, class_name="text-2xl font-bold"),
                rx.el.div(
                    rx.el.dt(t("To"), class_name="text-sm text-muted"),
                    rx.el.dd(paid.seller_name, class_name="font-medium"),
                    rx.el.dd(paid.address, class_name="font-mono text-sm [overflow-wrap:anywhere]"),
                ),
                class_name="flex min-w-0 flex-col gap-3",
            ),
            class_name="flex flex-wrap items-center gap-x-6 gap-y-4",
        ),
        rx.el.div(
            outside_link(
                icon("smartphone", size=18),
                t("Open a UPI app on this phone"),
                href=paid.link,
                class_name="inline-flex h-11 items-center gap-2 rounded-control border border-control px-4 font-semibold "
                "hover:bg-sunken sm:hidden",
            ),
            copy_button(paid.address),
            class_name="flex flex-wrap gap-3",
        ),
        rx.el.p(
            t(
                "Pay when you have checked the item. Compare the name that your app shows with the seller. "
                "This site takes no payment and can't see whether money has arrived."
            ),
            class_name="text-sm text-muted",
        ),
    )


def safety_tips() -> rx.Component:
    """Tips for a safe handover; tips for the category come first."""
    return panel(
        t("Meet safely"),
        rx.el.ul(
            rx.foreach(
                DealState.help.tips,
                lambda tip: rx.el.li(
                    icon("shield-check", size=18, class_name="mt-0.5 shrink-0 text-success"),
                    rx.el.span(tip, class_name="min-w-0"),
                    class_name="flex gap-2.5",
                ),
            ),
            class_name="flex flex-col gap-2.5",
        ),
    )
