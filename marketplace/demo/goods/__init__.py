"""What is on offer in the demo: shelves with their fields, and the wares on them with believable words and prices."""

from marketplace.demo.goods import devices, farm, feasts, hobbies, home, kids, property, style, vehicles, work
from marketplace.demo.goods.shelves import Blank, Shelf, Ware

SHELVES: tuple[Shelf, ...] = (
    *vehicles.SHELVES,
    *property.SHELVES,
    *devices.SHELVES,
    *home.SHELVES,
    *style.SHELVES,
    *kids.SHELVES,
    *hobbies.SHELVES,
    *work.SHELVES,
    *farm.SHELVES,
    *feasts.SHELVES,
)

__all__ = ["SHELVES", "Blank", "Shelf", "Ware"]
