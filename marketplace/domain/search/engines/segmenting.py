"""Makes the segments that are due, a part of the ads at a time; who reads or writes ads meanwhile waits for nothing."""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import sqlalchemy as sa
from pyroaring import BitMap

from marketplace import bulk, ids
from marketplace.domain.search.engines.base import Engine, Stored
from marketplace.domain.search.engines.segments import Segment, tokens_of

# As many ads as a container of a bitmap holds.
MOST_ADS = 65_536
# Of fewer ads the text index tells all there is sooner than lists are read.
FEWEST_ADS = 20_000
# So many changes are looked at in a millisecond.
DUE = 500
# Segments that together hold no more than this part of what one can become one.
_SMALL = 0.5
_BATCH = 1_000
_LAST = 2**63 - 1
_LOCK = 7_308_332_085

_SEGMENTS = sa.text("SELECT id, first, ads FROM search_segments ORDER BY first")
# Those that are not read stay noted.
_CHANGES = sa.text("SELECT mark, number FROM search_changes LIMIT 100000")
_ARE_MANY = sa.text("SELECT count(*) FROM (SELECT 1 FROM listings LIMIT :most) own")
_ADD = sa.text(
    "INSERT INTO search_segments (mark, first, ads, columns) VALUES (:mark, :first, :ads, :columns) RETURNING id"
)
_LEAVE_OPEN = sa.text("INSERT INTO search_segments (mark, first) VALUES (:mark, :first)")
_THERE = sa.text("SELECT id FROM search_segments")
_DROP_LISTS = sa.text("DELETE FROM search_postings WHERE segment = :id")
_DROP = sa.text("DELETE FROM search_segments WHERE id = :id")
_FORGET = sa.text("DELETE FROM search_changes WHERE mark = :mark AND number = :number")
_FORGET_ALL = tuple(sa.text(f"DELETE FROM search_{name}") for name in ("postings", "segments", "changes"))  # noqa: S608
_WAIT = sa.text("SELECT pg_advisory_xact_lock(:key)")


@dataclass(slots=True)
class Draft:
    """A segment that is being made of the ads from one number on up to before another.

    Attributes:
        replaced: the segments whose place it takes.
        changes: marks and numbers of what it will know; read before any ad, so that whatever changes after is noted still.
        is_wanted: whether there are ads enough that lists pay.
    """

    replaced: Sequence[int]
    first: int
    end: int
    changes: Sequence[tuple[str, int]]
    is_wanted: bool = True
    rows: list[Stored] = field(default_factory=list)
    places: dict[str, array] = field(default_factory=dict)

    def read(self, connection: sa.Connection, engine: Engine) -> Sequence[Stored]:
        """Some more of the ads; none where all are taken in."""
        begin = self.rows[-1].number + 1 if self.rows else self.first
        most = min(_BATCH, MOST_ADS - len(self.rows))
        return engine.read_from(connection, begin, self.end, most) if self.is_wanted and most else ()

    def take(self, found: Sequence[Stored]) -> None:
        """Take in ads that were read."""
        for place, row in enumerate(found, len(self.rows)):
            for token in tokens_of(row):
                own = self.places.get(token)
                if own is None:
                    self.places[token] = array("I", (place,))
                else:
                    own.append(place)
        # What it says is in the lists now.
        self.rows += [row._replace(name="", tokens="") for row in found]

    def keep(self, connection: sa.Connection) -> bool:
        """Write it, unless the segments that it is to replace have been replaced meanwhile."""
        _wait(connection)
        last = self.rows[-1].number if len(self.rows) == MOST_ADS else self.end - 1
        known = [{"mark": mark, "number": number} for mark, number in self.changes if self.first <= number <= last]
        if not set(connection.scalars(_THERE)).issuperset(self.replaced):
            return False
        # Also where none is wanted: whoever makes one meanwhile does not know what is forgotten here.
        for statement in (_DROP_LISTS, _DROP):
            connection.execute(statement, [{"id": segment} for segment in self.replaced])
        self._write(connection, last)
        if known:
            connection.execute(_FORGET, known)
        return True

    def _write(self, connection: sa.Connection, last: int) -> None:
        if self.rows:
            columns = Segment.of(self.rows).to_bytes()
            own = {"mark": ids.new_id(), "first": self.first, "ads": len(self.rows), "columns": columns}
            segment = connection.scalar(_ADD, own)
            lists = [(segment, token, _stored(places)) for token, places in self.places.items()]
            bulk.write(connection, "search_postings", ("segment", "token", "places"), lists)
        if last + 1 < self.end:
            connection.execute(_LEAVE_OPEN, {"mark": ids.new_id(), "first": last + 1})
        elif not self.rows and (self.first, self.end) == (0, _LAST):
            connection.execute(_LEAVE_OPEN, {"mark": ids.new_id(), "first": 0})


def _stored(places: array) -> bytes:
    made = BitMap(places)
    made.run_optimize()
    return made.serialize()


def due(connection: sa.Connection) -> Draft | None:
    """What is to be made next: a segment that is not there yet, or the one that most has changed in."""
    changes = [(mark, number) for mark, number in connection.execute(_CHANGES)]
    segments = connection.execute(_SEGMENTS).all()
    at = _due(segments, [number for _, number in changes])
    if at is None:
        return None
    start, stop = _neighbours([segment.ads or 0 for segment in segments], at)
    first = segments[start].first if start else 0
    end = segments[stop].first if stop < len(segments) else _LAST
    are_there = any(segment.ads is not None for segment in segments)
    is_wanted = are_there or (connection.scalar(_ARE_MANY, {"most": FEWEST_ADS}) or 0) >= FEWEST_ADS
    if not (is_wanted or changes):
        return None
    return Draft([segment.id for segment in segments[start:stop]], first, end, changes, is_wanted)


def make_all(connection: sa.Connection, engine: Engine) -> None:
    """Make all that are due, in the caller's transaction."""
    while draft := due(connection):
        while found := draft.read(connection, engine):
            draft.take(found)
        if not (draft.keep(connection) and draft.is_wanted):
            return


def forget_all(connection: sa.Connection) -> None:
    """Drop all segments: all ads will be others."""
    _wait(connection)
    for statement in _FORGET_ALL:
        connection.execute(statement)
    connection.execute(_LEAVE_OPEN, {"mark": ids.new_id(), "first": 0})


def _wait(connection: sa.Connection) -> None:
    """For whoever writes segments; on SQLite only one writes anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(_WAIT, {"key": _LOCK})


def _due(segments: Sequence[sa.Row], changed: Sequence[int]) -> int | None:
    """Which of the segments is made next."""
    sizes = [segment.ads for segment in segments]
    if None in sizes:
        return sizes.index(None)
    # Those that ads have left are asked as often as full ones.
    if (
        small := next((at for at, two in enumerate(pairwise(sizes)) if sum(two) <= _SMALL * MOST_ADS), None)
    ) is not None:
        return small
    if len(changed) < DUE or not segments:
        return None
    firsts = [segment.first for segment in segments]
    ((after, _),) = Counter(np.searchsorted(firsts, changed, side="right").tolist()).most_common(1)
    return max(after - 1, 0)


def _neighbours(sizes: Sequence[int], at: int) -> tuple[int, int]:
    """The segment with those beside it that are small together, from which one up to before which one."""
    start, stop, together = at, at + 1, sizes[at]
    while start and together + sizes[start - 1] <= _SMALL * MOST_ADS:
        start -= 1
        together += sizes[start]
    while stop < len(sizes) and together + sizes[stop] <= _SMALL * MOST_ADS:
        together += sizes[stop]
        stop += 1
    return start, stop
