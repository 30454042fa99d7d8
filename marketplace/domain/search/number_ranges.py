"""Divides the prices and numbers of ads into ranges with round limits, and about as many ads in each."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from marketplace.domain.listings.rows import NO_PRICE_UP

# Lowest and highest number, and how many ads are between, both included.
Range = tuple[float, float, int]
_MOST_RANGES = 5


def extent(field: str) -> dict[str, Any]:
    """Aggregate the lowest and the highest value of a field, without the sort key of ads without a price."""
    stats = {"values": {"stats": {"field": field}}}
    return {"range": {"field": field, "ranges": [{"to": NO_PRICE_UP}]}, "aggs": stats}


def choose_limits(extents: Iterable[Any], to_index: Callable[[float], float]) -> dict[float, float]:
    """Choose limits that ranges may have: some at equal distances, as for years, and some of every size, as for prices.

    Args:
        extents: answers to `extent`.
        to_index: converts a number to the index's value.

    Returns:
        The limits in order, by their values in the index; the first is below all values. Empty if there are no values.
    """
    stats = (bucket["values"] for answer in extents for bucket in answer["buckets"][:1])
    found = [each for each in stats if each["count"]]
    if not found:
        return {}
    # How much 1 is in the index. Converting a large number first avoids the rounding of amounts.
    one = to_index(1e9) / 1e9
    least, most = min(each["min"] for each in found) / one, max(each["max"] for each in found) / one
    # Twice as many limits as ranges, so that the ranges can hold about as many ads each.
    fine = (most - least) / _MOST_RANGES / 2 or 1
    power = 10 ** math.floor(math.log10(fine))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= fine)
    even = (at * step for at in range(math.floor(least / step) - 1, math.ceil(most / step) + 2))
    sizes = (times * 10**power for power in range(len(f"{most:.0f}")) for times in (1, 2, 2.5, 5))
    limits = sorted(round(limit, 6) for limit in (*even, *(size for size in sizes if least < size < most)))
    return {to_index(limit): limit for limit in limits}


def at_limits(field: str, limits: Iterable[float]) -> dict[str, Any]:
    """Count the ads at each limit, and those between it and the next one.

    A filter includes both limits, and ranges of the index only the lower one, so each limit is a range of its own.
    """
    edges = [edge for it in limits for edge in (it, it + 1 if isinstance(it, int) else math.nextafter(it, math.inf))]
    ranges = [{"from": low, "to": high, "key": str(at)} for at, (low, high) in enumerate(pairwise(edges))]
    return {"range": {"field": field, "ranges": ranges}}


def divide(limits: Sequence[float], counts: Mapping[str, int]) -> list[Range]:
    """Divide the ads into up to five ranges, none of them empty.

    Args:
        limits: in order.
        counts: answers to `at_limits`.
    """
    numbers = [counts.get(str(at), 0) for at in range(2 * len(limits) - 1)]
    total, seen = sum(numbers), 0
    shares: dict[int, list[int]] = defaultdict(list)
    for at in range(1, len(limits)):
        if number := numbers[2 * at - 1] + numbers[2 * at]:
            shares[int((seen + number / 2) / total * _MOST_RANGES)].append(at)
            seen += number
    ranges: list[Range] = []
    for own in shares.values():
        # A range without ads right above its lower limit begins with the next one.
        low, high = own[0] - bool(numbers[2 * own[0] - 1]), own[-1]
        ranges.append((limits[low], limits[high], sum(numbers[2 * low : 2 * high + 1])))
    return ranges
