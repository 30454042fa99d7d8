"""Photos in boxes of a fixed shape, so that nothing moves when they arrive."""

import reflex as rx

NO_IMAGE = "/no-image.svg"
DEFAULT_AD = "/default-product.svg"
DEFAULT_PROFILE = "/default-profile.svg"

# What a card's photo measures on a phone, a tablet and a desktop page.
CARD_SIZES = "(min-width: 1024px) 290px, (min-width: 640px) 33vw, 50vw"


def measures(width, height) -> dict:
    """The attributes `width` and `height` of an image; as plain props Reflex would make them its style."""
    return {"width": width, "height": height}


def photo(
    shot, *, alt, instead: str = DEFAULT_AD, sizes: str = CARD_SIZES, eager=False, class_name: str = ""
) -> rx.Component:
    """A stored photo that fills its box, or the default drawing where there is none.

    Args:
        shot: a `Photo` or None, as a Var.
        sizes: how wide the box is, for the browser's choice among the sizes stored.
        eager: true for the one or two photos in sight when the page opens.
    """
    fill = f"size-full object-cover {class_name}"
    loading = {"loading": "eager"} if eager is True else {"loading": "lazy"}
    attributes = measures(shot.width, shot.height) | ({"fetchPriority": "high"} if eager is True else {})
    if isinstance(eager, rx.Var):
        loading = {"loading": rx.cond(eager, "eager", "lazy")}
    return rx.cond(
        shot,
        rx.el.img(
            src=shot.card,
            src_set=shot.srcset,
            sizes=sizes,
            custom_attrs=attributes,
            alt=alt,
            decoding="async",
            class_name=fill,
            **loading,
        ),
        rx.el.img(src=instead, custom_attrs=measures(400, 300), alt="", loading="lazy", class_name=fill),
    )


def thumb(shot, *, alt, px: int = 50, instead: str = DEFAULT_AD, class_name: str = "rounded-control") -> rx.Component:
    """A small square photo of a fixed size in pixels."""
    style = {"width": f"{px}px", "height": f"{px}px"}
    # Else a narrow table squeezes it.
    look = f"max-w-none object-cover {class_name}"
    return rx.cond(
        shot,
        rx.el.img(
            src=shot.thumb,
            custom_attrs=measures(px, px),
            alt=alt,
            loading="lazy",
            style=style,
            class_name=look,
        ),
        rx.el.img(src=instead, custom_attrs=measures(px, px), alt="", style=style, class_name=look),
    )
