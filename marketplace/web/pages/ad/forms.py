"""The enquiry form of an ad's page, and the dialog for an offer."""

import reflex as rx

from marketplace.domain.rentals import EnquiryView
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, button_link
from marketplace.web.components.caution import cautions
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import text_area, text_field
from marketplace.web.components.insert_button import choice_button
from marketplace.web.components.keyboard import focus_on
from marketplace.web.components.link import link
from marketplace.web.components.month_calendar import legend, month_calendar
from marketplace.web.components.on_change import on_change
from marketplace.web.components.page_bound import page_bound
from marketplace.web.live import LiveState
from marketplace.web.pages.ad.actions import ENQUIRY_ID, has_dates, is_buyer_view
from marketplace.web.pages.ad.state import AdState

_OWN_ENQUIRIES = "own-enquiries"
_BOX = "flex flex-col gap-4 rounded-box border border-line bg-raised p-5"


def enquiry_form() -> rx.Component:
    """Calendar of a rental or lease ad: buyers choose pickup and drop, the owner finds where to change it."""
    page = AdState.page
    return rx.cond(
        page.for_dates & ~page.sold & (page.paused == "") & (page.ad.mine | is_buyer_view()),
        rx.el.form(
            rx.el.div(
                rx.el.h2(
                    rx.cond(page.ad.mine, t("Availability"), t("Request dates")), class_name="text-lg font-semibold"
                ),
                rx.cond(
                    page.rates.length() > 0,
                    rx.el.ul(
                        rx.foreach(page.rates, lambda rate: rx.el.li(rate, class_name="font-medium")),
                        class_name="flex flex-wrap gap-x-4",
                    ),
                ),
                rx.cond(
                    page.rules.length() > 0,
                    rx.el.ul(rx.foreach(page.rules, rx.el.li), class_name="flex flex-col gap-0.5 text-sm text-muted"),
                ),
                class_name="flex flex-col gap-1",
            ),
            rx.cond(AdState.month, _calendar()),
            rx.cond(
                page.ad.mine,
                button_link(
                    t("Set dates and prices"),
                    href=paths.calendar(page.ad.id),
                    variant="secondary",
                    icon="calendar-cog",
                ),
                _dates(),
            ),
            on_change(LiveState.ads + LiveState.enquiries, AdState.open),
            on_submit=AdState.enquire,
            id=ENQUIRY_ID,
            class_name=f"{_BOX} scroll-mt-20",
        ),
    )


def own_enquiries() -> rx.Component:
    """What the reader has asked of this ad, and how each enquiry stands; it stays after a reload and on the next visit."""
    return rx.cond(
        AdState.page.enquiries.length() > 0,
        rx.el.section(
            rx.el.h2(t("Your enquiry"), class_name="text-lg font-semibold"),
            rx.el.ul(
                rx.foreach(AdState.page.enquiries, _enquiry),
                class_name="flex flex-col divide-y divide-line",
            ),
            link(t("See your enquiries"), href=paths.USER_ENQUIRIES, look="accent", class_name="tall-tap self-start"),
            on_change(LiveState.enquiries, AdState.open),
            # The form is empty again, so show what has become of it.
            rx.cond(AdState.sent, focus_on(_OWN_ENQUIRIES)),
            id=_OWN_ENQUIRIES,
            tab_index=-1,
            aria_label=t("Your enquiry"),
            class_name="scroll-mt-20 flex flex-col gap-4 rounded-box border border-accent/30 bg-accent-soft p-5",
        ),
    )


def _enquiry(enquiry: rx.vars.ObjectVar[EnquiryView]) -> rx.Component:
    return rx.el.li(
        rx.el.div(_standing(enquiry), class_name="flex"),
        rx.el.p(
            rx.el.span(enquiry.pickup_text, " –", class_name="whitespace-nowrap"),
            " ",
            rx.el.span(enquiry.drop_text, class_name="whitespace-nowrap"),
            class_name="font-medium text-ink",
        ),
        rx.cond(
            enquiry.total_text,
            rx.el.p(
                t("Total"),
                ": ",
                rx.el.b(enquiry.total_text, class_name="text-ink"),
                rx.cond(enquiry.deposit_text, rx.fragment(" ", t("with deposit")), ""),
                class_name="text-sm text-muted",
            ),
        ),
        rx.cond(
            enquiry.answer, rx.el.p(enquiry.answer, class_name="text-sm whitespace-pre-line [overflow-wrap:anywhere]")
        ),
        cautions(enquiry.warnings),
        rx.cond(
            enquiry.has_record,
            button_link(
                t("Open the rental"),
                href=paths.rental(enquiry.id),
                variant="secondary",
                size="sm",
                class_name="mt-1 self-start",
            ),
        ),
        class_name="flex flex-col gap-1 py-3 first:pt-0 last:pb-0",
    )


