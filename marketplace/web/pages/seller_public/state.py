"""The State of a seller's public page."""

from dataclasses import replace

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import page_titles, search, seller_profiles
from marketplace.domain.accounts.schemas import SellerProfile
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import Window, page_number
from marketplace.domain.search import SearchQuery
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, page_links


class SellerPage(View):
    """A seller with a page of their live ads.

    Attributes:
        can_chat: the caller is a buyer, or could sign in as one.
    """

    seller: SellerProfile
    can_chat: bool
    cards: tuple[AdCard, ...] = ()
    links: PageLinks = PageLinks()


def load_seller_page(db: Session, actor: Actor, seller_id: str, page: int) -> SellerPage:
    """Load the public page of a seller.

    Raises:
            NotFound: no such seller.
    """
    query = replace(SearchQuery(), seller_id=seller_id)
    found = search.list_ads(db, actor, query, Window(page, get_settings().page_size))
    return SellerPage(
        seller=seller_profiles.get_seller_profile(db, actor, seller_id),
        can_chat=actor.kind in (None, AccountKind.BUYER),
        cards=found.items,
        links=page_links(found.page, found.pages, lambda number: f"{paths.seller(seller_id)}?page={number}"),
    )


class SellerPageState(PageState, rx.State):
    """The seller of the URL."""

    seller_page: SellerPage | None = None

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the seller and page of the URL."""
        number = page_number(url.params)
        page = load_seller_page(db, actor, url.last, number)
        title = page_titles.of_seller(page.seller.display_name)
        return {"seller_page": page, "title": page_titles.full(page_titles.numbered(title, number))}

    @rx.event
    async def start_chat(self):
        """Open the chat with the seller."""
        await self._query(
            lambda _db, actor: actor.require(AccountKind.BUYER, message=t("Please login to chat with the seller"))
        )
        return rx.redirect(f"{paths.USER_MESSAGES}?seller={self._page_url().last}")
