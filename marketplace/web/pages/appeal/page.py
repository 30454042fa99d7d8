"""The page where the owner of a suspended account appeals. They can't sign in, so the form asks for email and password."""

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import moderation
from marketplace.domain.moderation import messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.login_modal import own_password
from marketplace.web.auth.reset_password import KINDS
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import errors_by_field
from marketplace.web.components.button import button, button_link
from marketplace.web.components.fields import form_error, radio_group, text_area, text_field
from marketplace.web.components.keyboard import focus_on
from marketplace.web.components.section import page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page

_DONE = "appeal-sent"


class SuspensionAppealState(DomainState, rx.State):
    """The form."""

    kind: str = "user"
    done: str = ""
    error: str = ""
    errors: dict[str, str] = {}

    @rx.event
    async def open(self) -> None:
        """Begin with an empty form, for the kind of account that the login modal was open for."""
        self.done, self.error, self.errors = "", "", {}
        self.kind = (await self.get_state(AuthState)).kind

    @rx.event
    def choose_kind(self, kind: str) -> None:
        """Choose the kind of account."""
        self.kind = kind if kind in KINDS else self.kind

    @rx.event
    async def submit(self, form: dict[str, str]) -> None:
        """Send the appeal."""
        self.error, self.errors = "", {}
        email, password, text = (str(form.get(name, "")) for name in ("email", "password", "text"))
        try:
            await self._execute(moderation.appeal_suspension, email, password, text, kind=KINDS[self.kind])
        except MarketplaceError as error:
            self.errors = errors_by_field(error)
            self.error = "" if self.errors else error.message
            return
        self.done = t(messages.APPEALED)


def _form() -> rx.Component:
    errors = SuspensionAppealState.errors
    return rx.el.form(
        radio_group(
            t("Account Type"),
            "appeal-kind",
            {"user": t("User"), "seller": t("Seller")},
            value=SuspensionAppealState.kind,
            on_change=SuspensionAppealState.choose_kind,
        ),
        text_field(
            t("Email"),
            "appeal-email",
            field_name="email",
            type="email",
            required=True,
            auto_complete="username",
            # Recreates the field with the email typed in the login modal, once the app knows it.
            key=AuthState.email,
            default_value=AuthState.email,
            error=errors.get("email", ""),
        ),
        own_password("appeal-password", error=errors.get("password", "")),
        text_area(
            t("Why is the decision wrong?"),
            "appeal-text",
            field_name="text",
            rows=6,
            max_length=2000,
            required=True,
            error=errors.get("text", ""),
        ),
        form_error(SuspensionAppealState.error),
        button(t("Send appeal"), type="submit", size="lg", full=True),
        on_submit=SuspensionAppealState.submit,
        method="post",
        no_validate=True,
        class_name="flex flex-col gap-4",
    )


def appeal() -> rx.Component:
    """The form, then what happens next."""
    return site_layout(
        rx.el.div(
            page_title(
                t("Appeal against a suspension"),
                t("You can appeal once. If possible, somebody other than the person who decided will look at it."),
            ),
            rx.cond(
                SuspensionAppealState.done,
                rx.el.div(
                    rx.el.p(SuspensionAppealState.done, role="status", class_name="font-medium"),
                    button_link(t("Go to the home page"), href=paths.HOME),
                    focus_on(_DONE),
                    id=_DONE,
                    tab_index=-1,
                    class_name="flex scroll-mt-32 flex-col items-start gap-5 outline-none",
                ),
                _form(),
            ),
            class_name="mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-10 sm:py-16",
        )
    )


PAGES = [
    Page(
        paths.APPEAL,
        appeal,
        t("Appeal against a suspension"),
        t("Ask us to look again at the suspension of your account."),
        states=(SuspensionAppealState,),
        indexed=False,
    )
]
