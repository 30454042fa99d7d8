"""Mail that could not be delivered."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import outbox
from marketplace.domain.outbox import TroubledMail
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.admin import moments
from marketplace.web.admin.desk import Desk
from marketplace.web.components.pagination import PageLinks, page_links


class Line(View):
    """A mail with its words."""

    mail: TroubledMail
    receiver: str
    written: str
    next_try: str


class Mails(View):
    """A page of them."""

    rows: tuple[Line, ...] = ()
    links: PageLinks = PageLinks()


def look(db: Session, actor: Actor, page: int) -> Mails:
    """Mails that failed and are not sent, newest first.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    found = outbox.list_troubled(db, actor, window=Window(page, get_settings().page_size))
    return Mails(
        rows=tuple(
            Line(
                mail=mail,
                receiver=mail.to,
                written=moments.show(mail.created_at),
                next_try=t("Given up") if mail.given_up else moments.show(mail.next_try_at),
            )
            for mail in found.items
        ),
        links=page_links(found.page, found.pages, lambda number: f"{paths.ADMIN_MAIL}?page={number}"),
    )


class MailState(Desk, rx.State):
    """A page of undelivered mails."""

    mails: Mails = Mails()

    @rx.event
    async def open(self) -> None:
        """Fetch the page that the address asks for."""
        with self._fetching():
            self.mails = await self._see(look, self._page()) or Mails()

    @rx.event
    async def retry(self, mail_id: str) -> None:
        """Try it again now."""
        await self._decide(outbox.retry, mail_id, done=t("The mail is being sent again."))
        await self.open()
