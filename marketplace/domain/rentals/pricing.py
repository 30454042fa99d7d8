"""Prices dates with the cheapest mix of the seller's units."""

import math
from collections.abc import Mapping, Sequence

from marketplace.domain.price_units import HOURS
from marketplace.domain.rentals.schemas import QuotePart
from marketplace.models import PriceUnit


def price_parts(minutes: int, prices: Mapping[PriceUnit, int | None]) -> tuple[QuotePart, ...]:
    """Return the cheapest combination of units that covers the minutes; empty if no unit has a price.

    Args:
        prices: paise by unit.
    """
    longest_first = sorted(HOURS, key=lambda unit: -HOURS[unit])
    units = [(unit, price) for unit in longest_first if (price := prices.get(unit)) is not None]
    if not units:
        return ()
    hours = max(1, math.ceil(minutes / 60))
    counts = _cheapest(hours, units)
    return tuple(
        QuotePart(unit=unit, count=count, each_paise=price)
        for (unit, price), count in zip(units, counts, strict=True)
        if count
    )


def total(parts: Sequence[QuotePart]) -> int:
    """Sum of all parts in paise."""
    return sum(part.count * part.each_paise for part in parts)


def _cheapest(hours: int, units: list[tuple[PriceUnit, int]]) -> list[int]:
    # For each unit, largest first: try none, as many as fit, or one more; smaller units fill the rest.
    (unit, _), rest = units[0], units[1:]
    fit, left = divmod(hours, HOURS[unit])
    more = [fit + (left > 0), *[0] * len(rest)]
    if not rest:
        return more
    options = [more, [0, *_cheapest(hours, rest)]]
    if left:
        options.append([fit, *_cheapest(left, rest)])
    return min(options, key=lambda counts: sum(c * price for c, (_, price) in zip(counts, units, strict=True)))