def _standing(enquiry: rx.vars.ObjectVar[EnquiryView]) -> rx.Component:
    return rx.match(
        enquiry.status,
        ("pending", badge(t("Waiting for an answer"), look="warning", icon="hourglass")),
        ("declined", badge(t("Declined"), look="danger")),
        ("cancelled", badge(t("Ended"))),
        rx.cond(
            enquiry.returned | (enquiry.is_over & ~enquiry.picked_up),
            badge(t("Finished"), look="success"),
            rx.cond(
                enquiry.picked_up,
                badge(t("Picked up"), look="success"),
                badge(t("Accepted"), look="success", icon="check"),
            ),
        ),
    )


def _dates() -> rx.Component:
    """Pickup and drop, what they cost, and the button that asks for them."""
    when = {
        "type": "datetime-local",
        "min": AdState.page.earliest,
        "key": f"{AdState.page.ad.id}-{AdState.dates_version}",
    }
    return rx.fragment(
        rx.el.div(
            text_field(
                t("Pickup"),
                "pickup",
                default_value=AdState.pickup,
                on_change=AdState.set_pickup,
                error=AdState.errors.get("pickup_date_time", ""),
                **when,
            ),
            text_field(
                t("Drop"),
                "drop",
                default_value=AdState.drop,
                on_change=AdState.set_drop,
                error=AdState.errors.get("drop_date_time", ""),
                **when,
            ),
            class_name="grid gap-3 sm:grid-cols-2 lg:grid-cols-1",
        ),
        rx.el.div(_cost(), role="status", class_name="empty:hidden"),
        # With dates, it is what comes next; before, it is the chat.
        rx.cond(
            has_dates(),
            button(t("Enquire"), type="submit", icon="send"),
            button(t("Enquire"), type="submit", icon="send", variant="secondary"),
        ),
    )


def offer_dialog() -> rx.Component:
    """Dialog with the price of an offer, three suggestions and a message; closed when the page is loaded again."""
    return page_bound(_offer(), name="offer", shown=AdState.offering, on_leave=AdState.close_offer)


def _offer() -> rx.Component:
    terms = AdState.page.terms
    return rx.cond(
        terms,
        form_dialog(
            rx.el.p(t("Price"), ": ", rx.el.b(terms.asked_text)),
            rx.cond(
                AdState.page.reserved,
                rx.el.p(
                    t("This ad is reserved for someone else. Your offer waits in line."),
                    class_name="text-sm text-muted",
                ),
            ),
            rx.el.div(
                rx.foreach(
                    terms.choices,
                    lambda choice: choice_button(
                        rx.el.span(choice.text),
                        rx.el.span(f"−{choice.percent} %", class_name="text-xs font-normal text-muted"),
                        text=choice.rupees,
                        into="price",
                        variant="secondary",
                        extra="flex-col gap-0!",
                    ),
                ),
                role="group",
                aria_label=t("Suggested prices"),
                class_name="grid grid-cols-3 gap-2 empty:hidden",
            ),
            text_field(
                t("Your price in ₹"),
                "price",
                input_mode="decimal",
                auto_complete="off",
                required=True,
                error=AdState.offer_error,
                hint=terms.bounds_text,
            ),
            text_area(t("Add a message"), "word", rows=2, max_length=500, hint=t("Optional")),
            on_submit=AdState.send_offer,
            submit=button(t("Send offer"), type="submit"),
            open=AdState.offering,
            on_close=AdState.close_offer,
            title=t("Make an offer"),
            name="make-offer",
            class_name="sm:max-w-md",
        ),
    )


def _cost() -> rx.Component:
    """What the chosen dates cost: each part, the deposit, and the total."""
    cost = AdState.cost
    return rx.fragment(
        rx.cond(
            cost,
            rx.el.p(
                rx.el.span(cost.dates_text, class_name="font-semibold text-ink"),
                rx.cond(cost.covers_text, rx.el.span(cost.covers_text, class_name="block text-sm text-muted")),
                class_name="pb-2",
            ),
        ),
        rx.cond(
            cost.total_text,
            rx.el.dl(
                rx.foreach(cost.parts, lambda part: _line(part.text, part.cost_text)),
                rx.cond(cost.deposit_text, _line(t("Deposit, given back at the return"), cost.deposit_text)),
                _line(t("Total"), cost.total_text, class_name="border-t border-line pt-2 font-semibold"),
                class_name="flex flex-col gap-1.5",
            ),
        ),
        rx.cond(AdState.price_error, rx.el.p(AdState.price_error, class_name="font-medium text-danger")),
    )


def _line(words, amount, *, class_name: str = "text-muted") -> rx.Component:
    return rx.el.div(
        rx.el.dt(words),
        rx.el.dd(amount, class_name="shrink-0 tabular-nums text-ink"),
        class_name=f"flex justify-between gap-4 {class_name}",
    )


def _calendar() -> rx.Component:
    return rx.el.div(
        month_calendar(
            AdState.month,
            on_day=AdState.choose_day,
            on_month=AdState.show_month,
            is_enabled=lambda day: ~AdState.page.ad.mine & ((day.mark == "free") | (day.mark == "part")),
            label=t("Availability"),
        ),
        legend(),
        class_name="flex flex-col gap-3 border-t border-line pt-3",
    )
