"""Notices, and which of them are new to the reader."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import content
from marketplace.domain.paging import Window, page_number
from marketplace.domain.views import View
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.admin import moments
from marketplace.web.components.pagination import PageLinks, page_links
from marketplace.web.fetching import Fetching


class Told(View):
    """One notice; `link` leads to where one can act on it, empty for none."""

    id: str
    text: str
    link: str
    when: str
    fresh: bool


class Notices(View):
    """A page of them, newest first."""

    rows: tuple[Told, ...] = ()
    links: PageLinks = PageLinks()


def look(db: Session, actor: Actor, page: int) -> Notices:
    """The caller's own notices.

    Raises:
        NotSignedIn: nobody is signed in.
    """
    found = content.list_notices(db, actor, window=Window(page, get_settings().page_size))
    return Notices(
        rows=tuple(
            Told(id=row.id, text=row.text, link=row.link, when=moments.show(row.created_at), fresh=not row.read)
            for row in found.items
        ),
        links=page_links(found.page, found.pages, lambda number: paths.with_query(paths.NOTICES, page=str(number))),
    )


class NoticesState(Fetching, rx.State):
    """Opening the page counts all as read; what was new stays marked until the page is opened again."""

    notices: Notices = Notices()
    fresh: list[str] = []

    @rx.event
    async def open(self) -> None:
        """The page was opened."""
        self.fresh = []
        await self.refresh()

    @rx.event
    async def refresh(self) -> None:
        """Fetch them; something may just have come."""
        self.notices = Notices()
        with self._fetching():
            self.notices = await self._ask(look, page_number(self.router.url.query_parameters))
            new = [row.id for row in self.notices.rows if row.fresh]
            self.fresh = [*self.fresh, *(each for each in new if each not in self.fresh)]
            await self._do(content.mark_notices_read)
