"""Tracks the uploads that submitting has to wait for."""

import reflex as rx

from marketplace.core.errors import Invalid
from marketplace.i18n.texts import t

_MAX_CONTROLS = 50


class UploadTracker(rx.State, mixin=True):
    """Mixin of a form with uploads: the controls with running uploads, and the number of failed photo uploads."""

    sending: list[str] = []
    failed_uploads: int = 0

    @rx.event
    def set_sending(self, control: str, sending: bool) -> None:
        """Store whether a control is uploading, which blocks submitting."""
        others = [name for name in self.sending if name != control]
        self.sending = [*others, control][-_MAX_CONTROLS:] if sending else others

    @rx.event
    def set_failed_uploads(self, count: int) -> None:
        """Store the number of failed photo uploads."""
        self.failed_uploads = count

    def _require_uploads_done(self) -> None:
        # The button is disabled meanwhile, but pressing Enter in a control can be faster.
        if self.sending or self.failed_uploads:
            failed_uploads = t("Some photos failed to upload. Try again, or remove them.")
            message = t("Please wait until all uploads are complete.") if self.sending else failed_uploads
            raise Invalid(message, "images")
