"""An administrator's second factor, password and sessions."""

import reflex as rx

from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.errors import MarketplaceError
from marketplace.texts import t
from marketplace.web.admin.desk import Desk
from marketplace.web.pages.admin_security import views
from marketplace.web.pages.admin_security.views import Safety


class SecurityState(Desk, rx.State):
    """What is shown; a new secret and recovery codes stay here only until the page is opened again."""

    safety: Safety = Safety()
    loading: bool = True
    picture: str = ""
    secret: str = ""
    codes: list[str] = []
    factor_error: str = ""
    password_error: str = ""
    # Another one empties the password form.
    version: int = 0

    @rx.event
    async def open(self) -> None:
        """Fetch it."""
        self.picture, self.secret, self.codes = "", "", []
        self.factor_error, self.password_error = "", ""
        await self._reload()

    @rx.event
    async def start_factor(self, form: dict[str, str]) -> None:
        """A new secret for the authenticator app."""
        try:
            setup = await self._do(accounts.start_second_factor, str(form.get("password", "")))
        except MarketplaceError as error:
            self.factor_error = error.message
            return
        self.picture, self.secret, self.factor_error = setup.picture, setup.secret, ""

    @rx.event
    async def confirm_factor(self, form: dict[str, str]) -> None:
        """A first code of the app turns it on."""
        try:
            self.codes = await self._do(accounts.confirm_second_factor, str(form.get("code", "")))
        except MarketplaceError as error:
            self.factor_error = error.message
            return
        self.picture, self.secret, self.factor_error = "", "", ""
        await self._toast("success", t("Your second factor is on."))
        await self._reload()

    @rx.event
    async def disable_factor(self, form: dict[str, str]) -> None:
        """Password and a code turn it off."""
        try:
            await self._do(accounts.disable_second_factor, str(form.get("password", "")), str(form.get("code", "")))
        except MarketplaceError as error:
            self.factor_error = error.message
            return
        self.factor_error, self.codes = "", []
        await self._toast("success", t("Your second factor is off."))
        await self._reload()

    @rx.event
    async def change_password(self, form: dict[str, str]) -> None:
        """Current, new, and the new one again."""
        new = str(form.get("new_password", ""))
        self.password_error = ""
        if new != form.get("confirm_password", ""):
            self.password_error = t(messages.PASSWORDS_DIFFER)
            return
        try:
            await self._do(accounts.change_password, str(form.get("current_password", "")), new)
        except MarketplaceError as error:
            self.password_error = error.errors[0]["message"] if error.errors else error.message
            return
        self.version += 1
        await self._toast("success", t(messages.PASSWORD_CHANGED))
        await self._reload()

    @rx.event
    async def end_session(self, session_id: str) -> None:
        """Sign out elsewhere."""
        await self._decide(accounts.end_session, session_id, done=t(messages.SESSION_ENDED))
        await self._reload()

    @rx.event
    async def end_others(self) -> None:
        """Sign out everywhere else."""
        await self._decide(accounts.end_other_sessions, done=t(messages.SESSIONS_ENDED))
        await self._reload()

    async def _reload(self) -> None:
        try:
            self.safety = await self._see(views.look) or Safety()
        finally:
            self.loading = False
