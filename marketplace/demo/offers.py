"""What sellers of the demo offer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from operator import itemgetter
from typing import Any

from marketplace.demo.catalog import StoredSubcategory
from marketplace.demo.content import read
from marketplace.demo.goods import ItemData
from marketplace.demo.members import Member
from marketplace.models import AdType, InputType


@dataclass(frozen=True, slots=True)
class Offer:
    """An item of a subcategory, offered for sale, rent or lease; `prices` are the lowest and highest in rupees."""

    stored: StoredSubcategory
    item: ItemData
    kind: AdType
    prices: tuple[int, int]

    def describe(
        self,
        values: Mapping[str, str | float],
        subject: Mapping[str, str],
        seller: Member,
        today: date,
        *,
        priced: bool,
    ) -> dict[str, Any]:
        """What the texts of an ad must not contradict, as `consistency.holds` reads it; `subject` has its name and picture."""
        days = {
            field.label: (date.fromisoformat(str(values[field.label])) - today).days
            for _, field in self.stored.fields
            if field.input_type is InputType.DATE and field.label in values
        }
        return {
            **values,
            **days,
            **subject,
            "type": self.kind.value,
            "per": self.item.price_unit(self.kind),
            "seller": "shop" if seller.shop_category else "person",
            "priced": priced,
        }


def searched(catalog: list[StoredSubcategory]) -> list[Offer]:
    """The offers of searched.yaml, those of one group spread over the list."""
    by_name = {stored.subcategory.name: stored for stored in catalog}
    offers: list[tuple[float, Offer]] = []
    for group in read("searched"):
        stored, kind = by_name[group["subcategory"]], AdType(group["type"])
        [item] = [each for each in stored.subcategory.items if each.picture == group["picture"]]
        for position, (name, price, *values) in enumerate(group["ads"], 1):
            own = replace(item, names=(name,), values={**item.values, **(values[0] if values else {})})
            offers.append((position / len(group["ads"]), Offer(stored, own, kind, (price, price))))
    return [offer for _, offer in sorted(offers, key=itemgetter(0))]
