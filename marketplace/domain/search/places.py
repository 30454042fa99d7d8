"""The cities that live ads are in."""

from collections.abc import Iterable
from functools import lru_cache

from marketplace.domain import places as towns
from marketplace.domain.search import analysis
from marketplace.integrations.geocode import get_gazetteer

_LARGEST = 500

_IN_HINDI = {
    "पुणे": "pune", "मुंबई": "mumbai", "बंबई": "mumbai", "दिल्ली": "delhi", "नई दिल्ली": "delhi", "बेंगलुरु": "bengaluru",
    "बैंगलोर": "bengaluru", "चेन्नई": "chennai", "कोलकाता": "kolkata", "हैदराबाद": "hyderabad", "अहमदाबाद": "ahmedabad",
    "जयपुर": "jaipur", "लखनऊ": "lucknow", "इंदौर": "indore", "चंडीगढ़": "chandigarh", "कोच्चि": "kochi", "गुवाहाटी": "guwahati",
    "भुवनेश्वर": "bhubaneswar", "नागपुर": "nagpur", "पटना": "patna", "भोपाल": "bhopal", "सूरत": "surat", "कानपुर": "kanpur",
    "वाराणसी": "varanasi", "बनारस": "varanasi", "आगरा": "agra", "गुड़गांव": "gurugram", "नोएडा": "noida", "रांची": "ranchi",
}  # fmt: skip


def known_cities(cities: Iterable[str]) -> dict[tuple[str, ...], str]:
    """Like `by_words`, with the largest cities of India added, which need not have ads.

    Args:
        cities: as spelled in ads; this spelling takes precedence.
    """
    return by_words((*reversed(_largest_cities()), *cities))


@lru_cache(maxsize=4)
def by_words(cities: tuple[str, ...]) -> dict[tuple[str, ...], str]:
    """Index cities by the folded words of their names, including former and Hindi names.

    Args:
        cities: as spelled in ads, the most frequent spelling last.
    """
    found = {words: city for city in cities if (words := tuple(analysis.words(city)))}
    for other, name in (towns.FORMER_NAMES | _IN_HINDI).items():
        if city := found.get((name,)):
            found.setdefault(tuple(analysis.words(other)), city)
    return found


@lru_cache(maxsize=1)
def _largest_cities() -> tuple[str, ...]:
    largest = dict.fromkeys(town.city for town in get_gazetteer().home_towns[:_LARGEST])
    # Other names lead to the current name.
    return tuple(city for city in largest if city.casefold() not in towns.FORMER_NAMES)
