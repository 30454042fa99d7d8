"""Earlier prices of an ad."""

from datetime import timedelta
from itertools import pairwise

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import apply_discount
from marketplace.db import tags
from marketplace.domain import price_units
from marketplace.domain.ads import queries
from marketplace.domain.ads.schemas import PriceDrop
from marketplace.settings import get_settings


def find_price_drop(db: Session, actor: Actor, ad_id: str) -> PriceDrop | None:
    """Return the last price drop of an ad, if that was the last change of its price and not too long ago.

    Prices in different units can't be compared, so a change of the unit is no drop.
    """
    del actor  # approved versions are public
    with tags.about(ad=ad_id):
        prices = queries.list_approved_prices(db, ad_id)
    approved = [(apply_discount(paise, discount), unit, since) for paise, discount, unit, since in prices]
    for (now, unit, since), (before, unit_before, _) in pairwise(approved):
        if (before, unit_before) == (now, unit):
            continue
        is_drop = now is not None and before is not None and now < before and unit == unit_before
        if not is_drop or since is None or clock.now() - since > timedelta(days=get_settings().price_drop_days):
            return None
        texts = price_units.format_price(before, unit), price_units.format_price(now, unit)
        return PriceDrop(before_text=texts[0], now_text=texts[1], since=since)
    return None
