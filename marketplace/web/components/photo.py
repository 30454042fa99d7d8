"""Photos in boxes with a fixed aspect ratio, so that loading moves nothing."""

import reflex as rx
from reflex.vars import NumberVar, ObjectVar, StringVar

from marketplace.domain.views import Photo

NO_IMAGE = "/no-image.svg"
DEFAULT_AD = "/default-product.svg"

# Pixels of the largest size for a box: the widest card is 290 px wide, on screens with up to three pixels for each.
_LARGEST_IN_BOX = 800
# Widths of a card's photo on phones, tablets and desktops.
CARD_SIZES = "(min-width: 1024px) 290px, (min-width: 640px) 33vw, 50vw"


def size_attributes(width, height) -> dict:
    """Return the `width` and `height` attributes of an image; Reflex would turn plain props into styles."""
    return {"width": width, "height": height}


def _url(shot: ObjectVar[Photo], width: NumberVar[int]) -> StringVar:
    return shot.url.replace(f"-{shot.width}.", f"-{width}.")


def srcset(shot: ObjectVar[Photo], *, largest: int = 0) -> StringVar:
    """Return the `srcset` attribute of a photo.

    Args:
        largest: width in pixels; larger sizes are left out. 0 for all sizes.
    """
    widths = shot.widths.filter(lambda width: width <= largest) if largest else shot.widths
    return widths.map(lambda width: f"{_url(shot, width)} {width}w").join(", ")


def smallest(shot: ObjectVar[Photo]) -> StringVar:
    """Return the URL of the smallest size of a photo."""
    return rx.cond(shot.widths.length() > 0, _url(shot, shot.widths[0]), shot.url)


def photo(
    shot, *, alt, instead: str = DEFAULT_AD, sizes: str = CARD_SIZES, eager=False, class_name: str = ""
) -> rx.Component:
    """Stored photo that fills its box, or the default picture if there is none.

    Args:
        shot: a `Photo` or None, as a Var.
        sizes: width of the box, as in the `sizes` attribute of an image.
        eager: true for the one or two photos that are visible when the page opens.
    """
    fill = f"photo {class_name}".rstrip()
    loading = {"loading": "eager"} if eager is True else {"loading": "lazy"}
    attributes = size_attributes(shot.width, shot.height) | ({"fetchPriority": "high"} if eager is True else {})
    if isinstance(eager, rx.Var):
        loading = {"loading": rx.cond(eager, "eager", "lazy")}
    return rx.cond(
        shot,
        rx.el.img(
            src=shot.url,
            src_set=srcset(shot, largest=_LARGEST_IN_BOX),
            sizes=sizes,
            custom_attrs=attributes,
            alt=alt,
            decoding="async",
            class_name=fill,
            **loading,
        ),
        rx.el.img(src=instead, custom_attrs=size_attributes(400, 300), alt="", loading="lazy", class_name=fill),
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
