"""The State of the style guide."""

import reflex as rx

from marketplace.domain.accounts.schemas import SellerProfile
from marketplace.domain.ads.schemas import AdCard, PendingChange
from marketplace.domain.places import AreaMap
from marketplace.domain.rentals import MonthView
from marketplace.domain.reviews import ReviewView
from marketplace.domain.views import Photo
from marketplace.domain.wanted import WantedView
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.pagination import PageLinks
from marketplace.web.pages.styleguide import samples
from marketplace.web.reflex_ext.text_limits import takes_long_text


class StyleState(DomainState, rx.State):
    """Sample data and the state of the interactive samples."""

    cards: rx.Field[list[AdCard]] = rx.field(default_factory=lambda: list(samples.CARDS))
    links: rx.Field[PageLinks] = rx.field(default_factory=lambda: samples.links(5))
    photos: rx.Field[list[Photo]] = rx.field(default_factory=lambda: list(samples.PHOTOS))
    seller: rx.Field[SellerProfile] = rx.field(default_factory=lambda: samples.SELLER)
    review: rx.Field[ReviewView] = rx.field(default_factory=lambda: samples.REVIEW)
    wanted: rx.Field[WantedView] = rx.field(default_factory=lambda: samples.WANTED)
    area: rx.Field[AreaMap] = rx.field(default_factory=lambda: samples.AREA)
    month: rx.Field[MonthView] = rx.field(default_factory=lambda: samples.MONTH)
    change: rx.Field[PendingChange] = rx.field(default_factory=lambda: samples.CHANGE)
    choice: str = "user"
    shown: bool = False
    opened: str = ""
    sent_texts: rx.Field[list[str]] = rx.field(default_factory=list)
    results: rx.Field[dict[str, str]] = rx.field(default_factory=dict)
    typing: int = 0

    @rx.event
    def choose(self, choice: str) -> None:
        """Choose a value of the segmented control."""
        self.choice = choice

    @rx.event
    def show(self) -> None:
        """Show or hide the password."""
        self.shown = not self.shown

    @rx.event
    def open_in(self, scheme: str) -> None:
        """Open the dialog of a color scheme, or close it."""
        self.opened = scheme

    @rx.event
    def ignore_value(self, _value) -> None:
        """Ignore the value of a control."""

    @rx.event
    def ignore_location(self, _latitude: float, _longitude: float) -> None:
        """Ignore a position."""

    @rx.event
    def ignore_file(self, _name: str, _url: str, _file_name: str) -> None:
        """Ignore an uploaded file."""

    @rx.event
    @takes_long_text
    def add_message(self, client_id: str, _other: str, text: str, _photos: list[str]) -> None:
        """Handle a message: "wait" never gets a result, "no" is rejected, any other text is stored."""
        if text == "wait" or client_id in self.results:
            return
        self.results = {client_id: "This is what a refusal says." if text == "no" else ""}
        if text != "no":
            self.sent_texts = [*self.sent_texts, text][-samples.SAID_MOST :]

    @rx.event
    def add_typing(self, _other: str) -> None:
        """Show the typing indicator."""
        self.typing += 1

    @rx.event
    async def toast(self, kind: str) -> None:
        """Show a toast of a kind."""
        await self._toast(kind if kind in samples.KINDS else "error", f"This is what a toast of kind {kind} says.")
