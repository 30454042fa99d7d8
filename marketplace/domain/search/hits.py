"""What a search finds, as places in segments: in any order, and only as many made numbers of as are wanted."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray
from pyroaring import BitMap

from marketplace.domain.search import ranges
from marketplace.domain.search.engines import Segment
from marketplace.domain.search.live import NO_PRICE_DOWN, NO_PRICE_UP
from marketplace.domain.search.schemas import SearchQuery, Sort

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The hits in one segment.

    Attributes:
        places: of all of them.
        tiers: places of those that come before others by relevance, the best tier first; an ad may be in several.
    """

    segment: Segment
    places: BitMap
    tiers: Sequence[BitMap] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """All that a search finds.

    Attributes:
        parts: by rising numbers, each part's behind the one's before.
        changed: those that are in no segment as they are now; their numbers may be between any others.
    """

    parts: Sequence[Part]
    changed: Part

    def __len__(self) -> int:
        return sum(len(part.places) for part in self._all())

    def numbers(self) -> tuple[int, ...]:
        """All numbers, in no order."""
        return tuple(np.concatenate([part.segment.numbers[_array(part.places)] for part in self._all()]).tolist())

    def foremost(self, most: int) -> tuple[int, ...]:
        """The first by tiers, within each the newest, and after these the newest of all."""
        found: dict[int, None] = {}
        for tier in range(len(self.changed.tiers)):
            if len(found) < most:
                in_tier = [Part(part.segment, part.places & part.tiers[tier]) for part in self._all()]
                found |= dict.fromkeys(Hits(in_tier[:-1], in_tier[-1]).newest(most, but=found))
        if len(found) < most:
            found |= dict.fromkeys(self.newest(most, but=found))
        return tuple(found)[:most]

    def newest(
        self, most: int | None = None, *, before: int | None = None, but: Collection[int] = frozenset()
    ) -> list[int]:
        """The highest numbers, falling.

        Args:
            before: only lower ones than this.
            but: without these.
        """
        enough = None if most is None else most + len(but)
        found: list[Numbers] = []
        missing = enough
        for part in reversed(self.parts):
            if missing is not None and missing <= 0:
                break
            own = _last(part, enough if missing is None else missing, before)
            missing = missing and missing - len(own)
            found.append(own)
        found.append(_last(self.changed, enough, before))
        falling = np.sort(np.concatenate(found))[::-1].tolist()
        return [number for number in falling if number not in but][:most]

    def ordered(
        self, query: SearchQuery, sort: Sort, offset: int, limit: int | None, after: sa.RowMapping | None
    ) -> list[int]:
        """A page by price or distance, as `queries.ordered` has it, or behind a listing, as `queries.following` has."""
        if sort is Sort.NEWEST:
            last = after["number"] if after else None
            return self.newest(None if limit is None else offset + limit, before=last)[offset:]
        numbers = self._column("numbers")
        if sort is Sort.DISTANCE:
            keys = ranges.distances(query, self._column("latitudes"), self._column("longitudes"))
            # Those without a place come last.
            keys, ties = np.nan_to_num(keys, nan=np.inf), -numbers
        else:
            keys, ties = self._column("prices"), numbers
            if sort is Sort.PRICE_DOWN:
                keys = np.where(keys == NO_PRICE_UP, NO_PRICE_DOWN, -keys)
        if after:
            behind = _behind(query, sort, keys, ties, after)
            keys, ties = keys[behind], ties[behind]
        if limit is not None and offset + limit < len(keys):
            # What can't be among the first is not sorted.
            low = keys <= np.partition(keys, offset + limit - 1)[offset + limit - 1]
            keys, ties = keys[low], ties[low]
        chosen = ties[np.lexsort((ties, keys))][offset : None if limit is None else offset + limit]
        return np.abs(chosen).tolist()

    def tally(self, kind: str) -> Counter[str]:
        """How often each value of one of KINDS is there."""
        found: Counter[str] = Counter()
        for part in self._all():
            values, codes = part.segment.kinds[kind]
            many = np.bincount(codes[_array(part.places)], minlength=len(values))
            at = np.flatnonzero(many)
            found.update(dict(zip(values[at].tolist(), many[at].tolist(), strict=True)))
        return found

    def reached(self, column: str, edges: Sequence[int]) -> Counter[int | None]:
        """How many have reached each number of rising edges, by price or by number; None is that of ads without a price."""
        values = self._column(column)
        none = values == NO_PRICE_UP
        many = np.bincount(np.searchsorted(edges, values[~none], side="right"))
        found: Counter[int | None] = Counter({at: number for at, number in enumerate(many.tolist()) if number})
        found[None] += int(none.sum())
        return +found

    def _all(self) -> Iterator[Part]:
        yield from self.parts
        yield self.changed

    def _column(self, name: str) -> NDArray[Any]:
        return np.concatenate([getattr(part.segment, name)[_array(part.places)] for part in self._all()])


def _behind(
    query: SearchQuery, sort: Sort, keys: NDArray[Any], ties: Numbers, after: sa.RowMapping
) -> NDArray[np.bool_]:
    number = after["number"]
    if sort is not Sort.DISTANCE:
        last = after["price_up"] if sort is Sort.PRICE_UP else after["price_down"]
        return (keys > last) | ((keys == last) & (ties > number))
    away = ranges.distance_of(query, dict(after))
    last = np.inf if away is None else away
    # The same arithmetic gave both, but elsewhere: the last digit may differ.
    return (keys > last + ranges.SAME) | ((keys >= last - ranges.SAME) & (ties > -number))


def _array(places: BitMap) -> NDArray[np.uint32]:
    return np.frombuffer(places.to_array(), np.uint32)


def _last(part: Part, most: int | None, before: int | None) -> Numbers:
    """The highest numbers of a part, rising."""
    numbers = part.segment.numbers[_array(part.places)]
    if before is not None:
        numbers = numbers[: np.searchsorted(numbers, before)]
    return numbers if most is None else numbers[len(numbers) - min(most, len(numbers)) :]
