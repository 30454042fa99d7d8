"""About where an ad is and about what it costs, as tokens: so the text index leaves out at once most of what is too far or
too dear, and an exact condition sees little else.
"""

import math
from collections.abc import Sequence

from marketplace.domain.search import ranges
from marketplace.domain.search.schemas import SearchQuery
from marketplace.domain.search.terms import filter_token

# Cells of a tenth of a degree and of a whole one.
_CELLS = (("g", 10), ("h", 1))
# Of more cells, or of more bands of prices, too much of the country is named to leave much out.
_MOST_CELLS, _MOST_BANDS = 36, 60
# Each reaches up to 1.41 times the price it begins with.
_PER_OCTAVE = 2
# Of narrower steps there are too many, in wider ones too much is sorted for a page.
_AT_ONCE = 2
_LAST = 63 * _PER_OCTAVE
NO_PRICE = filter_token("r", "x")


def tokens(latitude: float | None, longitude: float | None, price_paise: int | None) -> list[str]:
    """What an ad is found by; nothing for a place that it doesn't tell."""
    found = [NO_PRICE if price_paise is None else band_token(band(price_paise))]
    if latitude is not None and longitude is not None:
        for kind, steps in _CELLS:
            found.append(_cell_token(kind, _step(latitude, steps), _step(longitude, steps)))
    return found


def within(query: SearchQuery) -> tuple[tuple[str, ...], ...]:
    """Sets of tokens, of each of which every ad that the query finds has one."""
    found = []
    if near := cells(query):
        found.append(near)
    if query.min_price is not None or query.max_price is not None:
        low, high = ranges.ends(query)
        bands = tuple(map(band_token, range(band(low), band(high) + 1)))
        if len(bands) <= _MOST_BANDS:
            # A range that ends before it begins finds nothing, which the exact condition says as well.
            found.append(bands or (NO_PRICE,))
    return tuple(found)


def cells(query: SearchQuery) -> tuple[str, ...]:
    """A set of tokens, one of which every ad within the query's radius has; none where that is too large a part."""
    box = ranges.box(query)
    return () if box is None else _cells(box)


def band(price_paise: int) -> int:
    """The band that a price is in; it rises with the price."""
    return min(int(_PER_OCTAVE * math.log2(price_paise + 1)), _LAST)


def band_token(number: int) -> str:
    """The token of a band."""
    return filter_token("r", str(number))


def _cells(box: tuple[float, float, float, float]) -> tuple[str, ...]:
    south, north, west, east = box
    for kind, steps in _CELLS:
        rows = range(_step(south, steps), _step(north, steps) + 1)
        columns = range(_step(west, steps), _step(east, steps) + 1)
        if len(rows) * len(columns) <= _MOST_CELLS:
            return tuple(_cell_token(kind, row, column) for row in rows for column in columns)
    return ()


def _cell_token(kind: str, row: int, column: int) -> str:
    return filter_token(kind, f"{row}x{column}")


def _step(degrees: float, steps: int) -> int:
    # From far enough west and south that no step is negative.
    return math.floor((degrees + 720) * steps)


def by_price(cheapest: int, dearest: int, *, falling: bool, priced: bool = False) -> list[Sequence[str]]:
    """Sets of tokens that, one after the other, hold ads at ever higher (or lower) prices; those without one come last.

    Args:
        priced: a price is asked for, which those without one don't have.
    """
    numbers = list(range(band(cheapest), band(dearest) + 1))
    if falling:
        numbers.reverse()
    return [
        *(tuple(map(band_token, numbers[at : at + _AT_ONCE])) for at in range(0, len(numbers), _AT_ONCE)),
        *([] if priced else [(NO_PRICE,)]),
    ]
