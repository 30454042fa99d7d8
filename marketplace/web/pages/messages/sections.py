"""The two panes of the chat."""

import reflex as rx

from marketplace.domain.rentals import EnquiryView
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.ad_marks import ad_marks
from marketplace.web.components.avatar import avatar
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.classes import join
from marketplace.web.components.composer import composer, typing_indicator
from marketplace.web.components.fields import control_class
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.menu import menu, menu_button
from marketplace.web.components.photo import thumb
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.price import price_text
from marketplace.web.live import LiveState
from marketplace.web.pages.messages.actions import ConversationActionsState
from marketplace.web.pages.messages.links import leaving_dialog
from marketplace.web.pages.messages.message_log import message_log
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.pages.messages.views import Contact
from marketplace.web.pages.messages.warnings import report_and_block_dialog
from marketplace.web.widgets.enquiry_actions import enquiry_buttons, enquiry_dialog
from marketplace.web.widgets.offer_actions import deal_card, offer_card, offer_dialog
from marketplace.web.widgets.report_dialog import report_dialog

_PANE = "flex min-h-0 flex-col rounded-box border border-line bg-raised"


def _contact(contact: rx.Var[Contact], base: str) -> rx.Component:
    chosen, to_do = MessagesState.thread.other_id == contact.id, contact.unread + contact.waiting
    return rx.el.li(
        link(
            rx.cond(
                contact.ad_name,
                # The photo of the ad says sooner than a face what a conversation is about.
                rx.el.span(
                    thumb(contact.ad_photo, alt="", px=52),
                    rx.el.span(
                        avatar(contact.name, contact.photo, px=32),
                        class_name="absolute -bottom-1.5 -right-1.5 rounded-full border-2 border-raised bg-raised",
                    ),
                    class_name="relative mr-1 shrink-0",
                ),
                rx.el.span(avatar(contact.name, contact.photo, px=48), class_name="mr-2 shrink-0"),
            ),
            rx.el.span(
                rx.el.span(
                    rx.el.span(contact.name, class_name="truncate font-semibold text-ink"),
                    rx.el.span(contact.when, class_name="shrink-0 text-xs text-muted"),
                    class_name="flex items-baseline justify-between gap-2",
                ),
                rx.cond(contact.ad_name, rx.el.span(contact.ad_name, class_name="block truncate text-sm text-ink")),
                rx.el.span(
                    rx.el.span(
                        contact.preview,
                        # What waits for an answer is said in full.
                        class_name=join("text-sm text-muted", rx.cond(contact.waiting > 0, "line-clamp-2", "truncate")),
                    ),
                    rx.cond(to_do > 0, badge(to_do, look="danger")),
                    class_name="flex items-center justify-between gap-2",
                ),
                class_name="min-w-0 flex-1",
            ),
            href=base + contact.id,
            aria_current=rx.cond(chosen, "true", "false"),
            class_name=join(
                "flex items-center gap-3 rounded-control px-3 py-2.5",
                rx.cond(chosen, "bg-accent-soft", "hover:bg-sunken"),
            ),
        )
    )


def contacts(base: str, placeholder: str) -> rx.Component:
    """The contact list.

    Args:
        base: URL that ends before the contact's id.
        placeholder: placeholder of the search box.
    """
    return rx.el.section(
        rx.el.div(
            rx.el.input(
                type="search",
                placeholder=placeholder,
                aria_label=placeholder,
                on_change=MessagesState.search.debounce(250),
                class_name=control_class(),
            ),
            class_name="p-3",
        ),
        rx.cond(
            MessagesState.contacts.length() > 0,
            rx.el.div(
                rx.el.ul(rx.foreach(MessagesState.contacts, lambda contact: _contact(contact, base))),
                rx.cond(
                    MessagesState.more,
                    button(
                        t("More contacts"),
                        variant="ghost",
                        size="sm",
                        full=True,
                        on_click=MessagesState.load_more_contacts,
                    ),
                ),
                class_name="min-h-0 flex-1 overflow-y-auto p-1.5",
            ),
            rx.el.p(
                rx.cond(MessagesState.loading, t("Loading..."), t("No contacts found.")),
                role="status",
                class_name="p-6 text-center text-muted",
            ),
        ),
        aria_label=t("Contacts"),
        class_name=join(_PANE, "w-full md:w-80 md:shrink-0", rx.cond(MessagesState.thread, "max-md:hidden", "")),
    )


def _enquiry(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.p(t("Enquiry"), ": ", rx.el.b(enquiry.ad_display_name), class_name="truncate"),
            rx.el.p(
                rx.el.span(enquiry.pickup_text, class_name="whitespace-nowrap"),
                " – ",
                rx.el.span(enquiry.drop_text, class_name="whitespace-nowrap"),
                rx.cond(enquiry.zone_text, f" ({enquiry.zone_text})", ""),
                rx.cond(enquiry.quoted_text, f" · {enquiry.quoted_text}", ""),
                class_name="text-sm text-muted",
            ),
            class_name="min-w-0 flex-1",
        ),
        enquiry_buttons(ConversationActionsState, enquiry, cancel=t("Cancel enquiry")),
        class_name="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5",
    )


