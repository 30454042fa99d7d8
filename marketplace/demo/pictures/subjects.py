"""What can be photographed: each subject with the places that suit it and the details worth a closer look."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from marketplace.demo.pictures import (
    appliances,
    electronics,
    fashion,
    furniture,
    interiors,
    leisure,
    machines,
    occasions,
    outdoors,
    property,
    sport,
    vehicles,
)
from marketplace.demo.pictures.canvas import WIDTH, Canvas
from marketplace.demo.pictures.colours import PAINTS, Look

Draw = Callable[..., None]
NEUTRAL = ("#f1efe9", "#cfd6dc", "#3f464e", "#24466b", "#7d2e46")
RICH = ("#b3263f", "#7d2e46", "#1f7a8c", "#24466b", "#5c3a7a", "#0f6b5c", "#c8552d")


@dataclass(frozen=True, slots=True)
class Spot:
    """A backdrop, and where in it the thing stands and how large; no backdrop means the subject fills the picture."""

    backdrop: Draw | None = None
    x: float = 600
    y: float = 780
    size: float = 1.0


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of thing.

    Attributes:
        draw: draws it at the origin, in a paint.
        spots: where it is shown, the best first.
        details: closer looks: zoom, and the point (from the thing's origin, before its size) they are at.
        paints: colours it comes in.
        also: further drawings of the same thing, e.g. its front, with their spots.
    """

    draw: Draw
    spots: tuple[Spot, ...]
    details: tuple[tuple[float, float, float], ...] = ()
    paints: tuple[str, ...] = PAINTS
    also: tuple[tuple[Draw, Spot], ...] = ()


def _in(backdrop: Draw, y: float = 780, size: float = 1.05) -> Spot:
    return Spot(backdrop, 600, y, size)


def _car(kind: str) -> Subject:
    return Subject(
        partial(vehicles.car, kind=kind),
        (_in(outdoors.road, 792, 1.12), _in(outdoors.yard, 792, 1.12), _in(interiors.studio, 760, 1.1)),
        ((1.9, 230, -150), (1.8, -220, -180)),
        also=(
            (vehicles.car_front, _in(outdoors.yard, 800, 1.25)),
            (vehicles.cockpit, Spot(outdoors.road, 600, 600, 1.05)),
        ),
    )


def _room(draw: Draw) -> Subject:
    return Subject(draw, (Spot(),))


_HOME = ((property.living, Spot()), (property.bedroom, Spot()), (property.kitchen, Spot()))
_ROOM, _STUDIO, _TABLE = interiors.room, interiors.studio, interiors.tabletop
_YARD, _FIELD, _STAGE, _SHED = outdoors.yard, outdoors.field, interiors.stage, interiors.workshop

