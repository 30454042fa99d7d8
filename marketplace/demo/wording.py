"""Turns wares into what people write: names, titles, descriptions, values and prices."""

import math
import re
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from marketplace.demo.cities import Neighbourhood
from marketplace.demo.goods.shelves import Blank, Ware
from marketplace.models import AdType, InputType

_SELLING = (
    "We are moving abroad at the end of the month, so it has to find a new home.",
    "I bought a bigger one and there is no room for both.",
    "It served us well and has many years left.",
    "I simply use it too little.",
    "It was a gift, and we have two now.",
    "The price is close to the last one, a little talk is fine.",
    "The first serious buyer gets it, please do not ask for the last price in chat.",
    "Part exchange is possible if you have something sensible.",
    "My parents are clearing the house and can't keep everything.",
    "I was transferred and travel light.",
    "No middlemen please, I am the owner and answer myself.",
    "If you can see this ad, it is still to be had.",
)
_SELLING_ESTATE = (
    "The title is clear and all taxes are paid up to date.",
    "We sell because the family has moved to the city of our grandchildren.",
    "A bank loan can be arranged, the valuation is done.",
    "No brokers please, the owner sells directly.",
    "The price is open to a serious word after the visit.",
    "Registration is possible within a month.",
)
_RENTING = {
    "day": (
        "The day counts from pickup to the same hour of the next.",
        "A weekly price can be agreed, longer is cheaper.",
        "A refundable deposit and an identity card are needed.",
        "Please bring it back as you found it, that is the whole contract.",
        "Pickup after six in the evening suits us best.",
    ),
    "month": (
        "Rent is due by the fifth, the deposit is two months.",
        "Eleven-month agreement, registered online, costs shared.",
        "Small repairs are on us, please treat it kindly.",
        "The deposit comes back within a week of leaving.",
        "A short visit first, then we talk about the start.",
    ),
}
_LEASING = (
    "The lease runs for at least six months and can be extended.",
    "Upkeep is ours, running costs are yours.",
    "After a year you may buy it at a price fixed today.",
    "Papers are ready, the lease can start on the first.",
    "For firms we issue a proper tax invoice each month.",
)
_SEEING = (
    "Can be seen in {place} on any evening after six.",
    "I live near {place}, {city}, a call before coming is enough.",
    "Come on Sunday morning, the address in {place} is easy to find.",
    "Viewing in {place} by appointment, chat is the quickest way.",
    "You find us in {place}, parking is on the street.",
    "Mornings are best, we are in {place} and the tea is ready.",
    "The neighbour in {place} has a key, so any day works.",
    "Please write first, then I send the map of {place}.",
    "A video call can be done before you travel to {place}.",
)
_SHORT = {
    AdType.SELL: ("To be seen and collected in {place}.", "For sale in {place}, {city}.", "Price slightly negotiable."),
    AdType.LEASE: ("Lease by the month, from six months.", "Monthly lease, upkeep included."),
}
_SHORT_ESTATE = (
    "In the heart of {place}, {city}.",
    "A good address in {place}, {city}.",
    "Near the market of {place}.",
)
_SHORT_RENT = {
    "day": ("Rent by the day, cheaper by the week.", "Daily rent, pickup in {place}."),
    "month": ("Rent by the month, two months' deposit.", "Monthly rent, ready now."),
}
_TERMS = {
    AdType.SELL: ("Payment on collection. No returns after testing.", "Cash or UPI. Buyer arranges transport.", ""),
    AdType.RENT: (
        "Refundable deposit. Identity card needed. Damage beyond wear is charged at cost.",
        "Late return costs half a day. Cancellation is free until two days before.",
    ),
    AdType.LEASE: ("Written agreement, one month's notice, deposit of two months.",),
}
_TERMS_ESTATE = "Stamp duty and registration by the buyer. Visits by appointment."
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "twenty": 20}
_TOLD = {
    "Bedrooms": r"(\w+)(?: BHK|-bedroom)",
    "Seats": r"(\w+)-seater",
    "Gears": r"(\d+) gears",
    "Horsepower": r"(\d+) hp",
    "Number of books": r"(\w+) novels",
}
# Values that people put into the name.
_NAMED = ("Year", "Storage", "Memory")
_LEFT_OUT = 0.2


def value_of(blank: Blank, ware: Ware, name: str, rng: Random, today: date) -> str | float:
    """What a seller fills in: what the name says already, else what suits the ware; empty for a file."""
    if blank.kind is InputType.DATE:
        return (today + timedelta(days=rng.randint(*blank.days))).isoformat()
    if blank.kind is InputType.NUMBER:
        told = re.search(_TOLD[blank.label], name) if blank.label in _TOLD else None
        if told and (number := _NUMBERS.get(told[1].lower()) or (int(told[1]) if told[1].isdigit() else 0)):
            return number
        low, high, step = ware.given.get(blank.label, blank.numbers)
        return rng.randrange(int(low), int(high) + 1, int(step))
    if blank.kind is InputType.FILE:
        return ""
    said = [choice for choice in blank.choices if choice.lower() in name.lower()]
    return str(rng.choice(said or ware.given.get(blank.label, blank.choices)))


def is_left_out(blank: Blank, rng: Random) -> bool:
    """Whether a seller leaves an optional field empty."""
    return not blank.required and rng.random() < _LEFT_OUT


def full_name(name: str, values: dict[str, str]) -> str:
    """The model with what people add to it."""
    added = [values[label] for label in _NAMED if label in values]
    return ", ".join([name, *added[:1]])


def price(prices: tuple[int, int], rng: Random) -> int:
    """Rupees in the range, cheap ones likelier, rounded as people round."""
    low, high = (math.log(edge) for edge in prices)
    value = math.exp(rng.uniform(low, high))
    step = 10 ** max(1, int(math.log10(value)) - 1) // 2
    return max(round(value / step) * step, step)


def short(ware: Ware, kind: AdType, at: Neighbourhood, rng: Random) -> str:
    """One line under the title."""
    lines = _SHORT_ESTATE if ware.estate else _SHORT_RENT[ware.per] if kind is AdType.RENT else _SHORT[kind]
    return rng.choice(lines).format(place=at.place, city=at.city)


def description(ware: Ware, kind: AdType, at: Neighbourhood, rng: Random) -> str:
    """A few true sentences, why it is offered or on what terms, and where to see it."""
    known = ware.facts if kind is AdType.SELL else ware.facts + ware.hired
    facts = rng.sample(known, min(len(known), rng.choice((2, 3, 3, 4))))
    selling = _SELLING_ESTATE if ware.estate else _SELLING
    endings: Sequence[str] = {AdType.SELL: selling, AdType.LEASE: _LEASING, AdType.RENT: _RENTING[ware.per]}[kind]
    closing = [*rng.sample(endings, rng.choice((1, 2))), rng.choice(_SEEING).format(place=at.place, city=at.city)]
    return f"{' '.join(facts)}\n\n{' '.join(closing)}"


def terms(ware: Ware, kind: AdType, rng: Random) -> str:
    """The seller's conditions, perhaps none."""
    if ware.estate and kind is AdType.SELL:
        return _TERMS_ESTATE
    return rng.choice(_TERMS[kind])
