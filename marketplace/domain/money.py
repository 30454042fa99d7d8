"""Rupees and paise. Amounts are whole paise everywhere inside; only the doors speak of rupees."""

from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from marketplace.errors import Invalid
from marketplace.texts import t

MAX_PAISE = 10**15


def to_paise(value: object, *, field: str = "price") -> int | None:
    """An amount in rupees (number or text, at most two decimals) as paise; None and blank stay None.

    Raises:
        Invalid: not a number, negative, too large, or finer than a paisa.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        amount = Decimal(str(value).replace(",", "").replace("₹", "").strip())
    except InvalidOperation:
        amount = Decimal("NaN")
    problem = ""
    if isinstance(value, bool) or not amount.is_finite():
        problem = t("Price must be a number.")
    elif amount < 0:
        problem = t("Price can't be negative.")
    elif amount * 100 > MAX_PAISE:
        problem = t("That price is too high.")
    elif amount * 100 != (amount * 100).to_integral_value():
        problem = t("Price can have at most two decimals.")
    if problem:
        raise Invalid(problem, errors=[{"field": field, "message": problem}])
    return int(amount * 100)


def to_rupees(paise: int | None) -> int | float | None:
    """Paise as a JSON number of rupees: whole where it is whole."""
    if paise is None:
        return None
    return paise // 100 if paise % 100 == 0 else paise / 100


def reduced(paise: int | None, discount_basis_points: int) -> int | None:
    """The price after the discount, rounded half up to a whole paisa."""
    if paise is None or not discount_basis_points:
        return paise
    left = Decimal(paise) * (10_000 - discount_basis_points) / 10_000
    return int(left.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def group_indian(number: int) -> str:
    """Digits in Indian grouping: 1,50,000."""
    sign, digits = ("-", str(-number)) if number < 0 else ("", str(number))
    head, tail = digits[:-3], digits[-3:]
    groups = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return sign + ",".join([*groups, tail])


def rupees(paise: int | None) -> str:
    """For people: ₹1,50,000, with paise only where there are some; empty for no price."""
    if paise is None:
        return ""
    whole, part = divmod(paise, 100)
    return f"₹{group_indian(whole)}" + (f".{part:02d}" if part else "")


def price_range(low: float | None, high: float | None) -> str:
    """Bounds in rupees for people: from one to the other, over or under one of them; empty for none."""
    least, most = (None if it is None else rupees(round(it * 100)) for it in (low, high))
    if least and most:
        return t("{low} to {high}", low=least, high=most)
    if least:
        return t("Over {price}", price=least)
    return t("Under {price}", price=most) if most else ""
