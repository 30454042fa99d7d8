"""Photos in boxes with a fixed aspect ratio, so that loading moves nothing."""

import reflex as rx
from reflex.vars import NumberVar, ObjectVar, StringVar

from marketplace.domain.views import PhotoSizes
from marketplace.web.components.classes import ABSENT

NO_IMAGE = "/no-image.svg"
DEFAULT_AD = "/default-product.svg"

# Least and largest width in pixels of the stored sizes that the browser chooses from. No box is wider than 290 px, on screens with up
# to three pixels for each.
_BOX_WIDTHS = (0, 800)
# The smallest size is too small for cards, and each size makes a page of cards 3 kB larger.
CARD_WIDTHS = (300, 800)
# Widths of a card's photo on desktops, and on tablets and phones.
CARD_SIZES = "(min-width: 1024px) 290px, 50vw"


def size_attributes(width, height) -> dict:
    """Return the `width` and `height` attributes of an image; Reflex would turn plain props into styles."""
    return {"width": width, "height": height}


def _url(shot: ObjectVar[PhotoSizes], width: NumberVar[int]) -> StringVar:
    return shot.url.replace(f"-{shot.width}.", f"-{width}.")


def srcset(shot: ObjectVar[PhotoSizes], *, among: tuple[int, int] | None = None) -> StringVar:
    """Return the `srcset` attribute of a photo, with the sizes whose widths in pixels are within `among`."""
    widths = shot.widths
    if among:
        least, largest = among
        widths = widths.filter(lambda width: (width >= least) & (width <= largest))
    return widths.map(lambda width: f"{_url(shot, width)} {width}w").join(", ")


def smallest(shot: ObjectVar[PhotoSizes]) -> StringVar:
    """Return the URL of the smallest size of a photo."""
    return rx.cond(shot.widths.length() > 0, _url(shot, shot.widths[0]), shot.url)


def photo(
    shot,
    *,
    alt,
    instead: str = DEFAULT_AD,
    sizes: str = CARD_SIZES,
    among: tuple[int, int] = _BOX_WIDTHS,
    eager=False,
    class_name: str | None = "photo",
) -> rx.Component:
    """Stored photo that fills its box, or the default picture if there is none.

    Args:
        shot: a `PhotoSizes` or None, as a Var.
        sizes: width of the box, as in the `sizes` attribute of an image.
        among: least and largest width in pixels of the stored sizes that the browser chooses from.
        eager: true for the photos that are visible when the page opens; the browser loads them before all others.
        class_name: None if its box has the style.
    """
    attributes = size_attributes(shot.width, shot.height)
    if eager is not False:
        attributes["fetchPriority"] = rx.cond(eager, "high", ABSENT)
    return rx.cond(
        shot,
        rx.el.img(
            src=shot.url,
            src_set=srcset(shot, among=among),
            sizes=sizes,
            custom_attrs=attributes,
            alt=alt,
            class_name=class_name,
            loading=rx.cond(eager, "eager", "lazy"),
        ),
        rx.el.img(src=instead, custom_attrs=size_attributes(400, 300), alt="", loading="lazy", class_name=class_name),
    )


def thumb(shot, *, alt, px: int = 50, class_name: str = "rounded-control") -> rx.Component:
    """Small square photo with a fixed size in pixels."""
    style = {"width": f"{px}px", "height": f"{px}px"}
    # Without `max-w-none` a narrow table would shrink it.
    look = f"max-w-none object-cover {class_name}"
    return rx.cond(
        shot,
        rx.el.img(
            src=smallest(shot),
            custom_attrs=size_attributes(px, px),
            alt=alt,
            loading="lazy",
            style=style,
            class_name=look,
        ),
        rx.el.img(src=DEFAULT_AD, custom_attrs=size_attributes(px, px), alt="", style=style, class_name=look),
    )
