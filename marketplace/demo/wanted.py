"""Writes what buyers of the demo look for."""

import math
from datetime import datetime, timedelta
from random import Random

from marketplace.demo.catalog import StoredSubcategory
from marketplace.demo.content import read
from marketplace.demo.members import Members
from marketplace.demo.rows import Rows, make_id
from marketplace.domain import places
from marketplace.domain.wanted.rules import KM_PER_DEGREE
from marketplace.models import AdType, Notification, PriceUnit, WantedAd, WantedMatch
from marketplace.settings import get_settings


def write_wanted(rows: Rows, catalog: list[StoredSubcategory], members: Members, now: datetime, *, seed: str) -> None:
    """Write wanted ads in the town of the demo's seller, who was told of them."""
    rng = Random(f"{seed} wanted")
    ids = {stored.subcategory.name: stored.subcategory_id for stored in catalog}
    seller, (buyer, *others) = members.sellers[0], members.buyers
    town = places.find_town(seller.home.city, seller.home.state)
    if town is None:
        return
    for number, entry in enumerate(read("wanted")):
        moment = now - timedelta(days=entry["age"], minutes=17 * number)
        expires_at = moment + timedelta(days=get_settings().wanted_days)
        owner = buyer if entry.get("mine") else others[number % len(others)]
        wanted_id = make_id(rng, moment)
        rows.add(
            WantedAd,
            id=wanted_id,
            owner_id=owner.id,
            title=entry["title"],
            details=entry["details"],
            ad_type=AdType(entry["type"]),
            subcategory_id=ids[entry["subcategory"]],
            max_price_paise=entry["rupees"] * 100 if "rupees" in entry else None,
            price_unit=PriceUnit(entry["per"]) if "per" in entry else None,
            state=town.state,
            city=town.city,
            latitude=town.latitude,
            longitude=town.longitude,
            km_per_longitude=KM_PER_DEGREE * math.cos(math.radians(town.latitude)),
            created_at=moment,
            expires_at=expires_at,
            expiry_reminded_at=expires_at if expires_at <= now else None,
        )
        rows.add(WantedMatch, wanted_id=wanted_id, seller_id=seller.id, created_at=moment, mailed_at=moment)
        if number == 0:
            rows.add(
                Notification,
                id=make_id(rng, moment),
                account_id=seller.id,
                kind="wanted_match",
                values={"what": entry["subcategory"], "place": town.city},
                link="/seller/wanted",
                about_id=owner.id,
                created_at=moment,
            )
