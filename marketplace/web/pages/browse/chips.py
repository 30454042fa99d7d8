"""What narrows a list, each as a chip that takes it back."""

from collections.abc import Iterable

from marketplace.domain.search import Chip, ChosenFilter, SearchQuery
from marketplace.domain.search.understanding import NEAR_KM
from marketplace.domain.views import View
from marketplace.texts import t
from marketplace.web.pages.browse.address import Address

RADII = (2, 5, 10, 25, 50, 100)


class Choice(View):
    """One line of a filter; following `href` applies it, or takes it back where it is chosen."""

    label: str
    count: str = ""
    href: str
    chosen: bool = False


def understood(chips: Iterable[Chip], address: Address) -> list[Choice]:
    """What was read from the keyword's words."""
    return [
        Choice(
            label=chip.text,
            href=address.away(keyword=chip.rest) if chip.kind == "near" else address.having(keyword=chip.rest),
            chosen=True,
        )
        for chip in chips
    ]


def applied(found: Iterable[ChosenFilter], address: Address) -> list[Choice]:
    """The filters that stand in the address."""
    return [
        Choice(label=chosen.text, href=address.having(**dict.fromkeys(chosen.params, "")), chosen=True)
        for chosen in found
    ]


def radii(query: SearchQuery, address: Address, *, near: bool) -> tuple[Choice, ...]:
    """How far around the place the ads may be; none without a place.

    Args:
        near: whether the keyword says "near me", which is never any distance.
    """
    if query.lat is None:
        return ()
    radius = query.radius_km or (NEAR_KM if near else None)
    found = [
        Choice(
            label=t("Within {km} km", km=km),
            href=address.having(radiusKm="" if query.radius_km == km else str(km)),
            chosen=radius == km,
        )
        for km in RADII
    ]
    if near:
        return tuple(found)
    return (*found, Choice(label=t("Any distance"), href=address.having(radiusKm=""), chosen=radius is None))
