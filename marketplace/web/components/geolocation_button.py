"""Button that asks the browser for its position."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.icon import icon


def _position(latitude: rx.Var[float], longitude: rx.Var[float]) -> tuple[rx.Var[float], rx.Var[float]]:
    return (latitude, longitude)


class GeolocationButton(rx.Component):
    """Wrapper of `geolocation_button.jsx`."""

    library = rx.asset("geolocation_button.jsx", shared=True).importable_path
    tag = "GeolocationButton"

    words: rx.Var[dict[str, str]]
    on_found: rx.EventHandler[_position]
    on_problem: rx.EventHandler[rx.event.passthrough_event_spec(str)]


def geolocation_button(words: str = "", *, on_found, on_problem) -> rx.Component:
    """Button that asks the browser for its position.

    Args:
        words: label; "Get Current Location" (spec 2.4) if empty.
        on_found: called with latitude and longitude in degrees.
        on_problem: called with the error message (spec 8.3).
    """
    return GeolocationButton.create(
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
