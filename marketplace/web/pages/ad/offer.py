"""Making an offer for an ad for sale: the dialog with the price and suggestions."""

import reflex as rx

from marketplace.core.errors import MarketplaceError, NotSignedIn
from marketplace.domain import deals
from marketplace.domain.deals import messages
from marketplace.i18n.texts import t
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import PageState


class OfferMixin(PageState, rx.State, mixin=True):
    """Mixin with the dialog for an offer.

    Attributes:
        offering: whether it is open.
        offer_error: why it was refused.
    """

    offering: bool = False
    offer_error: str = ""

    @rx.event
    def open_offer(self) -> None:
        """Open the dialog."""
        self.offering, self.offer_error = True, ""

    @rx.event
    def close_offer(self) -> None:
        """Close the dialog."""
        self.offering = False

    @rx.event
    async def send_offer(self, form: dict[str, str]) -> None:
        """Send the offer to the seller."""
        self.offer_error = ""
        try:
            with unexpected_errors_as(t("Failed to send the offer")):
                await self._execute(
                    deals.make_offer,
                    self._page_url().last,
                    str(form.get("price", "")),
                    message=str(form.get("word", "")),
                )
            self.offering = False
            await self._toast("success", t(messages.SENT))
            await self._reload()
        except NotSignedIn:
            self.offering = False
            raise
        except MarketplaceError as error:
            self.offer_error = error.message
