"""Generates names, descriptions, field values and prices of ads."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random
from typing import Any

from marketplace.demo import consistency
from marketplace.demo.cities import Neighbourhood
from marketplace.demo.content import read
from marketplace.demo.goods import FieldData, ItemData
from marketplace.models import AdType, InputType

_PHRASES = read("phrases")
_REASONS, _SHORT, _TERMS = _PHRASES["reasons"], _PHRASES["short"], _PHRASES["terms"]
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "twenty": 20}
_VALUES_IN_NAMES = {
    "Bedrooms": r"(\w+)(?: BHK|-bedroom)",
    "Seats": r"(\w+)-seater",
    "Gears": r"(\d+) gears",
    "Horsepower": r"(\d+) hp",
    "Number of books": r"(\w+) novels",
}
# Fields whose values sellers add to the name.
_ADDED_TO_NAME = ("Year", "Storage", "Memory")
_OMITTED = 0.2


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of an ad besides its name."""

    facts: tuple[str, ...]
    reasons: tuple[str, ...]
    viewing: str
    title: str = ""
    short: str = ""
    terms: str = ""

    @property
    def description(self) -> str:
        """The facts, and below them the reasons and where to view it."""
        return f"{' '.join(self.facts)}\n\n{' '.join([*self.reasons, self.viewing])}"


def value_of(field: FieldData, item: ItemData, name: str, colour: str, rng: Random, today: date) -> str | float:
    """A value for the field: the one in the ad's name or picture, else one that suits the item; empty for a file."""
    if field.input_type is InputType.DATE:
        return (today + timedelta(days=rng.randint(*field.days))).isoformat()
    if field.input_type is InputType.NUMBER:
        found = re.search(_VALUES_IN_NAMES[field.label], name) if field.label in _VALUES_IN_NAMES else None
        if found and (number := _NUMBERS.get(found[1].lower()) or (int(found[1]) if found[1].isdigit() else 0)):
            return number
        low, high, step = item.values.get(field.label, field.numbers)
        return rng.randrange(int(low), int(high) + 1, int(step))
    if field.input_type is InputType.FILE:
        return ""
    if field.label == "Colour" and "Colour" not in item.values:
        return colour.capitalize()
    matching = [choice for choice in field.choices if choice.lower() in name.lower()]
    return str(rng.choice(matching or item.values.get(field.label, field.choices)))


def is_omitted(field: FieldData, rng: Random) -> bool:
    """Whether an optional field stays empty."""
    return not field.required and rng.random() < _OMITTED


def ad_name(name: str, values: dict[str, str]) -> str:
    """The model name with a value that sellers add to it."""
    added = [values[label] for label in _ADDED_TO_NAME if label in values]
    return ", ".join([name, *added[:1]])


def price(prices: tuple[int, int], rng: Random) -> int:
    """A rounded price in rupees within the range, low prices more frequent."""
    low, high = (math.log(edge) for edge in prices)
    value = math.exp(rng.uniform(low, high))
    step = 10 ** max(1, int(math.log10(value)) - 1) // 2
    return max(round(value / step) * step, step)


def _offer(item: ItemData, kind: AdType) -> str:
    """The list of phrases that fits the ad."""
    if kind is AdType.RENT:
        return f"rent_by_{item.per}"
    return "sell_property" if item.is_property and kind is AdType.SELL else kind.value


def draw_texts(item: ItemData, kind: AdType, at: Neighbourhood, rng: Random) -> Texts:
    """Draw facts about the item, the reason or terms of the offer, and where to view it."""
    known = _facts(item, kind)
    facts = rng.sample(known, min(len(known), rng.choice((2, 3, 3, 4))))
    reasons = rng.sample(_REASONS[_offer(item, kind)], rng.choice((1, 2)))
    return Texts(facts=tuple(facts), reasons=tuple(reasons), viewing=_at(rng.choice(_PHRASES["viewing"]), at))


def draw_rest(texts: Texts, item: ItemData, kind: AdType, at: Neighbourhood, rng: Random) -> Texts:
    """Draw the title, the short description and the terms, which may be empty."""
    title = rng.choice(item.titles)
    short = _at(rng.choice(_short(item, kind)), at)
    known = _terms(item, kind)
    # Without a draw for property, so that a seed gives the same ads as ever.
    terms = known[0] if item.is_property and kind is AdType.SELL else rng.choice(known)
    return replace(texts, title=title, short=short, terms=terms)


def fitting(texts: Texts, item: ItemData, kind: AdType, at: Neighbourhood, ad: Mapping[str, Any], rng: Random) -> Texts:
    """Exchange each text that contradicts the ad, or an earlier one of the texts.

    Args:
        ad: what the ad says of itself, as `consistency.holds` reads it.
    """
    said: list[str] = []

    def choose(drawn: Sequence[str], others: Iterable[str]) -> tuple[str, ...]:
        rest = [text for text in others if text not in drawn]
        rng.shuffle(rest)
        chosen: list[str] = []
        for text in (*drawn, *rest):
            if len(chosen) < len(drawn) and consistency.holds(text, ad, said):
                chosen.append(text)
                said.append(text)
        return tuple(chosen)

    [title] = choose([texts.title], item.titles) or [""]
    facts = choose(texts.facts, _facts(item, kind))
    reasons = choose(texts.reasons, _REASONS[_offer(item, kind)])
    [short] = choose([texts.short], [_at(text, at) for text in _short(item, kind)]) or [""]
    [viewing] = choose([texts.viewing], [_at(text, at) for text in _PHRASES["viewing"]])
    [terms] = choose([texts.terms], _terms(item, kind)) or [""]
    return Texts(title=title, short=short, facts=facts, reasons=reasons, viewing=viewing, terms=terms)


def _facts(item: ItemData, kind: AdType) -> tuple[str, ...]:
    return item.facts if kind is AdType.SELL else item.facts + item.rental_facts


def _short(item: ItemData, kind: AdType) -> list[str]:
    return _SHORT["sell_property" if item.is_property else _offer(item, kind)]


def _terms(item: ItemData, kind: AdType) -> list[str]:
    return _TERMS["sell_property" if item.is_property and kind is AdType.SELL else kind.value]


def _at(text: str, at: Neighbourhood) -> str:
    return text.format(place=at.place, city=at.city)
