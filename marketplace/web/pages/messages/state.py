"""The chat a tab shows."""

import asyncio

import reflex as rx

from marketplace import ids
from marketplace.domain import chat
from marketplace.errors import NotSignedIn
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.intent import ChatIntent
from marketplace.web.outgoing import Sending
from marketplace.web.pages.messages.talk import Talk
from marketplace.web.pages.messages.window import NEWEST


class MessagesState(Talk, Sending, rx.State):
    """Contacts at the left, one conversation at the right.

    Attributes:
        first_words: what the address fills the box with.
        about: the ad from which the conversation begins, until something was sent.
    """

    first_words: str = ""
    about: str = ""
    _filled: str = ""

    @rx.event
    async def open(self):
        """The address says with whom; a connection that came back asks again too."""
        other = self._other()
        anew = self.thread is None or self.thread.other_id != other
        if anew:
            self.thread, self.first_words, self.about, self._filled, self._window = None, "", "", "", NEWEST
        try:
            await self._look(other)
        except NotSignedIn:
            self.contacts = []
            return None
        finally:
            self.loading = False
        query = self.router.url.query_parameters
        ad_id, words = (await self.get_state(ChatIntent))._take(other)
        self.about = ad_id or self.about or query.get("ad", "")
        if words:
            return MessagesState.send_first(other, words)
        # An address that somebody followed may fill the box, once, but never sends.
        if (wanted := query.get("message", "")[: get_settings().message_max_length]) != self._filled:
            self.first_words = self._filled = wanted
        return None

    @rx.event(background=True)
    async def send_first(self, other: str, words: str) -> None:
        """Send the first words that a button of this site prepared, if the person is still there."""
        await asyncio.sleep(get_settings().chat_autosend_ms / 1000)
        async with self:
            if self.thread is not None and self.thread.other_id == other:
                await self.send(ids.new_id(), other, words, [], self.about)

    @rx.event
    async def earlier(self) -> None:
        """Page back; what was read last stays in the window, so that reading goes on."""
        if self.thread is not None and self.thread.earlier:
            self._window = self._window.earlier(self.thread.message_ids)
            await self._look(self.thread.other_id, anew=False)

    @rx.event
    async def later(self) -> None:
        """Page forward again."""
        if self.thread is not None:
            self._window = self._window.later()
            await self._look(self.thread.other_id, anew=False)

    @rx.event
    async def newest(self) -> None:
        """Back to the end of the conversation."""
        if self.thread is not None:
            self._window = NEWEST
            await self._look(self.thread.other_id, anew=False)
            self.end = ids.new_id()

    @rx.event
    async def send(self, client_id: str, other: str, text: str, photo_ids: list[str], ad_id: str = "") -> None:
        """Send what was typed; the same client id again changes nothing."""
        if not await self._hand_in(client_id, other, text, photo_ids, ad_id):
            return
        self.first_words = ""
        if ad_id == self.about:
            self.about = ""
        came_back, self._window = self.in_past, NEWEST
        # The tab also hears of it, but not without a connection to the other workers.
        if came_back or self.thread is None or not await self._take_news((self.thread.conversation_id,)):
            await self.refresh()

    @rx.event
    async def typing(self, other: str) -> None:
        """Let the other side see that somebody is typing."""
        await self._do(chat.tell_typing, other)

    def _other(self) -> str:
        query = self.router.url.query_parameters
        return query.get("seller" if self._kind() is AccountKind.BUYER else "user", "")

    def _kind(self) -> AccountKind:
        is_buyer = self.router.url.path.startswith(paths.USER_MESSAGES)
        return AccountKind.BUYER if is_buyer else AccountKind.SELLER
