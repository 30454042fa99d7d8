"""The cities that live ads are in."""

import sqlalchemy as sa

from marketplace.domain import places as towns
from marketplace.domain.search import analysis
from marketplace.domain.search.live import listings

_MOST = 2_000
_IN_HINDI = {
    "पुणे": "pune", "मुंबई": "mumbai", "बंबई": "mumbai", "दिल्ली": "delhi", "नई दिल्ली": "delhi", "बेंगलुरु": "bengaluru",
    "बैंगलोर": "bengaluru", "चेन्नई": "chennai", "कोलकाता": "kolkata", "हैदराबाद": "hyderabad", "अहमदाबाद": "ahmedabad",
    "जयपुर": "jaipur", "लखनऊ": "lucknow", "इंदौर": "indore", "चंडीगढ़": "chandigarh", "कोच्चि": "kochi", "गुवाहाटी": "guwahati",
    "भुवनेश्वर": "bhubaneswar", "नागपुर": "nagpur", "पटना": "patna", "भोपाल": "bhopal", "सूरत": "surat", "कानपुर": "kanpur",
    "वाराणसी": "varanasi", "बनारस": "varanasi", "आगरा": "agra", "गुड़गांव": "gurugram", "नोएडा": "noida", "रांची": "ranchi",
}  # fmt: skip


def _stepping() -> sa.Select:
    """Steps from one city to the next in the index instead of reading every listing."""
    first = sa.select(sa.func.min(listings.c.city).label("city")).where(listings.c.city > "")
    steps = first.cte("cities", recursive=True)
    following = (
        sa.select(sa.func.min(listings.c.city)).where(listings.c.city > steps.c.city).correlate(steps).scalar_subquery()
    )
    steps = steps.union_all(sa.select(following).where(steps.c.city.is_not(None)))
    return sa.select(steps.c.city).where(steps.c.city.is_not(None)).limit(_MOST)


# Asked with every keyword; building it takes as long as running it.
_CITIES = _stepping()


def list_cities(connection: sa.Connection) -> list[str]:
    """The cities of live ads as they are written, by name."""
    return list(connection.scalars(_CITIES))


def spellings(connection: sa.Connection, city: str) -> tuple[str, ...]:
    """How live ads spell a city, of the ways that differ in case only."""
    likely = sorted({city, city.title(), city.capitalize(), city.lower(), city.upper()})
    # One step in the index for each; a DISTINCT over a town's listings would read them all.
    found = (
        sa.select(sa.literal(way).label("city")).where(sa.exists().where(listings.c.city == way)) for way in likely
    )
    return tuple(connection.scalars(sa.union_all(*found)))


def by_words(connection: sa.Connection) -> dict[tuple[str, ...], str]:
    """Cities by the words of their names, folded; by former and Hindi names too."""
    found = {_words(city): city for city in list_cities(connection)}
    for other, name in (towns.FORMER_NAMES | _IN_HINDI).items():
        if city := found.get((name,)):
            found.setdefault(_words(other), city)
    return found


def centre_of(city: str) -> tuple[float, float] | None:
    """Where a city lies, in degrees; None for one that no gazetteer knows."""
    town = towns.find_town(city)
    return (town.latitude, town.longitude) if town else None


def _words(city: str) -> tuple[str, ...]:
    return tuple(analysis.words(analysis.fold(city)))
