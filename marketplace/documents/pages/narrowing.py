"""What narrows a list, each as a link that takes it back; and the ways out of an empty one."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.documents import addresses
from marketplace.domain import search
from marketplace.domain.search import SearchPage, SearchQuery


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A list's address without its page.

    Attributes:
        params: all that it asks, the view among them.
        fixed: what the list itself decides.
    """

    path: str
    params: Mapping[str, str]
    fixed: Mapping[str, str]

    def without(self, *names: str, **changes: str) -> str:
        """The address with some parameters left out and others changed."""
        left = {name: value for name, value in self.params.items() if name not in names}
        return addresses.with_query(self.path, {**left, **changes})


def links(db: Session, found: SearchPage, query: SearchQuery, asked: Narrowed) -> dict[str, object]:
    """The chips of what was understood and chosen, the words that were mended, and the nearest that would be found."""
    near = any(chip.kind == "near" for chip in found.chips)
    understood = [
        (chip.text, asked.without(*(search.place_params(query) if chip.kind == "near" else ()), keyword=chip.rest))
        for chip in found.chips
    ]
    chosen = search.list_chosen(db, ANONYMOUS, query, asked.params, fixed=asked.fixed, near=near)
    return {
        "chips": [*understood, *((each.text, asked.without(*each.params)) for each in chosen)],
        "corrected": found.corrected,
        "literal": asked.without(literal="true"),
        "fallbacks": [(way.text, _way_out(asked, way)) for way in found.fallbacks],
        "prices": {"minPrice": search.price_text(found.min_price), "maxPrice": search.price_text(found.max_price)},
        "asks_place": near and not found.has_place,
    }


def _way_out(asked: Narrowed, way: search.Fallback) -> str:
    changes = {"keyword": way.keyword}
    if way.radius_km:
        changes["radiusKm"] = f"{way.radius_km:g}"
    if not asked.fixed.keys().isdisjoint(way.drop):
        # What the list itself decides is taken back in a search only.
        asked = Narrowed(addresses.listing("search"), {**asked.params, **asked.fixed}, {})
    return asked.without(*way.drop, **changes)
