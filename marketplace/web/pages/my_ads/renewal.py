"""The dialog of the renewal link in expiry mails: only pressing Yes renews the ad."""

import reflex as rx
from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, MarketplaceError, NotFound, NotSignedIn
from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.domain.views import View
from marketplace.i18n.texts import t, tn
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.button import button
from marketplace.web.components.dialog import confirm


class Renewal(View):
    """The ad to renew; empty for none."""

    ad_id: str = ""
    name: str = ""
    question: str = ""


def load_renewal(db: Session, actor: Actor, ad_id: str) -> Renewal:
    """Load the question about an own ad. Renewing checks whether it is possible."""
    own = actor.require(AccountKind.SELLER)
    card = ads.find_cards(db, actor, [ad_id]).get(ad_id) if ids.is_id(ad_id) else None
    if card is None or card.seller_id != own:
        raise NotFound(t(messages.NOT_FOUND))
    days = get_settings().ad_lifetime_days
    question = tn("Renew this ad for another day?", "Renew this ad for another {count} days?", days)
    return Renewal(ad_id=card.id, name=card.display_name, question=question)


class RenewalState(DomainState, rx.State):
    """The State of the dialog, opened by `/seller/ads?renew=<id>`."""

    renewal: Renewal = Renewal()

    @rx.event
    async def open(self) -> None:
        """Open the dialog for the ad of the URL; following the link alone changes nothing."""
        ad_id = self.router.url.query_parameters.get("renew", "")
        self.renewal = Renewal()
        if not ad_id:
            return
        try:
            self.renewal = await self._query(load_renewal, ad_id)
        except (NotSignedIn, Forbidden):
            # The page itself shows the login prompt.
            return
        except NotFound as error:
            await self._toast("error", error.message)

    @rx.event
    def dismiss(self):
        """Close the dialog without renewing."""
        return self._close()

    @rx.event
    async def renew(self):
        """Renew the ad."""
        try:
            await self._execute(ads.renew, self.renewal.ad_id)
        except MarketplaceError as error:
            await self._toast("error", error.message)
        else:
            await self._toast("success", t(messages.RENEWED))
        return self._close()

    def _close(self):
        """Remove the parameter from the URL, which reloads the table."""
        self.renewal = Renewal()
        return rx.redirect(paths.SELLER_ADS, replace=True)


def renewal_dialog() -> rx.Component:
    """The dialog with the question."""
    return confirm(
        rx.fragment(
            rx.el.b(RenewalState.renewal.name),
            rx.el.br(),
            RenewalState.renewal.question,
        ),
        button(t("No"), variant="secondary", on_click=RenewalState.dismiss),
        button(t("Yes"), on_click=RenewalState.renew),
        open=RenewalState.renewal.ad_id != "",
        on_close=RenewalState.dismiss,
        title=t("Renew ad"),
        name="renew-ad",
    )
