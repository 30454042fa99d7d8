"""All ads, by status."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import ads, moderation
from marketplace.domain.ads import messages
from marketplace.domain.ads.schemas import AdRow
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.admin import moments
from marketplace.web.admin.desk import Desk
from marketplace.web.admin.rows import describe
from marketplace.web.components.pagination import PageLinks, page_links

STATUSES = ("approved", "featured", "pending", "rejected", "sold", "expired")


class Line(View):
    """An ad with its words."""

    ad: AdRow
    about: str
    posted: str


class Ads(View):
    """A page of the table, and what it was narrowed to."""

    rows: tuple[Line, ...] = ()
    status: str = ""
    q: str = ""
    total: int = 0
    links: PageLinks = PageLinks()


def look(db: Session, actor: Actor, status: str, q: str, page: int) -> Ads:
    """Ads of one status (empty: all) that the words are in.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    window = Window(page, get_settings().page_size)
    found = moderation.list_queue(db, actor, status=status, q=q, window=window)
    return Ads(
        rows=tuple(Line(ad=row, about=describe(row), posted=moments.show(row.created_at)) for row in found.items),
        status=status,
        q=q,
        total=found.total,
        links=page_links(found.page, found.pages, lambda number: address(status, q, number)),
    )


def address(status: str, q: str, page: int = 1) -> str:
    """The table's own address."""
    return paths.with_query(paths.ADMIN_ADS, status=status, q=q, page=str(page) if page > 1 else "")


class AdminAdsState(Desk, rx.State):
    """The table; the address holds tab, words and page."""

    table: Ads = Ads()

    @rx.event
    async def open(self) -> None:
        """Fetch what the address asks for."""
        status = self._param("status")
        known = status if status in STATUSES else ""
        with self._fetching():
            self.table = await self._see(look, known, self._param("q"), self._page()) or Ads()

    @rx.event
    def choose(self, status: str):
        """Another tab."""
        return rx.redirect(address(status if status in STATUSES else "", self.table.q))

    @rx.event
    def search(self, form: dict[str, str]):
        """Only ads with these words."""
        return rx.redirect(address(self.table.status, str(form.get("q", "")).strip()))

    @rx.event
    async def feature(self, ad_id: str, featured: bool) -> None:
        """Put an ad among the featured ones, or take it out."""
        done = t(messages.FEATURED if featured else messages.UNFEATURED)
        await self._decide(ads.set_featured, ad_id, featured, done=done)
        await self.open()
