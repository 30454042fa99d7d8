"""The decision panel and the reject dialog, with keyboard shortcuts."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.canned_replies import canned_replies
from marketplace.web.admin.reasons import CODES, reason_text
from marketplace.web.components.button import button, button_link
from marketplace.web.components.check_input import Radio
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import text_area
from marketplace.web.components.keyboard import focus_on, key_hint, on_keys, send_hint
from marketplace.web.pages.admin_review.state import ReviewState

_DIALOG = "reject-ad"
_PAGE = ReviewState.page
_TAKEN_DOWN_FROM = rx.Var.create(["approved", "paused", "sold", "expired"])


def _key(key: str) -> dict[str, str]:
    return {"aria-keyshortcuts": key}


def panel() -> rx.Component:
    """Buttons to approve, reject and go to the next ad; above the bottom bar on phones."""
    ad = _PAGE.ad
    return rx.el.div(
        on_keys("arnf", ReviewState.handle_key(ad.id, ad.version)),
        rx.cond(
            _PAGE.waiting,
            rx.fragment(
                button(
                    t("Approve"), key_hint("A"),
                    custom_attrs=_key("A"), on_click=ReviewState.approve(ad.id, ad.version),
                ),
                button(
                    t("Reject"), key_hint("R"),
                    variant="danger", custom_attrs=_key("R"), on_click=ReviewState.open_reject_dialog,
                ),
            ),
        ),
        button(
            t("Next"), key_hint("N"),
            variant="secondary", custom_attrs=_key("N"), on_click=ReviewState.open_next,
        ),
        class_name="flex gap-2 rounded-box border border-line bg-raised p-3 max-lg:fixed max-lg:inset-x-4 max-lg:z-10 "
        "max-lg:shadow-pop max-md:bottom-18 md:max-lg:bottom-4 [&>button]:flex-1 [&>button]:px-2",
    )  # fmt: skip


def more_actions() -> rx.Component:
    """Further actions on the ad."""
    ad = _PAGE.ad
    return rx.el.div(
        button(
            rx.cond(ad.featured, t("Remove from featured"), t("Feature")),
            key_hint("F"),
            icon="star",
            variant="secondary",
            size="sm",
            custom_attrs=_key("F"),
            on_click=ReviewState.feature(ad.id, ~ad.featured),
        ),
        rx.cond(
            ~_PAGE.waiting & _TAKEN_DOWN_FROM.contains(ad.status),
            button(
                t("Take down"),
                icon="ban",
                variant="secondary",
                size="sm",
                on_click=ReviewState.open_reject_dialog,
            ),
        ),
        button_link(t("Edit"), href=paths.edit_ad(ad.id), icon="pencil", variant="secondary", size="sm"),
        button_link(t("View ad"), href=paths.ad(ad.id), icon="eye", variant="secondary", size="sm"),
        class_name="flex flex-wrap gap-2",
    )


def _reason(number: int, code: str) -> rx.Component:
    name = f"reason-{number}"
    return rx.el.label(
        Radio.create(
            name="reason",
            id=name,
            value=code,
            checked=ReviewState.reason == code,
            on_change=ReviewState.choose_reason,
            class_name="size-5 shrink-0 accent-accent",
        ),
        key_hint(str(number)),
        reason_text(code),
        html_for=name,
        class_name="flex min-h-10 items-center gap-2.5",
    )


def reject_dialog() -> rx.Component:
    """Dialog with the reason, which has a shortcut, and the note for the seller."""
    ad = _PAGE.ad
    return form_dialog(
        on_keys("".join(str(number + 1) for number in range(len(CODES))), ReviewState.choose_reason, within=_DIALOG),
        rx.cond(ReviewState.rejecting, focus_on("reason-1")),
        rx.cond(ReviewState.ends, rx.el.p(ReviewState.ends, class_name="font-medium")),
        rx.el.fieldset(
            rx.el.legend(t("Reason"), class_name="pb-1.5 text-sm font-medium"),
            *[_reason(number, code) for number, code in enumerate(CODES, start=1)],
        ),
        text_area(
            t("Note"),
            "reject-note",
            field_name="note",
            rows=3,
            max_length=1000,
            hint=t("The seller will read it. If you leave it empty, we send the reason's text."),
        ),
        canned_replies(ReviewState.replies, into="reject-note"),
        on_submit=ReviewState.reject(ad.id, ad.version),
        submit=button(
            rx.cond(_PAGE.waiting, t("Reject"), t("Take down")),
            send_hint(),
            type="submit",
            variant="danger",
        ),
        error=ReviewState.error,
        open=ReviewState.rejecting,
        on_close=ReviewState.close_reject_dialog,
        title=rx.cond(_PAGE.waiting, t("Reject ad"), t("Take down ad")),
        name=_DIALOG,
    )
