"""The State of the renewal link in mails about wanted ads, `/user/wanted?renew=<id>`."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import wanted
from marketplace.domain.wanted import messages
from marketplace.i18n.texts import t, tn
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.widgets.renewal_dialog import Renewal, RenewalDialog


class WantedRenewalState(RenewalDialog, rx.State):
    """The State of the dialog for a wanted ad."""

    PATH: ClassVar[str] = paths.USER_WANTED

    @staticmethod
    def _find_renewal(db: Session, actor: Actor, item_id: str) -> Renewal:
        view = wanted.get_own(db, actor, item_id)
        days = get_settings().wanted_days
        question = tn("Look for it for another day?", "Look for it for another {count} days?", days)
        return Renewal(item_id=view.id, name=view.title, question=question)

    async def _renew(self, item_id: str) -> str:
        await self._execute(wanted.renew, item_id)
        return t(messages.RENEWED)
