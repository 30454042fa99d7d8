"""Writes the catalogue of the demo: categories with pictures, subcategories and their fields."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from marketplace.core.text import make_name_key
from marketplace.demo.goods import SUBCATEGORIES, FieldData, SubcategoryData
from marketplace.demo.pictures.pool import Pool, photo_sets
from marketplace.demo.rows import Rows, make_id
from marketplace.demo.uploads import Uploads
from marketplace.models import Category, FieldDefinition, InputType, PriceUnit, Subcategory

_OPENED = timedelta(days=420)


@dataclass(frozen=True, slots=True)
class StoredSubcategory:
    """A subcategory with the ids of its rows."""

    subcategory: SubcategoryData
    category_id: str
    subcategory_id: str
    fields: tuple[tuple[str, FieldData], ...]


def write_catalog(
    rows: Rows, uploads: Uploads, pool: Pool, owner_id: str, now: datetime, *, seed: str
) -> list[StoredSubcategory]:
    """Write the catalogue; the owner has the uploads of its pictures."""
    rng = Random(f"{seed} stock")
    opened = now - _OPENED
    sets = photo_sets()
    categories: dict[str, str] = {}
    stored = []
    for position, subcategory in enumerate(SUBCATEGORIES):
        if subcategory.category not in categories:
            categories[subcategory.category] = make_id(rng, opened)
            cover = pool[sets[subcategory.items[0].picture][0][0]]
            rows.add(
                Category,
                id=categories[subcategory.category],
                name=subcategory.category,
                name_key=make_name_key(subcategory.category),
                position=len(categories),
                image_id=uploads.picture(owner_id, cover, now),
                rental_price_unit=_rental_price_unit(subcategory.category),
                created_at=opened,
            )
        subcategory_id = make_id(rng, opened)
        rows.add(
            Subcategory,
            id=subcategory_id,
            category_id=categories[subcategory.category],
            name=subcategory.name,
            name_key=make_name_key(subcategory.name),
            position=position,
            created_at=opened,
        )
        fields = tuple((make_id(rng, opened), field) for field in subcategory.fields)
        for order, (field_id, field) in enumerate(fields):
            rows.add(
                FieldDefinition,
                id=field_id,
                subcategory_id=subcategory_id,
                label=field.label,
                input_type=field.input_type,
                required=field.required,
                options=list(field.choices) if field.input_type is InputType.SELECT else [],
                unit=field.unit,
                least=field.least,
                most=field.most,
                position=order,
                created_at=opened,
                is_public=field.is_public,
            )
        stored.append(StoredSubcategory(subcategory, categories[subcategory.category], subcategory_id, fields))
    return stored


def _rental_price_unit(category: str) -> PriceUnit:
    """The price unit of most of the category's items for rent."""
    items = (item for subcategory in SUBCATEGORIES if subcategory.category == category for item in subcategory.items)
    units = Counter(item.per for item in items if item.rent)
    return units.most_common(1)[0][0] if units else PriceUnit.DAY
