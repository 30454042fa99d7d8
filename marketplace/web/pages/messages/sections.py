"""The two panes."""

import reflex as rx

from marketplace.domain.rentals import EnquiryView
from marketplace.domain.views import Photo
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.components.avatar import avatar
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.classes import join
from marketplace.web.components.fields import control_class
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.menu import menu, menu_button
from marketplace.web.components.photo import thumb
from marketplace.web.components.scroll_end import scroll_end
from marketplace.web.components.states import empty_state
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.pages.messages.views import Bubble, Contact, Day

_PANE = "flex min-h-0 flex-col rounded-box border border-line bg-raised"


def _contact(contact: rx.Var[Contact], base: str) -> rx.Component:
    chosen = MessagesState.thread.other_id == contact.id
    return rx.el.li(
        link(
            avatar(contact.name, contact.photo, px=48),
            rx.el.span(
                rx.el.span(
                    rx.el.span(contact.name, class_name="truncate font-semibold text-ink"),
                    rx.el.span(contact.when, class_name="shrink-0 text-xs text-muted"),
                    class_name="flex items-baseline justify-between gap-2",
                ),
                rx.el.span(
                    rx.el.span(contact.preview, class_name="truncate text-sm text-muted"),
                    rx.cond(contact.unread > 0, badge(contact.unread, look="danger")),
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
    """The left pane.

    Args:
        base: the address that a contact's id completes.
        placeholder: words of the search box.
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
            rx.el.ul(
                rx.foreach(MessagesState.contacts, lambda contact: _contact(contact, base)),
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


def _picture(shot: rx.Var[Photo]) -> rx.Component:
    return rx.el.a(
        rx.el.img(src=shot.card, alt=t("Photo"), loading="lazy", class_name="max-h-60 rounded-control"),
        href=shot.url,
        target="_blank",
    )


def _bubble(bubble: rx.Var[Bubble]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.foreach(bubble.photos, _picture),
            rx.cond(bubble.text, rx.el.p(bubble.text, class_name="whitespace-pre-wrap [overflow-wrap:anywhere]")),
            rx.el.p(
                bubble.time,
                rx.cond(
                    bubble.mine,
                    rx.cond(
                        bubble.read,
                        rx.fragment(icon("check-check", size=14), rx.el.span(t("Read"), class_name="sr-only")),
                        rx.fragment(icon("check", size=14), rx.el.span(t("Sent"), class_name="sr-only")),
                    ),
                ),
                class_name="flex items-center justify-end gap-1 text-xs opacity-80",
            ),
            class_name=join(
                "max-w-[80%] rounded-box px-3.5 py-2",
                rx.cond(bubble.mine, "bg-accent text-on-accent", "bg-sunken text-ink"),
            ),
        ),
        class_name=join("flex", rx.cond(bubble.mine, "justify-end", "justify-start")),
    )


def _day(day: rx.Var[Day]) -> rx.Component:
    return rx.el.section(
        rx.el.h3(
            day.label,
            class_name="mx-auto w-fit rounded-full bg-sunken px-3 py-1 text-xs font-medium text-muted",
        ),
        rx.el.ol(rx.foreach(day.bubbles, _bubble), class_name="flex flex-col gap-2"),
        class_name="flex flex-col gap-3",
    )


def _move(enquiry: rx.Var[EnquiryView], move: str, words: str, look: str) -> rx.Component:
    return rx.cond(
        enquiry.moves.contains(move),
        button(words, size="sm", variant=look, on_click=MessagesState.decide(enquiry.id, move)),
    )


def _enquiry(enquiry: rx.Var[EnquiryView]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.p(t("Enquiry"), ": ", rx.el.b(enquiry.ad_name), class_name="truncate"),
            rx.el.p(enquiry.pickup_text, " – ", enquiry.drop_text, class_name="text-sm text-muted"),
            class_name="min-w-0 flex-1",
        ),
        rx.el.div(
            _move(enquiry, "accept", t("Accept"), "primary"),
            _move(enquiry, "decline", t("Decline"), "secondary"),
            _move(enquiry, "cancel", t("Cancel enquiry"), "secondary"),
            class_name="flex gap-2",
        ),
        class_name="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5",
    )


def _head(back: str) -> rx.Component:
    thread = MessagesState.thread
    return rx.el.div(
        link(icon("arrow-left"), href=back, aria_label=t("Back to contacts"), class_name="p-2 md:hidden"),
        avatar(thread.name, thread.photo, px=40),
        rx.el.h2(thread.name, class_name="min-w-0 flex-1 truncate font-semibold"),
        menu(
            (icon("ellipsis-vertical"), rx.el.span(t("More"), class_name="sr-only")),
            rx.cond(
                thread.muted,
                menu_button(t("Unmute"), icon="bell", on_click=MessagesState.mute(False)),
                menu_button(t("Mute"), icon="bell-off", on_click=MessagesState.mute(True)),
            ),
            rx.cond(
                thread.blocked,
                menu_button(t("Unblock"), icon="circle-check", on_click=MessagesState.block(False)),
                menu_button(t("Block"), icon="ban", on_click=MessagesState.block(True)),
            ),
            label=t("Conversation"),
            align="right",
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
                rx.el.span(thread.ad.name, class_name="block truncate text-sm font-semibold capitalize"),
                rx.el.span(thread.ad.price_text, class_name="block text-sm text-muted"),
                class_name="min-w-0",
            ),
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
        rx.el.form(
            rx.el.input(
                name="text",
                key=MessagesState.thread.other_id + MessagesState.first_words,
                default_value=MessagesState.first_words,
                placeholder=t("Type a message"),
                aria_label=t("Message"),
                auto_complete="off",
                max_length=get_settings().message_max_length,
                class_name=control_class(),
            ),
            button(t("Send"), type="submit", icon="send"),
            on_submit=MessagesState.send,
            reset_on_submit=True,
            class_name="flex gap-2 border-t border-line p-3",
        ),
    )


def _conversation(back: str) -> rx.Component:
    thread = MessagesState.thread
    return rx.fragment(
        _head(back),
        _about(),
        rx.cond(
            thread.enquiries.length() > 0,
            rx.el.ul(
                rx.foreach(thread.enquiries, _enquiry), class_name="divide-y divide-line border-b border-line bg-sunken"
            ),
        ),
        scroll_end(
            rx.cond(
                thread.earlier,
                button(
                    t("Earlier messages"),
                    variant="ghost",
                    size="sm",
                    on_click=MessagesState.earlier,
                    class_name="mx-auto",
                ),
            ),
            rx.cond(
                thread.days.length() > 0,
                rx.foreach(thread.days, _day),
                rx.el.p(t("No messages yet — say hello"), class_name="m-auto text-muted"),
            ),
            version=thread.other_id + thread.last,
            delay_ms=get_settings().chat_scroll_ms,
            role="log",
            aria_label=t("Messages"),
            tab_index=0,
            class_name="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4",
        ),
        _compose(),
    )


def conversation(back: str) -> rx.Component:
    """The right pane; on a phone it is a screen of its own with a way back."""
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
        class_name=join(_PANE, "flex-1", rx.cond(MessagesState.thread, "", "max-md:hidden")),
    )
