"""Finds the categories that a keyword names, so that "car" lists cars before a house with a car porch."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import sqlalchemy as sa

from marketplace.domain.search import analysis
from marketplace.domain.search.listing_rows import categories, subcategories
from marketplace.domain.search.terms import Terms

# "Fridges & Washing Machines" names two things.
_BETWEEN = re.compile(r"[,&/]|\band\b")
_ALL = sa.union_all(
    *(
        sa.select(sa.literal(field), table.c.id, table.c.name).where(table.c.archived_at.is_(None))
        for field, table in (("category_id", categories), ("subcategory_id", subcategories))
    )
)


class NamedCategory(NamedTuple):
    """A category or subcategory that the keyword names.

    Attributes:
        field: of the index, `category_id` or `subcategory_id`.
        groups: positions of the groups that name it.
    """

    field: str
    id: str
    groups: frozenset[int]


class NamedCategories(NamedTuple):
    """The categories that the keyword names.

    Attributes:
        shared: tokens of names with several parts; an ad in "Guitars & Keyboards" is one or the other.
    """

    found: tuple[NamedCategory, ...] = ()
    shared: frozenset[str] = frozenset()


def find(connection: sa.Connection, terms: Terms) -> NamedCategories:
    """Find the categories of whose name the keyword has a whole part."""
    if not terms.groups:
        return NamedCategories()
    tokens = {token for group in terms.groups for phrase in group.alternatives for token in phrase.tokens}
    found = []
    shared: set[str] = set()
    for field, category_id, name in connection.execute(_ALL):
        parts = _parts(name)
        said = [part for part in parts if part and tokens.issuperset(part)]
        if groups := frozenset(at for part in said for at in _positions(part, terms)):
            found.append(NamedCategory(field, category_id, groups))
        if len(parts) > 1:
            shared.update(*parts)
    return NamedCategories(tuple(found), frozenset(shared))


@lru_cache(maxsize=2048)
def _parts(name: str) -> tuple[tuple[str, ...], ...]:
    """The tokens of each part of a name."""
    return tuple(analysis.phrase(part) for part in _BETWEEN.split(name.casefold()))


def _positions(part: tuple[str, ...], terms: Terms) -> Iterator[int]:
    """Positions of the groups that say tokens of this part side by side."""
    for at, group in enumerate(terms.groups):
        for tokens in (phrase.tokens for phrase in group.alternatives):
            if any(part[start : start + len(tokens)] == tokens for start in range(len(part))):
                yield at
