"""What can be done with a conversation beside writing: deciding enquiries, muting, blocking, reporting."""

import reflex as rx

from marketplace.domain import chat
from marketplace.models import ReportTarget
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.pages.messages.views import Thread
from marketplace.web.reporting import Reporting
from marketplace.web.settling import Settling


class TalkState(Reporting, Settling, rx.State):
    """Acts on the conversation that the tab shows."""

    @rx.event
    async def block(self, blocked: bool) -> None:
        """Silence the other side, or let it be heard again."""
        if thread := await self._thread():
            await self._do(chat.block if blocked else chat.unblock, thread.other_id)
            await self._refresh()

    @rx.event
    async def mute(self, muted: bool) -> None:
        """Keep the conversation from counting as unread, or let it again."""
        if thread := await self._thread():
            await self._do(chat.mute, thread.buyer_id, thread.seller_id, muted=muted)
            await self._refresh()

    async def _reported(self) -> tuple[ReportTarget, str]:
        thread = await self._thread()
        return ReportTarget.CONVERSATION, thread.conversation_id if thread else ""

    async def _thread(self) -> Thread | None:
        return (await self.get_state(MessagesState)).thread

    async def _settled(self) -> None:
        await self._refresh()

    async def _refresh(self) -> None:
        await (await self.get_state(MessagesState)).refresh()
