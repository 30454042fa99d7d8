"""The State of the renewal link in expiry mails, `/seller/ads?renew=<id>`."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.i18n.texts import t, tn
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.widgets.renewal_dialog import Renewal, RenewalDialog


class RenewalState(RenewalDialog, rx.State):
    """The State of the dialog for an ad."""

    PATH: ClassVar[str] = paths.SELLER_ADS

    @staticmethod
    def _find_renewal(db: Session, actor: Actor, item_id: str) -> Renewal:
        own = actor.require(AccountKind.SELLER)
        card = ads.find_cards(db, actor, [item_id]).get(item_id) if ids.is_id(item_id) else None
        if card is None or card.seller_id != own:
            raise NotFound(t(messages.NOT_FOUND))
        days = get_settings().ad_lifetime_days
        question = tn("Renew this ad for another day?", "Renew this ad for another {count} days?", days)
        return Renewal(item_id=card.id, name=card.display_name, question=question)

    async def _renew(self, item_id: str) -> str:
        await self._execute(ads.renew, item_id)
        return t(messages.RENEWED)
