"""Reading the catalogue; it is the same for everybody."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace import ids
from marketplace.domain import media
from marketplace.domain.catalog import messages, queries
from marketplace.domain.catalog.schemas import CategoryView, FieldView, Named, SubcategoryView
from marketplace.errors import Invalid, NotFound
from marketplace.models import AdType, Category, FieldDefinition, Subcategory
from marketplace.texts import t

# So many rows are read in a millisecond or two; a shelf has one row at least.
_WORTH_ADDING_UP = 2_000


def list_categories(db: Session) -> list[CategoryView]:
    """Categories in display order, each with its number of live ads."""
    return _category_views(db, queries.list_categories(db), queries.count_live(db))


def list_names(db: Session) -> list[Named]:
    """As `list_categories`, where the names are enough."""
    return [Named(id=category_id, name=name) for category_id, name in queries.list_names(db)]


def get_category(db: Session, category_id: str) -> CategoryView:
    """One category.

    Raises:
        NotFound: none, or an archived one.
    """
    found = queries.find_category(db, category_id) if ids.is_id(category_id) else None
    if found is None:
        raise NotFound(t(messages.NO_CATEGORY))
    return _category_views(db, [found], queries.count_live(db, found.id))[0]


def list_categories_by_type(db: Session, ad_type: str) -> list[Named]:
    """Categories that have at least one live ad of the type, in display order.

    Raises:
        Invalid: no such type.
    """
    if ad_type not in list(AdType):
        raise Invalid(t(messages.UNKNOWN_TYPE), errors=[{"field": "type", "message": t(messages.UNKNOWN_TYPE)}])
    return [Named(id=category_id, name=name) for category_id, name in queries.list_names_with(db, AdType(ad_type))]


def list_subcategories(db: Session, category_id: str = "") -> list[SubcategoryView]:
    """Subcategories with their fields, of one category (none for an unknown one) or of all."""
    return _subcategory_views(db, queries.list_subcategories(db, category_id))


def get_subcategory(db: Session, subcategory_id: str) -> SubcategoryView:
    """One subcategory with its fields.

    Raises:
        NotFound: none, or an archived one.
    """
    found = queries.find_subcategory(db, subcategory_id) if ids.is_id(subcategory_id) else None
    if found is None:
        raise NotFound(t(messages.NO_SUBCATEGORY))
    return _subcategory_views(db, [found])[0]


def add_up_counts(db: Session) -> int:
    """Keep the counts of live ads few; answers how many rows fewer there are now."""
    return queries.add_up_counts(db, _WORTH_ADDING_UP)


def _category_views(db: Session, rows: Sequence[Category], counts: dict[str, int]) -> list[CategoryView]:
    photos = media.photos_of(db, [row.image_id for row in rows if row.image_id])
    return [
        CategoryView(
            id=row.id,
            name=row.name,
            image=photos.get(row.image_id or ""),
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
    """A definition as its readers see it."""
    return FieldView(
        id=row.id,
        label=row.label,
        input_type=row.input_type.value,
        required=row.required,
        options=tuple(row.options),
    )
