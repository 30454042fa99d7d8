"""The message log."""

import reflex as rx

from marketplace.domain.views import Photo
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web.components.button import button
from marketplace.web.components.caution import caution
from marketplace.web.components.classes import join
from marketplace.web.components.composer import pending_messages
from marketplace.web.components.icon import icon
from marketplace.web.components.link import outside_link
from marketplace.web.components.message_link import message_link
from marketplace.web.components.photo import size_attributes, srcset
from marketplace.web.components.scroll_end import scroll_end
from marketplace.web.pages.messages.links import LinkState
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.pages.messages.views import Bubble, Day, TextPart
from marketplace.web.pages.messages.warnings import WarningState


def _picture(shot: rx.Var[Photo]) -> rx.Component:
    return rx.el.a(
        rx.el.img(
            src=shot.url,
            src_set=srcset(shot),
            sizes="280px",
            alt=t("Photo"),
            loading="lazy",
            custom_attrs=size_attributes(shot.width, shot.height),
            class_name="h-auto max-h-80 w-64 max-w-full rounded-control object-cover",
        ),
        href=shot.url,
        target="_blank",
        rel="noopener",
        aria_label=t("Open photo"),
    )


def _mark(bubble: rx.Var[Bubble]) -> rx.Component:
    """Receipt of an own message, as icon and text, since ticks alone don't tell delivered from read."""
    return rx.cond(
        bubble.read,
        rx.fragment(icon("check-check", size=14), rx.el.span(t("Read"))),
        rx.cond(
            bubble.delivered,
            rx.fragment(icon("check-check", size=14), rx.el.span(t("Delivered"))),
            rx.fragment(icon("check", size=14), rx.el.span(t("Sent"))),
        ),
    )


def _caution(bubble: rx.Var[Bubble]) -> rx.Component:
    return caution(
        bubble.warnings,
        rx.cond(
            ~MessagesState.thread.blocked,
            rx.fragment(
                button(
                    t("Report and block"),
                    size="sm",
                    variant="danger",
                    on_click=WarningState.ask(bubble.id),
                    class_name="min-h-11",
                ),
                button(
                    t("This is fine"),
                    size="sm",
                    variant="secondary",
                    on_click=WarningState.call_fine(bubble.id),
                    class_name="min-h-11",
                ),
            ),
        ),
        hindi=bubble.hindi,
    )


def _part(part: rx.Var[TextPart]) -> rx.Component:
    foreign = message_link(part.text, part.domain, part.imitates, on_click=LinkState.ask(part.url))
    own = outside_link(part.text, href=part.url, class_name="underline underline-offset-4")
    return rx.cond(part.url, rx.cond(part.domain, foreign, own), rx.fragment(part.text))


def _text(bubble: rx.Var[Bubble]) -> rx.Component:
    parts = rx.cond(bubble.parts.length() > 0, rx.foreach(bubble.parts, _part), rx.fragment(bubble.text))
    return rx.el.p(parts, class_name="whitespace-pre-wrap [overflow-wrap:anywhere]")


def _bubble(bubble: rx.Var[Bubble]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.foreach(bubble.photos, _picture),
            rx.cond(bubble.text, _text(bubble)),
            rx.el.p(
                bubble.time,
                rx.cond(bubble.mine, _mark(bubble)),
                class_name="flex items-center justify-end gap-1 text-xs opacity-80",
            ),
            class_name=join(
                "max-w-[80%] rounded-box px-3.5 py-2",
                rx.cond(bubble.mine, "bg-accent text-on-accent", "bg-sunken text-ink"),
            ),
        ),
        rx.cond(bubble.warnings.length() > 0, _caution(bubble)),
        key=bubble.id,
        custom_attrs={"data-anchor": bubble.id},
        class_name=join("flex flex-col gap-2", rx.cond(bubble.mine, "items-end", "items-start")),
    )


def _day(day: rx.Var[Day]) -> rx.Component:
    return rx.el.section(
        rx.el.h3(
            day.label,
            class_name="mx-auto w-fit rounded-full bg-sunken px-3 py-1 text-xs font-medium text-muted",
        ),
        rx.el.ol(rx.foreach(day.bubbles, _bubble), class_name="flex flex-col gap-2"),
        key=day.date,
        class_name="flex flex-col gap-3",
    )


def message_log() -> rx.Component:
    """The conversation, scrolled to its end; scrolling to the top loads earlier pages."""
    thread = MessagesState.thread
    return scroll_end(
        rx.cond(
            thread.earlier,
            button(
                t("Earlier messages"),
                variant="ghost",
                size="sm",
                on_click=MessagesState.earlier,
                class_name="mx-auto shrink-0",
            ),
        ),
        rx.cond(
            thread.days.length() > 0,
            rx.foreach(thread.days, _day),
            rx.el.p(t("No messages yet — say hello"), class_name="m-auto text-muted"),
        ),
        rx.cond(
            MessagesState.in_past,
            rx.el.div(
                button(t("Later messages"), variant="ghost", size="sm", on_click=MessagesState.later),
                button(t("Newest messages"), variant="secondary", size="sm", on_click=MessagesState.newest),
                class_name="mx-auto flex gap-2",
            ),
            pending_messages(thread.other_id, thread.own_ids),
        ),
        version=MessagesState.end,
        delay_ms=get_settings().chat_scroll_ms,
        beginning=thread.earlier,
        on_top=MessagesState.earlier,
        role="log",
        aria_label=t("Messages"),
        tab_index=0,
        class_name="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain p-4",
    )
