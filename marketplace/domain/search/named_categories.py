"""Finds the categories that a keyword names, so that "car" lists cars before a house with a car porch."""

import re
from collections.abc import Iterator
from functools import lru_cache

from marketplace.domain.catalog import Catalogue
from marketplace.domain.search import analysis
from marketplace.domain.search.terms import NamedCategories, NamedCategory, Terms

# "Fridges & Washing Machines" names two things.
_BETWEEN = re.compile(r"[,&/]|\band\b")


def find(catalogue: Catalogue, terms: Terms) -> NamedCategories:
    """Find the categories with a whole part of their name in the keyword, e.g. "Fridges" of "Fridges & Washing Machines"."""
    if not terms.groups:
        return NamedCategories()
    # A purpose names no category: "lamp for the office" is no office.
    naming = [group for group in terms.groups if not group.is_purpose] or terms.groups
    tokens = {token for group in naming for phrase in group.alternatives for token in phrase.tokens}
    found = []
    shared: set[str] = set()
    named = (("category_id", catalogue.categories), ("subcategory_id", catalogue.subcategories))
    for field, category_id, name in ((field, view.id, view.name) for field, views in named for view in views.values()):
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
