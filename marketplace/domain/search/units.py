"""Units of numbers and their normal spelling: "1.5 ton", "1,000 sq. ft."."""

import re
from functools import lru_cache

UNITS = {
    spelling: unit
    for unit, spellings in {
        "bhk": "bhk bhks bedroom bedrooms kamra kamre kamron बीएचके कमरा कमरे कमरों",
        "rk": "rk",
        "inch": "inch inches इंच",
        "gb": "gb gbs gig gigs gigabyte gigabytes जीबी",
        "tb": "tb terabyte terabytes",
        "mp": "mp megapixel megapixels",
        "mah": "mah",
        "kg": "kg kgs kilo kilos kilogram kilograms किलो",
        "km": "km kms kilometer kilometers kilometre kilometres किमी",
        "cc": "cc",
        "hp": "hp",
        "ton": "ton tons tonne tonnes टन",
        "ltr": "l ltr ltrs liter liters litre litres लीटर",
        "watt": "w watt watts",
        "ft": "ft feet foot",
        "sqft": "sqft sft",
        "sqyd": "sqyd gaj गज",
        "sqm": "sqm",
        "acre": "acre acres एकड\u093c",
        "cent": "cent cents",
        "bigha": "bigha bighas beegha बीघा",
        "hectare": "hectare hectares",
        "guntha": "guntha gunthas gunta guntas",
        "kanal": "kanal kanals",
        "marla": "marla marlas",
        "cm": "cm",
        "mm": "mm",
        "seater": "seater seat seats seaters सीटर",
        "hz": "hz",
        "ghz": "ghz",
        "kva": "kva",
    }.items()
    for spelling in spellings.split()
}
# Units only when attached to the number: "2 in 1" is not inches.
_ATTACHED = {"in": "inch"}
_SQUARES = {
    spelling: unit
    for unit, spellings in {
        "sqft": "ft fts feet foot",
        "sqyd": "yd yds yard yards",
        "sqm": "m mt mts mtr mtrs meter meters metre metres",
    }.items()
    for spelling in spellings.split()
}
SQUARE = rf"(?<![a-z])sq(?:uare)?[\s.-]*({'|'.join(sorted(_SQUARES, key=len, reverse=True))})(?![a-z0-9])"
_SQUARE = re.compile(SQUARE)
# Neither a date or version with more dots, nor a model that begins with a letter.
DECIMAL = r"(?<![^\W_])(?<!\d\.)\d{1,12}\.\d{1,6}(?!\.?\d)"
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NUMBER_WITH_UNIT = re.compile(r"(\d+(?:\.\d+)?)([^\d.]+)")
_DECIMAL = re.compile(r"(\d+)\.(\d+)(.*)")
_INDIAN_DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")


def join_squares(folded: str) -> str:
    """Write square units as one word: "sq. ft." becomes "sqft"."""
    return _SQUARE.sub(lambda match: _SQUARES[match[1]], folded)


def is_number(word: str) -> bool:
    """Whether the word is a whole or decimal number."""
    return _NUMBER.fullmatch(word) is not None


@lru_cache(maxsize=50_000)
def split_unit(word: str) -> tuple[str, str] | None:
    """Split "55inches" into ("55", "inch"); None if it is not a number with a known unit."""
    match = _NUMBER_WITH_UNIT.fullmatch(word)
    if match and (unit := UNITS.get(match[2]) or _ATTACHED.get(match[2])):
        return match[1], unit
    return None


def join_units(found: list[str]) -> list[str]:
    """Join numbers and units: "2 bhk" and "2bhks" both become "2bhk"."""
    joined: list[str] = []
    for word in found:
        if not word.isascii():
            word = word.translate(_INDIAN_DIGITS)
        if joined and (unit := UNITS.get(word)) and is_number(joined[-1]):
            joined[-1] += unit
        elif pair := split_unit(word):
            joined.append("".join(pair))
        else:
            joined.append(word)
    return joined


@lru_cache(maxsize=50_000)
def decimal_token(word: str) -> str:
    """Normalise a word that begins with a decimal number: 2.50 becomes 2.5, 2.0 becomes 2."""
    match = _DECIMAL.fullmatch(word)
    if match and not match[2].strip("0"):
        return match[1] + match[3]
    # The index's tokenizer splits at dots.
    return f"{match[1]}_{match[2].rstrip('0')}{match[3]}" if match else word.replace(".", "_")
