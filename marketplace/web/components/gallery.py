"""Photo gallery of an ad: stage, thumbnails, and a full-screen view on yet-another-react-lightbox."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.views import Photo
from marketplace.i18n.texts import t
from marketplace.web.components.photo import DEFAULT_AD, size_attributes, smallest, srcset

_ARROW = (
    "absolute inset-y-0 my-auto flex size-11 items-center justify-center rounded-full bg-raised/95 text-ink shadow-card "
    "transition-opacity hover:text-accent disabled:opacity-0 max-sm:hidden"
)
_CLASSES = {
    "root": "flex flex-col gap-3",
    "stage": "group/stage relative aspect-[4/3] overflow-hidden bg-sunken sm:rounded-box",
    "strip": "no-scrollbar motion-safe:scroll-smooth flex size-full snap-x snap-mandatory overflow-x-auto overflow-y-hidden",
    "slide": "gallery-slide",
    "image": "size-full object-contain",
    "left": f"{_ARROW} left-3",
    "right": f"{_ARROW} right-3",
    "mark": "size-5 fill-none stroke-current stroke-2",
    "count": "pointer-events-none absolute bottom-3 right-3 rounded-full bg-hero px-2.5 py-1 text-xs font-semibold "
    "tabular-nums text-on-hero",
    "thumbs": "no-scrollbar relative flex max-sm:hidden gap-2 overflow-x-auto p-0.5",
    "thumb": "shrink-0 overflow-hidden rounded-control border-2 border-transparent opacity-80 hover:opacity-100 "
    "aria-[current=true]:border-accent aria-[current=true]:opacity-100",
    # Buttons and number stay readable over a bright photo. The library's styles are in no layer, so these are important.
    "viewer": "[&_button]:m-1! [&_button]:rounded-full! [&_button]:bg-hero! [&_button]:p-2! "
    "[&_button:focus-visible]:outline-2! [&_button:focus-visible]:outline-offset-2! [&_button:focus-visible]:outline-white!",
    "viewerCount": "m-3! rounded-full bg-hero px-2.5! py-1! text-xs font-semibold tabular-nums text-on-hero",
    "thumbImage": "size-[72px] rounded-control object-cover",
}

# `gallery.jsx` imports it when a photo is opened; each asset has to be linked beside it.
rx.asset("photo_viewer.jsx", shared=True)


class Gallery(rx.Component):
    """Wrapper of `gallery.jsx`."""

    library = rx.asset("gallery.jsx", shared=True).importable_path
    tag = "Gallery"
    lib_dependencies: list[str] = ["yet-another-react-lightbox@3.32.2"]

    photos: rx.Var[list]
    name: rx.Var[str]
    sizes: rx.Var[str]
    words: rx.Var[dict[str, str]]
    viewer_words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]


def _sizes(shot: ObjectVar[Photo]) -> rx.Var:
    return rx.Var.create(
        {
            "src": shot.url,
            "srcset": srcset(shot),
            "thumb": smallest(shot),
            "width": rx.cond(shot.width, shot.width, 800),
            "height": rx.cond(shot.height, shot.height, 600),
        }
    )


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
            photos=photos.map(_sizes),
            name=name,
            sizes=sizes,
            words={
                "previous": t("Previous photo"),
                "next": t("Next photo"),
                "photo": t("Photo"),
                "enlarge": t("Enlarge photo"),
            },
            # The keys are the library's English texts.
            viewer_words={
                "Previous": t("Previous photo"),
                "Next": t("Next photo"),
                "Close": t("Close"),
                "Zoom in": t("Zoom in"),
                "Zoom out": t("Zoom out"),
                "Photo gallery": t("Photos"),
                "Carousel": t("carousel"),
                "Slide": t("slide"),
                "{index} of {total}": t("{index} of {total}"),
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
