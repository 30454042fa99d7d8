"""The whole catalogue as readers see it, read once until an admin changes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlmodel import Session

from marketplace.db.memo import memoized
from marketplace.domain import media
from marketplace.domain.catalog import queries
from marketplace.domain.catalog.schemas import CategoryView, FieldView, SubcategoryView
from marketplace.models import FieldDefinition


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Categories, subcategories and dynamic fields in display order.

    Attributes:
        categories: by id, without their numbers of ads.
        subcategories: by id.
        names: of all categories and subcategories by id, archived ones included.
        field_labels, field_units: of all fields by id, archived ones included.
    """

    categories: Mapping[str, CategoryView] = field(default_factory=dict)
    subcategories: Mapping[str, SubcategoryView] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    field_labels: Mapping[str, str] = field(default_factory=dict)
    field_units: Mapping[str, str] = field(default_factory=dict)


@memoized
def get_catalogue(db: Session) -> Catalogue:
    """Read the catalogue."""
    categories, subcategories, definitions = queries.list_all(db)
    photos = media.photos_of(db, [row.image_id for row in categories if row.image_id and not row.archived_at])
    fields: dict[str, list[FieldView]] = {}
    for definition in definitions:
        if definition.archived_at is None:
            fields.setdefault(definition.subcategory_id, []).append(field_view(definition))
    shown = {
        row.id: CategoryView(
            id=row.id,
            name=row.name,
            image=photos.get(row.image_id or ""),
            rental_price_unit=row.rental_price_unit,
            position=row.position,
        )
        for row in categories
        if row.archived_at is None
    }
    place = {category_id: at for at, category_id in enumerate(shown)}
    inner = [row for row in subcategories if row.archived_at is None and row.category_id in shown]
    inner.sort(key=lambda row: place[row.category_id])
    return Catalogue(
        categories=shown,
        subcategories={
            row.id: SubcategoryView.of(row, position=row.position, fields=tuple(fields.get(row.id, ())))
            for row in inner
        },
        names={row.id: row.name for row in (*categories, *subcategories)},
        field_labels={row.id: row.label for row in definitions},
        field_units={row.id: row.unit for row in definitions},
    )


def field_view(row: FieldDefinition) -> FieldView:
    """Build the view of a field definition."""
    return FieldView(
        id=row.id,
        label=row.label,
        input_type=row.input_type.value,
        required=row.required,
        options=tuple(row.options),
        unit=row.unit,
        least=row.least,
        most=row.most,
        is_public=row.is_public,
    )
