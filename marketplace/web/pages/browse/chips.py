"""What narrows a list, each as a chip that takes it back."""

from collections.abc import Iterable

from marketplace.domain.search import Chip, ChosenFilter, SearchPage
from marketplace.domain.search.understanding import leave_out
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


def without(chips: Iterable[Chip], address: Address, *, kind: str) -> str:
    """The list without the words that were read as this kind of filter; empty where none were."""
    of_kind = [chip for chip in chips if chip.kind == kind]
    if not of_kind:
        return ""
    keyword = of_kind[0].rest
    for chip in of_kind[1:]:
        keyword = leave_out(keyword, chip.words)
    return address.having(keyword=keyword)


def applied(found: Iterable[ChosenFilter], address: Address) -> list[Choice]:
    """The filters that stand in the address."""
    return [
        Choice(label=chosen.text, href=address.having(**dict.fromkeys(chosen.params, "")), chosen=True)
        for chosen in found
    ]


def radii(found: SearchPage, address: Address) -> tuple[Choice, ...]:
    """How far around the place the ads may be; none without a place."""
    if not found.has_place:
        return ()
    own = address.params.get("radiusKm", "")
    offered = [
        Choice(
            label=t("Within {km} km", km=km),
            href=address.having(radiusKm="" if own and found.radius_km == km else str(km)),
            chosen=found.radius_km == km,
        )
        for km in RADII
    ]
    if any(chip.kind == "near" for chip in found.chips):
        # What is near is never at any distance.
        return tuple(offered)
    return (*offered, Choice(label=t("Any distance"), href=address.having(radiusKm=""), chosen=found.radius_km is None))
