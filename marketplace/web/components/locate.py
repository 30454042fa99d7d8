"""Get Current Location."""

import reflex as rx

from marketplace.texts import t
from marketplace.web.components.icon import icon


def _position(latitude: rx.Var[float], longitude: rx.Var[float]) -> tuple[rx.Var[float], rx.Var[float]]:
    return (latitude, longitude)


class Locate(rx.Component):
    """The compiled button."""

    library = rx.asset("locate.jsx", shared=True).importable_path
    tag = "Locate"

    words: rx.Var[dict[str, str]]
    on_found: rx.EventHandler[_position]
    on_problem: rx.EventHandler[rx.event.passthrough_event_spec(str)]


def locate_button(words: str = "", *, on_found, on_problem) -> rx.Component:
    """A button that asks the browser for its position.

    Args:
        words: on it; the spec's, when left out.
        on_found: called with latitude and longitude, degrees.
        on_problem: called with the spec's sentence.
    """
    return Locate.create(
        icon("locate-fixed", size=18),
        words or t("Get Current Location"),
        words={
            "unsupported": t("Geolocation is not supported by your browser."),
            "failed": t("Unable to retrieve your location."),
        },
        on_found=on_found,
        on_problem=on_problem,
        class_name="inline-flex h-11 items-center justify-center gap-2 self-start rounded-control border "
        "border-control bg-raised "
        "px-4 text-[0.9375rem] font-semibold hover:bg-sunken disabled:opacity-55",
    )
