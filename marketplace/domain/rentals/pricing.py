"""What dates cost: the cheapest mix of the seller's units that covers them."""

import math
from collections.abc import Mapping, Sequence

from marketplace.domain.rentals.schemas import QuotePart

# A month of rent is 30 days, as sellers reckon it.
HOURS = {"month": 720, "week": 168, "day": 24, "hour": 1}


def price_parts(minutes: int, prices: Mapping[str, int | None]) -> tuple[QuotePart, ...]:
    """How many of which unit cover the minutes for the least money; empty when no unit has a price.

    Args:
        prices: paise by hour, day, week and month.
    """
    units = [(unit, price) for unit in HOURS if (price := prices.get(unit)) is not None]
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
    """Paise of all parts."""
    return sum(part.count * part.each_paise for part in parts)


def _cheapest(hours: int, units: list[tuple[str, int]]) -> list[int]:
    # Of each unit, largest first: none, as many as fit, or one more than fit; the smaller ones fill the rest.
    (unit, _), rest = units[0], units[1:]
    fit, left = divmod(hours, HOURS[unit])
    more = [fit + (left > 0), *[0] * len(rest)]
    if not rest:
        return more
    options = [more, [0, *_cheapest(hours, rest)]]
    if left:
        options.append([fit, *_cheapest(left, rest)])
    return min(options, key=lambda counts: sum(c * price for c, (_, price) in zip(counts, units, strict=True)))
