"""The State of the chat."""

import asyncio

import reflex as rx
from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound, NotSignedIn
from marketplace.domain import chat
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.messages import updates, views
from marketplace.web.pages.messages.conversation import ConversationMixin
from marketplace.web.pages.messages.views import CONTACTS
from marketplace.web.pages.messages.window import NEWEST
from marketplace.web.reflex_ext.text_limits import takes_long_text
from marketplace.web.widgets.chat_prefill import ChatPrefill
from marketplace.web.widgets.send_queue import SendMixin


class MessagesState(ConversationMixin, SendMixin, rx.State):
    """Contacts on the left, a conversation on the right.

    Attributes:
        prefill: text that fills the composer.
    """

    prefill: str = ""
    _applied_prefill: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the contacts and the conversation of the URL; nothing is marked as read."""
        other, about = _other_id(url), url.params.get("ad", "")
        try:
            seen = views.load_chat(db, actor, "", CONTACTS, other, NEWEST, about=about)
        except NotFound:
            # The handler says so.
            return {}
        thread = seen.thread
        return {
            "contacts": seen.contacts.shown(seen.contacts.others or ()),
            "more": seen.contacts.more,
            "thread": thread,
            "end": thread.other_id + thread.last if thread else "",
            "about": about if thread else "",
            "loading": False,
        }

    @rx.event
    async def open(self):
        """Load the conversation of the URL. Runs when the connection returns too."""
        other = _other_id(PageUrl(self.router.url.path, self.router.url.query))
        is_new = self.thread is None or self.thread.other_id != other
        if is_new:
            self.thread, self.prefill, self.about, self._applied_prefill, self._window = None, "", "", "", NEWEST
        query = self.router.url.query_parameters
        ad_id, text = (await self.get_state(ChatPrefill))._pop(other)
        self.about = ad_id or self.about or query.get("ad", "")
        try:
            await self._reload(other)
        except NotSignedIn:
            self.contacts = []
            return None
        finally:
            self.loading = False
        if text:
            if self.thread is not None:
                self.thread = self.thread.model_copy(update={"questions": updates.ask(self.thread, text)})
            return MessagesState.send_prefill(other, text)
        # A URL may fill the composer once, but it never sends.
        if (wanted := query.get("message", "")[: get_settings().message_max_length]) != self._applied_prefill:
            self.prefill = self._applied_prefill = wanted
        return None

    @rx.event(background=True)
    @takes_long_text
    async def send_prefill(self, other: str, text: str) -> None:
        """Send the first message that a button of this site prepared, if the conversation is still open."""
        await asyncio.sleep(get_settings().chat_autosend_ms / 1000)
        async with self:
            if self.thread is not None and self.thread.other_id == other:
                await self.send(ids.new_id(), other, text, [], self.about)

    @rx.event
    async def earlier(self) -> None:
        """Load the previous page; the message read last stays in the window."""
        if self.thread is not None and self.thread.earlier:
            self._window = self._window.earlier(self.thread.message_ids)
            await self._reload()

    @rx.event
    async def later(self) -> None:
        """Load the next page."""
        if self.thread is not None:
            self._window = self._window.later()
            await self._reload()

    @rx.event
    async def newest(self) -> None:
        """Return to the end of the conversation."""
        if self.thread is not None:
            self._window = NEWEST
            await self._reload()
            self.end = ids.new_id()

    @rx.event
    @takes_long_text
    async def send(self, client_id: str, other: str, text: str, photo_ids: list[str], ad_id: str = "") -> None:
        """Send a message; the same client id again changes nothing."""
        if not await self._send_once(client_id, other, text, photo_ids, ad_id):
            return
        self.prefill = ""
        if ad_id == self.about:
            self.about = ""
        came_back, self._window = self.in_past, NEWEST
        # A live event reports the message too, but not if the connection to other workers is lost.
        if came_back or self.thread is None or not await self._apply_updates((self.thread.conversation_id,)):
            await self.refresh()

    @rx.event
    async def typing(self, other: str) -> None:
        """Notify the other person that the caller is typing."""
        await self._execute(chat.notify_typing, other)


def _other_id(url: PageUrl) -> str:
    return url.params.get("seller" if url.path.startswith(paths.USER_MESSAGES) else "user", "")
