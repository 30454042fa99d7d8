"""The picture field of an edited row."""

import reflex as rx

from marketplace.domain.views import Photo
from marketplace.i18n.texts import t
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.components.uploads import PickedPhoto, photo_picker


class PictureEditor(AdminState, rx.State, mixin=True):
    """Mixin of editors whose rows have one picture.

    Attributes:
        initial_pictures: the stored picture, as the picker takes it.
        picture: id of the picture in the picker; empty for none.
        picture_changed: whether the picker's picture differs from the stored one.
        sending: whether an upload is running.
        version: part of the picker's key; a new value resets the picker.
    """

    initial_pictures: list[dict[str, str]] = []
    picture: str = ""
    picture_changed: bool = False
    sending: bool = False
    version: int = 0

    @rx.event
    def set_picture(self, photos: list[PickedPhoto]) -> None:
        """Store the picture that the picker holds."""
        self.picture = photos[0]["id"] if photos else ""
        self.picture_changed = True

    @rx.event
    def set_sending(self, sending: bool) -> None:
        """Store whether an upload is running, which blocks saving."""
        self.sending = sending

    def _start_picture(self, photo: Photo | None) -> None:
        self.initial_pictures = (
            [{"id": photo.id, "name": photo.name, "url": photo.url, "thumb": photo.thumb_url()}] if photo else []
        )
        self.picture = photo.id if photo else ""
        self.picture_changed, self.sending = False, False
        self.version += 1


def picture_field(state: type[PictureEditor]) -> rx.Component:
    """The picture of the edited row, with its label."""
    return rx.el.div(
        rx.el.p(t("Image"), class_name="pb-1.5 text-sm font-medium"),
        photo_picker(
            state.initial_pictures,
            on_change=state.set_picture,
            on_busy=state.set_sending,
            most=1,
            key=state.version,
        ),
    )
