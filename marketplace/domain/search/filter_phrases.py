"""Phrases of a keyword that mean a filter: price, time, type of ad, distance."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from marketplace.core import clock
from marketplace.core.money import MAX_PAISE
from marketplace.domain.price_units import format_price, format_range
from marketplace.domain.search.filter_texts import place_text, posted_text, type_text
from marketplace.domain.search.units import LETTER, SQUARE, either
from marketplace.domain.search.word_lists import AD_TYPES, ADVERBS, COUNTED, MULTIPLES, TIMES, UNITS
from marketplace.i18n.texts import t
from marketplace.models import AdType, PriceUnit

# Ambiguous after a number: the "4k" of a screen, the "2 l" of a bottle.
_DOUBTFUL = ("k", "l")
# Bare numbers below this are sizes or counts rather than rupees.
_LEAST_BARE_PRICE = 100
# "Max" and "min" occur in names too: "S23 max 256".
_LEAST_AFTER_MAX = 1_000
_FIRST_YEAR = 1950
_MOST_K_OF_SCREENS = 8

# No letter follows.
END = rf"(?!{LETTER})"
_RUPEES = rf"(?:rs|rupees|inr|₹|रुपये|रुपए){END}"
# "A day", but not "a year old".
_PER = (
    rf"(?:(?:\s+(?:per|an?|each|every|har|प्रति|हर)\s+|\s*/\s*)(?P<{{0}}time>{either(TIMES)}){END}(?!\s+old)"
    rf"|\s+(?P<{{0}}often>{either(ADVERBS)}){END})?"
)
_AMOUNT = (
    r"(?P<{0}currency>(?:₹|rs\.?|inr)\s*)?(?P<{0}number>\d[\d,]*(?:\.\d+)?)\s*"
    rf"(?P<{{0}}unit>{either(MULTIPLES)})?(?![\w.]*\d)(?!(?!{_RUPEES})[a-z])(?:\s*(?P<{{0}}after>{_RUPEES})|/-)?{_PER}"
)
_ONE, _TWO = _AMOUNT.format("a"), _AMOUNT.format("b")
_NO_OTHER_UNIT = rf"(?![\s-]*(?:{SQUARE}|(?:{either(UNITS.keys() - {'l'})}|{COUNTED}){END}))"
KM = r"(?P<km>\d{1,4}(?:\.\d+)?)\s*(?:km|kms|kilomet(?:er|re)s?)"


class Reading(NamedTuple):
    """A filter that a phrase means.

    Attributes:
        kind, text: kind and text of the chip that shows it.
        filters: attributes of the query; `near` stands for the visitor's own position.
    """

    kind: str
    text: str
    filters: dict[str, Any]


Reader = Callable[["re.Match[str]"], Reading | None]


def _rupees(match: re.Match[str], which: str) -> float | None:
    """The amount of a match in rupees; None if it is not a price."""
    rupee = float(match[f"{which}number"].replace(",", "")) * MULTIPLES.get(match[f"{which}unit"], 1)
    if (not _is_named(match, which) and rupee < _LEAST_BARE_PRICE) or rupee * 100 > MAX_PAISE:
        return None
    return rupee


def _is_named(match: re.Match[str], which: str) -> bool:
    """Whether a currency, a multiple or a time marks the number as money."""
    return any(match[f"{which}{part}"] for part in ("unit", "currency", "after", "time", "often"))


def _price_unit(match: re.Match[str]) -> PriceUnit | None:
    """The time that the last amount of a match is for."""
    which = "b" if "btime" in match.groupdict() else "a"
    return TIMES.get(match[f"{which}time"]) or ADVERBS.get(match[f"{which}often"])


def _is_year(match: re.Match[str], which: str) -> bool:
    """Whether a bare number may be a year of manufacture."""
    number = match[f"{which}number"]
    return number.isdecimal() and not _is_named(match, which) and _FIRST_YEAR <= int(number) <= clock.now().year + 1


def _limit(match: re.Match[str]) -> float | None:
    """The single amount of a match in rupees; None if it is not a price."""
    rupee = _rupees(match, "a")
    # ₹2,000 and ₹1,999 are common prices.
    if rupee is None or (_is_year(match, "a") and rupee % 50 and rupee % 100 != 99):
        return None
    is_doubtful = match.groupdict().get("most") and not _is_named(match, "a")
    return None if is_doubtful and rupee < _LEAST_AFTER_MAX else rupee


def _price(low: float | None, high: float | None, unit: PriceUnit | None, text: str = "") -> Reading:
    limits = {"min_price": low, "max_price": high, "price_unit": unit}
    return Reading("price", text or format_range(low, high, unit), {k: v for k, v in limits.items() if v is not None})


def _between(match: re.Match[str]) -> Reading | None:
    if _is_year(match, "a") and _is_year(match, "b"):
        return None
    high = _rupees(match, "b")
    # In "10 to 15k", both are thousands.
    low = float(match["anumber"].replace(",", "")) * MULTIPLES.get(match["aunit"] or match["bunit"] or "", 1)
    return None if high is None or low > high else _price(low, high, _price_unit(match))


def _priced(low: float | None, high: float | None) -> Reader:
    """Read an amount as a price range: from `low` times to `high` times the amount."""

    def read(match: re.Match[str]) -> Reading | None:
        if (price := _limit(match)) is None:
            return None
        unit = _price_unit(match)
        about = "" if 1 in (low, high) else t("About {price}", price=format_price(round(price * 100), unit))
        return _price(low and price * low, high and price * high, unit, about)

    return read


_under, _over, _about, _up_to_about = _priced(None, 1), _priced(1, None), _priced(0.8, 1.2), _priced(None, 1.2)


def _bare(match: re.Match[str]) -> Reading | None:
    """A budget without "under": "car 5 lakh", "bike ₹50,000"."""
    unit, number = match["aunit"], float(match["anumber"].replace(",", ""))
    said = match["acurrency"] or match["aafter"] or _price_unit(match) or unit not in (None, *_DOUBTFUL)
    # Screens have at most 8k.
    return _up_to_about(match) if said or (unit == "k" and number > _MOST_K_OF_SCREENS) else None


def _posted(match: re.Match[str]) -> Reading | None:
    length = {"day": 1, "week": 7, "month": 30, "year": 365}[match["span"]]
    days = int(match["count"] or 1) * length
    return _within_days(days) if 1 <= days <= 3_650 else None


def _within_days(days: int) -> Reading:
    return Reading("posted", posted_text(days), {"posted_within_days": days})


def _near(_: re.Match[str]) -> Reading:
    return Reading("near", place_text("", None), {"near": True})


def _within_km(match: re.Match[str]) -> Reading | None:
    km = float(match["km"])
    return Reading("near", place_text("", km), {"near": True, "radius_km": km}) if km else None


def _typed(ad_type: AdType) -> Reader:
    return lambda _: Reading("type", type_text(ad_type), {"ad_type": ad_type})


def _pattern(text: str) -> "re.Pattern[str]":
    return re.compile(rf"(?<!{LETTER})(?<!-)(?:{text}){END}")


# Hindi and Marathi postpositions: on, for, of.
_POSTPOSITION = rf"(?:\s+(?:pe|par|per|ke liye|ka|ki|ke|se|sathi|var|ahe|पर|पे|के लिए|का|की|के|से|साठी|वर|आहे){END})?"
_FROM = r"(?:(?:posted|listed|added)\s+)?(?:(?:since|in|from|within|over|during)\s+)?"
_TO = "to|and|se|से|-|–|—"
_AT_MOST = r"budget|(?P<most>max(?:imum)?)|or less|se kam|tak|ke andar|से कम|तक|के अंदर"
_AT_LEAST = r"or more|onwards?|and above|se (?:zyada|jyada|upar)|से (?:ज़्यादा|ज्यादा|ऊपर)"
READERS: tuple[tuple["re.Pattern[str]", Reader], ...] = (
    (_pattern(rf"(?:between|from)?\s*{_ONE}\s*(?:{_TO})\s*{_TWO}{_NO_OTHER_UNIT}"), _between),
    (
        _pattern(
            r"(?:under|below|less than|upto|up to|within|(?P<most>(?<!pro )max(?:imum)?)|budget(?: of| is| hai)?|not more than|<=?|se kam)"
            rf"\s*{_ONE}{_NO_OTHER_UNIT}"
        ),
        _under,
    ),
    (_pattern(rf"{_ONE}\s*(?:{_AT_MOST})"), _under),
    (
        _pattern(
            r"(?:above|over|more than|(?P<most>(?<!pro )min(?:imum)?)|at least|(?:starting )?from|starting|>=?)"
            rf"\s*{_ONE}{_NO_OTHER_UNIT}"
        ),
        _over,
    ),
    (_pattern(rf"{_ONE}\s*(?:{_AT_LEAST})"), _over),
    (_pattern(rf"(?:around|about|approx(?:imately)?|nearly|~)\s*{_ONE}{_NO_OTHER_UNIT}"), _about),
    (_pattern(rf"{_ONE}{_NO_OTHER_UNIT}"), _bare),
    (_pattern(rf"{_FROM}(?:the\s+)?(?:last|past)\s+(?P<count>\d{{1,4}})?\s*(?P<span>day|week|month|year)s?"), _posted),
    (_pattern(rf"{_FROM}(?P<count>(?=))this\s+(?P<span>week|month|year)"), _posted),
    (_pattern(r"since\s+(?P<count>\d{1,4})\s+(?P<span>day|week|month|year)s?"), _posted),
    (_pattern(rf"{_FROM}today"), lambda _: _within_days(1)),
    (_pattern(rf"{_FROM}yesterday"), lambda _: _within_days(2)),
    # If a place is named, `cities` reads it.
    (_pattern(rf"within\s+{KM}(?:\s+(?:of|from|around)\s+me(?!\w)|(?!\s+(?:of|from|around)\b))"), _within_km),
    (_pattern(r"(?:near|around|close to)\s*me|near\s?by|mere paas"), _near),
    (_pattern(r"(?:for|on)\s+(?:sale|sell|selling)|to\s+buy"), _typed(AdType.SELL)),
    *(
        (_pattern(rf"(?:(?:for|on|to|in)\s+)?(?:{either(words)}){_POSTPOSITION}"), _typed(ad_type))
        for ad_type, words in AD_TYPES.items()
    ),
)  # fmt: skip
