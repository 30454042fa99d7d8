"""The State of a deal's page."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.domain import deals, page_titles, site_time
from marketplace.domain.deals import DealView, PaymentView, messages
from marketplace.domain.meetups import MeetupHelp
from marketplace.i18n.texts import t
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.widgets.meetup import MeetupCalls, MeetupMixin


class DealState(MeetupMixin, rx.State):
    """A deal, as its buyer, its seller or an admin sees it.

    Attributes:
        made_text: the day on which the offer was accepted, for the receipt.
        help: suggested places, times and safety tips for the meetup; empty once the deal is over.
        payment: how the buyer can pay by UPI; None for everybody else.
        cancelling: whether the dialog that asks for the reason is open.
    """

    LOAD_FAILED: ClassVar[str] = t("Failed to fetch the deal")
    MEETUPS: ClassVar[MeetupCalls] = MeetupCalls(
        deals.propose_meetup, deals.confirm_meetup, deals.report_late, deals.report_here
    )

    deal: DealView | None = None
    made_text: str = ""
    help: MeetupHelp = MeetupHelp()
    payment: PaymentView | None = None
    cancelling: bool = False
    reason_error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the deal of the URL; the layout shows a login prompt to other visitors."""
        deal = deals.get_deal(db, actor, url.last)
        return {
            "deal": deal,
            "made_text": site_time.format_day(deal.created_at),
            "help": deals.get_meetup_help(db, actor, deal.id),
            "payment": deals.find_payment(db, actor, deal.id),
            "title": page_titles.full(t("Deal: {name}", name=deal.ad_display_name)),
        }

    @rx.event
    async def open(self) -> None:
        """Load the deal of the URL."""
        if self.deal is None or self.deal.id != self._page_url().last:
            self.deal, self.payment, self.cancelling, self.proposing = None, None, False, False
        self.code_error, self.meetup_errors = "", {}
        await self._reload()

    @rx.event
    async def hand_over(self, form: dict[str, str]) -> None:
        """Confirm the handover with the code that the buyer shows."""
        await self._use_code(deals.hand_over, t(messages.DONE), form)

    @rx.event
    async def renew_code(self) -> None:
        """Replace the buyer's code."""
        await self._do(deals.renew_code, t(messages.NEW_CODE))

    @rx.event
    def ask_reason(self) -> None:
        """Open the dialog that asks why the deal is cancelled."""
        self.cancelling, self.reason_error = True, ""

    @rx.event
    def close_dialog(self) -> None:
        """Close the dialog without a change."""
        self.cancelling = False

    @rx.event
    async def cancel(self, form: dict[str, str]) -> None:
        """Cancel the deal with the reason typed."""
        try:
            await self._execute(deals.cancel_deal, self._page_url().last, str(form.get("reason", "")))
        except Invalid as error:
            self.reason_error = error.message
            return
        self.cancelling = False
        await self._toast("success", t(messages.CANCELLED))
        await self._reload()
