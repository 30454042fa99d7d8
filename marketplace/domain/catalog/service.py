"""Reading the catalog, which is public."""

from sqlmodel import Session

from marketplace.core.errors import Invalid, NotFound
from marketplace.db import tags
from marketplace.domain.catalog import messages, queries
from marketplace.domain.catalog.reference import get_catalogue
from marketplace.domain.catalog.schemas import CategoryView, Named, SubcategoryView
from marketplace.i18n.texts import t
from marketplace.models import AdType

# Reading this many rows takes a millisecond or two; each subcategory needs at least one.
_MAX_COUNT_ROWS = 2_000


def list_categories(db: Session) -> list[CategoryView]:
    """List categories in display order, each with its number of live ads."""
    counts = queries.count_live(db)
    return [_counted(view, counts) for view in get_catalogue(db).categories.values()]


def list_names(db: Session) -> list[Named]:
    """List ids and names of the categories in display order."""
    return [Named(id=view.id, name=view.name) for view in get_catalogue(db).categories.values()]


def get_category(db: Session, category_id: str, *, counted: bool = True) -> CategoryView:
    """Return one category; counting its live ads takes a statement.

    Raises:
        NotFound: no such category, or an archived one.
    """
    found = get_catalogue(db).categories.get(category_id)
    if found is None:
        raise NotFound(t(messages.NO_CATEGORY))
    if not counted:
        return found
    with tags.about(category=category_id):
        return _counted(found, queries.count_live(db, found.id))


def list_categories_by_type(db: Session, ad_type: str) -> list[Named]:
    """List categories with at least one live ad of the type, in display order.

    Raises:
        Invalid: no such type.
    """
    if ad_type not in list(AdType):
        raise Invalid(t(messages.UNKNOWN_TYPE), "type")
    wanted = queries.list_ids_with(db, AdType(ad_type))
    return [named for named in list_names(db) if named.id in wanted]


def list_subcategories(db: Session, category_id: str = "") -> list[SubcategoryView]:
    """List subcategories with their fields, of one category (empty if unknown) or all."""
    found = get_catalogue(db).subcategories.values()
    return [view for view in found if category_id in ("", view.category_id)]


def get_subcategory(db: Session, subcategory_id: str) -> SubcategoryView:
    """Return one subcategory with its fields.

    Raises:
        NotFound: no such category, or an archived one.
    """
    found = get_catalogue(db).subcategories.get(subcategory_id)
    if found is None:
        raise NotFound(t(messages.NO_SUBCATEGORY))
    return found


def add_up_counts(db: Session) -> int:
    """Merge the rows that count live ads; returns the number of rows removed."""
    return queries.add_up_counts(db, _MAX_COUNT_ROWS)


def _counted(view: CategoryView, counts: dict[str, int]) -> CategoryView:
    return view.model_copy(update={"count": counts.get(view.id, 0)})
