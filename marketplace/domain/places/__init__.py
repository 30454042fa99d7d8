"""Where things are: names for coordinates, and suggestions while a town is typed."""

from marketplace.domain.places.schemas import Place, PlaceNames
from marketplace.domain.places.service import locate, suggest

__all__ = ["Place", "PlaceNames", "locate", "suggest"]
