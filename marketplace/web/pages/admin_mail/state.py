"""The State of the page with undelivered mail."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import outbox
from marketplace.domain.outbox import TroubledMail
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import times
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, list_links


class MailLine(View):
    """A mail with its texts."""

    mail: TroubledMail
    receiver: str
    written: str
    next_try: str


class Mails(View):
    """A page of the table."""

    rows: tuple[MailLine, ...] = ()
    links: PageLinks = PageLinks()


def _mail_line(mail: TroubledMail) -> MailLine:
    return MailLine(
        mail=mail,
        receiver=mail.to,
        written=times.format_time(mail.created_at),
        next_try=t("No more attempts") if mail.given_up else times.format_time(mail.next_try_at),
    )


class MailState(AdminState, rx.State):
    """The table of undelivered mails."""

    mails: Mails = Mails()

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL; the layout shows a login to other visitors."""
        found = outbox.list_troubled(db, actor, window=url.window)
        links = list_links(found, paths.ADMIN_MAIL)
        return {"mails": Mails(rows=tuple(map(_mail_line, found.items)), links=links)}

    @rx.event
    async def retry(self, mail_id: str) -> None:
        """Send a mail again now."""
        await self._execute_and_reload(outbox.retry, mail_id, done=t("The email is being sent again."))
