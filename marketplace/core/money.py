"""Amounts of money. The code uses whole paise; only the transports convert them to and from rupees."""

import re
from decimal import ROUND_HALF_UP, Decimal

from marketplace.core.errors import Invalid
from marketplace.core.numbers import GROUPED, MAX_LENGTH, parse_decimal, parse_typed, read_digits
from marketplace.i18n.texts import t

MAX_PAISE = 10**15
_MOST_DISCOUNT = Decimal("99.99")
# Pairs in rupees: from this amount on, people write prices in steps of so much.
_STEPS = ((100_000, 1_000), (10_000, 100), (1_000, 10), (0, 1))
# Alternatives of regular expressions.
RUPEES = "rs|rupees?|inr|₹|रुपये|रुपए|रुपया|रूपये|रूपए|रु|रू"
NUMBER = rf"(?:{GROUPED}|\d+)(?!,?\d)(?:\.\d+)?"
# By spelling.
MULTIPLES = {
    spelling: multiple
    for multiple, spellings in {
        1_000: "k thousand hazar hazaar hajar hajaar हजार हज़ार",
        1_00_000: "l lac lacs lakh lakhs लाख",
        1_00_00_000: "cr crore crores करोड़",
    }.items()
    for spelling in spellings.split()
}
_AMOUNT = re.compile(
    rf"(?:(?:{RUPEES})\.?\s*)?([+-]?(?:{NUMBER}|\.\d+))\s*({'|'.join(MULTIPLES)})?\.?\s*(?:{RUPEES})?\.?\s*(?:/-|/=)?\s*(?:only)?"
)
_WITH_COMMA = re.compile(r"\d\s*,|,\s*\d")


def to_paise(value: object, *, field: str = "price") -> int | None:
    """Convert rupees, a number or text with at most two decimals, to paise; None and blank return None.

    Args:
        field: of the form, for the error. Only one that says "price" is called a price, others an amount.

    Raises:
        Invalid: not a number, negative, too large, or with more than two decimals.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    amount, is_price = parse_rupees(value), "price" in field.lower()
    if amount is None:
        not_a_number = t("Price must be a number.") if is_price else t("The amount must be a number.")
        problem = amount_problem(value) or not_a_number
    elif amount < 0:
        problem = t("Price can't be negative.") if is_price else t("The amount can't be negative.")
    elif amount * 100 > MAX_PAISE:
        problem = t("That price is too high.") if is_price else t("That amount is too high.")
    elif amount * 100 != (amount * 100).to_integral_value():
        decimals = t("Price can have at most two decimals.")
        problem = decimals if is_price else t("The amount can have at most two decimals.")
    else:
        return int(amount * 100)
    raise Invalid(problem, field)


def parse_rupees(value: object) -> Decimal | None:
    """Parse an amount in rupees as people write it, for example "₹ 1,50,000/-", "1.5 lakh" or "Rs. 500". Return None if it is none."""
    if not isinstance(value, str) or len(value) > MAX_LENGTH:
        return parse_decimal(value)
    text = read_digits(value).casefold()
    found = _AMOUNT.fullmatch(text)
    return multiply(found[1], found[2]) if found else parse_decimal(text)


def multiply(number: str, multiple: str | None) -> Decimal | None:
    """Multiply a number that may be grouped by a multiple of `MULTIPLES`, if there is one; None if it is too large."""
    amount = parse_decimal(number.replace(",", ""))
    return amount if amount is None or not multiple else amount * MULTIPLES[multiple]


def amount_problem(value: object) -> str:
    """Return an error sentence if an unreadable amount contains a comma, else an empty string."""
    is_grouped = isinstance(value, str) and _WITH_COMMA.search(value)
    return t("Please write the price like 1,50,000 or 99.50.") if is_grouped else ""


def to_rupees(paise: int | None) -> int | float | None:
    """Convert paise to a JSON number of rupees: an int if there are no paise left, else a float."""
    if paise is None:
        return None
    return paise // 100 if paise % 100 == 0 else paise / 100


def read_discount(percent: object) -> int | None:
    """Convert a typed discount to hundredths of a percent; None if it is not between 0 and 99.99 percent."""
    number = parse_typed(percent, "%")
    return round(number * 100) if number is not None and 0 <= number <= _MOST_DISCOUNT else None


def apply_discount(paise: int | None, discount_basis_points: int) -> int | None:
    """Return the price after a discount in hundredths of a percent, in paise, rounded half up."""
    if paise is None or not discount_basis_points:
        return paise
    left = Decimal(paise) * (10_000 - discount_basis_points) / 10_000
    return int(left.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def round_amount(paise: float | Decimal) -> int:
    """Round an amount that the product suggests to one that people write; returns paise.

    Whole rupees below ₹1,000, then steps of ₹10, from ₹10,000 of ₹100, and from ₹1,00,000 of ₹1,000.
    """
    step = _step(paise)
    return int((Decimal(paise) / step).quantize(Decimal(1), rounding=ROUND_HALF_UP)) * step


def change_price(paise: int, percent: Decimal) -> int | None:
    """Change a price by a percentage and round it as `round_amount` does; returns paise.

    A result is rounded on where it would be the old price, or on its other side: an increase always raises the price, and a decrease
    lowers it. A lower price stays lower than a higher one, or becomes equal to it.

    Returns:
        None if there is no lower price than this one, which is ₹1 or less.
    """
    exact = Decimal(paise) * (100 + percent) / 100
    step, rounded = _step(exact), round_amount(exact)
    if percent > 0:
        return rounded if rounded > paise else (paise // step + 1) * step
    if rounded >= paise:
        rounded = (paise - 1) // step * step
    rounded = max(rounded, 100)
    return rounded if rounded < paise else None


def _step(paise: float | Decimal) -> int:
    return 100 * next(step for least, step in _STEPS if paise >= 100 * least)


def group_indian(number: int) -> str:
    """Format a number with Indian digit grouping, for example 1,50,000."""
    sign, digits = ("-", str(-number)) if number < 0 else ("", str(number))
    head, tail = digits[:-3], digits[-3:]
    groups = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return sign + ",".join([*groups, tail])


def format_rupees(paise: int | None) -> str:
    """Format an amount for display, for example ₹1,50,000 or ₹99.50. Return an empty text for None."""
    if paise is None:
        return ""
    whole, part = divmod(paise, 100)
    return f"₹{group_indian(whole)}" + (f".{part:02d}" if part else "")


def price_range(low: float | None, high: float | None) -> str:
    """Format a price range in rupees for display; empty if both bounds are None."""
    return range_text(*("" if it is None else format_rupees(round(it * 100)) for it in (low, high)))


def range_text(least: str, most: str) -> str:
    """Join the bounds of a range for display, e.g. "500 to 1000" or "Under 500"; either may be empty."""
    if least and most:
        return least if least == most else t("{low} to {high}", low=least, high=most)
    if least:
        return t("Over {price}", price=least)
    return t("Under {price}", price=most) if most else ""
