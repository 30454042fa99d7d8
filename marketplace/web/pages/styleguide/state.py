"""What can be switched on the style page."""

import reflex as rx

from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.places import AreaMap
from marketplace.domain.rentals import MonthView
from marketplace.domain.views import Photo
from marketplace.web.components.pagination import PageLinks
from marketplace.web.door import Door
from marketplace.web.pages.styleguide import samples


class StyleState(Door, rx.State):
    """Samples, and the switches of what opens and shows."""

    cards: rx.Field[list[AdCard]] = rx.field(default_factory=lambda: list(samples.CARDS))
    links: rx.Field[PageLinks] = rx.field(default_factory=lambda: samples.links(5))
    photos: rx.Field[list[Photo]] = rx.field(default_factory=lambda: list(samples.PHOTOS))
    area: rx.Field[AreaMap] = rx.field(default_factory=lambda: samples.AREA)
    month: rx.Field[MonthView] = rx.field(default_factory=lambda: samples.MONTH)
    choice: str = "user"
    shown: bool = False
    opened: str = ""
    said: rx.Field[list[str]] = rx.field(default_factory=list)
    answers: rx.Field[dict[str, str]] = rx.field(default_factory=dict)
    typing: int = 0

    @rx.event
    def choose(self, choice: str) -> None:
        """A choice of the segmented control."""
        self.choice = choice

    @rx.event
    def show(self) -> None:
        """Show the password, or hide it."""
        self.shown = not self.shown

    @rx.event
    def open_in(self, scheme: str) -> None:
        """Open the dialog on that ground, or close it."""
        self.opened = scheme

    @rx.event
    def heard(self, _value) -> None:
        """A control that leads nowhere here."""

    @rx.event
    def heard_place(self, _latitude: float, _longitude: float) -> None:
        """A position was found; nothing here is near it."""

    @rx.event
    def heard_file(self, _name: str, _url: str, _file_name: str) -> None:
        """A file was sent; this page keeps none."""

    @rx.event
    def heard_message(self, client_id: str, _other: str, text: str, _photos: list[str]) -> None:
        """A message was written: "wait" is never answered, "no" is refused, any other is stored."""
        if text == "wait" or client_id in self.answers:
            return
        self.answers = {client_id: "This is what a refusal says." if text == "no" else ""}
        if text != "no":
            self.said = [*self.said, text][-samples.SAID_MOST :]

    @rx.event
    def heard_typing(self, _other: str) -> None:
        """Somebody types."""
        self.typing += 1

    @rx.event
    async def toast(self, kind: str) -> None:
        """A message of a kind."""
        await self._toast(kind if kind in samples.KINDS else "error", f"This is what a toast of kind {kind} says.")
