"""Map on which a pin is placed."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.places import AreaMap
from marketplace.i18n.texts import t
from marketplace.web.components.area_map import area_map
from marketplace.web.components.icon import icon


class PinMap(rx.Component):
    """Wrapper of `pin_map.jsx`."""

    library = rx.asset("pin_map.jsx", shared=True).importable_path
    tag = "PinMap"

    latitude: rx.Var[str]
    longitude: rx.Var[str]
    center: rx.Var[list[float]]
    scale_km: rx.Var[int]
    scale: rx.Var[float]
    label: rx.Var[str]
    pin_class: rx.Var[str]
    on_move: rx.EventHandler[rx.event.passthrough_event_spec(str, str)]


def pin_map(area: ObjectVar[AreaMap], *, latitude, longitude, on_move) -> rx.Component:
    """Map with a pin that is moved by a click, by dragging, or with the arrow keys.

    Args:
        area: the map; it is centred on the pin after each move.
        latitude, longitude: degrees as text; empty for no pin.
        on_move: called with the new latitude and longitude.
    """
    return PinMap.create(
        area_map(area, label=t("Map of the surroundings")),
        rx.el.span(icon("map-pin", size=36, class_name="fill-accent stroke-raised")),
        latitude=latitude,
        longitude=longitude,
        center=rx.Var.create([area.latitude, area.longitude]),
        scale_km=area.scale_km,
        scale=area.scale,
        label=t("Pin: move it with the arrow keys"),
        pin_class="absolute -ml-[22px] -mt-[42px] flex size-11 cursor-grab touch-none items-end justify-center rounded-full "
        "active:cursor-grabbing",
        on_move=on_move,
        class_name="relative cursor-crosshair select-none overflow-hidden rounded-box",
    )
