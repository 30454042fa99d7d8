"""What can be switched on the style page."""

import reflex as rx

from marketplace.domain.ads.schemas import AdCard
from marketplace.web.components.pagination import PageLinks
from marketplace.web.door import Door
from marketplace.web.pages.styleguide import samples


class StyleState(Door, rx.State):
    """Samples, and the switches of what opens and shows."""

    cards: rx.Field[list[AdCard]] = rx.field(default_factory=lambda: list(samples.CARDS))
    links: rx.Field[PageLinks] = rx.field(default_factory=lambda: samples.links(5))
    choice: str = "user"
    shown: bool = False
    open: bool = False

    @rx.event
    def choose(self, choice: str) -> None:
        """A choice of the segmented control."""
        self.choice = choice

    @rx.event
    def show(self) -> None:
        """Show the password, or hide it."""
        self.shown = not self.shown

    @rx.event
    def switch(self) -> None:
        """Open the dialog, or close it."""
        self.open = not self.open

    @rx.event
    async def toast(self, kind: str) -> None:
        """A message of a kind."""
        await self._toast("success" if kind == "success" else "error", f"This is what a toast of kind {kind} says.")
