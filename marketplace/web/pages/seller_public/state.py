"""The State of a seller's public page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import accounts, page_titles, reviews, saved_searches, search, seller_profiles
from marketplace.domain.accounts.schemas import SellerProfile
from marketplace.domain.ads.schemas import CardView
from marketplace.domain.paging import Window, page_number
from marketplace.domain.reviews import ReviewView
from marketplace.domain.saved_searches import messages
from marketplace.domain.search import SearchQuery
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, ReportTarget
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, list_links
from marketplace.web.widgets.report_dialog import ReportMixin

_NEWEST_REVIEWS = 10
_ALL_REVIEWS = 100


class SellerPage(View):
    """A seller with a page of their live ads.

    Attributes:
        can_chat: the caller is another buyer, or could sign in as one.
        can_follow: the caller is another buyer or seller, or could sign in as one.
        following: the caller is alerted to the seller's new ads.
        reviews: the newest, or up to a hundred of them.
        more_reviews_href: URL of the page with more of them, empty if these are all.
    """

    seller: SellerProfile
    can_chat: bool
    can_follow: bool
    following: bool = False
    cards: tuple[CardView, ...] = ()
    links: PageLinks = PageLinks()
    reviews: tuple[ReviewView, ...] = ()
    more_reviews_href: str = ""


def load_seller_page(db: Session, actor: Actor, seller_id: str, page: int, *, all_reviews: bool = False) -> SellerPage:
    """Load the public page of a seller.

    Raises:
        NotFound: no such seller.
    """
    seller = seller_profiles.get_seller_profile(db, actor, seller_id)
    own = accounts.is_same_person(db, actor, seller_id)
    shown = _ALL_REVIEWS if all_reviews else _NEWEST_REVIEWS
    found = search.list_ads(db, actor, SearchQuery(seller_id=seller_id), Window(page, get_settings().page_size))
    return SellerPage(
        seller=seller,
        can_chat=actor.kind in (None, AccountKind.BUYER) and not own,
        can_follow=actor.kind is not AccountKind.ADMIN and not own,
        following=saved_searches.is_following(db, actor, seller.id),
        cards=found.items,
        links=list_links(found, paths.seller(seller_id)),
        # Without any, there is nothing to read.
        reviews=reviews.list_newest(db, seller_id, Window(limit=shown)) if seller.trade.count else (),
        more_reviews_href=f"{paths.seller(seller_id)}?reviews=all#reviews"
        if seller.trade.count > shown and not all_reviews
        else "",
    )


class SellerPageState(ReportMixin, PageState, rx.State):
    """The seller of the URL.

    Attributes:
        reported_id: the review in the dialog that reports one.
    """

    seller_page: SellerPage | None = None
    reported_id: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the seller and page of the URL."""
        number = page_number(url.params)
        page = load_seller_page(db, actor, url.last, number, all_reviews=url.param("reviews") == "all")
        title = page_titles.of_seller(page.seller.display_name)
        return {"seller_page": page, "title": page_titles.full(page_titles.numbered(title, number))}

    @rx.event
    def report_review(self, review_id: str) -> None:
        """Open the dialog that reports a review."""
        self.reported_id = review_id
        self.open_report()

    async def _report_target(self) -> tuple[ReportTarget, str]:
        return ReportTarget.REVIEW, self.reported_id

    @rx.event
    async def start_chat(self):
        """Open the chat with the seller."""
        await self._query(
            lambda _db, actor: actor.require(AccountKind.BUYER, message=t("Please login to chat with the seller"))
        )
        return rx.redirect(f"{paths.USER_MESSAGES}?seller={self._page_url().last}")

    @rx.event
    async def follow(self, seller_id: str, following: bool) -> None:
        """Follow the seller, or stop if the seller is shown as followed."""
        with unexpected_errors_as(t(messages.FOLLOW_FAILED)):
            await self._execute(saved_searches.unfollow if following else saved_searches.follow, seller_id)
        if self.seller_page is not None and self.seller_page.seller.id == seller_id:
            self.seller_page = self.seller_page.model_copy(update={"following": not following})
        await self._toast("success", t(messages.UNFOLLOWED) if following else t(messages.FOLLOWED))
