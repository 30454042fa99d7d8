"""A search answered from posting lists: sets of ads are cut and joined, and no ad is looked at that doesn't need it."""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import sqlalchemy as sa
from pyroaring import BitMap

from marketplace.domain.search import bands, ranges
from marketplace.domain.search.engines import IN_NAME, LONGEST_RUN, Engine, Lists, LookedUp, Segment, look_up
from marketplace.domain.search.hits import Hits, Part
from marketplace.domain.search.queries import Plan, asked
from marketplace.domain.search.terms import Group, Terms


@dataclass(frozen=True, slots=True)
class _Clause:
    """An ad has one of the tokens, or perhaps all of some words, which lists don't tell to stand side by side."""

    tokens: tuple[str, ...]
    runs: tuple[tuple[str, ...], ...] = ()

    def places(self, lists: Lists) -> tuple[BitMap, BitMap]:
        """Of ads that have it for certain, and of others that may."""
        certain = BitMap().union(*(lists[token] for token in self.tokens if token in lists))
        perhaps = [BitMap.intersection(*map(lists.__getitem__, run)) for run in self.runs if lists.keys() >= set(run)]
        return certain, BitMap().union(*perhaps) - certain


@dataclass(frozen=True, slots=True)
class _Demand:
    """All clauses must hold, and none of the tokens left out be there."""

    clauses: tuple[_Clause, ...]
    without: tuple[str, ...] = ()

    @property
    def tokens(self) -> set[str]:
        """Whose lists are needed."""
        found = {*self.without}
        for clause in self.clauses:
            found.update(clause.tokens, *clause.runs)
        return found

    def places(self, lists: Lists, ads: int) -> tuple[BitMap, BitMap]:
        """Of ads that meet it for certain, and of others that may."""
        certain = reach = None
        for clause in self.clauses:
            sure, perhaps = clause.places(lists)
            if not (sure or perhaps):
                return sure, perhaps
            reach = sure | perhaps if reach is None else reach & (sure | perhaps)
            certain = sure if certain is None else certain & sure
        if certain is None or reach is None:
            certain = reach = BitMap(range(ads))
        unwanted = BitMap().union(*(lists[token] for token in self.without if token in lists))
        return certain - unwanted, reach - certain - unwanted


def find(connection: sa.Connection, engine: Engine, plan: Plan, *, all_of_it: bool = False) -> Hits | None:
    """All that a plan finds; None where lists can't tell, or an index tells it sooner.

    Args:
        all_of_it: more is wanted than a page, which of a single filter an index has in order.
    """
    is_asked = all_of_it or plan.is_led_by_index(counting=True) or plan.query.radius_km is not None
    demand = _demand(plan) if is_asked else None
    if demand is None or not (demand.clauses or demand.without):
        return None
    tiers = _tiers(plan)
    looked_up = look_up(connection, engine, demand.tokens.union(*(tier.tokens for tier in tiers)))
    if looked_up is None:
        return None
    parts: list[Part] = []
    doubtful: list[tuple[int, BitMap]] = []
    for at, (segment, lists, certain, perhaps) in enumerate(_each(plan, demand, looked_up)):
        ads = len(segment.numbers)
        parts.append(Part(segment, certain, [tier.places(lists, ads)[0] for tier in tiers]))
        if perhaps:
            doubtful.append((at, perhaps))
    if sum(len(perhaps) for _, perhaps in doubtful) > engine.doubtful:
        return None
    if doubtful:
        numbers = np.concatenate([parts[at].segment.numbers[perhaps.to_array()] for at, perhaps in doubtful])
        held = np.sort(np.array(engine.holding(connection, Terms(plan.terms.groups), numbers.tolist()), np.int64))
        for at, perhaps in doubtful:
            settled = perhaps & parts[at].segment.places_of(held)
            parts[at] = replace(parts[at], places=parts[at].places | settled)
    return Hits(parts[:-1], parts[-1])


