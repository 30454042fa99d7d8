"""The order of relevance: where the words stand, on which shelf, how much of the name, how new and featured the ad is."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import sqlalchemy as sa

from marketplace import clock
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.live import MICROSECONDS_PER_DAY, listings
from marketplace.domain.search.queries import Plan, matching, newest
from marketplace.domain.search.shelves import Named
from marketplace.domain.search.terms import Phrase, Terms

# Candidates that are put in order; 25 pages of 12. What comes after them follows newest first.
DEPTH = 300
# Of so many, the best are told by looking at all of them, where that takes no longer than asking the index for each kind.
_FEW = 1_000
# Of so many, the newest with something are told sooner by sorting all that have it than by going through them day by day.
_SORTED = 4_000
_NAME, _TITLE, _SHELF = 10.0, 6.0, 4.0
_BODY = 1.0
_OTHER_WORDING = 0.9
_ON_SUBCATEGORY, _ON_CATEGORY = 9.0, 7.5
_COVERAGE = 3.0
_IN_ORDER = 3.0
_AT_START = 1.0
_FEATURED = 0.8
_RECENT = 1.0
_RECENT_DAYS = 14


def rank(connection: sa.Connection, engine: Engine, plan: Plan) -> list[int]:
    """The numbers of the best listings, the most relevant first.

    Candidates are the newest on a shelf that the words name, then those that have every word in the name, then those
    that have them anywhere; so the work is bounded however many ads match.
    """
    named = plan.named or Named()
    today = clock.now().timestamp() * 1_000_000 / MICROSECONDS_PER_DAY
    wanted = _Wanted.of(plan.terms)
    rows = _rows(connection, engine, plan, named).values()
    scored = [(-_score(row, wanted, named, today), -row[0]) for row in rows]
    scored.sort()
    return [-number for _, number in scored[:DEPTH]]


def _columns(engine: Engine) -> tuple[Any, ...]:
    return (engine.number, *engine.stored, listings.c.featured, listings.c.category_id, listings.c.subcategory_id)


def _rows(connection: sa.Connection, engine: Engine, plan: Plan, named: Named) -> dict[int, tuple[Any, ...]]:
    if plan.foremost:
        return _read(connection, engine, plan.foremost)
    if plan.numbers is not None and len(plan.numbers) <= (_FEW if engine.newest_first else DEPTH):
        return _candidates_of_few(connection, engine, plan, named)
    return _candidates(connection, engine, plan, named)


def _candidates(connection: sa.Connection, engine: Engine, plan: Plan, named: Named) -> dict[int, tuple[Any, ...]]:
    are_few = plan.numbers is not None and len(plan.numbers) <= _SORTED
    searched = replace(plan, numbers=None)
    ways = [(searched, True), (searched, False)]
    if named.tokens:
        on_shelf = replace(searched, terms=replace(plan.terms, any_of=named.tokens))
        ways = [(on_shelf, True), (on_shelf, False), *ways]
    found: dict[int, None] = {}
    for way, in_name in ways:
        if len(found) >= DEPTH:
            break
        if way is searched and not in_name and plan.numbers is not None:
            found |= dict.fromkeys(sorted(plan.numbers, reverse=True))
        else:
            statement = matching(engine, way, in_name=in_name)
            rows = newest(connection, engine, statement, DEPTH, are_few=are_few)
            found |= dict.fromkeys(row[0] for row in rows)
    # Their texts are read only now: more is gone through for the newest than is put in order.
    return _read(connection, engine, tuple(islice(found, DEPTH)))


def _candidates_of_few(
    connection: sa.Connection, engine: Engine, plan: Plan, named: Named
) -> dict[int, tuple[Any, ...]]:
    """The same candidates, chosen from all there are."""
    found = _read(connection, engine, plan.numbers or ())
    if len(found) <= DEPTH:
        return found
    rows = sorted(found.values(), key=lambda row: (_way(row, plan.terms, named), -row[0]))
    return {row[0]: row for row in rows[:DEPTH]}


def _read(connection: sa.Connection, engine: Engine, chosen: Sequence[int]) -> dict[int, tuple[Any, ...]]:
    if not chosen:
        return {}
    statement = (
        sa.select(*_columns(engine))
        .select_from(engine.table.join(listings, listings.c.number == engine.number))
        .where(engine.among(engine.number, chosen))
    )
    return {row[0]: tuple(row) for row in connection.execute(statement).all()}


def _way(row: Any, terms: Terms, named: Named) -> tuple[bool, bool]:
    _, name, _, _, _, category, subcategory = row
    words = name.split(" ")
    in_name = all(any(has(words, phrase) for phrase in group.alternatives) for group in terms.groups)
    return not (category in named.categories or subcategory in named.subcategories), not in_name


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the words ask for, put together once for all candidates.

    Attributes:
        tokens: of any wording.
        typed: of the wording that was typed, in its order.
    """

    groups: tuple[tuple[Phrase, ...], ...]
    tokens: frozenset[str]
    typed: tuple[str, ...]

    @classmethod
    def of(cls, terms: Terms) -> "_Wanted":
        groups = tuple(tuple(group.alternatives) for group in terms.groups)
        return cls(
            groups,
            frozenset(token for group in groups for phrase in group for token in phrase.tokens),
            tuple(token for group in groups for token in group[0].tokens),
        )


