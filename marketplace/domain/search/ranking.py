"""The order of relevance: where the words stand, how much of the name they are, how new and featured the ad is."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from marketplace import clock
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.live import MICROSECONDS_PER_DAY, listings
from marketplace.domain.search.queries import Plan, matching, newest
from marketplace.domain.search.terms import Phrase, Terms

# Candidates that are put in order; 50 pages of 12. What comes after them follows newest first.
DEPTH = 600
_WEIGHTS = {"name": 10.0, "title": 6.0, "shelf": 4.0}
_BODY = 1.0
_LATER_WORDING = 0.85
_COVERAGE = 4.0
_IN_ORDER = 3.0
_FEATURED = 0.8
_RECENT = 1.0
_RECENT_DAYS = 14


def rank(connection: sa.Connection, engine: Engine, plan: Plan) -> list[int]:
    """The numbers of the best listings, the most relevant first.

    Candidates are the newest that have every word in the name, then those that have them anywhere; so the work is
    bounded however many ads match.
    """
    rows: dict[int, Any] = {}
    for in_name in (True, False):
        if len(rows) < DEPTH:
            statement = matching(engine, plan, engine.number, *engine.stored, listings.c.featured, in_name=in_name)
            for row in newest(connection, engine, statement, DEPTH):
                rows.setdefault(row[0], row)
    today = clock.now().timestamp() * 1_000_000 / MICROSECONDS_PER_DAY
    scored = [(-_score(row, plan.terms, today), -number) for number, row in rows.items()]
    scored.sort()
    return [-number for _, number in scored[:DEPTH]]


def _score(row: Any, terms: Terms, today: float) -> float:
    number, name, title, shelf, featured = row
    fields = {"name": name.split(" "), "title": title.split(" "), "shelf": shelf.split(" ")}
    score = sum(_best(fields, group.alternatives) for group in terms.groups)
    score += _COVERAGE * _coverage(fields["name"], terms)
    score += _IN_ORDER * _in_order(fields["name"], terms)
    age = max(0.0, today - number / MICROSECONDS_PER_DAY)
    return score + _RECENT * math.exp(-age / _RECENT_DAYS) + (_FEATURED if featured else 0)


def _best(fields: dict[str, list[str]], alternatives: Iterable[Phrase]) -> float:
    best, worth = _BODY, 1.0
    for phrase in alternatives:
        for field, weight in _WEIGHTS.items():
            if weight * worth > best and has(fields[field], phrase):
                best = weight * worth
                break
        worth *= _LATER_WORDING
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


def _coverage(name: Sequence[str], terms: Terms) -> float:
    """The part of the name that was asked for: all of it is better than a word in a long one."""
    wanted = {token for group in terms.groups for phrase in group.alternatives for token in phrase.tokens}
    return sum(token in wanted for token in name) / len(name) if name else 0


def _in_order(name: Sequence[str], terms: Terms) -> float:
    """Whether the words stand in the name side by side as they were typed."""
    wanted = [token for group in terms.groups for token in group.alternatives[0].tokens]
    return float(len(wanted) > 1 and has(name, Phrase(tuple(wanted))))
