"""The State of the enquiry pages."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, MarketplaceError, NotSignedIn
from marketplace.domain import rentals
from marketplace.domain.paging import Window
from marketplace.domain.rentals import EnquiredAd, EnquiryCounts, EnquiryView, messages
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, EnquiryStatus
from marketplace.web import paths
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, list_links
from marketplace.web.widgets.enquiry_actions import EnquiryActions


class Enquiries(View):
    """A page of enquiries, and the ads of the filter."""

    rows: tuple[EnquiryView, ...] = ()
    status: str = ""
    ad_id: str = ""
    ads: tuple[EnquiredAd, ...] = ()
    counts: EnquiryCounts = EnquiryCounts()
    links: PageLinks = PageLinks()


def load_enquiries(db: Session, actor: Actor, path: str, status: str, ad_id: str, window: Window) -> Enquiries:
    """List the enquiries that the caller received (seller) or sent (buyer), newest first."""
    own = actor.require(AccountKind.SELLER, AccountKind.BUYER)
    list_enquiries = rentals.list_for_seller if actor.kind is AccountKind.SELLER else rentals.list_for_buyer
    found = list_enquiries(db, actor, own, status=status, ad_id=ad_id, window=window)
    return Enquiries(
        counts=rentals.count_by_status(db, actor, ad_id=ad_id),
        rows=found.items,
        status=status,
        ad_id=ad_id,
        ads=rentals.list_enquired_ads(db, actor),
        links=list_links(found, path, status=status, ad=ad_id),
    )


class EnquiriesState(PageState, EnquiryActions, rx.State):
    """The caller's enquiries. The URL has the filters and the page."""

    LOAD_FAILED: ClassVar[str] = t(messages.FAILED_TO_FETCH)
    shown: Enquiries = Enquiries()

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL; the layout shows a login prompt to other visitors."""
        status = url.choice("status", list(EnquiryStatus))
        return {"shown": load_enquiries(db, actor, url.path, status, url.param("ad"), url.window)}

    @rx.event
    def choose(self, status: str):
        """Filter by status."""
        return rx.redirect(paths.with_query(self.router.url.path, status=status, ad=self.shown.ad_id))

    @rx.event
    def choose_ad(self, ad_id: str):
        """Filter by ad."""
        return rx.redirect(paths.with_query(self.router.url.path, status=self.shown.status, ad=ad_id[:40]))

    async def _reload_enquiries(self) -> None:
        try:
            with unexpected_errors_as(t(messages.ERROR_FETCHING)):
                self._set_vars(await self._query(self.load, self._page_url()))
        except (NotSignedIn, Forbidden):
            self.reset()
        except MarketplaceError as error:
            self.load_error = error.message
