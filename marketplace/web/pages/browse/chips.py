"""Chips and links that add or remove filters."""

from collections.abc import Iterable

from marketplace.domain.search import Chip, ChosenFilter, SearchPage
from marketplace.domain.search.understanding import remove_words
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web.pages.browse.address import Address

RADII = (2, 5, 10, 25, 50, 100)


class FilterLink(View):
    """A link that applies a filter value, or removes it if it is chosen."""

    label: str
    count: str = ""
    href: str
    chosen: bool = False


def interpretation_chips(chips: Iterable[Chip], address: Address) -> list[FilterLink]:
    """Return a chip for each filter that was understood from the keyword."""
    return [
        FilterLink(
            label=chip.text,
            href=address.without_place(keyword=chip.rest)
            if chip.kind == "near"
            else address.with_params(keyword=chip.rest),
            chosen=True,
        )
        for chip in chips
    ]


def without_words(chips: Iterable[Chip], address: Address, *, kind: str) -> str:
    """Return the URL without the keyword's words for this kind of filter; empty if there are none."""
    of_kind = [chip for chip in chips if chip.kind == kind]
    if not of_kind:
        return ""
    keyword = of_kind[0].rest
    for chip in of_kind[1:]:
        keyword = remove_words(keyword, chip.words)
    return address.with_params(keyword=keyword)


def filter_chips(found: Iterable[ChosenFilter], address: Address) -> list[FilterLink]:
    """Return a chip for each filter of the URL."""
    return [
        FilterLink(label=chosen.text, href=address.with_params(**dict.fromkeys(chosen.params, "")), chosen=True)
        for chosen in found
    ]


def radius_links(found: SearchPage, address: Address) -> tuple[FilterLink, ...]:
    """Return the choices of the radius around the place; none without a place."""
    if found.understood.lat is None:
        return ()
    own = address.params.get("radiusKm", "")
    offered = [
        FilterLink(
            label=t("Within {km} km", km=km),
            href=address.with_params(radiusKm="" if own and found.understood.radius_km == km else str(km)),
            chosen=found.understood.radius_km == km,
        )
        for km in RADII
    ]
    if any(chip.kind == "near" for chip in found.chips):
        # "near" in the keyword needs a radius.
        return tuple(offered)
    return (
        *offered,
        FilterLink(
            label=t("Any distance"), href=address.with_params(radiusKm=""), chosen=found.understood.radius_km is None
        ),
    )
