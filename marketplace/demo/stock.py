"""Puts up the shelves: categories with their pictures, subcategories and fields."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from marketplace.demo.goods import SHELVES, Blank, Shelf
from marketplace.demo.pictures.pool import Pool, photo_sets
from marketplace.demo.seeded import Rows, make_id
from marketplace.demo.uploads import Uploads
from marketplace.models import Category, FieldDefinition, InputType, Subcategory

_OPENED = timedelta(days=420)


@dataclass(frozen=True, slots=True)
class Stocked:
    """A shelf with the ids it got."""

    shelf: Shelf
    category_id: str
    subcategory_id: str
    fields: tuple[tuple[str, Blank], ...]


def put_up(rows: Rows, uploads: Uploads, pool: Pool, owner_id: str, now: datetime, *, seed: str) -> list[Stocked]:
    """Write the catalogue.

    Args:
        owner_id: whose uploads the categories' pictures are.
    """
    rng = Random(f"{seed} stock")
    opened = now - _OPENED
    sets = photo_sets()
    categories: dict[str, str] = {}
    stocked = []
    for position, shelf in enumerate(SHELVES):
        if shelf.category not in categories:
            categories[shelf.category] = make_id(rng, opened)
            cover = pool[sets[shelf.wares[0].subject][0][0]]
            rows.add(
                Category,
                id=categories[shelf.category],
                name=shelf.category,
                position=len(categories),
                image_id=uploads.picture(owner_id, cover, now),
                created_at=opened,
            )
        subcategory_id = make_id(rng, opened)
        rows.add(
            Subcategory,
            id=subcategory_id,
            category_id=categories[shelf.category],
            name=shelf.name,
            position=position,
            created_at=opened,
        )
        fields = tuple((make_id(rng, opened), blank) for blank in shelf.blanks)
        for order, (field_id, blank) in enumerate(fields):
            rows.add(
                FieldDefinition,
                id=field_id,
                subcategory_id=subcategory_id,
                label=blank.label,
                input_type=blank.kind,
                required=blank.required,
                options=list(blank.choices) if blank.kind is InputType.SELECT else [],
                position=order,
                created_at=opened,
            )
        stocked.append(Stocked(shelf, categories[shelf.category], subcategory_id, fields))
    return stocked
