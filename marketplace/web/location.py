"""Get Current Location: from the browser's position to the names of a form."""

import reflex as rx

from marketplace.domain import places
from marketplace.domain.places import PlaceNames, messages
from marketplace.errors import MarketplaceError
from marketplace.texts import t
from marketplace.web.door import Door
from marketplace.web.failing import failing


class Locating(Door, rx.State, mixin=True):
    """Mixin of the forms with a position; `located` counts up when the fields of the place must begin anew."""

    located: int = 0

    @rx.event(background=True)
    async def locate(self, latitude: float, longitude: float) -> None:
        """The browser said where it is: fill in the place. In the background, for a geocoder may take its time."""
        try:
            with failing(t(messages.NOT_FETCHED)):
                found = await self._ask_elsewhere(places.locate, latitude, longitude)
        except MarketplaceError as error:
            async with self:
                await self._toast("error", error.message)
            return
        async with self:
            await self._take_place(found)
            self.located += 1
            await self._toast("success", t(messages.FILLED))

    @rx.event
    async def location_failed(self, text: str) -> None:
        """The browser could not say where it is."""
        await self._toast("error", text)

    async def _take_place(self, found: PlaceNames) -> None:
        raise NotImplementedError