def _each(plan: Plan, demand: _Demand, looked_up: LookedUp) -> Iterator[tuple[Segment, Lists, BitMap, BitMap]]:
    """The places in each segment that are found for certain, and others that may be; what changed since comes last."""
    changed = looked_up.changed
    for segment, lists in (*looked_up.segments, looked_up.fresh):
        certain, perhaps = demand.places(lists, len(segment.numbers))
        if lists is not looked_up.fresh[1] and len(changed):
            gone = segment.places_of(changed)
            certain, perhaps = certain - gone, perhaps - gone
        yield segment, lists, _in_range(plan, segment, certain), _in_range(plan, segment, perhaps)


class Glance:
    """Tells whether anything is found at all, many times over from lists that are read once."""

    def __init__(self, connection: sa.Connection, engine: Engine) -> None:
        self._connection, self._engine = connection, engine
        self._looked_up: LookedUp | None = None
        self._tokens: set[str] = set()

    def read(self, plans: Iterable[Plan]) -> None:
        """Read the lists for all these plans; `finds` tells of no others."""
        for plan in plans:
            for demand in (_demand(plan), _demand(plan, in_name=True)):
                self._tokens |= demand.tokens if demand else set()
        self._looked_up = look_up(self._connection, self._engine, self._tokens)

    def finds(self, plan: Plan, *, in_name: bool = False) -> bool | None:
        """Whether the plan finds an ad, or one that has all words in its name; None where the lists don't tell."""
        demand = _demand(plan, in_name=in_name)
        if demand is None or self._looked_up is None or not demand.tokens <= self._tokens:
            return None
        is_open = False
        for _, _, certain, perhaps in _each(plan, demand, self._looked_up):
            if certain:
                return True
            is_open = is_open or bool(perhaps)
        return None if is_open else False


def _demand(plan: Plan, *, in_name: bool = False) -> _Demand | None:
    """What the lists are asked for; None where they can't tell it."""
    terms = asked(plan, roughly=False)
    wordings = [phrase for group in terms.groups for phrase in group.alternatives]
    if any(it.prefix or len(it.tokens) > LONGEST_RUN for it in wordings):
        return None
    if any(it.prefix or len(it.tokens) > 1 for it in terms.without):
        return None
    if any(map(ranges.is_range, plan.query.fields.values())):
        return None
    sets = [(token,) for token in terms.filters] + [some for some in (terms.any_of, *terms.within) if some]
    if not terms.groups and (cells := bands.cells(plan.query)):
        # Measuring how far all ads are takes longer than leaving out what is too far anyway.
        sets.append(cells)
    clauses = (*map(_in_name if in_name else _anywhere, terms.groups), *map(_Clause, sets))
    return _Demand(clauses, tuple(it.tokens[0] for it in terms.without))


def _anywhere(group: Group) -> _Clause:
    runs = tuple(it.tokens for it in group.alternatives if len(it.tokens) > 1)
    return _Clause(tuple(" ".join(it.tokens) for it in group.alternatives), runs)


def _in_name(group: Group) -> _Clause:
    said = (it.tokens for it in group.alternatives)
    return _Clause(tuple(f"{IN_NAME}{it[0]}" if len(it) == 1 else " ".join(it) for it in said))


def _tiers(plan: Plan) -> tuple[_Demand, ...]:
    """What makes an ad a candidate sooner than newer ones, the best first; see `ranking.rank`."""
    if plan.named is None:
        return ()
    in_name = tuple(map(_in_name, plan.terms.groups))
    if not plan.named.tokens:
        return (_Demand(in_name),)
    on_shelf = (_Clause(plan.named.tokens),)
    return _Demand(in_name + on_shelf), _Demand(on_shelf), _Demand(in_name)


def _in_range(plan: Plan, segment: Segment, places: BitMap) -> BitMap:
    """Those within the query's price, time and distance."""
    if not places or not ranges.are_asked(plan.query):
        return places
    own = np.frombuffer(places.to_array(), np.uint32)
    held = ranges.which_hold(
        plan.query, segment.numbers[own], segment.prices[own], segment.latitudes[own], segment.longitudes[own]
    )
    return BitMap(array("I", own[held].tobytes()))
