"""The place of the ad: the map, its pin, and the town."""

from collections.abc import Mapping

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.numbers import parse_decimal
from marketplace.domain import places
from marketplace.domain.places import AreaMap, Place, PlaceNames
from marketplace.web.pages.ad_form import form
from marketplace.web.widgets.geolocation import GeolocationMixin

_CONTROLS = {"city", "state", "place", "latitude", "longitude"}


def draw_map(db: Session, actor: Actor, values: Mapping[str, str]) -> AreaMap | None:
    """Return the map around the pin, or around the town without a pin; None if neither is known."""
    latitude, longitude = parse_decimal(values.get("latitude", "")), parse_decimal(values.get("longitude", ""))
    if latitude is None or longitude is None:
        names = {name: values.get(name, "").strip() for name in ("place", "city", "state")}
        return places.draw_area(db, actor, None, None, **names)
    # The pin would cover the name.
    return places.draw_area(db, actor, float(latitude), float(longitude))


def find_pin(_db: Session, _actor: Actor, values: Mapping[str, str], control: str) -> Place | None:
    """Return where the pin goes after a change of a control: to the town that was typed or chosen; None if it stays.

    To a locality it goes from its town alone, because its seller may have put it to the very house.
    """
    city, state, place = (values.get(name, "").strip() for name in ("city", "state", "place"))
    town = places.find_town(city, state)
    if control != "place" or town is None:
        return town if control in ("city", "state") else None
    pin = (values.get("latitude", ""), values.get("longitude", ""))
    is_at_town = pin in (("", ""), (form.degrees(town.latitude), form.degrees(town.longitude)))
    return places.find_town(city, state, place) if is_at_town else None


class PlaceMixin(GeolocationMixin, rx.State, mixin=True):
    """Mixin of the ad form with its map.

    Attributes:
        area: the map; None if the place is unknown.
        pin_version: rises when the controls of the coordinates have to be rendered again with new values.
    """

    values: dict[str, str] = {}
    area: AreaMap | None = None
    pin_version: int = 0

    @rx.event
    async def move_pin(self, latitude: str, longitude: str) -> None:
        """Store where the pin was put, in degrees."""
        self._set_pin(latitude, longitude)
        await self._draw_map()
        await self._save_draft()

    async def _follow_place(self, control: str) -> None:
        """Update the map and its pin after a change of a control."""
        if control not in _CONTROLS:
            return
        if to := await self._query(find_pin, dict(self.values), control):
            self._set_pin(form.degrees(to.latitude), form.degrees(to.longitude))
        await self._draw_map()

    async def _fill_place(self, found: PlaceNames) -> None:
        self.values = form.with_place(self.values, found)
        self.pin_version += 1
        await self._draw_map()
        await self._save_draft()

    async def _draw_map(self) -> None:
        self.area = await self._query(draw_map, dict(self.values))

    def _set_pin(self, latitude: str, longitude: str) -> None:
        self.values = form.merge(self.values, {"latitude": latitude, "longitude": longitude})
        self.pin_version += 1

    async def _save_draft(self) -> None:
        raise NotImplementedError
