"""What a text engine must do; the statements around it are the same for all."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ColumnElement, Connection, Select, TableClause

from marketplace.domain.search.live import Columns
from marketplace.domain.search.terms import Terms

Slots = Mapping[int, Sequence[int]]
# A word of the name is there once more with this mark, so that the index alone can tell that it is in the name.
IN_NAME = "_n"


@dataclass(frozen=True, slots=True)
class Document:
    """An ad as the index keeps it, each field as tokens in order.

    Attributes:
        number: the listing's number.
        shelf: category, subcategory, dynamic values, place.
        filters: tokens made by `filter_token`.
        latitude, longitude: in degrees, on the public grid.
    """

    number: int
    name: Sequence[str]
    title: Sequence[str]
    shelf: Sequence[str]
    body: Sequence[str]
    filters: Sequence[str]
    price_paise: int | None
    latitude: float | None
    longitude: float | None

    @property
    def marked(self) -> tuple[str, ...]:
        """The words of the name with `IN_NAME` before them, each once."""
        return tuple(f"{IN_NAME}{token}" for token in dict.fromkeys(self.name))


class Stored(NamedTuple):
    """An ad as it is read back.

    Attributes:
        tokens: all of them, in any order, each followed by a space but the last.
        name: the tokens of its name in their order, likewise.
    """

    number: int
    tokens: str
    name: str
    price_paise: int | None
    latitude: float | None
    longitude: float | None
    ad_type: str
    category_id: str
    subcategory_id: str | None
    city: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the vocabulary and how often it was used when that was last counted."""

    word: str
    stem: str
    uses: int


class Engine(Protocol):
    """A full-text index inside the database, written and read in the caller's transaction.

    Attributes:
        table: what to select from.
        number: its column with the listing's number.
        stored: its columns with the tokens of name, title and shelf, space-separated.
        columns: where price and place of an ad that the index finds are read; `listings` is joined unless their number is
            the index's own.
        few: reading so many rows by their numbers costs as much as searching for a page of them a few times.
        doubtful: of more ads, asking the index whether words stand side by side takes no longer than looking at each.
        newest_first: whether rows come by falling number without all matching ones being read.
    """

    table: TableClause
    number: ColumnElement[int]
    stored: tuple[ColumnElement[str], ...]
    columns: Columns
    few: int
    doubtful: int
    newest_first: bool

    def leading(self, connection: Connection) -> AbstractContextManager[None]:
        """Where its index is asked for rows that may be nowhere, and not row after row."""
        ...

    def put(self, connection: Connection, documents: Iterable[Document]) -> None:
        """Add documents, replacing those with the same numbers."""
        ...

    def add(self, connection: Connection, documents: Iterable[Document]) -> None:
        """Add many documents whose numbers are not there yet, between `clear` and `settle`."""
        ...

    def drop(self, connection: Connection, numbers: Sequence[int]) -> None:
        """Take documents out; a number that is not there is left so."""
        ...

    def clear(self, connection: Connection) -> None:
        """Take everything out, vocabulary included, and be ready for a large load."""
        ...

    def settle(self, connection: Connection) -> None:
        """Tidy up after a large load."""
        ...

    def matches(self, terms: Terms, *, in_name: bool = False) -> ColumnElement[bool]:
        """The condition that a row matches; with `in_name`, that all groups are in the name."""
        ...

    def among_newest(self, statement: Select, rows: int) -> Select | None:
        """The statement asked of so many of the newest rows only; None where it comes upon these first anyway."""
        ...

    def read(self, connection: Connection, numbers: Sequence[int]) -> Sequence[Stored]:
        """Those of the ads that are there, as they are stored, in no order."""
        ...

    def read_from(self, connection: Connection, first: int, end: int, most: int) -> Sequence[Stored]:
        """The ads from a number on up to before another, by rising number."""
        ...

    def holding(self, connection: Connection, terms: Terms, numbers: Sequence[int]) -> Sequence[int]:
        """Which of these ads match; they are looked at one by one."""
        ...

    def joins(self, number: ColumnElement[int]) -> ColumnElement[bool]:
        """The condition that joins a listing by its number, such that the text index leads."""
        ...

    def among(self, column: ColumnElement[Any], values: Sequence[Any]) -> ColumnElement[bool]:
        """The condition that a column's value is one of these, which may be hundreds."""
        ...

    def each(self, numbers: Sequence[int]) -> Select[tuple[int]]:
        """A statement that selects these numbers."""
        ...

    def count(self, connection: Connection, statement: Select, few: int) -> tuple[int, tuple[int, ...] | None]:
        """How many numbers the statement selects, and which where they are not more than `few`."""
        ...

    def tally(self, connection: Connection, statement: Select, slots: Slots) -> list[Counter[Any]]:
        """How often each value is there, for each of the columns that the statement selects.

        Args:
            slots: by the place of a column, rising edges; what is counted of it is how many of these a value has reached.
        """
        ...

    def similar(self, connection: Connection, word: str, *, limit: int = 100) -> list[Word]:
        """Vocabulary words that share most of their letters with this one, in no particular order."""
        ...


def tallied(rows: Sequence[Sequence[Any]], width: int, slots: Slots) -> list[Counter[Any]]:
    """`Engine.tally` of rows of so many columns that are there already."""
    found = [Counter(row[at] for row in rows) for at in range(width)]
    for at, edges in slots.items():
        reached: Counter[Any] = Counter()
        for value, many in found[at].items():
            reached[None if value is None else bisect_right(edges, value)] += many
        found[at] = reached
    return found
