"""Categories and subcategories that a keyword names: who types "car" wants what stands there before a car porch."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import sqlalchemy as sa

from marketplace.domain.search import analysis
from marketplace.domain.search.live import categories, subcategories
from marketplace.domain.search.schemas import SearchQuery
from marketplace.domain.search.terms import Terms, filter_token
from marketplace.models import metadata

_fields = metadata.tables["field_definitions"]

# "Fridges & Washing Machines" are two things.
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
class Named:
    """Shelves that are named, by id, with the positions of the groups that name them.

    Attributes:
        tokens: of the index's filter field; an ad on one of the shelves has one of them.
    """

    categories: dict[str, frozenset[int]] = field(default_factory=dict)
    subcategories: dict[str, frozenset[int]] = field(default_factory=dict)

    @property
    def tokens(self) -> tuple[str, ...]:
        """Filter tokens, one for each shelf."""
        return (
            *(filter_token("c", shelf) for shelf in self.categories),
            *(filter_token("s", shelf) for shelf in self.subcategories),
        )


def named(connection: sa.Connection, terms: Terms) -> Named:
    """The shelves of which the keyword says a whole part of the name."""
    if not terms.groups:
        return Named()
    found = Named()
    tokens = {token for group in terms.groups for it in group.alternatives for token in it.tokens}
    for kind, shelf, name in connection.execute(_ALL):
        groups = frozenset().union(*(_named_by(part, terms) for part in _parts(name) if tokens.issuperset(part)))
        if groups:
            (found.categories if kind == "c" else found.subcategories)[shelf] = groups
    return found


@lru_cache(maxsize=2048)
def _parts(name: str) -> tuple[tuple[str, ...], ...]:
    """The tokens of each thing that a name names."""
    return tuple(analysis.phrase(part) for part in _BETWEEN.split(name.casefold()))


def _named_by(wanted: tuple[str, ...], terms: Terms) -> frozenset[int]:
    """The groups that together say this part; none where they leave a word of it unsaid."""
    groups = {
        at for at, group in enumerate(terms.groups) if any(_is_in(it.tokens, wanted) for it in group.alternatives)
    }
    said = {token for at in groups for it in terms.groups[at].alternatives for token in it.tokens}
    return frozenset(groups) if wanted and said.issuperset(wanted) else frozenset()


def _is_in(tokens: Sequence[str], wanted: Sequence[str]) -> bool:
    return any(tuple(wanted[at : at + len(tokens)]) == tuple(tokens) for at in range(len(wanted)))


def implied(connection: sa.Connection, query: SearchQuery) -> frozenset[tuple[str, str]]:
    """Which filters of the shelf say nothing beside others: pairs of the query's attributes, the second implying the first."""
    if not query.subcategory_id:
        return frozenset()
    found = set()
    own = sa.select(subcategories.c.category_id).where(subcategories.c.id == query.subcategory_id)
    if query.category_id and connection.scalar(own) == query.category_id:
        found.add(("category_id", "subcategory_id"))
    asked = {field_id for name in query.fields for field_id in name.split(",")}
    theirs = sa.select(sa.func.count()).where(_fields.c.id.in_(asked), _fields.c.subcategory_id == query.subcategory_id)
    if asked and connection.scalar(theirs) == len(asked):
        found.add(("subcategory_id", "fields"))
    return frozenset(found)