def _fold(name: str, mark: str, words: str, count: rx.vars.NumberVar, *items: rx.Component, height: str):
    """A list that its heading folds and unfolds; open at first if it has one item, and nothing without any."""
    return rx.cond(
        count > 0,
        rx.el.details(
            rx.el.summary(
                icon(mark, size=18, class_name="text-accent"),
                words,
                badge(count),
                rx.cond(MessagesState.thread.turns.contains(name), badge(t("Your turn"), look="warning")),
                icon("chevron-down", size=16, class_name="ml-auto transition-transform group-open/fold:rotate-180"),
                class_name="flex min-h-11 cursor-pointer items-center gap-2 px-4 text-sm font-medium",
            ),
            rx.el.ul(*items, class_name=f"{height} divide-y divide-line overflow-y-auto"),
            open=count == 1,
            key=MessagesState.thread.other_id + "-" + name,
            class_name="group/fold shrink-0 border-b border-line bg-sunken",
        ),
    )


def _enquiries() -> rx.Component:
    enquiries = MessagesState.thread.enquiries
    items = rx.foreach(enquiries, _enquiry)
    return _fold("enquiries", "calendar-check", t("Enquiries"), enquiries.length(), items, height="max-h-48")


def _offers() -> rx.Component:
    offers, deals = MessagesState.thread.offers, MessagesState.thread.deals
    return _fold(
        "offers",
        "handshake",
        t("Offers"),
        offers.length() + deals.length(),
        rx.foreach(deals, deal_card),
        rx.foreach(offers, lambda offer: offer_card(ConversationActionsState, offer)),
        height="max-h-44 sm:max-h-64",
    )


def _head(back: str) -> rx.Component:
    thread = MessagesState.thread
    return rx.el.div(
        link(icon("arrow-left"), href=back, aria_label=t("Back to contacts"), class_name="-ml-2 p-3 md:hidden"),
        avatar(thread.name, thread.photo, px=40),
        rx.el.div(
            rx.el.h2(thread.name, class_name="truncate font-semibold"),
            typing_indicator(
                LiveState.typing,
                LiveState.typing_in == thread.conversation_id,
                t("typing…"),
                until=thread.last,
            ),
            class_name="min-w-0 flex-1",
        ),
        menu(
            (icon("ellipsis-vertical"), rx.el.span(t("More"), class_name="sr-only")),
            rx.cond(
                thread.muted,
                menu_button(t("Unmute"), icon="bell", on_click=ConversationActionsState.mute(False)),
                menu_button(t("Mute"), icon="bell-off", on_click=ConversationActionsState.mute(True)),
            ),
            rx.cond(
                thread.blocked,
                menu_button(t("Unblock"), icon="circle-check", on_click=ConversationActionsState.block(False)),
                menu_button(t("Block"), icon="ban", on_click=ConversationActionsState.block(True)),
            ),
            rx.cond(
                thread.conversation_id,
                menu_button(t("Report"), icon="flag", on_click=ConversationActionsState.open_report),
            ),
            label=t("Conversation"),
            name="conversation-menu",
            align="right",
            chevron=False,
        ),
        class_name="flex items-center gap-2.5 border-b border-line p-2.5",
    )


def _about() -> rx.Component:
    thread = MessagesState.thread
    return rx.cond(
        thread.ad,
        link(
            thumb(thread.ad.cover, alt="", px=44),
            rx.el.span(
                rx.el.span(thread.ad.display_name, class_name="block truncate text-sm font-semibold"),
                rx.el.span(price_text(thread.ad), class_name="block truncate text-sm text-muted"),
                class_name="min-w-0 flex-1",
            ),
            ad_marks(thread.ad),
            icon("chevron-right", size=18, class_name="shrink-0 text-muted"),
            href=paths.ad(thread.ad.id),
            class_name="flex items-center gap-3 border-b border-line px-4 py-2 hover:bg-sunken",
        ),
    )


def _compose() -> rx.Component:
    return rx.cond(
        MessagesState.thread.blocked,
        rx.el.p(
            t("You have blocked this person. Unblock them to write again."),
            class_name="border-t border-line p-4 text-center text-sm text-muted",
        ),
        composer(
            other=MessagesState.thread.other_id,
            about=MessagesState.about,
            first=MessagesState.prefill,
            questions=MessagesState.thread.questions,
            on_typing=MessagesState.typing,
            key=MessagesState.thread.other_id,
        ),
    )


def _conversation(back: str) -> rx.Component:
    return rx.fragment(
        _head(back),
        _about(),
        _offers(),
        _enquiries(),
        message_log(),
        _compose(),
        enquiry_dialog(ConversationActionsState),
        offer_dialog(ConversationActionsState),
        report_and_block_dialog(),
        leaving_dialog(),
        report_dialog(
            ConversationActionsState,
            t("Report this conversation"),
            name="report-conversation",
            explained=t("Our team will read this conversation. The other person won't be notified."),
        ),
    )


def conversation(back: str) -> rx.Component:
    """The conversation; on phones it is a separate screen with a back link."""
    return rx.el.section(
        rx.cond(
            MessagesState.thread,
            _conversation(back),
            rx.el.div(
                empty_state(t("Select a contact to start chat"), icon="message-circle"),
                class_name="m-auto w-full max-w-md p-6",
            ),
        ),
        aria_label=t("Conversation"),
        class_name=join(
            _PANE,
            "min-w-0 flex-1",
            rx.cond(
                MessagesState.thread,
                "max-md:fixed max-md:inset-0 max-md:z-50 max-md:rounded-none max-md:border-0 max-md:bg-surface",
                "max-md:hidden",
            ),
        ),
    )
