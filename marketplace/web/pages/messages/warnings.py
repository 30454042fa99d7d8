"""What the recipient does about a warned message."""

import reflex as rx

from marketplace.domain import chat, moderation
from marketplace.domain.moderation import ReportDraft
from marketplace.i18n.texts import t
from marketplace.models import ReportTarget, Verdict
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.button import button
from marketplace.web.components.dialog import close_button, confirm
from marketplace.web.pages.messages.state import MessagesState

_REASON = "scam"


class WarningState(DomainState, rx.State):
    """Acts on a warned message of the open conversation.

    Attributes:
        message_id: the message in the dialog; empty while it is closed.
    """

    message_id: str = ""

    @rx.event
    def ask(self, message_id: str) -> None:
        """Open the dialog that asks before reporting and blocking."""
        self.message_id = message_id

    @rx.event
    def close(self) -> None:
        """Close the dialog without a change."""
        self.message_id = ""

    @rx.event
    async def report_and_block(self) -> None:
        """Report the open conversation as fraud and block the other person."""
        message_id, self.message_id = self.message_id, ""
        chat_state = await self.get_state(MessagesState)
        if chat_state.thread is None:
            return
        draft = ReportDraft(
            target=ReportTarget.CONVERSATION.value, target_id=chat_state.thread.conversation_id, reason=_REASON
        )
        try:
            await self._execute(chat.judge_warning, message_id, Verdict.SCAM.value)
            await self._execute(chat.block, chat_state.thread.other_id)
            await self._execute(moderation.report, draft)
            await self._toast("success", t("Reported and blocked. Thank you."))
        finally:
            await chat_state.refresh()

    @rx.event
    async def call_fine(self, message_id: str) -> None:
        """Hide the warning of a message."""
        await self._execute(chat.judge_warning, message_id, Verdict.FINE.value)
        await (await self.get_state(MessagesState)).refresh()


def report_and_block_dialog() -> rx.Component:
    """Dialog that asks before reporting and blocking."""
    return confirm(
        t("Our team will read this conversation, and this person can't message you any more. They won't be notified."),
        close_button(t("Cancel")),
        button(t("Report and block"), variant="danger", on_click=WarningState.report_and_block),
        open=WarningState.message_id != "",
        on_close=WarningState.close,
        title=t("Report and block?"),
        name="report-and-block",
    )
