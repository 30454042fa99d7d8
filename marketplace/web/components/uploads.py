"""Photos and files that a form carries; they are sent to the API while the rest is typed."""

import reflex as rx

from marketplace.settings import get_settings
from marketplace.texts import t

# The scripts below import it; each asset is linked beside the others.
rx.asset("send_file.js", shared=True)

_TOOL = (
    "flex size-8 items-center justify-center rounded-full bg-raised/95 text-lg leading-none text-ink shadow-card "
    "aria-disabled:opacity-40"
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
    "progress": "absolute inset-x-2 top-1/2 h-2 w-[calc(100%-1rem)] accent-accent",
    # The button that removes stands in the corner above the words.
    "failed": "absolute inset-0 flex flex-col items-center justify-end gap-1.5 bg-raised/90 p-2 pt-10 text-center text-xs leading-tight "
    "text-danger",
    "retry": "rounded-control border border-control bg-raised px-3 py-1 font-semibold text-ink",
    "tools": "absolute inset-x-2 bottom-2 flex justify-center gap-1.5",
    "remove": "absolute right-2 top-2",
    "tool": _TOOL,
    "add": "flex aspect-[4/3] cursor-pointer flex-col items-center justify-center gap-1 rounded-box border-2 border-dashed border-control "
    "p-2 text-center font-semibold text-accent hover:bg-sunken focus-within:outline-2 focus-within:outline-accent",
    "hint": "text-xs font-normal text-muted",
    "said": "pt-2 text-sm text-muted",
}
_FILE_CLASSES = {
    "box": "flex flex-col gap-2",
    "link": "text-accent underline underline-offset-4",
    "input": "block w-full text-sm text-muted file:mr-3 file:h-11 file:rounded-control file:border file:border-control file:bg-raised "
    "file:px-4 file:font-semibold file:text-ink",
    "progress": "h-2 w-full accent-accent",
    "problem": "text-sm text-danger",
}


class PhotoPicker(rx.Component):
    """The compiled picker of photos."""

    library = rx.asset("photo_picker.jsx", shared=True).importable_path
    tag = "PhotoPicker"
    lib_dependencies: list[str] = ["browser-image-compression@2.0.2"]

    photos: rx.Var[list]
    most: rx.Var[int]
    max_mb: rx.Var[float]
    max_px: rx.Var[int]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]
    on_change: rx.EventHandler[rx.event.passthrough_event_spec(list[dict[str, str]])]
    on_busy: rx.EventHandler[rx.event.passthrough_event_spec(bool)]
    on_unsent: rx.EventHandler[rx.event.passthrough_event_spec(int)]


class FilePicker(rx.Component):
    """The compiled picker of one file."""

    library = rx.asset("file_picker.jsx", shared=True).importable_path
    tag = "FilePicker"

    name: rx.Var[str]
    url: rx.Var[str]
    file_name: rx.Var[str]
    accept: rx.Var[str]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]
    on_sent: rx.EventHandler[rx.event.passthrough_event_spec(str, str, str)]
    on_busy: rx.EventHandler[rx.event.passthrough_event_spec(bool)]


def photo_picker(
    photos, *, on_change, on_busy, on_unsent=None, most: int = 0, add_words: str = "", key=None
) -> rx.Component:
    """Photos in order, the cover first.

    Args:
        photos: those that are there at the beginning: id, name, url, thumb.
        on_change: called with the photos as they are then.
        on_busy: called with whether any is still on its way.
        on_unsent: called with how many could not be sent.
        most: how many there may be; 0 takes the setting for ads.
        add_words: what stands on the button that adds.
        key: another one begins anew with `photos`.
    """
    settings = get_settings()
    return PhotoPicker.create(
        photos=photos,
        most=most or settings.max_images_per_ad,
        max_mb=settings.image_max_mb,
        max_px=settings.image_max_px,
        words={
            "add": add_words or t("Add photos"),
            "hint": t("Pick, drop or paste"),
            "cover": t("Cover"),
            "sending": t("Uploading"),
            "failed": t("Failed to upload images"),
            "retry": t("Try again"),
            "remove": t("Remove"),
            "removed": t("Image removed successfully"),
            "first": t("Make cover:"),
            "earlier": t("Move earlier:"),
            "later": t("Move later:"),
            "moved": t("Moved to place"),
            "notImage": t("The file given is not an image"),
            "tooMany": t("That is more photos than an ad can have."),
        },
        classes=_PHOTO_CLASSES,
        on_change=on_change,
        on_busy=on_busy,
        key=key,
        **({"on_unsent": on_unsent} if on_unsent else {}),
    )


def file_picker(name, *, id, url, file_name, on_sent, on_busy, accept: str = "image/*,application/pdf") -> rx.Component:
    """One file.

    Args:
        name: handed to `on_sent` together with the file's URL and its own name.
        url, file_name: the file that is there already, empty without one.
    """
    return FilePicker.create(
        name=name,
        id=id,
        url=url,
        file_name=file_name,
        accept=accept,
        words={"failed": t("Failed to upload file"), "open": t("Open file"), "sending": t("Uploading")},
        classes=_FILE_CLASSES,
        on_sent=on_sent,
        on_busy=on_busy,
    )
