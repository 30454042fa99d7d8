"""Handing in what waits in the browser: from the chat, and from wherever its writer is by then."""

import reflex as rx

from marketplace.domain import chat
from marketplace.errors import MarketplaceError, NotSignedIn
from marketplace.texts import t
from marketplace.web.components.composer import postman
from marketplace.web.door import Door
from marketplace.web.failing import failing
from marketplace.web.session import SessionState

_ANSWERS_KEPT = 30


class Sending(Door, rx.State, mixin=True):
    """Mixin of the States that take what the browser hands in.

    Attributes:
        answers: what became of messages by their client-made ids: nothing where they are stored, else the sentence why not.
    """

    answers: dict[str, str] = {}

    async def _hand_in(self, client_id: str, other: str, text: str, photo_ids: list[str], ad_id: str) -> bool:
        """Send one message; the same client id again changes nothing. Tells whether it is stored."""
        try:
            with failing(t("Failed to send your message.")):
                await self._do(chat.send, other, text, client_id=client_id, ad_id=ad_id, photo_ids=photo_ids)
            said = ""
        except NotSignedIn:
            raise
        except MarketplaceError as error:
            said = error.message
        self.answers = dict([*self.answers.items(), (client_id, said)][-_ANSWERS_KEPT:])
        return not said


class OutgoingState(Sending, rx.State):
    """Sends what was written offline when the chat is no longer open."""

    @rx.event
    async def send(self, client_id: str, other: str, text: str, photo_ids: list[str], ad_id: str = "") -> None:
        """Send what waits in this browser."""
        try:
            await self._hand_in(client_id, other, text, photo_ids, ad_id)
        except NotSignedIn:
            # Nobody asked for anything just now; it goes on waiting for its writer.
            return


def outgoing() -> rx.Component:
    """A part of every page, for those who may write."""
    return rx.cond(
        (SessionState.kind == "user") | (SessionState.kind == "seller"),
        postman(me=SessionState.account_id, answers=OutgoingState.answers, on_send=OutgoingState.send),
    )
