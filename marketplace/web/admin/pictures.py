"""The one picture that a thing in an editor may have."""

import reflex as rx

from marketplace.domain.views import Photo
from marketplace.web.admin.desk import Desk


class OnePicture(Desk, rx.State, mixin=True):
    """Mixin of editors with a picture: the one it had, the one it has now, and whether one is on its way."""

    had: list[dict[str, str]] = []
    picture: str = ""
    picture_changed: bool = False
    sending: bool = False
    # Another one lets the picker begin anew.
    version: int = 0

    @rx.event
    def set_picture(self, photos: list[dict[str, str]]) -> None:
        """What the picker holds."""
        self.picture = str(photos[0]["id"]) if photos else ""
        self.picture_changed = True

    @rx.event
    def set_sending(self, sending: bool) -> None:
        """An upload in progress blocks saving."""
        self.sending = sending

    def _begin(self, photo: Photo | None) -> None:
        self.had = [{"id": photo.id, "name": photo.name, "url": photo.url, "thumb": photo.thumb}] if photo else []
        self.picture = photo.id if photo else ""
        self.picture_changed, self.sending = False, False
        self.version += 1
