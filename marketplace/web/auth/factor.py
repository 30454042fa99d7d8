"""The second factor of one's own account, whatever kind it is: setting it up, and turning it off."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import accounts
from marketplace.domain.views import View
from marketplace.errors import MarketplaceError, NotSignedIn
from marketplace.texts import t
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.fields import form_error, text_field
from marketplace.web.door import Door

_FORM = "flex max-w-sm flex-col gap-4"


class Factor(View):
    """Whether it is on, and how many stand-ins for a lost app are left."""

    on: bool = False
    recovery_codes: int = 0


def look(db: Session, actor: Actor) -> Factor:
    """The caller's own.

    Raises:
        NotSignedIn: nobody is signed in.
    """
    own = accounts.get_profile(db, actor, actor.require())
    return Factor(on=own.second_factor, recovery_codes=accounts.count_recovery_codes(db, actor))


class FactorState(Door, rx.State):
    """What is shown; a new secret and recovery codes stay here only until the page is opened again."""

    factor: Factor = Factor()
    loading: bool = True
    picture: str = ""
    secret: str = ""
    codes: list[str] = []
    error: str = ""

    @rx.event
    async def open(self) -> None:
        """Fetch it."""
        self.picture, self.secret, self.codes, self.error = "", "", [], ""
        await self._reload()

    @rx.event
    async def start(self, form: dict[str, str]) -> None:
        """A new secret for the authenticator app."""
        try:
            setup = await self._do(accounts.start_second_factor, str(form.get("password", "")))
        except MarketplaceError as error:
            self.error = error.message
            return
        self.picture, self.secret, self.error = setup.picture, setup.secret, ""

    @rx.event
    async def confirm(self, form: dict[str, str]) -> None:
        """A first code of the app turns it on."""
        try:
            self.codes = await self._do(accounts.confirm_second_factor, str(form.get("code", "")))
        except MarketplaceError as error:
            self.error = error.message
            return
        self.picture, self.secret, self.error = "", "", ""
        await self._toast("success", t("Your second factor is on."))
        await self._reload()

    @rx.event
    async def disable(self, form: dict[str, str]) -> None:
        """Password and a code turn it off."""
        try:
            await self._do(accounts.disable_second_factor, str(form.get("password", "")), str(form.get("code", "")))
        except MarketplaceError as error:
            self.error = error.message
            return
        self.error, self.codes = "", []
        await self._toast("success", t("Your second factor is off."))
        await self._reload()

    async def _reload(self) -> None:
        try:
            self.factor = await self._ask(look)
        except NotSignedIn:
            self.factor = Factor()
        finally:
            self.loading = False


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


def _start() -> rx.Component:
    return rx.el.form(
        rx.el.p(
            t("An app on your phone shows a code that is asked for besides the password."), class_name="text-muted"
        ),
        _password("factor-password"),
        form_error(FactorState.error),
        button(t("Set up second factor"), type="submit", class_name="self-start"),
        on_submit=FactorState.start,
        method="post",
        no_validate=True,
        class_name=_FORM,
    )


def _confirm() -> rx.Component:
    return rx.el.form(
        rx.el.p(t("Scan this with your authenticator app, then enter the code it shows.")),
        rx.el.div(
            rx.html(FactorState.picture),
            role="img",
            aria_label=t("QR code for the authenticator app"),
            class_name="self-start overflow-hidden rounded-box bg-white [&_svg]:h-auto [&_svg]:max-w-full",
        ),
        rx.el.p(
            t("Or type this secret into it:"),
            " ",
            rx.el.code(FactorState.secret, class_name="select-all font-semibold [overflow-wrap:anywhere]"),
            class_name="text-sm text-muted",
        ),
        _code(t("Code"), "factor-code", input_mode="numeric", max_length=6),
        form_error(FactorState.error),
        rx.el.div(
            button(t("Turn on"), type="submit"),
            button(t("Cancel"), variant="secondary", on_click=FactorState.open),
            class_name="flex gap-3",
        ),
        on_submit=FactorState.confirm,
        method="post",
        no_validate=True,
        class_name=_FORM,
    )


def _recovery() -> rx.Component:
    return rx.cond(
        FactorState.codes.length() > 0,
        rx.el.div(
            rx.el.p(t("Recovery codes, each good once where the app is lost. They are not shown again:")),
            rx.el.ul(
                rx.foreach(FactorState.codes, lambda code: rx.el.li(rx.el.code(code, class_name="select-all"))),
                class_name="grid gap-x-8 gap-y-1 sm:grid-cols-2",
            ),
            role="status",
            class_name="flex flex-col gap-3 rounded-control bg-warning-soft p-4 text-warning",
        ),
    )


def _on() -> rx.Component:
    return rx.el.div(
        _recovery(),
        rx.el.p(t("Recovery codes left:"), " ", rx.el.b(FactorState.factor.recovery_codes), class_name="text-muted"),
        rx.el.details(
            rx.el.summary(t("Turn it off"), class_name="w-fit cursor-pointer py-2 font-medium text-accent"),
            rx.el.form(
                _password("factor-off-password"),
                _code(t("Code of the app, or a recovery code"), "factor-off-code"),
                form_error(FactorState.error),
                button(t("Turn off"), type="submit", variant="danger", class_name="self-start"),
                on_submit=FactorState.disable,
                method="post",
                no_validate=True,
                class_name=f"{_FORM} pt-3",
            ),
        ),
        class_name="flex flex-col gap-4",
    )


def factor_badge() -> rx.Component:
    """Whether it is on, in a word."""
    return rx.cond(FactorState.factor.on, badge(t("On"), look="success"), badge(t("Off"), look="warning"))


def factor_forms() -> rx.Component:
    """Setting it up, or turning it off."""
    return rx.cond(
        FactorState.loading,
        rx.el.div(class_name="skeleton h-24"),
        rx.cond(FactorState.factor.on, _on(), rx.cond(FactorState.picture, _confirm(), _start())),
    )
