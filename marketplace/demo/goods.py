"""What the demo offers: subcategories with their fields, and the kinds of items that sellers advertise in them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from marketplace.demo.content import read
from marketplace.models import AdType, InputType, PriceUnit

Range = tuple[int, int]
# Their order is the order of the categories on the site.
_FILES = ("vehicles", "property", "devices", "home", "style", "kids", "hobbies", "work", "farm", "feasts")


@dataclass(frozen=True, slots=True)
class FieldData:
    """A dynamic field and its typical values.

    Attributes:
        choices: options of a select; typical values of a text; file names of documents.
        numbers: lowest, highest and step of a number.
        days: earliest and latest date, in days from today.
        unit, least, most: as in the definition of the field.
        is_public: whether everyone may open the documents.
    """

    label: str
    input_type: InputType
    required: bool = False
    choices: tuple[str, ...] = ()
    numbers: tuple[int, int, int] = (0, 0, 1)
    days: Range = (0, 0)
    unit: str = ""
    least: str = ""
    most: str = ""
    is_public: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ItemData:
    """A kind of item that many sellers offer.

    Attributes:
        picture: subject that its pictures show.
        names: models, each the name of an ad.
        facts: sentences that are true of every model.
        rental_facts: sentences that are true of items for rent or lease only.
        sell, rent, lease: lowest and highest price in rupees; None where it is not offered so.
        per: time that the rent is for; a lease is for a month.
        is_property: whether it is land or a building.
        values: choices or numbers of a field, by its label, that suit this item better than the field's own.
    """

    picture: str
    names: tuple[str, ...]
    titles: tuple[str, ...]
    facts: tuple[str, ...]
    rental_facts: tuple[str, ...] = ()
    sell: Range | None = None
    rent: Range | None = None
    lease: Range | None = None
    per: PriceUnit = PriceUnit.DAY
    is_property: bool = False
    values: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def price_unit(self, ad_type: AdType) -> PriceUnit | None:
        """The time that the price is for; None for a sale."""
        return {AdType.RENT: self.per, AdType.LEASE: PriceUnit.MONTH}.get(ad_type)

    @property
    def offers(self) -> list[tuple[AdType, Range]]:
        """The ad types it is offered as, with their prices."""
        types = ((AdType.SELL, self.sell), (AdType.RENT, self.rent), (AdType.LEASE, self.lease))
        return [(ad_type, prices) for ad_type, prices in types if prices]


@dataclass(frozen=True, slots=True)
class SubcategoryData:
    """A subcategory with its fields and items."""

    category: str
    name: str
    fields: tuple[FieldData, ...]
    items: tuple[ItemData, ...]


def _tuples(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}


def _field(row: dict[str, Any]) -> FieldData:
    return FieldData(input_type=InputType(row.pop("type")), **_tuples(row))


def _item(row: dict[str, Any]) -> ItemData:
    per = PriceUnit(row.pop("per", PriceUnit.DAY))
    return ItemData(per=per, values=_tuples(row.pop("values", {})), **_tuples(row))


SUBCATEGORIES = tuple(
    SubcategoryData(
        row["category"],
        row["subcategory"],
        tuple(_field(dict(each)) for each in row["fields"]),
        tuple(_item(dict(each)) for each in row["items"]),
    )
    for name in _FILES
    for row in read(f"goods/{name}")
)
