"""Finds the categories that a keyword names, so that "car" lists cars before a house with a car porch."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import sqlalchemy as sa

from marketplace.domain.search import analysis
from marketplace.domain.search.listing_rows import categories, subcategories
from marketplace.domain.search.terms import Terms

# "Fridges & Washing Machines" names two things.
_BETWEEN = re.compile(r"[,&/]|\band\b")
_ALL = (
    sa.select(sa.literal("c").label("kind"), categories.c.id, categories.c.name)
    .where(categories.c.archived_at.is_(None))
    .union_all(
        sa.select(sa.literal("s"), subcategories.c.id, subcategories.c.name).where(
            subcategories.c.archived_at.is_(None)
        )
    )
)


@dataclass(frozen=True, slots=True)
class NamedCategories:
    """Ids of named categories and subcategories, with the positions of the groups that name them.

    Attributes:
        shared: tokens of names with several parts; an ad in "Guitars & Keyboards" is one or the other.
    """

    categories: dict[str, frozenset[int]] = field(default_factory=dict)
    subcategories: dict[str, frozenset[int]] = field(default_factory=dict)
    shared: frozenset[str] = frozenset()


def find(connection: sa.Connection, terms: Terms) -> NamedCategories:
    """Find the categories of whose name the keyword has a whole part."""
    if not terms.groups:
        return NamedCategories()
    names = connection.execute(_ALL).all()
    several = (parts for _, _, name in names if len(parts := _parts(name)) > 1)
    found = NamedCategories(shared=frozenset(token for parts in several for part in parts for token in part))
    tokens = {token for group in terms.groups for it in group.alternatives for token in it.tokens}
    for kind, shelf, name in names:
        groups = frozenset().union(*(_named_by(part, terms) for part in _parts(name) if tokens.issuperset(part)))
        if groups:
            (found.categories if kind == "c" else found.subcategories)[shelf] = groups
    return found


@lru_cache(maxsize=2048)
def _parts(name: str) -> tuple[tuple[str, ...], ...]:
    """The tokens of each part of a name."""
    return tuple(analysis.phrase(part) for part in _BETWEEN.split(name.casefold()))


def _named_by(wanted: tuple[str, ...], terms: Terms) -> frozenset[int]:
    """Positions of the groups that together say all these tokens; none if a token is missing."""
    groups = {
        at
        for at, group in enumerate(terms.groups)
        if any(_is_in(it.tokens, wanted) for it in group.alternatives)
    }
    said = {token for at in groups for it in terms.groups[at].alternatives for token in it.tokens}
    return frozenset(groups) if wanted and said.issuperset(wanted) else frozenset()


def _is_in(tokens: Sequence[str], wanted: Sequence[str]) -> bool:
    return any(tuple(wanted[at : at + len(tokens)]) == tuple(tokens) for at in range(len(wanted)))
