"""Choosing dates of a rental or lease ad: availability, price and enquiry."""

import reflex as rx

from marketplace.core.errors import MarketplaceError, NotSignedIn
from marketplace.domain import rentals
from marketplace.domain.rentals import MonthView, Quote
from marketplace.i18n.texts import t
from marketplace.web.base.errors import errors_by_field, unexpected_errors_as
from marketplace.web.base.page_state import PageState

_HOUR = "10:00"


class DatesMixin(PageState, rx.State, mixin=True):
    """Mixin with the open month of the calendar, and the chosen dates.

    Typing and pressing days change the same two fields.

    Attributes:
        dates_version: rises when the two controls have to be rendered again with new values.
        cost: the price of the chosen dates; None until both are chosen and can be had.
        sent: whether an enquiry was sent and no other dates were chosen since.
    """

    month: MonthView | None = None
    pickup: str = ""
    drop: str = ""
    dates_version: int = 0
    cost: Quote | None = None
    price_error: str = ""
    sent: bool = False
    errors: dict[str, str] = {}

    @rx.event
    async def show_month(self, month: str) -> None:
        """Show another month."""
        self.month = await self._query_public(rentals.draw_month, self._ad_id(), month=month)
        self._mark_chosen_days()

    @rx.event
    async def choose_day(self, day: str) -> None:
        """Choose a day: first the pickup, then the drop; a third press starts again."""
        if not self.pickup or self.drop or day < self.pickup[:10]:
            self.pickup, self.drop = f"{day[:10]}T{_HOUR}", ""
        else:
            hour = self.pickup[11:] or _HOUR
            # A rental of one day lasts until the evening.
            self.drop = f"{day[:10]}T{hour if day[:10] != self.pickup[:10] else max('18:00', hour)}"
        self.dates_version += 1
        await self._show_dates()

    @rx.event
    async def set_pickup(self, value: str) -> None:
        """Store the typed pickup and update the price."""
        self.pickup = value
        await self._show_dates()

    @rx.event
    async def set_drop(self, value: str) -> None:
        """Store the typed drop and update the price."""
        self.drop = value
        await self._show_dates()

    @rx.event
    async def enquire(self, form: dict[str, str]) -> None:
        """Send an enquiry for the chosen dates."""
        self.errors = {}
        try:
            with unexpected_errors_as(t("Failed to send enquiry")):
                await self._execute(rentals.enquire, self._ad_id(), self.pickup, self.drop)
            self.pickup, self.drop, self.cost = "", "", None
            self.dates_version += 1
            self._mark_chosen_days()
            await self._toast("success", t("Enquiry sent successfully!"))
            await self._load_again()
            self.sent = True
        except NotSignedIn:
            raise
        except MarketplaceError as error:
            if error.message == self.price_error:
                return
            # One message may be about both fields.
            self.errors = dict(list(errors_by_field(error).items())[:1])
            if not self.errors:
                await self._toast("error", error.message)

    def _mark_chosen_days(self) -> None:
        """Mark the chosen days in the calendar."""
        if self.month is None:
            return
        first, last = self.pickup[:10], (self.drop or self.pickup)[:10]
        days = tuple(
            day.model_copy(update={"chosen": bool(first) and first <= day.date <= last}) for day in self.month.days
        )
        self.month = self.month.model_copy(update={"days": days})

    async def _show_dates(self) -> None:
        """Mark the chosen days, and update the price."""
        self._mark_chosen_days()
        self.sent = False
        self.cost, self.price_error, self.errors = None, "", {}
        if not (self.pickup and self.drop):
            return
        try:
            self.cost = await self._query(rentals.quote, self._ad_id(), self.pickup, self.drop)
        except MarketplaceError as error:
            self.price_error = error.message

    async def _load_again(self) -> None:
        """Load the page of the ad again, with the open month."""
        raise NotImplementedError

    def _ad_id(self) -> str:
        return self._page_url().last
