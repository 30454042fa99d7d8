"""Actions on a conversation: deciding enquiries and offers, muting, blocking and reporting."""

import reflex as rx

from marketplace.domain import chat
from marketplace.models import ReportTarget
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.pages.messages.views import Thread
from marketplace.web.widgets.enquiry_actions import EnquiryActions
from marketplace.web.widgets.offer_actions import OfferActions
from marketplace.web.widgets.report_dialog import ReportMixin


class ConversationActionsState(ReportMixin, EnquiryActions, OfferActions, rx.State):
    """Acts on the open conversation."""

    @rx.event
    async def block(self, blocked: bool) -> None:
        """Block the other person, or unblock them."""
        if thread := await self._thread():
            await self._execute(chat.block if blocked else chat.unblock, thread.other_id)
            await self._refresh()

    @rx.event
    async def mute(self, muted: bool) -> None:
        """Mute the conversation so that it does not count as unread, or unmute it."""
        if thread := await self._thread():
            await self._execute(chat.mute, thread.buyer_id, thread.seller_id, muted=muted)
            await self._refresh()

    async def _report_target(self) -> tuple[ReportTarget, str]:
        thread = await self._thread()
        return ReportTarget.CONVERSATION, thread.conversation_id if thread else ""

    async def _thread(self) -> Thread | None:
        return (await self.get_state(MessagesState)).thread

    async def _reload_enquiries(self) -> None:
        await self._refresh()

    async def _reload_offers(self) -> None:
        await self._refresh()

    async def _refresh(self) -> None:
        await (await self.get_state(MessagesState)).refresh()
