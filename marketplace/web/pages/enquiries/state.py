"""The enquiries a tab shows."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import rentals
from marketplace.domain.paging import Window, page_number
from marketplace.domain.rentals import EnquiryView, messages
from marketplace.domain.views import View
from marketplace.errors import Forbidden, NotSignedIn
from marketplace.models import AccountKind, EnquiryStatus
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web.components.pagination import PageLinks, page_links
from marketplace.web.door import Door


class Enquiries(View):
    """A page of them."""

    rows: tuple[EnquiryView, ...] = ()
    status: str = ""
    links: PageLinks = PageLinks()


def look(db: Session, actor: Actor, path: str, status: str, page: int) -> Enquiries:
    """What the signed-in seller was asked, or the signed-in buyer asked; newest first."""
    own = actor.require(AccountKind.SELLER, AccountKind.BUYER)
    window = Window(page, get_settings().page_size)
    verb = rentals.list_for_seller if actor.kind is AccountKind.SELLER else rentals.list_for_buyer
    found = verb(db, actor, own, status=status, window=window)
    query = f"?status={status}&page=" if status else "?page="
    return Enquiries(
        rows=found.items,
        status=status,
        links=page_links(found.page, found.pages, lambda number: f"{path}{query}{number}"),
    )


class EnquiriesState(Door, rx.State):
    """Enquiries of whoever looks; the address holds filter and page."""

    shown: Enquiries = Enquiries()
    loading: bool = True
    busy: str = ""

    @rx.event
    async def open(self) -> None:
        """Fetch what the address asks for; who may not see any is told by the layout."""
        url = self.router.url
        status = url.query_parameters.get("status", "")
        page = page_number(url.query_parameters)
        known = status if status in list(EnquiryStatus) else ""
        try:
            self.shown = await self._ask(look, url.path, known, page)
        except (NotSignedIn, Forbidden):
            self.shown = Enquiries()
        finally:
            self.loading = False

    @rx.event
    def choose(self, status: str):
        """Only those of one status."""
        path = self.router.url.path
        return rx.redirect(f"{path}?status={status}" if status in list(EnquiryStatus) else path)

    @rx.event
    async def accept(self, enquiry_id: str) -> None:
        """Book the dates."""
        await self._move(rentals.accept, enquiry_id, t(messages.ACCEPTED))

    @rx.event
    async def decline(self, enquiry_id: str) -> None:
        """Say no."""
        await self._move(rentals.decline, enquiry_id, t(messages.DECLINED))

    @rx.event
    async def cancel(self, enquiry_id: str) -> None:
        """Take it back; booked dates are free again."""
        await self._move(rentals.cancel, enquiry_id, t(messages.CANCELLED))

    async def _move(self, verb, enquiry_id: str, done: str) -> None:
        try:
            await self._do(verb, enquiry_id)
            await self._toast("success", done)
        finally:
            await self.open()
