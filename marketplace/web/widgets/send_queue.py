"""Sends the messages in the browser's outbox, from the chat and from any other page."""

import reflex as rx

from marketplace.core.errors import MarketplaceError, NotSignedIn
from marketplace.domain import chat
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.components.composer import outbox_flusher
from marketplace.web.components.current_url import is_current_path
from marketplace.web.reflex_ext.text_limits import takes_long_text

_ANSWERS_KEPT = 30


class SendMixin(DomainState, rx.State, mixin=True):
    """Mixin of the States that receive messages from the outbox; a result by client-made id is empty if it is stored, else the error."""

    results: dict[str, str] = {}

    async def _send_once(self, client_id: str, other: str, text: str, photo_ids: list[str], ad_id: str) -> bool:
        """Send a message; the same client id again changes nothing. Returns whether it is stored."""
        try:
            with unexpected_errors_as(t("Failed to send your message.")):
                await self._execute(chat.send, other, text, client_id=client_id, ad_id=ad_id, photo_ids=photo_ids)
            said = ""
        except NotSignedIn:
            raise
        except MarketplaceError as error:
            said = error.message
        self.results = dict([*self.results.items(), (client_id, said)][-_ANSWERS_KEPT:])
        return not said


class SendQueueState(SendMixin, rx.State):
    """Sends messages of the outbox on pages without the chat."""

    @rx.event
    @takes_long_text
    async def send(self, client_id: str, other: str, text: str, photo_ids: list[str], ad_id: str = "") -> None:
        """Send a message of the outbox."""
        try:
            await self._send_once(client_id, other, text, photo_ids, ad_id)
        except NotSignedIn:
            # The user did not ask for anything now, so don't prompt for a login; the message stays in the outbox.
            return


def send_queue() -> rx.Component:
    """The outbox flusher, for buyers and sellers. Every layout contains it; the chat pages have one of their own."""
    is_chat = is_current_path(paths.USER_MESSAGES) | is_current_path(paths.SELLER_MESSAGES)
    return rx.cond(
        ((SessionState.kind == "user") | (SessionState.kind == "seller")) & ~is_chat,
        outbox_flusher(me=SessionState.account_id, results=SendQueueState.results, on_send=SendQueueState.send),
    )
