"""The admin page that edits canned replies."""

import reflex as rx

from marketplace.domain.cases import ReplyView
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import messages
from marketplace.web.admin.list_editor import editor_dialog
from marketplace.web.admin.reorder import edit_buttons
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.button import button
from marketplace.web.components.fields import option, select_field, text_area, text_field
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_replies.state import RepliesState
from marketplace.web.widgets.delete_dialog import delete_dialog


def _row(reply: rx.Var[ReplyView]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.p(reply.title, class_name="font-medium [overflow-wrap:anywhere]"),
            rx.el.p(reply.text, class_name="whitespace-pre-wrap text-sm text-muted [overflow-wrap:anywhere]"),
            class_name="min-w-0 flex-1",
        ),
        rx.cond(
            ~SessionState.moderates_only,
            rx.fragment(
                *edit_buttons(
                    reply.title, RepliesState.edit(reply.id), RepliesState.open_delete_dialog(reply.id, reply.title)
                )
            ),
        ),
        class_name="flex items-start gap-2 px-4 py-3",
    )


def _group(purpose: str, words: str) -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.h2(words, class_name="text-lg font-semibold"),
            rx.cond(
                ~SessionState.moderates_only,
                button(
                    t("Add"),
                    rx.el.span(": ", words, class_name="sr-only"),
                    variant="secondary",
                    size="sm",
                    icon="plus",
                    on_click=RepliesState.add(purpose),
                ),
            ),
            class_name="flex flex-wrap items-center justify-between gap-2 pb-2",
        ),
        rx.cond(
            RepliesState.purposes.contains(purpose),
            rx.el.ul(
                rx.foreach(RepliesState.rows, lambda reply: rx.cond(reply.purpose == purpose, _row(reply))),
                class_name="divide-y divide-line rounded-box border border-line bg-raised",
            ),
            rx.el.p(t("No replies of this kind yet."), class_name="text-sm text-muted"),
        ),
    )


def _editor() -> rx.Component:
    state = RepliesState
    return editor_dialog(
        state,
        select_field(
            t("For"),
            "reply-purpose",
            *[option(t(words), purpose) for purpose, words in messages.REPLY_PURPOSES.items()],
            field_name="purpose",
            key=state.version,
            default_value=state.purpose,
        ),
        text_field(
            t("Title"),
            "reply-name",
            field_name="title",
            key=state.version,
            default_value=state.name,
            max_length=80,
            required=True,
            hint=t("Shown on the button. Only moderators see it."),
            error=state.errors.get("title", ""),
        ),
        text_area(
            t("Text"),
            "reply-text",
            field_name="text",
            key=state.version,
            default_value=state.text,
            max_length=1000,
            rows=6,
            required=True,
            error=state.errors.get("text", ""),
        ),
        new=t("New canned reply"),
        change=t("Edit canned reply"),
        name="reply",
    )


def replies() -> rx.Component:
    """The canned replies by what they are for."""
    groups = [_group(purpose, t(words)) for purpose, words in messages.REPLY_PURPOSES.items()]
    add = button(t("New canned reply"), icon="plus", on_click=RepliesState.add("rejection"))
    return admin_page(
        page_title(t("Canned replies"), t("Moderators insert them into their answers with one click.")),
        list_or_placeholder(
            RepliesState,
            RepliesState.rows,
            rx.el.div(*groups, class_name="flex flex-col gap-6"),
            empty_state(
                t("There are no canned replies yet."),
                "",
                rx.cond(~SessionState.moderates_only, add),
                icon="message-circle",
            ),
        ),
        _editor(),
        delete_dialog(
            RepliesState,
            t("Answers that used it stay as they are."),
            title=t("Delete canned reply?"),
            name="delete-reply",
        ),
        here=paths.ADMIN_REPLIES,
    )


PAGES = [
    private_page(paths.ADMIN_REPLIES, replies, t("Canned replies"), t("Texts for decisions and answers."), RepliesState)
]
