"""An account's deals and reviews in numbers, as pages and cards show them."""

from marketplace.core.money import group_indian
from marketplace.domain.views import View
from marketplace.i18n.texts import tn
from marketplace.settings import get_settings


class TradeSummary(View):
    """An account's finished deals and revealed reviews in numbers; an average only once there are enough reviews.

    Attributes:
        average_text: "4.8", empty without an average.
        count, text: the reviews: "12 reviews", empty without any.
        deals, deals_text: "5 completed deals", empty without any; rentals count as well.
    """

    average: float | None = None
    average_text: str = ""
    count: int = 0
    text: str = ""
    deals: int = 0
    deals_text: str = ""


def make_summary(*, deals: int, reviews: int, stars: int) -> TradeSummary:
    """Build the view of an account's totals; all are 0 before the first deal."""
    text = average_text(stars, reviews)
    return TradeSummary(
        average=float(text) if text else None,
        average_text=text,
        count=reviews,
        text=tn("{shown} review", "{shown} reviews", reviews, shown=group_indian(reviews)) if reviews else "",
        deals=deals,
        deals_text=tn("{shown} completed deal", "{shown} completed deals", deals, shown=group_indian(deals))
        if deals
        else "",
    )


def average_text(stars: int, count: int) -> str:
    """The average with one decimal, rounded half up; empty below the number of reviews that it needs."""
    if not count or count < get_settings().review_average_from:
        return ""
    tenths = (20 * stars + count) // (2 * count)
    return f"{tenths // 10}.{tenths % 10}"


def rating_text(stars: int | None, count: int | None) -> str:
    """A rating in short: "★ 4.8 (12)"; empty without an average."""
    average = average_text(stars or 0, count or 0)
    return f"★ {average} ({group_indian(count or 0)})" if average else ""
