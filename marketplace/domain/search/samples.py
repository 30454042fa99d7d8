"""Of which ads facets are counted."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sa

from marketplace.domain.search import counting, few
from marketplace.domain.search.engines import Engine, Slots, tallied
from marketplace.domain.search.live import listings
from marketplace.domain.search.queries import Plan, matching, newest
from marketplace.settings import get_settings

# Of more than can be counted exactly, so many of the newest stand for all.
_MOST = 500


@dataclass
class Sample:
    """The ads that are counted: all that a plan finds where that can be exact, else the newest, as the rest is likely to be
    divided alike.

    Attributes:
        total: how many the plan finds, where that is known; counted no further than one beyond what is exact.
    """

    connection: sa.Connection
    engine: Engine
    plan: Plan
    total: int | None = None
    # Not `cached_property`: on Python 3.11 all instances share its lock, and one count would wait for all others.
    _newest: list[int] | None = field(default=None, init=False, repr=False)

    @classmethod
    def of(cls, connection: sa.Connection, engine: Engine, plan: Plan) -> "Sample":
        """Of a plan that was not asked yet, whose order nobody wants."""
        most = get_settings().exact_total_limit
        known = few.find(connection, engine, replace(plan, named=None), most, all_of_it=True)
        return cls(connection, engine, known, known.total)

    @property
    def exact(self) -> bool:
        """Whether these are all there are."""
        most = get_settings().exact_total_limit
        if self.total is None:
            self.total = counting.count(self.connection, self.engine, self.plan, most)
        return self.total <= most

    @property
    def is_shelf(self) -> bool:
        """Whether these are all ads of a category or subcategory, where that is exact."""
        query = self.plan.query
        is_set = bool(query.category_id or query.subcategory_id)
        return is_set and not self.plan.terms and query.is_narrowed_only_by("category_id", "subcategory_id")

    @property
    def depth(self) -> int:
        """How many ads are looked at: counting goes by indexes alone, looking doesn't."""
        most = get_settings().exact_total_limit
        return most if self.exact else min(_MOST, most)

    def tally(self, columns: Sequence[Any], slots: Slots) -> list[Counter[Any]]:
        """How often each value is there, for each of these columns of their listings; `Engine.tally`."""
        by_index = self.plan.is_led_by_index()
        if self.exact:
            own = matching(self.engine, self.plan, *columns, counting=True).limit(self.depth)
            return self.engine.tally(self.connection, own, slots)
        if by_index and not self.engine.newest_first:
            # More is gone through for the newest than is counted.
            own = sa.select(*columns).where(self.engine.among(listings.c.number, self.newest))
            return self.engine.tally(self.connection, own, slots)
        own = matching(self.engine, self.plan, *columns, following_order=self.engine.newest_first)
        rows = newest(self.connection, self.engine, own, self.depth, by_index=by_index)
        return tallied(rows, len(columns), slots)

    @property
    def newest(self) -> list[int]:
        """The numbers of the newest."""
        if self._newest is None and self.plan.hits is not None:
            self._newest = self.plan.hits.newest(self.depth)
        if self._newest is None:
            by_index = self.plan.is_led_by_index()
            number = self.engine.number if by_index else listings.c.number
            own = matching(self.engine, self.plan, number, following_order=True)
            rows = newest(self.connection, self.engine, own, self.depth, by_index=by_index)
            self._newest = [row[0] for row in rows]
        return self._newest
