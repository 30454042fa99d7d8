"""The State of the open conversation and its live updates."""

import reflex as rx

from marketplace.core.errors import NotFound, NotSignedIn
from marketplace.domain import chat
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.live import Changes
from marketplace.web.pages.messages import updates, views
from marketplace.web.pages.messages.contacts import ContactList
from marketplace.web.pages.messages.views import Thread
from marketplace.web.pages.messages.window import NEWEST, MessageWindow

# With more changed conversations, reloading everything is cheaper.
_MAX_UPDATES = 5


class ConversationMixin(ContactList, rx.State, mixin=True):
    """Mixin with the open conversation beside the contacts.

    Attributes:
        end: changes when the log should scroll to its end.
        unseen: rises when an unread message was pushed; the page then calls `mark_read`.
        about: id of the ad from which the conversation was opened, until a message was sent.
    """

    thread: Thread | None = None
    loading: bool = True
    end: str = ""
    unseen: int = 0
    in_past: bool = False
    about: str = ""
    _window: MessageWindow = NEWEST

    @rx.event
    async def refresh(self) -> None:
        """Reload everything: for the poll, and for changes without a cheaper update."""
        try:
            await self._reload()
        except NotSignedIn:
            self.contacts, self.thread = [], None

    @rx.event
    async def mark_read(self) -> None:
        """Mark the messages as read, now that the page shows them."""
        if self.thread is not None and not self.in_past:
            try:
                await self._execute(chat.mark_read, self.thread.buyer_id, self.thread.seller_id)
            except NotSignedIn:
                return

    async def _on_changes(self, changes: Changes) -> None:
        """Apply a live event. It marks nothing as read."""
        if self.loading or not self.router.url.path.startswith((paths.USER_MESSAGES, paths.SELLER_MESSAGES)):
            return
        try:
            if {"enquiries", "deals"} & changes.keys() or not await self._apply_updates(changes.get("chat", ())):
                await self._reload(pushed=True)
                return
            if "read" in changes:
                await self._count_unread()
            if "receipts" in changes and self.thread is not None:
                await self._mark_delivered(self.thread)
        except NotSignedIn:
            self.contacts, self.thread = [], None

    async def _reload(self, other: str | None = None, *, pushed: bool = False) -> None:
        """Load both panes.

        Args:
            other: with whom a conversation is opened; None keeps the open one, and the people without a conversation.
            pushed: whether a live event caused this; nothing counts as read until the page confirms it.
        """
        with_others = other is not None
        if other is None:
            other = self.thread.other_id if self.thread else ""
        seen = await self._query(
            views.load_chat,
            self.q,
            self._contact_count,
            other,
            self._window,
            about=self.about,
            with_others=with_others,
        )
        thread, unread = seen.thread, seen.unread
        # Mark as read only if something is unread, since writing takes the only write lock.
        if thread and thread.unread and not self._window.before:
            if pushed:
                self.unseen, read = self.unseen + 1, thread.unread
            else:
                read = await self._execute(chat.mark_read, thread.buyer_id, thread.seller_id)
                thread = thread.model_copy(update={"unread": 0})
            unread -= 0 if thread.muted else read
        self._set_contacts(seen.contacts)
        self.contacts = [c.model_copy(update={"unread": 0}) if c.id == other else c for c in self.contacts]
        self.thread, self.in_past = thread, bool(self._window.before)
        if thread and not self.in_past:
            self.end = thread.other_id + thread.last
        (await self.get_state(SessionState)).unread = max(0, unread)

    async def _apply_updates(self, subjects: tuple[str, ...]) -> bool:
        """Apply the changes of these conversations.

        Returns:
            False if everything has to be reloaded instead.
        """
        if not subjects:
            return True
        if self.q or len(subjects) > _MAX_UPDATES:
            return False
        shown = self.thread if self.thread is not None and not self.in_past else None
        open_id, after = (shown.conversation_id, shown.last_seq) if shown else ("", 0)
        try:
            found = await self._query(updates.load_updates, subjects, open_id, after)
        except NotFound:
            return False
        contacts, thread = self.contacts, shown
        for one in found:
            is_shown = shown is not None and one.other_id == shown.other_id
            contacts = updates.merge_into_contacts(contacts, one, seen=is_shown)
            if is_shown and thread is not None:
                thread = updates.merge_into_thread(thread, one)
            if contacts is None or (is_shown and thread is None):
                return False
        if contacts != self.contacts:
            self.contacts = contacts
        if thread is not None and thread != shown:
            await self._show_thread(thread)
        return True

    async def _show_thread(self, thread: Thread) -> None:
        self.thread, self.end = thread, thread.other_id + thread.last
        if thread.unread:
            self.unseen += 1
            session = await self.get_state(SessionState)
            session.unread = max(0, session.unread - (0 if thread.muted else thread.unread))

    async def _count_unread(self) -> None:
        """Update the unread counts after another tab showed messages."""
        unread = await self._query(chat.count_unread_by_person)
        if any(contact.unread != unread.get(contact.id, 0) for contact in self.contacts):
            self.contacts = [
                contact.model_copy(update={"unread": unread.get(contact.id, 0)}) for contact in self.contacts
            ]

    async def _mark_delivered(self, thread: Thread) -> None:
        """Update the receipts after the other party received or read messages."""
        if receipts := await self._query(updates.load_receipts, thread):
            self.thread = updates.apply_receipts(thread, receipts)
