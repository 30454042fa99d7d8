"""The enquiries a tab shows."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import ads, rentals
from marketplace.domain.paging import Window, page_number
from marketplace.domain.rentals import AskedAd, EnquiryCounts, EnquiryView, messages
from marketplace.domain.views import Photo, View
from marketplace.models import AccountKind, EnquiryStatus
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.components.pagination import PageLinks, page_links
from marketplace.web.fetching import Fetching
from marketplace.web.settling import Settling


class Enquiries(View):
    """A page of them, the ads one can choose among, and the first photos of those shown by ad."""

    rows: tuple[EnquiryView, ...] = ()
    status: str = ""
    ad_id: str = ""
    ads: tuple[AskedAd, ...] = ()
    covers: dict[str, Photo] = {}
    counts: EnquiryCounts = EnquiryCounts()
    links: PageLinks = PageLinks()


def look(db: Session, actor: Actor, path: str, status: str, ad_id: str, page: int) -> Enquiries:
    """What the signed-in seller was asked, or the signed-in buyer asked; newest first."""
    own = actor.require(AccountKind.SELLER, AccountKind.BUYER)
    window = Window(page, get_settings().page_size)
    verb = rentals.list_for_seller if actor.kind is AccountKind.SELLER else rentals.list_for_buyer
    found = verb(db, actor, own, status=status, ad_id=ad_id, window=window)
    cards = ads.find_cards(db, actor, list({row.ad_id for row in found.items}))
    return Enquiries(
        covers={card.id: card.cover for card in cards.values() if card.cover},
        counts=rentals.count_by_status(db, actor, ad_id=ad_id),
        rows=found.items,
        status=status,
        ad_id=ad_id,
        ads=rentals.list_asked_ads(db, actor),
        links=page_links(
            found.page,
            found.pages,
            lambda number: paths.with_query(path, status=status, ad=ad_id, page=str(number)),
        ),
    )


class EnquiriesState(Fetching, Settling, rx.State):
    """Enquiries of whoever looks; the address holds filters and page."""

    shown: Enquiries = Enquiries()

    @rx.event
    async def open(self) -> None:
        """Fetch what the address asks for; who may not see any is told by the layout."""
        url = self.router.url
        query = url.query_parameters
        status, page = query.get("status", ""), page_number(query)
        known = status if status in list(EnquiryStatus) else ""
        self.shown = Enquiries()
        with self._fetching(t(messages.FAILED_TO_FETCH)):
            self.shown = await self._ask(look, url.path, known, query.get("ad", "")[:40], page)

    @rx.event
    def choose(self, status: str):
        """Only those of one status."""
        known = status if status in list(EnquiryStatus) else ""
        return rx.redirect(paths.with_query(self.router.url.path, status=known, ad=self.shown.ad_id))

    @rx.event
    def choose_ad(self, ad_id: str):
        """Only those of one ad."""
        return rx.redirect(paths.with_query(self.router.url.path, status=self.shown.status, ad=ad_id[:40]))

    async def _settled(self) -> None:
        await self.open()
