"""Filling in a form's place fields from the browser's position."""

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import places
from marketplace.domain.places import PlaceNames, messages
from marketplace.i18n.texts import t
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import unexpected_errors_as


class GeolocationMixin(DomainState, rx.State, mixin=True):
    """Mixin of forms with a place.

    Attributes:
        location_version: rises when the place fields have to be rendered again with new values.
    """

    location_version: int = 0

    @rx.event(background=True)
    async def locate(self, latitude: float, longitude: float) -> None:
        """Fill in the place of a position. Runs in the background, because the geocoder may be slow."""
        try:
            with unexpected_errors_as(t(messages.NOT_FETCHED)):
                found = await self._query_remote(places.locate, latitude, longitude)
        except MarketplaceError as error:
            async with self:
                await self._toast("error", error.message)
            return
        async with self:
            await self._fill_place(found)
            self.location_version += 1
            await self._toast("success", t(messages.FILLED))

    @rx.event
    async def location_failed(self, text: str) -> None:
        """Show the browser's error."""
        await self._toast("error", text)

    async def _fill_place(self, found: PlaceNames) -> None:
        raise NotImplementedError
