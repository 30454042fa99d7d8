"""The State of the page with what buyers look for."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import wanted
from marketplace.domain.views import View
from marketplace.domain.wanted import FittingAd, MatchingWanted, messages
from marketplace.i18n.texts import t, tn
from marketplace.models import ReportTarget
from marketplace.web import paths
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, list_links
from marketplace.web.widgets.report_dialog import ReportMixin

_ADS_SHOWN = 3


class WantedCard(View):
    """A wanted ad with the seller's ads that fit.

    Attributes:
        ads: the newest ones.
        more: the others, behind a button.
        more_text: e.g. "4 more of your ads match".
    """

    wanted: MatchingWanted
    ads: tuple[FittingAd, ...] = ()
    more: tuple[FittingAd, ...] = ()
    more_text: str = ""


class SellerWantedState(ReportMixin, PageState, rx.State):
    """What buyers look for that the seller has.

    Attributes:
        reported_id: the wanted ad in the dialog that reports one.
    """

    cards: list[WantedCard] = []
    links: PageLinks = PageLinks()
    reported_id: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL; the layout shows a login to other visitors."""
        found = wanted.list_matching(db, actor, window=url.window)
        return {
            "cards": [_card(view) for view in found.items],
            "links": list_links(found, paths.SELLER_WANTED),
        }

    @rx.event
    async def offer(self, wanted_id: str, ad_id: str):
        """Offer one of the seller's ads, and open the chat with the buyer."""
        try:
            sent = await self._execute(wanted.answer, wanted_id, ad_id)
        except BaseException:
            # It may have ended, or another tab has offered the ad.
            await self._reload()
            raise
        await self._toast("success", t(messages.OFFERED))
        return rx.redirect(f"{paths.SELLER_MESSAGES}?user={sent.receiver_id}")

    @rx.event
    def report_wanted(self, wanted_id: str) -> None:
        """Open the dialog that reports a wanted ad."""
        self.reported_id = wanted_id
        self.open_report()

    async def _report_target(self) -> tuple[ReportTarget, str]:
        return ReportTarget.WANTED, self.reported_id


def _card(view: MatchingWanted) -> WantedCard:
    first, more = view.ads[:_ADS_SHOWN], view.ads[_ADS_SHOWN:]
    text = tn("{count} more of your ads matches", "{count} more of your ads match", len(more)) if more else ""
    return WantedCard(wanted=view, ads=first, more=more, more_text=text)
