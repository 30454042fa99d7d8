"""The cities that live ads are in."""

import sqlalchemy as sa

from marketplace.domain.search import analysis
from marketplace.domain.search.live import listings

_MOST = 2_000


def list_cities(connection: sa.Connection) -> list[str]:
    """The cities of live ads as they are written, by name.

    Steps from one city to the next in the index instead of reading every listing.
    """
    first = sa.select(sa.func.min(listings.c.city).label("city")).where(listings.c.city > "")
    steps = first.cte("cities", recursive=True)
    following = (
        sa.select(sa.func.min(listings.c.city)).where(listings.c.city > steps.c.city).correlate(steps).scalar_subquery()
    )
    steps = steps.union_all(sa.select(following).where(steps.c.city.is_not(None)))
    return list(connection.scalars(sa.select(steps.c.city).where(steps.c.city.is_not(None)).limit(_MOST)))


def spellings(connection: sa.Connection, city: str) -> tuple[str, ...]:
    """How live ads spell a city, of the ways that differ in case only."""
    likely = sorted({city, city.title(), city.capitalize(), city.lower(), city.upper()})
    return tuple(connection.scalars(sa.select(listings.c.city).where(listings.c.city.in_(likely)).distinct()))


def by_words(connection: sa.Connection) -> dict[tuple[str, ...], str]:
    """Cities by the words of their names, folded."""
    return {tuple(analysis.words(analysis.fold(city))): city for city in list_cities(connection)}