SUBJECTS: dict[str, Subject] = {
    "hatchback": _car("hatchback"),
    "sedan": _car("sedan"),
    "suv": _car("suv"),
    "scooter": Subject(
        vehicles.scooter,
        (_in(_YARD, 792, 1.2), _in(outdoors.road, 800, 1.2), _in(_STUDIO, 760, 1.15)),
        ((1.8, 170, -280), (1.8, -190, -170)),
    ),
    "motorcycle": Subject(
        vehicles.motorcycle,
        (_in(outdoors.road, 800, 1.2), _in(_YARD, 792, 1.2), _in(_STUDIO, 770, 1.15)),
        ((1.8, 150, -300), (1.9, 0, -170)),
    ),
    "bicycle": Subject(
        vehicles.bicycle,
        (_in(_YARD, 790, 1.2), _in(outdoors.road, 800, 1.2), _in(_STUDIO, 770, 1.1)),
        ((1.9, 190, -330), (1.9, -30, -140)),
    ),
    "sofa": Subject(furniture.sofa, (_in(_ROOM, 760, 1.1), _in(_STUDIO, 740)), ((1.9, -200, -190), (1.8, 180, -180))),
    "armchair": Subject(furniture.armchair, (_in(_ROOM, 770, 1.1), _in(_STUDIO, 750)), ((1.8, -60, -320),)),
    "bed": Subject(furniture.bed, (_in(_ROOM, 790, 1.02), _in(_STUDIO, 770, 0.98)), ((1.9, -200, -240),)),
    "dining": Subject(furniture.dining, (_in(_ROOM, 775, 1.02), _in(_STUDIO, 760, 0.98)), ((1.8, 20, -320),)),
    "wardrobe": Subject(furniture.wardrobe, (_in(_ROOM, 745), _in(_STUDIO, 740)), ((1.8, 100, -300),)),
    "desk": Subject(furniture.desk, (_in(_ROOM, 770), _in(_STUDIO, 755, 1.0)), ((1.8, 240, -360), (1.8, -110, -280))),
    "bookshelf": Subject(furniture.bookshelf, (_in(_ROOM, 745), _in(_STUDIO, 740)), ((1.9, 0, -400),)),
    "phone": Subject(
        electronics.phone, (_in(_TABLE, 780, 1.12), _in(_STUDIO, 770)), ((1.8, 110, -430), (1.8, -150, -430))
    ),
    "tablet": Subject(electronics.tablet, (_in(_TABLE, 780, 1.15), _in(_STUDIO, 760)), ((1.7, 330, -300),)),
    "smartwatch": Subject(electronics.smartwatch, (_in(_STUDIO, 740, 1.1), _in(_TABLE, 770, 1.1)), ((1.7, 0, -310),)),
    "laptop": Subject(
        electronics.laptop, (_in(_TABLE, 770, 1.12), _in(_STUDIO, 760)), ((1.8, 200, -300), (1.8, -150, -200))
    ),
    "console": Subject(electronics.console, (_in(_TABLE, 780, 1.15), _in(_STUDIO, 770)), ((1.8, -250, -100),)),
    "television": Subject(electronics.television, (_in(_ROOM, 760), _in(_STUDIO, 750, 1.0)), ((1.7, 160, -360),)),
    "headphones": Subject(
        electronics.headphones, (_in(_STUDIO, 760, 1.2), _in(_TABLE, 790, 1.15)), ((1.8, -180, -250),)
    ),
    "speaker": Subject(electronics.speaker, (_in(_TABLE, 780, 1.15), _in(_ROOM, 760)), ((1.9, -280, -230),)),
    "camera": Subject(electronics.camera, (_in(_TABLE, 780, 1.2), _in(_STUDIO, 760, 1.2)), ((1.8, 30, -190),)),
    "fridge": Subject(
        appliances.fridge, (_in(interiors.kitchen, 790, 1.1), _in(_STUDIO, 760)), ((1.8, 60, -430),), NEUTRAL
    ),
    "washer": Subject(
        appliances.washer, (_in(interiors.kitchen, 790, 1.1), _in(_STUDIO, 760, 1.1)), ((1.8, -10, -240),)
    ),
    "airconditioner": Subject(
        appliances.airconditioner, (_in(_ROOM, 330, 0.95), _in(_STUDIO, 400, 1.1)), ((1.6, 120, 0),)
    ),
    "fan": Subject(appliances.fan, (_in(_ROOM, 780, 1.05), _in(_STUDIO, 770)), ((1.7, 0, -430),)),
    "microwave": Subject(
        appliances.microwave, (_in(interiors.kitchen, 770), _in(_STUDIO, 750, 1.1)), ((1.8, 170, -220),), NEUTRAL
    ),
    "mixer": Subject(appliances.mixer, (_in(interiors.kitchen, 770), _in(_STUDIO, 760)), ((1.7, -140, -220),)),
    "purifier": Subject(
        appliances.purifier, (_in(interiors.kitchen, 780), _in(_STUDIO, 760, 1.1)), ((1.8, -40, -180),)
    ),
    "flat": Subject(property.apartments, (_in(property.street, 756, 0.95),), ((1.8, 150, -380),), also=_HOME),
    "villa": Subject(property.villa, (_in(property.street, 756, 1.0),), ((1.8, -120, -170),), also=_HOME),
    "livingroom": _room(property.living),
    "bedroom": _room(property.bedroom),
    "office": Subject(property.office, (Spot(),), ((1.7, 600, 640), (1.7, 300, 300))),
    "shop": Subject(property.shop, (_in(property.street, 756, 0.95),), ((1.8, -200, -200),)),
    "warehouse": Subject(property.warehouse, (Spot(),), ((1.6, 300, 560),)),
    "plot": Subject(property.plot, (_in(_FIELD, 640, 1.2),), ((1.7, 0, -150),)),
    "lehenga": Subject(
        fashion.lehenga, (_in(_STUDIO, 790, 1.12), _in(_ROOM, 800, 1.08)), ((1.8, 10, -450), (1.8, -60, -160)), RICH
    ),
    "sherwani": Subject(
        fashion.sherwani, (_in(_STUDIO, 790, 1.12), _in(_ROOM, 800, 1.08)), ((1.8, 0, -440),), (*RICH, "#f1efe9")
    ),
    "sarees": Subject(fashion.sarees, (_in(_TABLE, 780, 1.25), _in(_STUDIO, 760, 1.2)), ((1.8, 120, -260),), RICH),
    "kurtas": Subject(fashion.kurtas, (_in(_ROOM, 780, 1.05), _in(_STUDIO, 770)), ((1.7, -150, -440),)),
    "watch": Subject(fashion.watch, (_in(_STUDIO, 770, 1.2), _in(_TABLE, 790, 1.2)), ((1.7, 0, -310),)),
    "jewellery": Subject(fashion.jewellery, (_in(_STUDIO, 780, 1.15), _in(_TABLE, 790, 1.15)), ((1.8, 0, -200),), RICH),
    "handbag": Subject(fashion.handbag, (_in(_STUDIO, 760, 1.2), _in(_TABLE, 790, 1.15)), ((1.8, 60, -200),)),
    "shoes": Subject(fashion.shoes, (_in(_STUDIO, 760, 1.3), _in(_TABLE, 790, 1.25)), ((1.8, 150, -120),)),
    "books": Subject(leisure.books, (_in(_TABLE, 780, 1.2), _in(_STUDIO, 770, 1.15)), ((1.8, -110, -260),)),
    "easel": Subject(leisure.easel, (_in(_ROOM, 790), _in(_STUDIO, 790)), ((1.7, 0, -400),)),
    "guitar": Subject(leisure.guitar, (_in(_ROOM, 800, 1.0), _in(_STAGE, 810, 1.0)), ((1.9, -10, -180),)),
    "tabla": Subject(leisure.tabla, (_in(_STAGE, 800, 1.2), _in(_STUDIO, 770, 1.15)), ((1.8, -190, -230),)),
    "keyboard": Subject(leisure.keyboard, (_in(_STAGE, 800, 1.08), _in(_ROOM, 780)), ((1.8, -200, -280),)),
    "drums": Subject(leisure.drums, (_in(_STAGE, 805, 1.1), _in(_STUDIO, 790)), ((1.7, 0, -250),)),
    "cricket": Subject(sport.cricket, (_in(_YARD, 800, 1.0), _in(_STUDIO, 790)), ((1.8, 40, -150),)),
    "football": Subject(sport.football, (_in(_YARD, 790), _in(_STUDIO, 780)), ((1.7, 170, -200),)),
    "gym": Subject(sport.gym, (_in(_STUDIO, 770, 1.2), _in(_ROOM, 780, 1.1)), ((1.8, -20, -130),)),
    "treadmill": Subject(sport.treadmill, (_in(_ROOM, 785, 1.15), _in(_STUDIO, 770, 1.1)), ((1.8, 230, -440),)),
    "drill": Subject(machines.drill, (_in(_SHED, 790, 1.25), _in(_STUDIO, 770, 1.15)), ((1.8, -150, -280),)),
    "toolbox": Subject(machines.toolbox, (_in(_SHED, 790, 1.25), _in(_STUDIO, 770, 1.15)), ((1.8, 0, -320),)),
    "sewing": Subject(machines.sewing, (_in(_TABLE, 790, 1.15), _in(_SHED, 790, 1.15)), ((1.8, -220, -260),)),
    "generator": Subject(machines.generator, (_in(_YARD, 790, 1.2), _in(_SHED, 790, 1.2)), ((1.8, 140, -190),)),
    "excavator": Subject(machines.excavator, (_in(_FIELD, 790, 1.15), _in(_YARD, 800, 1.1)), ((1.7, 30, -280),)),
    "cement": Subject(occasions.cement, (_in(_YARD, 790, 1.15), _in(_FIELD, 780, 1.15)), ((1.7, -200, -150),)),
    "tractor": Subject(
        machines.tractor, (_in(_FIELD, 790, 1.15), _in(_YARD, 795, 1.12)), ((1.8, 200, -230), (1.8, -170, -220))
    ),
    "tiller": Subject(machines.tiller, (_in(_FIELD, 790, 1.25), _in(_YARD, 795, 1.2)), ((1.7, 80, -220),)),
    "pots": Subject(occasions.pots, (_in(_YARD, 785, 1.1), _in(_STUDIO, 770)), ((1.8, 0, -150),)),
    "mandap": Subject(occasions.mandap, (_in(_STAGE, 800, 1.1), _in(_YARD, 800, 1.05)), ((1.7, 0, -250),), RICH),
    "chairs": Subject(occasions.chairs, (_in(_STAGE, 805, 1.15), _in(_YARD, 800, 1.1)), ((1.8, 0, -300),)),
    "sound": Subject(occasions.sound, (_in(_STAGE, 805, 1.12), _in(_STUDIO, 790)), ((1.8, 0, -220),)),
    "projector": Subject(occasions.projector, (_in(_STUDIO, 790, 1.05), _in(_TABLE, 800, 1.05)), ((1.8, 0, -130),)),
    "stroller": Subject(occasions.stroller, (_in(_YARD, 795, 1.25), _in(_STUDIO, 770, 1.2)), ((1.7, -100, -380),)),
    "cot": Subject(occasions.cot, (_in(_ROOM, 780, 1.05), _in(_STUDIO, 775)), ((1.7, 60, -220),)),
    "blocks": Subject(occasions.blocks, (_in(_STUDIO, 765, 1.2), _in(_ROOM, 780, 1.15)), ((1.7, -20, -170),)),
}


def place(seed: str, looks: tuple[Look, Look], draw: Draw, spot: Spot, paint: str, *, flip: bool) -> Canvas:
    """Draw a thing in its place.

    Args:
        seed: the same seed makes the same thing in the same place.
        looks: of the place, and of the thing, which keeps its own wherever it stands.
    """
    there, own = looks
    canvas = Canvas()
    if spot.backdrop is None:
        with canvas.at(WIDTH if flip else 0, 0, flip=flip):
            draw(canvas, Random(seed), own, paint)
        return canvas
    spot.backdrop(canvas, Random(f"{seed} in {spot.y} {spot.size}"), there)
    with canvas.at(spot.x, spot.y, spot.size, flip=flip):
        draw(canvas, Random(seed), own, paint)
    return canvas
