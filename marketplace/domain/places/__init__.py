"""Places: reverse geocoding, area maps and town suggestions."""

from marketplace.domain.places.area import draw_area
from marketplace.domain.places.schemas import AreaMap, Place, PlaceNames, TownMark, TownNearby
from marketplace.domain.places.service import (
    FORMER_NAMES,
    find_home,
    find_town,
    largest_towns,
    list_between,
    locate,
    round_to_map,
    suggest,
)
