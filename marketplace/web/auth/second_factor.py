"""Setting up and turning off the second factor of the own account."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import accounts
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState, Vars, content_or_error
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.fields import form_error, text_field

_FORM = "flex max-w-sm flex-col gap-4"


class SecondFactor(View):
    """Whether the second factor is on, and how many recovery codes are left."""

    on: bool = False
    recovery_codes: int = 0


class SecondFactorState(PageState, rx.State):
    """State of the forms. A new secret and new recovery codes are discarded when the page opens again."""

    factor: SecondFactor = SecondFactor()
    picture: str = ""
    secret: str = ""
    codes: list[str] = []
    error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - the same on all pages
        """Load the state of the second factor."""
        own = accounts.get_profile(db, actor, actor.require())
        return {"factor": SecondFactor(on=own.second_factor, recovery_codes=accounts.count_recovery_codes(db, actor))}

    @rx.event
    async def open(self) -> None:
        """Load the state of the second factor, and close its forms."""
        self.picture, self.secret, self.codes, self.error = "", "", [], ""
        await super().open()

    @rx.event
    async def start(self, form: dict[str, str]) -> None:
        """Create a new secret for the authenticator app."""
        try:
            setup = await self._execute(accounts.start_second_factor, str(form.get("password", "")))
        except MarketplaceError as error:
            self.error = error.message
            return
        self.picture, self.secret, self.error = setup.picture, setup.secret, ""

    @rx.event
    async def confirm(self, form: dict[str, str]) -> None:
        """Turn the second factor on with the first code of the app."""
        try:
            self.codes = await self._execute(accounts.confirm_second_factor, str(form.get("code", "")))
        except MarketplaceError as error:
            self.error = error.message
            return
        self.picture, self.secret, self.error = "", "", ""
        await self._toast("success", t("Two-step sign-in is on."))
        await self._reload()

    @rx.event
    async def disable(self, form: dict[str, str]) -> None:
        """Turn the second factor off with the password and a code."""
        typed, done = (str(form.get(name, "")) for name in ("password", "code")), t("Two-step sign-in is off.")
        if await self._execute_in_form(accounts.disable_second_factor, *typed, done=done):
            self.error, self.codes = "", []
            await self._reload()


def _password(name: str) -> rx.Component:
    return text_field(
        t("Your password"),
        name,
        field_name="password",
        type="password",
        auto_complete="current-password",
        required=True,
    )


def _code(label: str, name: str, **props) -> rx.Component:
    return text_field(label, name, field_name="code", auto_complete="one-time-code", required=True, **props)


def _start_form() -> rx.Component:
    return rx.el.form(
        rx.el.p(
            t("With two-step sign-in, you need your password and a code from an app on your phone."),
            class_name="text-muted",
        ),
        _password("factor-password"),
        form_error(SecondFactorState.error),
        button(t("Set up two-step sign-in"), type="submit", class_name="self-start"),
        on_submit=SecondFactorState.start,
        method="post",
        no_validate=True,
        class_name=_FORM,
    )


def _confirm_form() -> rx.Component:
    return rx.el.form(
        rx.el.p(t("Scan this with your authenticator app, then enter the code it shows.")),
        rx.el.div(
            rx.html(SecondFactorState.picture),
            role="img",
            aria_label=t("QR code for the authenticator app"),
            class_name="self-start overflow-hidden rounded-box bg-white [&_svg]:h-auto [&_svg]:max-w-full",
        ),
        rx.el.p(
            t("Or type this secret into it:"),
            " ",
            rx.el.code(SecondFactorState.secret, class_name="select-all font-semibold [overflow-wrap:anywhere]"),
            class_name="text-sm text-muted",
        ),
        _code(t("Code"), "factor-code", input_mode="numeric", max_length=6),
        form_error(SecondFactorState.error),
        rx.el.div(
            button(t("Turn on"), type="submit"),
            button(t("Cancel"), variant="secondary", on_click=SecondFactorState.open),
            class_name="flex gap-3",
        ),
        on_submit=SecondFactorState.confirm,
        method="post",
        no_validate=True,
        class_name=_FORM,
    )


def _recovery_codes() -> rx.Component:
    return rx.cond(
        SecondFactorState.codes.length() > 0,
        rx.el.div(
            rx.el.p(t("Recovery codes, in case you lose the app. Each works once. They are not shown again:")),
            rx.el.ul(
                rx.foreach(SecondFactorState.codes, lambda code: rx.el.li(rx.el.code(code, class_name="select-all"))),
                class_name="grid gap-x-8 gap-y-1 sm:grid-cols-2",
            ),
            role="status",
            class_name="flex flex-col gap-3 rounded-control bg-warning-soft p-4 text-warning",
        ),
    )


def _active_form() -> rx.Component:
    return rx.el.div(
        _recovery_codes(),
        rx.el.p(
            t("Recovery codes left:"), " ", rx.el.b(SecondFactorState.factor.recovery_codes), class_name="text-muted"
        ),
        rx.el.details(
            rx.el.summary(t("Turn it off"), class_name="w-fit cursor-pointer py-2 font-medium text-accent"),
            rx.el.form(
                _password("factor-off-password"),
                _code(t("Code from the app, or a recovery code"), "factor-off-code"),
                form_error(SecondFactorState.error),
                button(t("Turn off"), type="submit", variant="danger", class_name="self-start"),
                on_submit=SecondFactorState.disable,
                method="post",
                no_validate=True,
                class_name=f"{_FORM} pt-3",
            ),
        ),
        class_name="flex flex-col gap-4",
    )


def second_factor_badge() -> rx.Component:
    """Badge that says whether the second factor is on."""
    return rx.cond(SecondFactorState.factor.on, badge(t("On"), look="success"), badge(t("Off"), look="warning"))


def second_factor_forms() -> rx.Component:
    """Forms to set the second factor up or to turn it off."""
    forms = rx.cond(
        SecondFactorState.factor.on,
        _active_form(),
        rx.cond(SecondFactorState.picture, _confirm_form(), _start_form()),
    )
    skeleton = rx.el.div(class_name="skeleton h-24")
    return content_or_error(SecondFactorState, rx.cond(SecondFactorState.loading, skeleton, forms))