def _score(row: tuple[Any, ...], wanted: _Wanted, named: Named, today: float) -> float:
    number, name, title, shelf, featured, category, subcategory = row
    fields = ((_NAME, name), (_TITLE, title), (_SHELF, shelf))
    score = 0.0
    for group in wanted.groups:
        score += _best(fields, group)
    if subcategory in named.subcategories or category in named.categories:
        on_subcategory = named.subcategories.get(subcategory or "", frozenset())
        score += _ON_SUBCATEGORY * len(on_subcategory)
        score += _ON_CATEGORY * len(named.categories.get(category, frozenset()) - on_subcategory)
    own = name.split(" ")
    score += _COVERAGE * _coverage(own, wanted) + _order(own, wanted)
    age = max(0.0, today - number / MICROSECONDS_PER_DAY)
    return score + _RECENT * math.exp(-age / _RECENT_DAYS) + (_FEATURED if featured else 0)


def _best(fields: Iterable[tuple[float, str]], alternatives: Iterable[Phrase]) -> float:
    best, worth = _BODY, 1.0
    for phrase in alternatives:
        first = phrase.tokens[0]
        for weight, text in fields:
            # Most texts have not even the letters, which is told sooner than that they lack the word.
            if weight * worth > best and first in text and has(text.split(" "), phrase):
                best = weight * worth
                break
        worth = _OTHER_WORDING
    return best


def has(tokens: Sequence[str], phrase: Phrase) -> bool:
    """Whether the tokens contain the phrase."""
    wanted = phrase.tokens
    if len(wanted) == 1 and not phrase.prefix:
        return wanted[0] in tokens
    for at in range(len(tokens) - len(wanted) + 1):
        if tuple(tokens[at : at + len(wanted) - 1]) == wanted[:-1]:
            last = tokens[at + len(wanted) - 1]
            if last == wanted[-1] or (phrase.prefix and last.startswith(wanted[-1])):
                return True
    return False


def _coverage(name: Sequence[str], wanted: _Wanted) -> float:
    """The part of the name that was asked for: all of it is better than a word in a long one."""
    return sum(map(wanted.tokens.__contains__, name)) / len(name) if name else 0


def _order(name: Sequence[str], wanted: _Wanted) -> float:
    """Whether the words stand in the name side by side as they were typed, and at its beginning."""
    typed = wanted.typed
    score = _IN_ORDER if len(typed) > 1 and has(name, Phrase(typed)) else 0.0
    return score + (_AT_START if tuple(name[: len(typed)]) == typed else 0.0)
