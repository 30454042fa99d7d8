"""Posting lists beside the text index: which ads have a token, for one segment of all ads after the other.

The text index knows which rows have a token, and little else of them; whatever is counted or put in order has to be looked at
row by row. A segment is made once and never changed: its ads by rising number, the places of those that have a token as a
compressed bitmap (Roaring; Lemire et al., Software: Practice and Experience 48, 2018), price and position of each as columns.
Ads whose listings were written or taken out since are noted by triggers, in the transaction that does it, and looked at one by one.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray
from pyroaring import BitMap

from marketplace.domain.search.engines.base import Engine, Stored
from marketplace.domain.search.live import NO_PRICE_UP
from marketplace.postgres import IN_BYTES

# Of more ads that changed, looking at each takes longer than the text index does without any list.
MOST_CHANGED = 2_000
# So many words that follow each other in a name are a token too, joined by a space, which no other token has.
LONGEST_RUN = 3
# What ads are told apart by in facets.
KINDS = ("ad_type", "category_id", "subcategory_id", "city")

# All of one moment: what is in a segment and what changed since belong together. Each list is looked up by the key, whatever
# a planner knows or doesn't of tables that were just made: PostgreSQL's keeps to a limit inside, SQLite's to the order.
_LISTS = {
    "postgresql": """unnest(CAST(:tokens AS text[])) asked(token)
        CROSS JOIN LATERAL (
            SELECT places FROM search_postings WHERE segment = search_segments.id AND token = asked.token LIMIT 1) own""",
    "sqlite": """(SELECT value AS token FROM json_each(:tokens)) asked
        CROSS JOIN search_postings own ON own.segment = search_segments.id AND own.token = asked.token""",
}
_ALL_OF_IT = """
    SELECT id, ads, mark, NULL AS places FROM search_segments
    UNION ALL SELECT search_segments.id, NULL, asked.token, own.places FROM search_segments CROSS JOIN {}
    UNION ALL SELECT NULL, number, mark, NULL FROM (SELECT mark, number FROM search_changes LIMIT :most) changed
"""
_LOOK_UP = {
    dialect: sa.text(_ALL_OF_IT.format(lists)).execution_options(**IN_BYTES) for dialect, lists in _LISTS.items()
}
_COLUMNS = (
    sa.text("SELECT mark, columns FROM search_segments WHERE mark IN :marks")
    .bindparams(sa.bindparam("marks", expanding=True))
    .execution_options(**IN_BYTES)
)

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
Lists = Mapping[str, BitMap]


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Ads as they were when it was made.

    Attributes:
        numbers: rising; an ad's place among them is its place in all columns.
        prices: in paise, NO_PRICE_UP for none.
        latitudes, longitudes: in degrees, NaN for none.
        kinds: by KINDS, the different values, and of each ad which of these it has; none is an empty text.
    """

    numbers: Numbers
    prices: Numbers
    latitudes: Floats
    longitudes: Floats
    kinds: Mapping[str, tuple[NDArray[np.str_], NDArray[np.integer]]]

    @classmethod
    def of(cls, rows: Sequence[Stored]) -> "Segment":
        """Of ads by rising number."""
        prices = [NO_PRICE_UP if row.price_paise is None else row.price_paise for row in rows]
        return cls(
            np.array([row.number for row in rows], np.int64),
            np.array(prices, np.int64),
            np.array([row.latitude for row in rows], np.float64),
            np.array([row.longitude for row in rows], np.float64),
            {
                kind: np.unique(np.array([getattr(row, kind) or "" for row in rows], np.str_), return_inverse=True)
                for kind in KINDS
            },
        )

    @classmethod
    def from_bytes(cls, columns: bytes) -> "Segment":
        """As `to_bytes` has it."""
        with np.load(BytesIO(columns), allow_pickle=False) as kept:
            kinds = {kind: (kept[f"{kind} values"], kept[f"{kind} codes"]) for kind in KINDS}
            return cls(kept["numbers"], kept["prices"], kept["latitudes"], kept["longitudes"], kinds)

    def to_bytes(self) -> bytes:
        """The columns in NumPy's own format of archives."""
        columns: dict[str, Any] = {"numbers": self.numbers, "prices": self.prices}
        columns |= {"latitudes": self.latitudes, "longitudes": self.longitudes}
        for kind, (values, codes) in self.kinds.items():
            # A segment has no more ads than that.
            columns |= {f"{kind} values": values, f"{kind} codes": codes.astype(np.uint16)}
        file = BytesIO()
        np.savez(file, **columns)
        return file.getvalue()

    def places_of(self, numbers: Numbers) -> BitMap:
        """The places of those of the numbers that are in it."""
        places = np.searchsorted(self.numbers, numbers)
        inside = places < len(self.numbers)
        places = places[inside]
        return BitMap(places[self.numbers[places] == numbers[inside]].tolist())


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What was read in one moment.

    Attributes:
        segments: each with the places of its ads by token, by rising numbers; a token that none has is left out.
        changed: the numbers of ads that were written or taken out since.
        fresh: those of them that are there, as they are now.
    """

    segments: Sequence[tuple[Segment, Lists]]
    changed: Numbers
    fresh: tuple[Segment, Lists]


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Ads that changed, as they were after these changes.

    Attributes:
        changes: the marks of what changed them, by number.
        rows: of all of them, each with its tokens; none of one that is gone.
        segment: of those that are there.
    """

    changes: Mapping[int, set[str]]
    rows: Mapping[int, tuple[Stored, frozenset[str]] | None]
    segment: Segment

    @classmethod
    def of(cls, changes: Mapping[int, set[str]], rows: Mapping[int, tuple[Stored, frozenset[str]] | None]) -> "_Seen":
        return cls(changes, rows, Segment.of([own[0] for number in sorted(rows) if (own := rows[number])]))


