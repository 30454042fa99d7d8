"""What the pages of deals and of rentals do alike: act on the one of the URL, and use the code of a handover."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from marketplace.core.errors import RuleBroken, TooMany
from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState
from marketplace.web.components.button import button
from marketplace.web.components.fields import text_field


class HandoverMixin(PageState, rx.State, mixin=True):
    """Mixin of the State of a page whose URL ends in the id of the deal or rental; `code_error` says why the typed code was refused."""

    code_error: str = ""

    async def _do(self, function: Callable[..., Any], done: str, *args: object, **options: object) -> None:
        """Call a function of the domain for the id of the URL, show a toast with `done`, and load the page again."""
        try:
            await self._execute(function, self._page_url().last, *args, **options)
            await self._toast("success", done)
        finally:
            # After refusals too, since the other party may have acted meanwhile.
            await self._reload()

    async def _use_code(self, function: Callable[..., Any], done: str, form: dict[str, str]) -> None:
        """Call a function of the domain, as `_do` does, with the code of `code_form`."""
        self.code_error = ""
        try:
            await self._do(function, done, str(form.get("code", "")))
        except (RuleBroken, TooMany) as error:
            self.code_error = error.message


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
