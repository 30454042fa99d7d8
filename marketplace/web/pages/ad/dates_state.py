"""The dates of a rent or lease ad: what is free, what it would cost, and asking for it."""

import reflex as rx

from marketplace.domain import rentals
from marketplace.domain.rentals import MonthView
from marketplace.errors import Gone, MarketplaceError, NotFound, NotSignedIn
from marketplace.texts import t
from marketplace.web.controls import by_control
from marketplace.web.door import Door
from marketplace.web.failing import failing

_HOUR = "10:00"


class DatesState(Door, rx.State):
    """The leaf of the calendar that is open, and the dates chosen; typed or pressed, both are the same two fields."""

    month: MonthView | None = None
    pickup: str = ""
    drop: str = ""
    price: str = ""
    parts: list[str] = []
    problem: str = ""
    errors: dict[str, str] = {}
    busy: bool = False
    _shown: str = ""

    @rx.event
    async def open(self) -> None:
        """An ad was opened, or what is free of it changed."""
        if self._shown != self._ad_id():
            self.pickup, self.drop, self.month, self.errors = "", "", None, {}
            self._shown = self._ad_id()
        await self._draw(self.month.month if self.month else "")
        await self._reckon()

    @rx.event
    async def turn(self, month: str) -> None:
        """Another leaf."""
        await self._draw(month)

    @rx.event
    async def pick(self, day: str) -> None:
        """A day was pressed: the pickup first, then the drop, then from the beginning."""
        if not self.pickup or self.drop or day < self.pickup[:10]:
            self.pickup, self.drop = f"{day[:10]}T{_HOUR}", ""
        else:
            hour = self.pickup[11:] or _HOUR
            # One day alone is from the hour chosen until the evening.
            self.drop = f"{day[:10]}T{hour if day[:10] != self.pickup[:10] else max('18:00', hour)}"
        self._mark()
        await self._reckon()

    @rx.event
    async def set_pickup(self, value: str) -> None:
        """The pickup was typed: show what the dates would cost."""
        self.pickup = value
        self._mark()
        await self._reckon()

    @rx.event
    async def set_drop(self, value: str) -> None:
        """The drop was typed: show what the dates would cost."""
        self.drop = value
        self._mark()
        await self._reckon()

    @rx.event
    async def enquire(self):
        """Send an enquiry for the dates."""
        self.busy, self.errors = True, {}
        yield
        try:
            with failing(t("Failed to send enquiry")):
                await self._do(rentals.enquire, self._ad_id(), self.pickup, self.drop)
            self.pickup, self.drop, self.price, self.parts = "", "", "", []
            self._mark()
            await self._toast("success", t("Enquiry sent successfully!"))
        except NotSignedIn:
            raise
        except MarketplaceError as error:
            self.errors = by_control(error)
            await self._toast("error", error.message)
        finally:
            self.busy = False

    async def _draw(self, month: str) -> None:
        try:
            self.month = await self._ask(rentals.draw_month, self._ad_id(), month=month)
        except (NotFound, Gone):
            self.month = None
            return
        self._mark()

    def _mark(self) -> None:
        """Colour the days chosen."""
        if self.month is None:
            return
        first, last = self.pickup[:10], (self.drop or self.pickup)[:10]
        days = tuple(
            day.model_copy(update={"chosen": bool(first) and first <= day.date <= last}) for day in self.month.days
        )
        self.month = self.month.model_copy(update={"days": days})

    async def _reckon(self) -> None:
        self.price, self.parts, self.problem, self.errors = "", [], "", {}
        if not (self.pickup and self.drop):
            return
        try:
            cost = await self._ask(rentals.quote, self._ad_id(), self.pickup, self.drop)
        except MarketplaceError as error:
            self.problem = error.message
        else:
            self.price = t("These dates cost {price}.", price=cost.text) if cost.text else ""
            self.parts = [part.text for part in cost.parts]

    def _ad_id(self) -> str:
        return self.router.url.path.rstrip("/").rsplit("/", 1)[-1]
