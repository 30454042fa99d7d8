"""The cities that live ads are in."""

import sqlalchemy as sa

from marketplace.domain import places as towns
from marketplace.domain.search import analysis
from marketplace.domain.search.indexing import city_key
from marketplace.domain.search.live import listings

_MOST = 2_000
# Where names stand that may be those of a town whichever letter it begins with: with a bracket or an accent before it.
_ANY_LETTER = (("!", "A"), ("z", ""))
_NO_LETTER = "z"
_ENDS = ("first", "last")
_PARTS = len(_ANY_LETTER) + 2
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


def _stepping_within() -> sa.Select:
    """As `_stepping`, through parts of the index: each from its first name up to one beyond its last; to the end where that
    is empty."""
    parts = (
        sa.select(
            sa.select(sa.func.min(listings.c.city)).where(listings.c.city >= _bound(f"first{at}")).scalar_subquery(),
            _bound(f"last{at}"),
        )
        for at in range(_PARTS)
    )
    begun = sa.union_all(*parts).subquery().columns
    steps = sa.select(begun[0].label("city"), begun[1].label("last")).cte("spellings", recursive=True)
    following = (
        sa.select(sa.func.min(listings.c.city)).where(listings.c.city > steps.c.city).correlate(steps).scalar_subquery()
    )
    goes_on = sa.or_(steps.c.last == "", steps.c.city < steps.c.last)
    steps = steps.union_all(sa.select(following, steps.c.last).where(steps.c.city.is_not(None), goes_on))
    return sa.select(steps.c.city).where(steps.c.city.is_not(None)).limit(_MOST)


def _bound(name: str) -> sa.ColumnElement[str]:
    return sa.cast(sa.bindparam(name, type_=sa.Text), sa.Text)


# Asked with every keyword; building it takes as long as running it.
_CITIES = _stepping()
_CITIES_WITHIN = _stepping_within()


def list_cities(connection: sa.Connection) -> list[str]:
    """The cities of live ads as they are written, by name."""
    return list(connection.scalars(_CITIES))


def spellings(connection: sa.Connection, city: str) -> tuple[str, ...]:
    """How live ads spell a city, of the ways that are one town in facets and in the index; as it is asked for, if none."""
    key = city_key(city)
    letter = key[:1] if key[:1].isascii() and key[:1].isalpha() else _NO_LETTER
    parts = [*_ANY_LETTER, *((it, chr(ord(it) + 1)) for it in (letter, letter.upper()))]
    bounds = {f"{name}{at}": end for at, part in enumerate(parts) for name, end in zip(_ENDS, part, strict=True)}
    found = set(connection.scalars(_CITIES_WITHIN, bounds))
    return tuple(sorted(it for it in found if city_key(it) == key)) or (city,)


def by_words(connection: sa.Connection) -> dict[tuple[str, ...], str]:
    """Cities by the words of their names, folded; by former and Hindi names too."""
    found = {_words(city): city for city in list_cities(connection)}
    for other, name in (towns.FORMER_NAMES | _IN_HINDI).items():
        if city := found.get((name,)):
            found.setdefault(_words(other), city)
    return found


def names_of(city: str) -> list[tuple[str, ...]]:
    """The names that `by_words` knows a city by, as their words; its own comes first."""
    own = _words(city)
    others = (_words(other) for other, name in (towns.FORMER_NAMES | _IN_HINDI).items() if (name,) == own)
    return [own, *others] if own else []


def centre_of(city: str) -> tuple[float, float] | None:
    """Where a city lies, in degrees; None for one that no gazetteer knows."""
    town = towns.find_town(city)
    return (town.latitude, town.longitude) if town else None


def _words(city: str) -> tuple[str, ...]:
    return tuple(analysis.words(analysis.fold(city)))
