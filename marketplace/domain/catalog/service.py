"""Reading the catalog, which is public."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.errors import Invalid, NotFound
from marketplace.domain import media
from marketplace.domain.catalog import messages, queries
from marketplace.domain.catalog.schemas import CategoryView, FieldView, Named, SubcategoryView
from marketplace.i18n.texts import t
from marketplace.models import AdType, Category, FieldDefinition, Subcategory

# Reading this many rows takes a millisecond or two; each subcategory needs at least one.
_MAX_COUNT_ROWS = 2_000


def list_categories(db: Session) -> list[CategoryView]:
    """List categories in display order, each with its number of live ads."""
    return _category_views(db, queries.list_categories(db), queries.count_live(db))


def list_names(db: Session) -> list[Named]:
    """List ids and names of the categories in display order."""
    return [Named(id=category_id, name=name) for category_id, name in queries.list_names(db)]


def get_category(db: Session, category_id: str) -> CategoryView:
    """Return one category.

    Raises:
        NotFound: no such category, or an archived one.
    """
    found = queries.find_category(db, category_id) if ids.is_id(category_id) else None
    if found is None:
        raise NotFound(t(messages.NO_CATEGORY))
    return _category_views(db, [found], queries.count_live(db, found.id))[0]


def list_categories_by_type(db: Session, ad_type: str) -> list[Named]:
    """List categories with at least one live ad of the type, in display order.

    Raises:
        Invalid: no such type.
    """
    if ad_type not in list(AdType):
        raise Invalid(t(messages.UNKNOWN_TYPE), errors=[{"field": "type", "message": t(messages.UNKNOWN_TYPE)}])
    return [Named(id=category_id, name=name) for category_id, name in queries.list_names_with(db, AdType(ad_type))]


def list_subcategories(db: Session, category_id: str = "") -> list[SubcategoryView]:
    """List subcategories with their fields, of one category (empty if unknown) or all."""
    return _subcategory_views(db, queries.list_subcategories(db, category_id))


def get_subcategory(db: Session, subcategory_id: str) -> SubcategoryView:
    """Return one subcategory with its fields.

    Raises:
        NotFound: no such category, or an archived one.
    """
    found = queries.find_subcategory(db, subcategory_id) if ids.is_id(subcategory_id) else None
    if found is None:
        raise NotFound(t(messages.NO_SUBCATEGORY))
    return _subcategory_views(db, [found])[0]


def add_up_counts(db: Session) -> int:
    """Merge the rows that count live ads; returns the number of rows removed."""
    return queries.add_up_counts(db, _MAX_COUNT_ROWS)


def _category_views(db: Session, rows: Sequence[Category], counts: dict[str, int]) -> list[CategoryView]:
    photos = media.photos_of(db, [row.image_id for row in rows if row.image_id])
    return [
        CategoryView(
            id=row.id,
            name=row.name,
            image=photos.get(row.image_id or ""),
            rental_price_unit=row.rental_price_unit,
            position=row.position,
            count=counts.get(row.id, 0),
        )
        for row in rows
    ]


def _subcategory_views(db: Session, rows: Sequence[Subcategory]) -> list[SubcategoryView]:
    fields: dict[str, list[FieldView]] = {row.id: [] for row in rows}
    for definition in queries.list_fields(db, fields) if fields else []:
        fields[definition.subcategory_id].append(field_view(definition))
    return [
        SubcategoryView(
            id=row.id, category_id=row.category_id, name=row.name, position=row.position, fields=tuple(fields[row.id])
        )
        for row in rows
    ]


def field_view(row: FieldDefinition) -> FieldView:
    """Build the view of a field definition."""
    return FieldView(
        id=row.id,
        label=row.label,
        input_type=row.input_type.value,
        required=row.required,
        options=tuple(row.options),
    )
