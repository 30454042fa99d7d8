"""The question before a draft is deleted."""

import reflex as rx


class StartOverMixin(rx.State, mixin=True):
    """Mixin of the ad form; `starting_over` is whether the dialog is open."""

    starting_over: bool = False

    @rx.event
    def ask_to_start_over(self) -> None:
        """Open the dialog that confirms that the draft is deleted."""
        self.starting_over = True

    @rx.event
    def keep_draft(self) -> None:
        """Close the dialog without deleting the draft."""
        self.starting_over = False
