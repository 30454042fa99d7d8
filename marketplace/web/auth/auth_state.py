"""The State of the login, registration and password modals."""

import asyncio

import reflex as rx
from reflex.event import Event

from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.base.pending_action import PendingAction
from marketplace.web.reflex_ext.handlers import is_handler, read_arguments

# Longest address (RFC 5321).
_MAX_EMAIL = 254


class AuthState(rx.State):
    """Which modal is open, and the pending action after the login. The login itself is an API call.

    Attributes:
        mode: `login`, `register`, `forgot`, or empty if no modal is open.
        kind: the account kind chosen in the modal, `user` or `seller`.
        email: the email typed last in one of the modals, with which the others begin.
        next: path to open after the login, by account kind; without one, people stay where they are.
    """

    mode: str = ""
    kind: str = "user"
    email: str = ""
    password_shown: bool = False
    next: dict[str, str] = {}
    _pending_action: PendingAction | None = None

    @rx.event
    def show_login(self) -> None:
        """Open the login modal without a pending action, for the account kind that the page is for."""
        self._begin("login", self._kind_of_page(), {})

    @rx.event
    def show_login_to_post(self) -> None:
        """Open the login modal for visitors who pressed Post, and the form of an ad after it."""
        self._begin("login", "seller", {"seller": paths.POST_AD})

    @rx.event
    def show_login_to_messages(self) -> None:
        """Open the login modal for visitors who pressed Messages, and the chat of their account after it."""
        self._begin("login", "user", {"user": paths.USER_MESSAGES, "seller": paths.SELLER_MESSAGES})

    @rx.event
    def show_login_as(self, kind: str, next_path: str) -> None:
        """Open the login modal for an account kind, and `next_path` (empty: the same page) after it."""
        self._begin("login", kind, {kind: next_path})

    @rx.event
    def show_register(self) -> None:
        """Switch to the registration modal."""
        self._open("register", self.kind)

    @rx.event
    def open_second_account(self, kind: str, next_path: str) -> None:
        """Open the registration of a buyer's second account, as a seller, or the other way round, and `next_path` (empty:
        the same page) after it.
        """
        self._begin("register", kind, {kind: next_path})

    @rx.event
    def show_forgot(self) -> None:
        """Switch to the modal that resets a forgotten password."""
        self._open("forgot", self.kind)

    @rx.event
    def back_to_login(self) -> None:
        """Switch back to the login modal and keep the pending action."""
        self._open("login", self.kind)

    @rx.event
    def close(self) -> None:
        """Close the modal and discard the pending action."""
        self._begin("", self.kind, {})

    @rx.event
    def hide(self) -> None:
        """Close the modal because the page was left or loaded again; a login keeps its pending action."""
        self.mode = ""

    @rx.event
    def keep_email(self, email: str) -> None:
        """Store the typed email for the other modals."""
        self.email = email.strip()[:_MAX_EMAIL]

    @rx.event
    def choose_kind(self, kind: str) -> None:
        """Choose the account kind: `user` (Browse Ads) or `seller` (Post Your Ad)."""
        self.kind = "seller" if kind == "seller" else "user"

    @rx.event
    def toggle_password(self) -> None:
        """Show or hide the password."""
        self.password_shown = not self.password_shown

    @rx.event(background=True)
    async def require_login(self, action: PendingAction | None = None) -> None:
        """Open the login modal after the delay in which the toast is read (spec 9.2), and run the action after the login."""
        await asyncio.sleep(get_settings().login_prompt_ms / 1000)
        async with self:
            url = self.router.url
            # Named even where others go home, since the action runs on this page.
            here = url.path + (f"?{url.query}" if url.query else "")
            self._begin("login", self._kind_of_page(), dict.fromkeys(("user", "seller"), here))
            # Clients can send this event with any handler name and arguments.
            runs = action is not None and is_handler(action.name)
            arguments = read_arguments(action.name, action.payload) if runs else None
            self._pending_action = None if arguments is None else PendingAction(name=action.name, payload=arguments)

    @rx.event
    def run_pending_action(self):
        """Close the modal and send the pending action again, once."""
        self.mode = ""
        action, self._pending_action = self._pending_action, None
        return Event(name=action.name, payload=action.payload) if action else None

    def _begin(self, mode: str, kind: str, next_paths: dict[str, str]) -> None:
        self._open(mode, "seller" if kind == "seller" else "user")
        self.next, self._pending_action = next_paths, None

    def _open(self, mode: str, kind: str) -> None:
        self.mode, self.kind, self.password_shown = mode, kind, False

    def _kind_of_page(self) -> str:
        return "seller" if self.router.url.path.startswith(paths.OF_SELLERS) else "user"
