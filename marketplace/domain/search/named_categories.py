"""Finds the categories that a keyword names, so that "car" lists cars before a house with a car porch."""

import re
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
    things = [group for group in terms.groups if not group.is_purpose] or terms.groups
    tokens = {token for group in things for phrase in group.alternatives for token in phrase.tokens}
    found = []
    shared: set[str] = set()
    named = (("category_id", catalogue.categories), ("subcategory_id", catalogue.subcategories))
    for field, view in ((field, view) for field, views in named for view in views.values()):
        parts = _parts(view.name)
        said = [part for part in parts if part and tokens.issuperset(part)]
        groups = (
            at
            for at, group in enumerate(terms.groups)
            if any(set(part).issuperset(phrase.tokens) for part in said for phrase in group.alternatives)
        )
        if naming := frozenset(groups):
            found.append(NamedCategory(field, view.id, naming))
        if len(parts) > 1:
            shared.update(*parts)
    return NamedCategories(tuple(found), frozenset(shared))


@lru_cache(maxsize=2048)
def _parts(name: str) -> tuple[tuple[str, ...], ...]:
    """The tokens of each part of a name."""
    return tuple(analysis.phrase(part) for part in _BETWEEN.split(name.casefold()))
