"""Chips and links that add or remove filters."""

from collections.abc import Iterable

from marketplace.domain.search import Chip, ChosenFilter, SearchPage
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


def without_words(found: SearchPage, address: Address, *, kind: str) -> str:
    """Return the URL without the keyword's words for this kind of filter; empty if there are none."""
    if kind not in (chip.kind for chip in found.chips):
        return ""
    others = (chip.words for chip in found.chips if chip.kind != kind)
    return address.with_params(keyword=" ".join(filter(None, (found.understood.keyword, *others))))


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
