"""SVG drawing of the area of an ad. It needs no map server."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.places import AreaMap, TownMark
from marketplace.i18n.texts import t

# Positions of the grid lines, in percent.
_ACROSS = (12.5, 25, 37.5, 50, 62.5, 75, 87.5)
_DOWN = (20, 40, 60, 80)
_PERCENT = "%"


def _percent(number) -> rx.Var:
    return number.to_string() + _PERCENT


def _built(town: ObjectVar[TownMark]) -> rx.Component:
    return rx.el.circle(cx=_percent(town.x), cy=_percent(town.y), r=_percent(town.reach), class_name="fill-ink/8")


def _name(town: ObjectVar[TownMark]) -> rx.Component:
    return rx.el.g(
        rx.el.circle(cx=_percent(town.x), cy=_percent(town.y), r="2.5", class_name="fill-muted"),
        _label(town.name, _percent(town.name_x), _percent(town.name_y), "fill-ink font-medium"),
    )


def _label(words: rx.Var[str], x, y, look: str) -> rx.Component:
    return rx.el.text(
        words,
        x=x,
        y=y,
        custom_attrs={"textAnchor": "middle", "paintOrder": "stroke"},
        class_name=f"stroke-sunken stroke-3 text-xs {look}",
    )


def area_map(area: ObjectVar[AreaMap], *, label) -> rx.Component:
    """Drawing of the surrounding towns with a circle for the approximate area of the ad, described by `label` for screen readers."""
    grid = "stroke-line"
    return rx.el.svg(
        *[rx.el.line(x1=f"{x}%", y1="0", x2=f"{x}%", y2="100%", class_name=grid) for x in _ACROSS],
        *[rx.el.line(x1="0", y1=f"{y}%", x2="100%", y2=f"{y}%", class_name=grid) for y in _DOWN],
        rx.foreach(area.towns, _built),
        rx.el.circle(cx="50%", cy="50%", r=_percent(area.reach), class_name="fill-accent/25 stroke-accent stroke-2"),
        rx.el.circle(cx="50%", cy="50%", r="4", class_name="fill-accent"),
        rx.foreach(area.towns, _name),
        _label(area.name, "50%", _percent(area.name_y), "fill-accent font-bold"),
        rx.el.rect(x="12", y="94%", width=_percent(area.scale), height="3", rx="1.5", class_name="fill-ink"),
        rx.el.text(
            area.scale_km.to_string() + " " + t("km"),
            x="12",
            y="92%",
            custom_attrs={"paintOrder": "stroke"},
            class_name="fill-ink stroke-sunken stroke-3 text-xs font-medium",
        ),
        role="img",
        custom_attrs={"aria-label": label},
        class_name="aspect-[8/5] w-full rounded-box border border-line bg-sunken",
    )
