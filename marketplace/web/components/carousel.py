"""Carousel, on embla-carousel-react."""

import reflex as rx

from marketplace.i18n.texts import t

_CONTROLS = "flex items-center justify-center gap-1 pt-4"
_CLASSES = {
    "root": "relative",
    "controls": _CONTROLS,
    "arrow": "flex size-11 items-center justify-center rounded-full text-current hover:bg-current/10",
    "mark": "size-5 fill-none stroke-current stroke-2",
    # The dot is small, but its target has the 24 px of WCAG 2.5.8.
    "dot": "flex size-6 items-center justify-center before:size-2 before:rounded-full before:bg-current "
    "before:opacity-40 before:transition-all aria-[current=true]:before:w-5 aria-[current=true]:before:opacity-100",
}


class Carousel(rx.Component):
    """Wrapper of `carousel.jsx`."""

    library = rx.asset("carousel.jsx", shared=True).importable_path
    tag = "Carousel"
    lib_dependencies: list[str] = ["embla-carousel-react@8.6.0"]

    label: rx.Var[str]
    words: rx.Var[dict[str, str]]
    speed: rx.Var[int]
    autoplay: rx.Var[int]
    track_class: rx.Var[str]
    classes: rx.Var[dict[str, str]]


class SlideContent(rx.Component):
    """Content of a slide that is made when somebody uses the carousel, unless `shown` is true."""

    library = rx.asset("carousel.jsx", shared=True).importable_path
    tag = "SlideContent"

    shown: rx.Var[bool]


def carousel(
    *slides,
    label: str,
    speed: int = 25,
    autoplay_ms: int = 0,
    track_class: str = "flex",
    viewport_class: str = "",
    controls_class: str = _CONTROLS,
) -> rx.Component:
    """Carousel.

    Args:
        slides: elements that set their own width (`shrink-0 basis-full`), or a foreach over them.
        label: accessible name.
        speed: embla's duration; 25 is about 400 ms, 30 about 500 ms.
        autoplay_ms: time between slides; 0 turns autoplay off and shows a dot for each slide.
        track_class: classes of the row of slides.
        viewport_class: classes of the visible frame.
    """
    return Carousel.create(
        *slides,
        label=label,
        words={
            "previous": t("Previous slide"),
            "next": t("Next slide"),
            "slide": t("Slide"),
            "pause": t("Pause"),
            "play": t("Play"),
        },
        speed=speed,
        autoplay=autoplay_ms,
        track_class=track_class,
        classes=_CLASSES | {"controls": controls_class, "viewport": f"relative overflow-hidden {viewport_class}"},
    )


def slide(*children, class_name: str = "basis-full") -> rx.Component:
    """Slide; `class_name` sets its share of the row."""
    return rx.el.div(*children, role="group", aria_roledescription="slide", class_name=f"slide {class_name}".rstrip())
