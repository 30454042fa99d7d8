"""The chat a tab shows."""

import asyncio

import reflex as rx

from marketplace import ids
from marketplace.domain import chat, rentals
from marketplace.errors import MarketplaceError, NotSignedIn
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.door import Door
from marketplace.web.intent import ChatIntent
from marketplace.web.pages.messages import views
from marketplace.web.pages.messages.views import Contact, Thread
from marketplace.web.session import SessionState


class MessagesState(Door, rx.State):
    """Contacts at the left, one conversation at the right."""

    contacts: list[Contact] = []
    thread: Thread | None = None
    loading: bool = True
    q: str = ""
    first_words: str = ""
    _wanted: int = 0
    _ad_id: str = ""

    @rx.event
    async def open(self):
        """The address says with whom."""
        self.first_words, self._wanted, self._ad_id = "", 0, ""
        other = self._other()
        try:
            if self.thread is None or self.thread.other_id != other:
                self.thread = None
            self.contacts = await self._ask(views.list_contacts, self.q)
            if other:
                await self._open_thread(other)
        except NotSignedIn:
            self.contacts = []
            return None
        finally:
            self.loading = False
        query = self.router.url.query_parameters
        ad_id, words = (await self.get_state(ChatIntent))._take(other)
        self._ad_id = ad_id or query.get("ad", "")
        if words:
            return MessagesState.send_first(other, words)
        # An address that somebody followed may fill the box, but never sends.
        self.first_words = query.get("message", "")[: get_settings().message_max_length]
        return None

    @rx.event(background=True)
    async def send_first(self, other: str, words: str) -> None:
        """Send the first words that a button of this site prepared, if the person is still there."""
        await asyncio.sleep(get_settings().chat_autosend_ms / 1000)
        async with self:
            if self.thread is not None and self.thread.other_id == other:
                await self._send(words)

    @rx.event
    async def refresh(self) -> None:
        """Something changed: look again."""
        try:
            self.contacts = await self._ask(views.list_contacts, self.q)
            if self.thread is not None:
                await self._open_thread(self.thread.other_id)
        except NotSignedIn:
            self.contacts, self.thread = [], None

    @rx.event
    async def search(self, q: str) -> None:
        """Look for a contact by name."""
        self.q = q[:80]
        self.contacts = await self._ask(views.list_contacts, self.q)

    @rx.event
    async def earlier(self) -> None:
        """Page back."""
        if self.thread is not None:
            self._wanted = sum(len(day.bubbles) for day in self.thread.days) + 1
            await self._open_thread(self.thread.other_id)

    @rx.event
    async def send(self, form: dict[str, str]) -> None:
        """Send what was typed; empty or whitespace-only messages are not sent."""
        text = str(form.get("text", "")).strip()
        if text and self.thread is not None:
            await self._send(text)

    @rx.event
    async def decide(self, enquiry_id: str, move: str) -> None:
        """Accept, decline or cancel an enquiry from the chat."""
        verbs = {"accept": rentals.accept, "decline": rentals.decline, "cancel": rentals.cancel}
        if move in verbs:
            await self._do(verbs[move], enquiry_id)
            await self.refresh()

    @rx.event
    async def block(self, blocked: bool) -> None:
        """Silence the other side, or let it be heard again."""
        if self.thread is not None:
            await self._do(chat.block if blocked else chat.unblock, self.thread.other_id)
            await self.refresh()

    @rx.event
    async def mute(self, muted: bool) -> None:
        """Keep the conversation from counting as unread, or let it again."""
        if self.thread is not None:
            await self._do(chat.mute, self.thread.buyer_id, self.thread.seller_id, muted=muted)
            await self.refresh()

    async def _send(self, text: str) -> None:
        if self.thread is None:
            return
        try:
            await self._do(chat.send, self.thread.other_id, text, client_id=ids.new_id(), ad_id=self._ad_id)
        except MarketplaceError as error:
            self.first_words = text
            await self._toast("error", error.message or t("Failed to send your message."))
            return
        self.first_words, self._ad_id = "", ""
        await self.refresh()

    async def _open_thread(self, other: str) -> None:
        thread = await self._ask(views.open_thread, other, before=self._wanted)
        self.thread = thread
        # Only what is new is worth the one lock there is for writing.
        if thread.unread:
            await self._do(chat.mark_read, thread.buyer_id, thread.seller_id)
        self.contacts = [c.model_copy(update={"unread": 0}) if c.id == other else c for c in self.contacts]
        (await self.get_state(SessionState)).unread = await self._ask(chat.count_unread)

    def _other(self) -> str:
        query = self.router.url.query_parameters
        return query.get("seller" if self._kind() is AccountKind.BUYER else "user", "")

    def _kind(self) -> AccountKind:
        is_buyer = self.router.url.path.startswith(paths.USER_MESSAGES)
        return AccountKind.BUYER if is_buyer else AccountKind.SELLER
