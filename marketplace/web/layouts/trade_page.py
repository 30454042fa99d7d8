"""Layout of the pages that only the two parties of a deal or rental see."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.auth.session_forms import switch_button
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import PageState, content_or_error
from marketplace.web.components.current_url import url_has_id
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
                login_prompt(prompt),
                rx.cond(
                    state.missing,
                    _missing(state, icon),
                    content_or_error(state, loaded),
                ),
            ),
            class_name=f"py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


def _missing(state: type[PageState], icon: str) -> rx.Component:
    """The error; whoever has two accounts may have opened the link of a mail to the other one."""
    return rx.cond(
        SessionState.has_other_account,
        empty_state(
            state.missing,
            t("It may belong to your other account."),
            rx.cond(SessionState.kind == "seller", switch_button("user"), switch_button("seller")),
            icon=icon,
            level="h1",
        ),
        empty_state(state.missing, "", icon=icon, level="h1"),
    )
