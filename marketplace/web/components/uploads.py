"""Photo and file inputs that upload while the rest of the form is filled in."""

from typing import NotRequired

import reflex as rx
from typing_extensions import TypedDict

from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web.components.icon import SPRITE_URL

# Browsers of systems without HEIC know no type for such files, so their names are listed. The content decides.
IMAGES = "image/*,.heic,.heif,.avif"
_TOOL = (
    "flex size-8 items-center justify-center rounded-full bg-raised/95 text-ink shadow-card aria-disabled:opacity-40 "
    # The area that a finger hits is 44 px wide and high.
    "after:absolute after:-inset-1.5"
)
_PHOTO_CLASSES = {
    "box": "rounded-box",
    "over": "outline-2 outline-dashed outline-accent",
    "list": "grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4",
    "item": "relative aspect-[4/3] overflow-hidden rounded-box border border-line bg-sunken",
    "target": "outline-2 outline-accent",
    "image": "size-full object-cover",
    "blank": "flex size-full items-center justify-center p-2 text-center text-xs break-all text-muted",
    "cover": "absolute left-2 top-2 rounded-full bg-accent px-2.5 py-0.5 text-xs font-semibold text-on-accent",
    "progress": "absolute inset-x-2 top-1/2 h-2 w-[calc(100%-1rem)]",
    # The remove button is in the corner above the text.
    "failed": "absolute inset-0 flex flex-col items-center justify-end gap-1.5 bg-raised/90 p-2 pt-10 text-center text-xs leading-tight "
    "text-danger",
    "retry": "rounded-control border border-control bg-raised px-3 py-1 font-semibold text-ink",
    "tools": "absolute inset-x-2 bottom-2 flex justify-center gap-3",
    "remove": f"absolute right-2 top-2 {_TOOL}",
    "tool": f"relative {_TOOL}",
    "add": "flex aspect-[4/3] cursor-pointer flex-col items-center justify-center gap-1 rounded-box border-2 border-dashed border-control "
    "p-2 text-center font-semibold text-accent hover:bg-sunken has-focus-visible:focus-ring",
    # Without a photo, it is all there is to do.
    "room": "only:col-span-full sm:only:max-w-80",
    "hint": "text-xs font-normal text-muted",
    "said": "pt-2 text-sm text-muted",
    "refused": "pt-2 text-sm text-danger [overflow-wrap:anywhere]",
}
_FILE_CLASSES = {
    "box": "flex flex-col gap-2",
    "link": "text-accent underline underline-offset-4",
    "input": "block w-full text-sm text-muted file:mr-3 file:h-11 file:rounded-control file:border file:border-control file:bg-raised "
    "file:px-4 file:font-semibold file:text-ink",
    "progress": "h-2 w-full",
    "problem": "text-sm text-danger",
}


class PickedPhoto(TypedDict):
    """A photo of the picker, as events bring it: its id, and what shows it again."""

    id: str
    name: NotRequired[str]
    url: NotRequired[str]
    thumb: NotRequired[str]


class PhotoPicker(rx.Component):
    """Wrapper of `photo_picker.jsx`."""

    library = rx.asset("photo_picker.jsx", shared=True).importable_path
    tag = "PhotoPicker"
    lib_dependencies: list[str] = ["browser-image-compression@2.0.2"]

    photos: rx.Var[list]
    most: rx.Var[int]
    max_mb: rx.Var[float]
    max_px: rx.Var[int]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]
    sprite: rx.Var[str]
    on_change: rx.EventHandler[rx.event.passthrough_event_spec(list[PickedPhoto])]
    on_busy: rx.EventHandler[rx.event.passthrough_event_spec(bool)]
    on_unsent: rx.EventHandler[rx.event.passthrough_event_spec(int)]


class FilePicker(rx.Component):
    """Wrapper of `file_picker.jsx`."""

    library = rx.asset("file_picker.jsx", shared=True).importable_path
    tag = "FilePicker"

    name: rx.Var[str]
    url: rx.Var[str]
    file_name: rx.Var[str]
    accept: rx.Var[str]
    invalid: rx.Var[bool]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]
    on_sent: rx.EventHandler[rx.event.passthrough_event_spec(str, str, str)]
    on_busy: rx.EventHandler[rx.event.passthrough_event_spec(bool)]


def photo_picker(
    photos,
    *,
    on_change,
    on_busy,
    on_unsent=None,
    most: int = 0,
    add_words: str = "",
    hint: str = "",
    too_many: str = "",
    key=None,
) -> rx.Component:
    """Input for photos in order; the first is the cover.

    Args:
        photos: the initial photos: id, name, url, thumb.
        on_change: called with the current photos.
        on_busy: called with whether an upload is running.
        on_unsent: called with the number of failed uploads.
        most: maximum number of photos; 0 uses the setting for ads.
        add_words: label of the add button.
        hint: text below that label.
        too_many: shown for files beyond `most`.
        key: a new value resets the input to `photos`.
    """
    settings = get_settings()
    return PhotoPicker.create(
        photos=photos,
        most=most or settings.max_images_per_ad,
        max_mb=settings.image_max_mb,
        max_px=settings.image_max_px,
        words={
            "add": add_words or t("Add photos"),
            "hint": hint or t("Choose, drop or paste"),
            "cover": t("Cover"),
            "sending": t("Uploading"),
            "failed": t("This photo could not be uploaded."),
            "retry": t("Try again"),
            "remove": t("Remove"),
            "removed": t("Image removed successfully"),
            "first": t("Make cover:"),
            "earlier": t("Move earlier:"),
            "later": t("Move later:"),
            "moved": t("Moved to position"),
            "oneOfSeveral": t("{name} ({place} of {count})", name="{name}", place="{place}", count="{count}"),
            "notImage": t("The file given is not an image"),
            "noneAdded": t("No photo was added."),
            "tooMany": too_many or t("An ad can have at most {most} photos.", most=settings.max_images_per_ad),
            "notAdded": t("Not added:"),
        },
        # Beside a profile photo, the input has the width of its place.
        classes=_PHOTO_CLASSES if most != 1 else _PHOTO_CLASSES | {"list": "grid", "room": ""},
        sprite=SPRITE_URL,
        on_change=on_change,
        on_busy=on_busy,
        key=key,
        **({"on_unsent": on_unsent} if on_unsent else {}),
    )


def file_picker(name, *, id, url, file_name, on_sent, on_busy, invalid=False) -> rx.Component:
    """Input for one file.

    Args:
        name: passed to `on_sent` with the URL and the name of the file.
        url, file_name: the stored file; empty for none.
        invalid: whether it has an error; the element with the id `<id>-error` says which.
    """
    return FilePicker.create(
        name=name,
        id=id,
        url=url,
        file_name=file_name,
        accept=f"{IMAGES},application/pdf",
        invalid=rx.Var.create(invalid).bool(),
        words={"failed": t("Failed to upload file"), "open": t("Open file"), "sending": t("Uploading")},
        classes=_FILE_CLASSES,
        on_sent=on_sent,
        on_busy=on_busy,
    )
