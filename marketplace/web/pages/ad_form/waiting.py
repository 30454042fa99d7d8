"""What the form still waits for before it can be handed in."""

import reflex as rx

from marketplace.errors import Invalid
from marketplace.texts import t


class Waiting(rx.State, mixin=True):
    """Mixin of a form with uploads: which controls are sending, and how many photos could not be sent."""

    sending: list[str] = []
    unsent: int = 0

    @rx.event
    def set_sending(self, control: str, sending: bool) -> None:
        """A control began to send, or ended; uploads in progress block submit."""
        others = [name for name in self.sending if name != control]
        self.sending = [*others, control] if sending else others

    @rx.event
    def set_unsent(self, count: int) -> None:
        """So many photos could not be sent."""
        self.unsent = count

    def _require_all_sent(self) -> None:
        # The button says so too, but Enter in a control may be quicker than the button is disabled.
        if self.sending or self.unsent:
            unsent = t("Some photos have not arrived. Try them again, or remove them.")
            message = t("Please wait until every upload has arrived.") if self.sending else unsent
            raise Invalid(message, errors=[{"field": "images", "message": message}])
