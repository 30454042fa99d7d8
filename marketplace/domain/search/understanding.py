"""What a keyword says besides words: a price, a place, a time, a type. "2bhk under 15k in pune"."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from marketplace.domain.money import MAX_PAISE, rupees
from marketplace.domain.search import analysis, places
from marketplace.domain.search.schemas import Chip, SearchQuery, Sort
from marketplace.models import AdType
from marketplace.texts import t, tn

NEAR_KM = 25.0
_MULTIPLES = {"k": 1_000, "thousand": 1_000, "hazar": 1_000, "hazaar": 1_000, "l": 100_000, "lac": 100_000}
_MULTIPLES |= {"lacs": 100_000, "lakh": 100_000, "lakhs": 100_000, "cr": 10_000_000, "crore": 10_000_000}
_MULTIPLES |= {"crores": 10_000_000}
# Bare numbers below this are sizes and counts rather than rupees.
_LEAST_BARE_PRICE = 100

_CURRENCY = r"(?:₹|rs\.?|inr)"
_UNIT = "|".join(sorted(_MULTIPLES, key=len, reverse=True))
_AMOUNT = (
    rf"(?P<{{0}}currency>{_CURRENCY}\s*)?(?P<{{0}}number>\d[\d,]*(?:\.\d+)?)\s*"
    rf"(?P<{{0}}unit>{_UNIT})?(?![\w.]*\d|[a-z])(?:\s*(?P<{{0}}after>rs|rupees|inr)\b|/-)?"
)
_ONE, _TWO = _AMOUNT.format("a"), _AMOUNT.format("b")
_OTHER_UNITS = "|".join(sorted({unit for unit in analysis.UNITS if unit != "l"}, key=len, reverse=True))
_NO_OTHER_UNIT = rf"(?!\s*(?:{_OTHER_UNITS}|days?|weeks?|months?|years?)\b)"


@dataclass(frozen=True, slots=True)
class Understood:
    """The query with what was understood among its filters, its keyword without the words for it."""

    query: SearchQuery
    chips: tuple[Chip, ...] = ()


Reading = tuple[str, str, dict[str, Any]]
Reader = Callable[["re.Match[str]"], Reading | None]


def _paise(match: re.Match[str], which: str) -> float | None:
    """The rupees that a match speaks of; None for what is no price."""
    rupee = float(match[f"{which}number"].replace(",", ""))
    unit = match[f"{which}unit"]
    rupee *= _MULTIPLES.get(unit or "", 1)
    named = unit or match[f"{which}currency"] or match[f"{which}after"]
    if (not named and rupee < _LEAST_BARE_PRICE) or rupee * 100 > MAX_PAISE:
        return None
    return rupee


def _between(match: re.Match[str]) -> Reading | None:
    unit = match["bunit"]
    high = _paise(match, "b")
    # In "10 to 15k" both are thousands.
    low = float(match["anumber"].replace(",", "")) * _MULTIPLES.get(match["aunit"] or unit or "", 1)
    if high is None or low > high:
        return None
    text = t("{low} to {high}", low=_text(low), high=_text(high))
    return "price", text, {"min_price": low, "max_price": high}


def _under(match: re.Match[str]) -> Reading | None:
    if (most := _paise(match, "a")) is None:
        return None
    return "price", t("Under {price}", price=_text(most)), {"max_price": most}


def _over(match: re.Match[str]) -> Reading | None:
    if (least := _paise(match, "a")) is None:
        return None
    return "price", t("Over {price}", price=_text(least)), {"min_price": least}


def _about(match: re.Match[str]) -> Reading | None:
    if (price := _paise(match, "a")) is None:
        return None
    return "price", t("About {price}", price=_text(price)), {"min_price": price * 0.8, "max_price": price * 1.2}


def _text(rupee: float) -> str:
    return rupees(round(rupee * 100))


def _posted(match: re.Match[str]) -> Reading | None:
    length = {"day": 1, "week": 7, "month": 30, "year": 365}[match["span"]]
    days = int(match["count"] or 1) * length
    if not 1 <= days <= 3_650:
        return None
    return "posted", tn("Posted within a day", "Posted within {count} days", days), {"posted_within_days": days}


def _fixed_days(days: int) -> Reader:
    return lambda _: (
        "posted",
        tn("Posted within a day", "Posted within {count} days", days),
        {"posted_within_days": days},
    )


def _near(_: re.Match[str]) -> Reading:
    return "near", t("Near you"), {"near": True}


def _typed(ad_type: AdType) -> Reader:
    return lambda _: ("type", type_text(ad_type), {"ad_type": ad_type})


def type_text(ad_type: AdType) -> str:
    """A type of ad as people say it."""
    return {AdType.SELL: t("For sale"), AdType.RENT: t("For rent"), AdType.LEASE: t("For lease")}[ad_type]


def _pattern(text: str) -> "re.Pattern[str]":
    # Vowel signs of Devanagari are no \w, but go on a word.
    return re.compile(rf"(?<![\w\u0900-\u0963-])(?:{text})(?![\w\u0900-\u0963])")


# Between a noun and what follows it in Hindi: on, for, of.
_POSTPOSITION = r"(?:\s+(?:pe|par|per|ke liye|ka|ki|ke|पर|पे|के लिए|का|की|के)(?![\w\u0900-\u0963]))?"
_FROM = r"(?:since|in|from|within|over|during)\s+"
_READERS: tuple[tuple["re.Pattern[str]", Reader], ...] = (
    (
        _pattern(rf"(?:between|from)?\s*{_ONE}\s*(?:to|and|se|-|–|—)\s*{_TWO}{_NO_OTHER_UNIT}"),
        _between,
    ),
    (
        _pattern(
            r"(?:under|below|less than|upto|up to|within|max(?:imum)?|budget(?: of)?|not more than|<=?|se kam)"
            rf"\s*{_ONE}{_NO_OTHER_UNIT}"
        ),
        _under,
    ),
    (_pattern(rf"{_ONE}\s*(?:budget|max(?:imum)?|or less|se kam)"), _under),
    (_pattern(rf"(?:above|over|more than|min(?:imum)?|at least|starting(?: from)?|>=?)\s*{_ONE}{_NO_OTHER_UNIT}"), _over),
    (_pattern(rf"(?:around|about|approx(?:imately)?|nearly|~)\s*{_ONE}{_NO_OTHER_UNIT}"), _about),
    (_pattern(rf"(?:{_FROM})?(?:the\s+)?(?:last|past)\s+(?P<count>\d{{1,4}})?\s*(?P<span>day|week|month|year)s?"), _posted),
    (_pattern(rf"(?:{_FROM})?(?P<count>(?=))this\s+(?P<span>week|month|year)"), _posted),
    (_pattern(r"since\s+(?P<count>\d{1,4})\s+(?P<span>day|week|month|year)s?"), _posted),
    (_pattern(rf"(?:{_FROM}|posted\s+)?today"), _fixed_days(1)),
    (_pattern(rf"(?:{_FROM}|posted\s+)?yesterday"), _fixed_days(2)),
    (_pattern(r"(?:near|around|close to)\s*me|near\s?by|mere paas"), _near),
    (_pattern(rf"(?:(?:for|on|to|in)\s+)?rent(?:al|als|s)?{_POSTPOSITION}"), _typed(AdType.RENT)),
    (_pattern(rf"(?:kiray[ae]|किराय[ाे]|किराए){_POSTPOSITION}"), _typed(AdType.RENT)),
    (_pattern(r"(?:(?:for|on|to)\s+)?lease"), _typed(AdType.LEASE)),
    (_pattern(r"(?:for|on)\s+sale|to\s+buy"), _typed(AdType.SELL)),
)  # fmt: skip
_QUOTED = re.compile(r'-?"[^"]*(?:"|$)')
_IN = r"(?:in|at|from|near|around|me|mein)"


def understand(query: SearchQuery, cities: Callable[[], Mapping[tuple[str, ...], str]]) -> Understood:
    """Read filters out of the keyword. A filter that is set already is never overruled; its words stay words.

    Args:
        cities: gives the cities by their folded words; asked only where there is a keyword.
    """
    keyword = analysis.clean_query(query.keyword)
    if not keyword or query.literal:
        return Understood(query)
    found: list[tuple[str, str, str, dict[str, Any]]] = []
    rest = keyword
    for pattern, read in _READERS:
        for match in pattern.finditer(_blank_quotes(rest)):
            reading = read(match)
            if reading and _is_free(query, reading[2], found):
                found.append((*reading[:2], match[0].strip(), reading[2]))
                rest = f"{rest[: match.start()]} {rest[match.end() :]}"
                break
    if not query.city and (place := _city(rest, cities())):
        city, words = place
        kind, text, filters = _at(query, city, words)
        found.append((kind, text, words, filters))
        rest = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", " ", rest, count=1)
    narrowed = replace(query, keyword=" ".join(rest.split()))
    for _, _, _, filters in found:
        narrowed = _narrow(narrowed, filters)
    chips = tuple(
        Chip(kind=kind, text=text, words=words, rest=leave_out(keyword, words)) for kind, text, words, _ in found
    )
    return Understood(narrowed, chips)


def _blank_quotes(text: str) -> str:
    """What stands in quotes is meant as it is; it keeps its place so that positions stay right."""
    return _QUOTED.sub(lambda match: "\x00" * len(match[0]), text)


def _is_free(query: SearchQuery, filters: dict[str, Any], found: list[tuple[str, str, str, dict[str, Any]]]) -> bool:
    taken = {name for *_, earlier in found for name in earlier}
    return not any(name in taken or getattr(query, name, None) is not None for name in filters)


def _city(text: str, cities: Mapping[tuple[str, ...], str]) -> tuple[str, str] | None:
    """A city named after "in", or at either end of the keyword; with the words that name it."""
    text = _blank_quotes(text)
    best: tuple[int, str, str] | None = None
    for words, city in cities.items():
        if not words or words[0] not in text:
            continue
        name = r"\s+".join(map(re.escape, words))
        for pattern in (rf"(?<!\S){_IN}\s+{name}(?!\S)", rf"^\s*{name}(?!\S)", rf"(?<!\S){name}\s*$"):
            if (match := re.search(pattern, text)) and (best is None or len(match[0]) > best[0]):
                best = (len(match[0]), city, match[0].strip())
    return best[1:] if best else None


def _at(query: SearchQuery, city: str, words: str) -> Reading:
    """In the city, or around it where it was said to be near."""
    near = words.startswith(("near", "around")) and query.radius_km is None
    if not near or (centre := places.centre_of(city)) is None:
        return "city", city, {"city": city}
    text = t("Within {km} km of {city}", km=f"{NEAR_KM:g}", city=city)
    return "near", text, {"lat": centre[0], "lng": centre[1], "radius_km": NEAR_KM}


def _narrow(query: SearchQuery, filters: dict[str, Any]) -> SearchQuery:
    if not filters.get("near"):
        return replace(query, **filters)
    if query.lat is None:
        # Where that is only the asker's browser knows; the page asks for it when it sees the chip.
        return query
    return replace(query, radius_km=query.radius_km or NEAR_KM, sort=query.sort or Sort.DISTANCE)


def leave_out(keyword: str, words: str) -> str:
    """The keyword, folded, without these words of it."""
    keyword = analysis.clean_query(keyword)
    return " ".join(re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", " ", keyword, count=1).split())
