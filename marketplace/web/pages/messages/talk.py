"""The conversation of the right pane, and how it hears of what changes."""

import reflex as rx

from marketplace.domain import chat
from marketplace.errors import NotFound, NotSignedIn
from marketplace.web import paths
from marketplace.web.live import Changes
from marketplace.web.pages.messages import news, views
from marketplace.web.pages.messages.contacts import ContactList
from marketplace.web.pages.messages.views import Thread
from marketplace.web.pages.messages.window import NEWEST, Window
from marketplace.web.session import SessionState

# Beyond so many conversations at once, looking at everything costs less.
_FEW = 5


class Talk(ContactList, rx.State, mixin=True):
    """One conversation beside the contacts.

    Attributes:
        end: changes when the conversation should show its end.
        unseen: rises when something unread came by itself; the page answers with `see` when it stands there.
    """

    thread: Thread | None = None
    loading: bool = True
    end: str = ""
    unseen: int = 0
    in_past: bool = False
    _window: Window = NEWEST

    @rx.event
    async def refresh(self) -> None:
        """Look again at everything: the poll, and whatever is not worth its own way."""
        try:
            await self._look(self.thread.other_id if self.thread else "", anew=False)
        except NotSignedIn:
            self.contacts, self.thread = [], None

    @rx.event
    async def see(self) -> None:
        """The page shows what came: it counts as read."""
        if self.thread is not None and not self.in_past:
            try:
                await self._do(chat.mark_read, self.thread.buyer_id, self.thread.seller_id)
            except NotSignedIn:
                return

    async def _hear(self, changes: Changes) -> None:
        """Something happened to this tab's account: take in what changed. Nothing counts as read by that."""
        if self.loading or not self.router.url.path.startswith((paths.USER_MESSAGES, paths.SELLER_MESSAGES)):
            return
        try:
            if "enquiries" in changes or not await self._take_news(changes.get("chat", ())):
                await self._look(self.thread.other_id if self.thread else "", anew=False, arrived=True)
            elif "read" in changes:
                await self._take_ticks()
        except NotSignedIn:
            self.contacts, self.thread = [], None

    async def _look(self, other: str, *, anew: bool = True, arrived: bool = False) -> None:
        """Look at both panes.

        Args:
            anew: whether people one has not spoken with are wanted too.
            arrived: nobody asked, so that nothing may count as read before the page has said that it is there.
        """
        seen = await self._ask(views.look, self.q, self._size, other, self._window, anew=anew)
        thread, unread = seen.thread, seen.unread
        # Only what is new is worth the one lock there is for writing.
        if thread and thread.unread and not self._window.before:
            if arrived:
                self.unseen, read = self.unseen + 1, thread.unread
            else:
                read = await self._do(chat.mark_read, thread.buyer_id, thread.seller_id)
                thread = thread.model_copy(update={"unread": 0})
            unread -= 0 if thread.muted else read
        self._take(seen.contacts)
        self.contacts = [c.model_copy(update={"unread": 0}) if c.id == other else c for c in self.contacts]
        self.thread, self.in_past = thread, bool(self._window.before)
        if thread and not self.in_past:
            self.end = thread.other_id + thread.last
        (await self.get_state(SessionState)).unread = max(0, unread)

    async def _take_news(self, subjects: tuple[str, ...]) -> bool:
        """Take in what changed in these conversations; False where everything has to be looked at."""
        if not subjects:
            return True
        if self.q or len(subjects) > _FEW:
            return False
        shown = self.thread if self.thread is not None and not self.in_past else None
        open_id, after = (shown.conversation_id, shown.last_seq) if shown else ("", 0)
        try:
            found = await self._ask(news.look_at_news, subjects, open_id, after)
        except NotFound:
            return False
        contacts, thread = self.contacts, shown
        for one in found:
            is_shown = shown is not None and one.other_id == shown.other_id
            contacts = news.take_into_contacts(contacts, one, seen=is_shown)
            if is_shown and thread is not None:
                thread = news.take_into_thread(thread, one)
            if contacts is None or (is_shown and thread is None):
                return False
        if contacts != self.contacts:
            self.contacts = contacts
        if thread is not None and thread != shown:
            await self._show(thread)
        return True

    async def _show(self, thread: Thread) -> None:
        self.thread, self.end = thread, thread.other_id + thread.last
        if thread.unread:
            self.unseen += 1
            session = await self.get_state(SessionState)
            session.unread = max(0, session.unread - (0 if thread.muted else thread.unread))

    async def _take_ticks(self) -> None:
        """Something has arrived or was read: by the other side, or oneself in another tab."""
        seen = await self._ask(news.look_at_ticks, self.thread)
        if self.thread is not None and seen.marks:
            self.thread = news.tick(self.thread, seen.marks)
        if any(contact.unread != seen.unread.get(contact.id, 0) for contact in self.contacts):
            self.contacts = [
                contact.model_copy(update={"unread": seen.unread.get(contact.id, 0)}) for contact in self.contacts
            ]
