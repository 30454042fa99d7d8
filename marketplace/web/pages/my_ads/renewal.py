"""The link in a mail about an ad that expires: it asks, and only a Yes renews."""

import reflex as rx
from sqlmodel import Session

from marketplace import ids
from marketplace.actor import Actor
from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.domain.views import View
from marketplace.errors import Forbidden, MarketplaceError, NotFound, NotSignedIn
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.texts import t, tn
from marketplace.web import paths
from marketplace.web.components.button import button
from marketplace.web.components.dialog import confirm
from marketplace.web.door import Door


class Renewal(View):
    """The ad that is asked about; empty for none."""

    ad_id: str = ""
    name: str = ""
    question: str = ""


def look(db: Session, actor: Actor, ad_id: str) -> Renewal:
    """What to ask the signed-in seller about an own ad; whether it can be renewed shows when it is tried."""
    own = actor.require(AccountKind.SELLER)
    card = ads.find_cards(db, actor, [ad_id]).get(ad_id) if ids.is_id(ad_id) else None
    if card is None or card.seller_id != own:
        raise NotFound(t(messages.NOT_FOUND))
    days = get_settings().ad_lifetime_days
    question = tn("Renew this ad for another day?", "Renew this ad for another {count} days?", days)
    return Renewal(ad_id=card.id, name=card.name, question=question)


class RenewalState(Door, rx.State):
    """`/seller/ads?renew=<id>`."""

    asked: Renewal = Renewal()

    @rx.event
    async def open(self) -> None:
        """Ask about the ad in the address; following a link alone changes nothing."""
        ad_id = self.router.url.query_parameters.get("renew", "")
        self.asked = Renewal()
        if not ad_id:
            return
        try:
            self.asked = await self._ask(look, ad_id)
        except (NotSignedIn, Forbidden):
            # The page itself asks for a seller to sign in.
            return
        except NotFound as error:
            await self._toast("error", error.message)

    @rx.event
    def leave(self):
        """No."""
        return self._leave()

    @rx.event
    async def renew(self):
        """Yes."""
        try:
            await self._do(ads.renew, self.asked.ad_id)
        except MarketplaceError as error:
            await self._toast("error", error.message)
        else:
            await self._toast("success", t(messages.RENEWED))
        return self._leave()

    def _leave(self):
        """The address forgets the question; the table is fetched anew."""
        self.asked = Renewal()
        return rx.redirect(paths.SELLER_ADS, replace=True)


def renewal_dialog() -> rx.Component:
    """The question."""
    return confirm(
        rx.fragment(
            rx.el.b(RenewalState.asked.name),
            rx.el.br(),
            RenewalState.asked.question,
        ),
        button(t("No"), variant="secondary", on_click=RenewalState.leave),
        button(t("Yes"), on_click=RenewalState.renew),
        open=RenewalState.asked.ad_id != "",
        on_close=RenewalState.leave,
        title=t("Renew ad"),
        name="renew-ad",
    )
