"""Photo gallery of an ad: stage, thumbnails and full screen."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.photo import DEFAULT_AD, size_attributes

_THUMB = "shrink-0 overflow-hidden rounded-control border-2"
_CLASSES = {
    "root": "flex flex-col gap-3",
    "stage": "group/stage relative aspect-[4/3] overflow-hidden bg-sunken sm:rounded-box",
    "strip": "no-scrollbar flex size-full snap-x snap-mandatory overflow-x-auto overflow-y-hidden",
    # The outline is inside, because the strip clips whatever is outside.
    "slide": "flex size-full shrink-0 snap-center snap-always items-center justify-center -outline-offset-4",
    "image": "size-full object-contain",
    "fullImage": "max-h-full max-w-full object-contain",
    "left": "absolute inset-y-0 left-3 flex items-center max-sm:hidden",
    "right": "absolute inset-y-0 right-3 flex items-center max-sm:hidden",
    "arrow": "flex size-11 items-center justify-center rounded-full bg-raised/95 text-ink shadow-card transition-opacity "
    "hover:text-accent disabled:opacity-0",
    "mark": "size-5 fill-none stroke-current stroke-2",
    "count": "pointer-events-none absolute bottom-3 right-3 rounded-full bg-hero px-2.5 py-1 text-xs font-semibold "
    "tabular-nums text-on-hero",
    "hidden": "sr-only",
    "thumbs": "no-scrollbar relative flex max-sm:hidden gap-2 overflow-x-auto p-0.5",
    "thumb": f"{_THUMB} border-transparent opacity-80 hover:opacity-100",
    "thumbHere": f"{_THUMB} border-accent",
    "thumbImage": "size-[72px] rounded-control object-cover",
    "screen": "m-0 size-full max-h-none max-w-none bg-sunken p-0",
    "fullStage": "relative size-full",
    "closeBox": "absolute right-3 top-3",
}


class Gallery(rx.Component):
    """Wrapper of `gallery.jsx`."""

    library = rx.asset("gallery.jsx", shared=True).importable_path
    tag = "Gallery"

    photos: rx.Var[list]
    name: rx.Var[str]
    sizes: rx.Var[str]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]


def gallery(photos, *, name, sizes: str, key=None) -> rx.Component:
    """Gallery that can be swiped and used with arrows and thumbnails; the default picture if there are no photos.

    Args:
            photos: `Photo`s in order, as a Var.
            name: what they show, for the alternative texts.
            sizes: width of the stage, as in the `sizes` attribute of an image.
            key: a new value returns to the first photo.
    """
    return rx.cond(
        photos.length() > 0,
        Gallery.create(
            photos=photos,
            name=name,
            sizes=sizes,
            words={
                "previous": t("Previous photo"),
                "next": t("Next photo"),
                "photo": t("Photo"),
                "enlarge": t("Enlarge photo"),
                "close": t("Close"),
            },
            classes=_CLASSES,
            key=key,
        ),
        rx.el.div(
            rx.el.img(
                src=DEFAULT_AD, alt="", custom_attrs=size_attributes(800, 600), class_name="size-full object-contain"
            ),
            class_name="aspect-[4/3] overflow-hidden rounded-box bg-sunken",
        ),
    )