# Of each database: its segments by their marks; and ads that changed with the marks of what changed them.
_known: WeakKeyDictionary[sa.Engine, Mapping[str, Segment]] = WeakKeyDictionary()
_seen: WeakKeyDictionary[sa.Engine, _Seen] = WeakKeyDictionary()
_NOTHING = _Seen.of({}, {})


def tokens_of(row: Stored) -> set[str]:
    """What an ad is listed by: all its tokens, and the words that follow each other in its name."""
    words = row.name.split(" ")
    runs = (
        " ".join(words[at : at + length])
        for length in range(2, LONGEST_RUN + 1)
        for at in range(len(words) - length + 1)
    )
    return set(chain(row.tokens.split(" "), runs))


def look_up(connection: sa.Connection, engine: Engine, tokens: Iterable[str]) -> LookedUp | None:
    """The lists of these tokens; None where not all ads are in segments, or too many changed since."""
    dialect = connection.dialect.name
    asked = list(tokens)
    parameters = {"tokens": json.dumps(asked) if dialect == "sqlite" else asked, "most": MOST_CHANGED + 1}
    marks: dict[int, str] = {}
    lists: dict[int, dict[str, BitMap]] = defaultdict(dict)
    changes: dict[int, set[str]] = defaultdict(set)
    for segment, number, said, places in connection.execute(_LOOK_UP[dialect], parameters).all():
        if segment is None:
            changes[number].add(said)
        elif places is not None:
            lists[segment][said] = BitMap.deserialize(places)
        elif number is None:
            return None
        else:
            marks[segment] = said
    if not marks or sum(map(len, changes.values())) > MOST_CHANGED:
        return None
    known = _columns(connection, set(marks.values()))
    if known is None:
        return None
    segments = sorted(((known[mark], lists[at]) for at, mark in marks.items()), key=lambda it: it[0].numbers[0])
    changed = np.array(sorted(changes), np.int64)
    return LookedUp(segments, changed, _fresh(connection, engine, changes, frozenset(asked)))


def _columns(connection: sa.Connection, marks: set[str]) -> Mapping[str, Segment] | None:
    """The segments by their marks; None where one has been replaced since its lists were read."""
    known = _known.get(connection.engine, {})
    if missing := marks - known.keys():
        rows = connection.execute(_COLUMNS, {"marks": list(missing)}).all()
        made = {mark: Segment.from_bytes(columns) for mark, columns in rows}
        if missing - made.keys():
            return None
        known = {mark: segment for mark, segment in known.items() if mark in marks} | made
        _known[connection.engine] = known
    return known


def _fresh(
    connection: sa.Connection, engine: Engine, changes: Mapping[int, set[str]], asked: frozenset[str]
) -> tuple[Segment, Lists]:
    """The ads that changed as they are now; each is read once for each change."""
    seen = _seen.get(connection.engine, _NOTHING)
    if seen.changes != changes:
        missing = [number for number, marks in changes.items() if seen.changes.get(number) != marks]
        rows = engine.read(connection, missing) if missing else ()
        found = {row.number: (row, frozenset(tokens_of(row))) for row in rows}
        kept = {number: own for number, own in seen.rows.items() if number in changes}
        seen = _Seen.of(changes, kept | {number: found.get(number) for number in missing})
        _seen[connection.engine] = seen
    there = (own for number in sorted(seen.rows) if (own := seen.rows[number]))
    lists: dict[str, list[int]] = defaultdict(list)
    for place, (_, tokens) in enumerate(there):
        for token in asked & tokens:
            lists[token].append(place)
    return seen.segment, {token: BitMap(places) for token, places in lists.items()}
