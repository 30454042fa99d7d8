"""Phrases of a keyword that mean a filter: price, time, type of ad, distance."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from marketplace.core import clock
from marketplace.core.money import MAX_PAISE, MULTIPLES, NUMBER, RUPEES, multiply
from marketplace.domain.price_units import format_price, format_range
from marketplace.domain.search import analysis
from marketplace.domain.search.filter_texts import place_text, posted_text, type_text
from marketplace.domain.search.units import LETTER, SQUARE, either
from marketplace.domain.search.word_lists import AD_TYPES, ADVERBS, COUNTED, FILTER_WORDS, TIMES, UNITS
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
_RUPEES = rf"(?:{RUPEES}){END}"


def _amount(name: str) -> str:
    # "A day", but not "a year old".
    per = (
        rf"(?:(?:\s+(?:per|an?|each|every|har|प्रति|हर)\s+|\s*/\s*)(?P<{name}time>{either(TIMES)}){END}(?!\s+old)"
        rf"|\s+(?P<{name}often>{either(ADVERBS)}){END})?"
    )
    return (
        rf"(?P<{name}currency>(?:₹|rs\.?|inr)\s*)?(?P<{name}number>{NUMBER})\s*(?P<{name}multiple>{either(MULTIPLES)})?(?![\w.]*\d)"
        rf"(?!(?!{_RUPEES})[a-z])(?:\s*(?P<{name}after>{_RUPEES}|/-))?{per}"
    )


_ONE, _TWO = _amount("a"), _amount("b")
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


Match = re.Match[str]
Reader = Callable[[Match], Reading | None]


class _Amount:
    """The amount `a` or `b` of a match.

    Attributes:
        rupees: the number times its multiple.
        unit: the time that it is for.
        is_money: a currency, a multiple or a time marks it as money.
        is_price: it is marked, or large enough.
        may_be_year: it may be a year of manufacture.
    """

    def __init__(self, match: Match, which: str = "a"):
        number = match[f"{which}number"]
        self.number, self.multiple = number, match[f"{which}multiple"]
        self.rupees = self.times(self.multiple)
        self.has_currency = bool(match[f"{which}currency"] or match[f"{which}after"])
        self.unit: PriceUnit | None = TIMES.get(match[f"{which}time"]) or ADVERBS.get(match[f"{which}often"])
        self.is_money = bool(self.multiple or self.has_currency or self.unit)
        self.is_price = (self.is_money or self.rupees >= _LEAST_BARE_PRICE) and self.rupees * 100 <= MAX_PAISE
        is_whole = number.isdecimal() and not self.is_money
        self.may_be_year = is_whole and _FIRST_YEAR <= self.rupees <= clock.now().year + 1

    def times(self, multiple: str | None) -> float:
        """The number times a multiple."""
        return float(multiply(self.number, multiple) or 0)


def _price(low: float | None, high: float | None, unit: PriceUnit | None, text: str = "") -> Reading:
    limits = {"min_price": low, "max_price": high, "price_unit": unit}
    return Reading("price", text or format_range(low, high, unit), {k: v for k, v in limits.items() if v is not None})


def _between(match: Match) -> Reading | None:
    first, last = _Amount(match), _Amount(match, "b")
    # In "10 to 15k", both are thousands.
    low = first.times(first.multiple or last.multiple)
    if (first.may_be_year and last.may_be_year) or not last.is_price or low > last.rupees:
        return None
    return _price(low, last.rupees, last.unit)


def _priced(low: float | None, high: float | None) -> Reader:
    """Read an amount as a price range: from `low` times to `high` times the amount."""

    def read(match: Match) -> Reading | None:
        amount = _Amount(match)
        price, unit = amount.rupees, amount.unit
        # ₹2,000 and ₹1,999 are common prices.
        is_year = amount.may_be_year and price % 50 and price % 100 != 99
        is_doubtful = match.groupdict().get("most") and not amount.is_money and price < _LEAST_AFTER_MAX
        if not amount.is_price or is_year or is_doubtful:
            return None
        about = "" if 1 in (low, high) else t("About {price}", price=format_price(round(price * 100), unit))
        return _price(low and price * low, high and price * high, unit, about)

    return read


_under, _over, _about, _up_to_about = _priced(None, 1), _priced(1, None), _priced(0.8, 1.2), _priced(None, 1.2)


def _bare(match: Match) -> Reading | None:
    """A budget without "under": "car 5 lakh", "bike ₹50,000"."""
    amount = _Amount(match)
    is_said = amount.has_currency or amount.unit or amount.multiple not in (None, *_DOUBTFUL)
    # Screens have at most 8k.
    return (
        _up_to_about(match) if is_said or (amount.multiple == "k" and amount.times(None) > _MOST_K_OF_SCREENS) else None
    )


def _posted(match: Match) -> Reading | None:
    days = int(match["count"] or 1) * {"day": 1, "week": 7, "month": 30, "year": 365}[match["span"]]
    return _within_days(days) if 1 <= days <= 3_650 else None


def _within_days(days: int) -> Reading:
    return Reading("posted", posted_text(days), {"posted_within_days": days})


def _near(_: Match) -> Reading:
    return Reading("near", place_text("", None), {"near": True})


def _within_km(match: Match) -> Reading | None:
    km = float(match["km"])
    return Reading("near", place_text("", km), {"near": True, "radius_km": km}) if km else None


def _typed(ad_type: AdType) -> Reader:
    return lambda _: Reading("type", type_text(ad_type), {"ad_type": ad_type})


def _pattern(text: str) -> "re.Pattern[str]":
    return re.compile(rf"(?<!{LETTER})(?<!-)(?:{text}){END}")


_SINCE, _POSTPOSITION = FILTER_WORDS["since"], rf"(?:\s+(?:{FILTER_WORDS['postposition']}){END})?"
# In this order, each reads what those before have left.
READERS: tuple[tuple["re.Pattern[str]", Reader], ...] = (
    (_pattern(rf"(?:between|from)?\s*{_ONE}\s*(?:{FILTER_WORDS['range']})\s*{_TWO}{_NO_OTHER_UNIT}"), _between),
    (_pattern(rf"(?:{FILTER_WORDS['under']})\s*{_ONE}{_NO_OTHER_UNIT}"), _under),
    (_pattern(rf"{_ONE}\s*(?:{FILTER_WORDS['or_less']})"), _under),
    (_pattern(rf"(?:{FILTER_WORDS['over']})\s*{_ONE}{_NO_OTHER_UNIT}"), _over),
    (_pattern(rf"{_ONE}\s*(?:{FILTER_WORDS['or_more']})"), _over),
    (_pattern(rf"(?:{FILTER_WORDS['about']})\s*{_ONE}{_NO_OTHER_UNIT}"), _about),
    (_pattern(rf"{_ONE}{_NO_OTHER_UNIT}"), _bare),
    (_pattern(rf"{_SINCE}(?:the\s+)?(?:last|past)\s+(?P<count>\d{{1,4}})?\s*(?P<span>day|week|month|year)s?"), _posted),
    (_pattern(rf"{_SINCE}(?P<count>(?=))this\s+(?P<span>week|month|year)"), _posted),
    (_pattern(r"since\s+(?P<count>\d{1,4})\s+(?P<span>day|week|month|year)s?"), _posted),
    (_pattern(rf"{_SINCE}today"), lambda _: _within_days(1)),
    (_pattern(rf"{_SINCE}yesterday"), lambda _: _within_days(2)),
    # If a place is named, `cities` reads it.
    (_pattern(rf"within\s+{KM}(?:\s+(?:of|from|around)\s+me(?!\w)|(?!\s+(?:of|from|around)\b))"), _within_km),
    (_pattern(FILTER_WORDS["near_me"]), _near),
    (_pattern(FILTER_WORDS["for_sale"]), _typed(AdType.SELL)),
    *(
        (_pattern(rf"(?:(?:for|on|to|in)\s+)?(?:{either(analysis.words(words))}){_POSTPOSITION}"), _typed(AdType(kind)))
        for kind, words in AD_TYPES.items()
    ),
)
