"""What people write for a price, a time, a type or a distance, and the filters that it means."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from marketplace import clock
from marketplace.domain.money import MAX_PAISE, rupees
from marketplace.domain.search.units import SQUARE, UNITS
from marketplace.models import AdType
from marketplace.texts import t, tn

_MULTIPLES = {"k": 1_000, "thousand": 1_000, "hazar": 1_000, "hazaar": 1_000, "l": 100_000, "lac": 100_000}
_MULTIPLES |= {"lacs": 100_000, "lakh": 100_000, "lakhs": 100_000, "cr": 10_000_000, "crore": 10_000_000}
_MULTIPLES |= {"crores": 10_000_000, "हजार": 1_000, "हज़ार": 1_000, "लाख": 100_000, "करोड़": 10_000_000}
# After a number these may be something else: "4k" of a screen, "2 l" of a bottle.
_DOUBTFUL = ("k", "l")
# Bare numbers below this are sizes and counts rather than rupees.
_LEAST_BARE_PRICE = 100
# "Max" and "min" are parts of names too: "S23 max 256".
_LEAST_AFTER_MAX = 1_000
_FIRST_YEAR = 1950

_CURRENCY = r"(?:₹|rs\.?|inr)"
_RUPEES = r"(?:rs|rupees|inr|₹|रुपये|रुपए)(?![\w\u0900-\u0963])"
_UNIT = "|".join(sorted(_MULTIPLES, key=len, reverse=True))
_AMOUNT = (
    rf"(?P<{{0}}currency>{_CURRENCY}\s*)?(?P<{{0}}number>\d[\d,]*(?:\.\d+)?)\s*"
    rf"(?P<{{0}}unit>{_UNIT})?(?![\w.]*\d)(?!(?!{_RUPEES})[a-z])(?:\s*(?P<{{0}}after>{_RUPEES})|/-)?"
)
_ONE, _TWO = _AMOUNT.format("a"), _AMOUNT.format("b")
_OTHER_UNITS = "|".join(sorted({unit for unit in UNITS if unit != "l"}, key=len, reverse=True))
_COUNTED = (
    r"(?:minute|hour|day|week|month|year|yr|page|piece|room|person|guest|member|volt|amp|star)s?|people|pcs|rpm|mbps|ah"
)
_NO_OTHER_UNIT = rf"(?![\s-]*(?:{SQUARE}|(?:{_OTHER_UNITS}|{_COUNTED})(?![\w\u0900-\u0963])))"


class Reading(NamedTuple):
    """What words were read as.

    Attributes:
        kind, text: of the chip.
        filters: the query's fields; `near` stands for the asker's own place.
    """

    kind: str
    text: str
    filters: dict[str, Any]


Reader = Callable[["re.Match[str]"], Reading | None]


def _rupees(match: re.Match[str], which: str) -> float | None:
    """The rupees that a match speaks of; None for what is no price."""
    rupee = float(match[f"{which}number"].replace(",", ""))
    unit = match[f"{which}unit"]
    rupee *= _MULTIPLES.get(unit or "", 1)
    if (not _is_named(match, which) and rupee < _LEAST_BARE_PRICE) or rupee * 100 > MAX_PAISE:
        return None
    return rupee


def _is_named(match: re.Match[str], which: str) -> bool:
    """Whether the number is said to be money."""
    return any(match[f"{which}{part}"] for part in ("unit", "currency", "after"))


def _is_year(match: re.Match[str], which: str) -> bool:
    """Whether a bare number may be the year that something was built in."""
    number = match[f"{which}number"]
    return number.isdecimal() and not _is_named(match, which) and _FIRST_YEAR <= int(number) <= clock.now().year + 1


def _limit(match: re.Match[str]) -> float | None:
    """The rupees that are said alone; None for what is no price."""
    rupee = _rupees(match, "a")
    # Prices like ₹2,000 and ₹1,999 are common, cars of these years are not.
    if rupee is None or (_is_year(match, "a") and rupee % 50 and rupee % 100 != 99):
        return None
    is_doubtful = match.groupdict().get("most") and not _is_named(match, "a")
    return None if is_doubtful and rupee < _LEAST_AFTER_MAX else rupee


def _between(match: re.Match[str]) -> Reading | None:
    if _is_year(match, "a") and _is_year(match, "b"):
        return None
    unit = match["bunit"]
    high = _rupees(match, "b")
    # In "10 to 15k" both are thousands.
    low = float(match["anumber"].replace(",", "")) * _MULTIPLES.get(match["aunit"] or unit or "", 1)
    if high is None or low > high:
        return None
    text = t("{low} to {high}", low=_text(low), high=_text(high))
    return Reading("price", text, {"min_price": low, "max_price": high})


def _under(match: re.Match[str]) -> Reading | None:
    if (most := _limit(match)) is None:
        return None
    return Reading("price", t("Under {price}", price=_text(most)), {"max_price": most})


def _over(match: re.Match[str]) -> Reading | None:
    if (least := _limit(match)) is None:
        return None
    return Reading("price", t("Over {price}", price=_text(least)), {"min_price": least})


def _about(match: re.Match[str]) -> Reading | None:
    if (price := _limit(match)) is None:
        return None
    text = t("About {price}", price=_text(price))
    return Reading("price", text, {"min_price": price * 0.8, "max_price": price * 1.2})


def _bare(match: re.Match[str]) -> Reading | None:
    """An amount that is plainly one of money, with nothing said about it: "car 5 lakh", "bike ₹50,000"."""
    said = match["acurrency"] or match["aafter"] or match["aunit"] not in (None, *_DOUBTFUL)
    return _about(match) if said else None


def _text(rupee: float) -> str:
    return rupees(round(rupee * 100))


def _posted(match: re.Match[str]) -> Reading | None:
    length = {"day": 1, "week": 7, "month": 30, "year": 365}[match["span"]]
    days = int(match["count"] or 1) * length
    return _within_days(days) if 1 <= days <= 3_650 else None


def _within_days(days: int) -> Reading:
    text = tn("Posted within a day", "Posted within {count} days", days)
    return Reading("posted", text, {"posted_within_days": days})


def _fixed_days(days: int) -> Reader:
    return lambda _: _within_days(days)


def _near(_: re.Match[str]) -> Reading:
    return Reading("near", t("Near you"), {"near": True})


def _within_km(match: re.Match[str]) -> Reading | None:
    km = float(match["km"])
    if not km:
        return None
    return Reading(
        "near", t("Within {km} km of {place}", km=f"{km:g}", place=t("you")), {"near": True, "radius_km": km}
    )


def _typed(ad_type: AdType) -> Reader:
    return lambda _: Reading("type", type_text(ad_type), {"ad_type": ad_type})


def type_text(ad_type: AdType) -> str:
    """A type of ad as people say it."""
    return {AdType.SELL: t("For sale"), AdType.RENT: t("For rent"), AdType.LEASE: t("For lease")}[ad_type]


def _pattern(text: str) -> "re.Pattern[str]":
    # Vowel signs of Devanagari are no \w, but go on a word.
    return re.compile(rf"(?<![\w\u0900-\u0963-])(?:{text})(?![\w\u0900-\u0963])")


# Between a noun and what follows it in Hindi: on, for, of.
_POSTPOSITION = r"(?:\s+(?:pe|par|per|ke liye|ka|ki|ke|पर|पे|के लिए|का|की|के)(?![\w\u0900-\u0963]))?"
_FROM = r"(?:(?:posted|listed|added)\s+)?(?:(?:since|in|from|within|over|during)\s+)?"
_TO = "to|and|se|से|-|–|—"
_AT_MOST = r"budget|(?P<most>max(?:imum)?)|or less|se kam|tak|ke andar|से कम|तक|के अंदर"
_AT_LEAST = r"or more|onwards?|and above|se (?:zyada|jyada|upar)|से (?:ज़्यादा|ज्यादा|ऊपर)"
_KM = r"(?P<km>\d{1,4}(?:\.\d+)?)\s*(?:km|kms|kilomet(?:er|re)s?)"
READERS: tuple[tuple["re.Pattern[str]", Reader], ...] = (
    (_pattern(rf"(?:between|from)?\s*{_ONE}\s*(?:{_TO})\s*{_TWO}{_NO_OTHER_UNIT}"), _between),
    (
        _pattern(
            r"(?:under|below|less than|upto|up to|within|(?P<most>(?<!pro )max(?:imum)?)|budget(?: of)?|not more than|<=?|se kam)"
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
    (_pattern(rf"{_FROM}today"), _fixed_days(1)),
    (_pattern(rf"{_FROM}yesterday"), _fixed_days(2)),
    # A place that is named with it is read with the towns.
    (_pattern(rf"within\s+{_KM}(?:\s+(?:of|from|around)\s+me(?!\w)|(?!\s+(?:of|from|around)\b))"), _within_km),
    (_pattern(r"(?:near|around|close to)\s*me|near\s?by|mere paas"), _near),
    (_pattern(rf"(?:(?:for|on|to|in)\s+)?rent(?:al|als|s)?{_POSTPOSITION}"), _typed(AdType.RENT)),
    (_pattern(rf"(?:kiray[ae]|किराय[ाे]|किराए){_POSTPOSITION}"), _typed(AdType.RENT)),
    (_pattern(r"(?:(?:for|on|to)\s+)?lease"), _typed(AdType.LEASE)),
    (_pattern(r"(?:for|on)\s+sale|to\s+buy"), _typed(AdType.SELL)),
)  # fmt: skip
