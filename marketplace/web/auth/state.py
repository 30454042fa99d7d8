"""Which of the sign-in windows is open, and what is to be done after it."""

import asyncio
from typing import Any

import reflex as rx
from reflex.event import Event

from marketplace.settings import get_settings
from marketplace.web.meant import Meant


class AuthState(rx.State):
    """The modal in front of the page. It decides nothing: the API's login call does."""

    mode: str = ""
    kind: str = "user"
    password_shown: bool = False
    # Where to go after signing in; empty for the account kind's own place.
    next: str = ""
    _meant: Meant | None = None

    @rx.event
    def show_login(self) -> None:
        """Open the login modal, nothing in mind."""
        self._open("login", self.kind)
        self.next, self._meant = "", None

    @rx.event
    def show_seller_login(self) -> None:
        """Open it for somebody who wants to post an ad."""
        self._open("login", "seller")
        self.next, self._meant = "", None

    @rx.event
    def show_register(self) -> None:
        """Change to the registration modal."""
        self._open("register", self.kind)

    @rx.event
    def show_forgot(self) -> None:
        """Change to the reset of a forgotten password."""
        self._open("forgot", self.kind)

    @rx.event
    def back_to_login(self) -> None:
        """Come back from there; what was meant stays in mind."""
        self._open("login", self.kind)

    @rx.event
    def close(self) -> None:
        """Close, and forget what was meant."""
        self.mode = ""
        self.next, self._meant = "", None

    @rx.event
    def choose_kind(self, kind: str) -> None:
        """Browse Ads (user) or Post Your Ad (seller)."""
        self.kind = "seller" if kind == "seller" else "user"

    @rx.event
    def show_password(self) -> None:
        """Make the password readable, or hide it."""
        self.password_shown = not self.password_shown

    @rx.event(background=True)
    async def ask(self, meant: dict[str, Any] | None = None) -> None:
        """Something needs a sign-in: the toast is up, the modal follows (spec, section 9)."""
        await asyncio.sleep(get_settings().login_prompt_ms / 1000)
        async with self:
            url = self.router.url
            self._open("login", self.kind)
            self.next = url.path + (f"?{url.query}" if url.query else "")
            self._meant = Meant.model_validate(meant) if meant else None

    @rx.event
    def resume(self):
        """Signed in: do what was meant, once."""
        self.mode = ""
        meant, self._meant = self._meant, None
        return Event(name=meant.name, payload=meant.payload) if meant else None

    def _open(self, mode: str, kind: str) -> None:
        self.mode, self.kind, self.password_shown = mode, kind, False
