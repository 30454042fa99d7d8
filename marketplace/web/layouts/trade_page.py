"""The pages that only the two parties of a deal or rental see: their layout, and the code of a handover."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import PageState, content_or_error
from marketplace.web.components.button import button
from marketplace.web.components.current_url import url_has_id
from marketplace.web.components.fields import text_field
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.layouts.sidebar import login_prompt
from marketplace.web.layouts.site import site_layout


def trade_page(
    state: type[PageState], shown_id: rx.Var[str], content: rx.Component, *, prompt: str, icon: str = "handshake"
) -> rx.Component:
    """The content once it is that of the URL; else its skeleton, a login prompt or an error.

    Args:
        shown_id: id of what the State has loaded.
        prompt: asks to sign in.
        icon: of the error.
    """
    loaded = rx.cond(url_has_id(shown_id), content, rx.el.div(class_name="skeleton h-96"))
    return site_layout(
        rx.el.div(
            rx.cond(
                SessionState.ready & ~SessionState.signed_in,
                login_prompt(prompt, AuthState.show_login),
                rx.cond(
                    state.missing,
                    empty_state(state.missing, "", icon=icon, level="h1"),
                    content_or_error(state, loaded),
                ),
            ),
            class_name=f"py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


def own_code(code: rx.Var[str]) -> rx.Component:
    """The code that the buyer shows to the seller."""
    return rx.el.p(
        code,
        class_name="rounded-control bg-sunken py-4 text-center font-mono text-4xl font-bold tracking-[0.4em] "
        "pl-[0.4em] text-ink",
    )


def new_code_button(on_click) -> rx.Component:
    """Button that replaces the code."""
    return rx.el.div(
        button(t("New code"), variant="ghost", size="sm", icon="refresh-cw", on_click=on_click), class_name="-ml-3"
    )


def code_form(label: str, *, error: rx.Var[str], on_submit) -> rx.Component:
    """The seller's form for the buyer's code; `label` is that of its button."""
    return rx.el.form(
        text_field(
            t("The buyer's four digits"),
            "code",
            input_mode="numeric",
            auto_complete="off",
            max_length=4,
            error=error,
            required=True,
            class_name="text-center font-mono tracking-[0.4em]",
        ),
        button(label, type="submit", icon="handshake"),
        # The field of the next stage starts empty.
        key=label,
        on_submit=on_submit,
        no_validate=True,
        class_name="flex flex-col gap-3",
    )
