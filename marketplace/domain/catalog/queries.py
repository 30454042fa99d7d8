"""Queries on the catalog. Archived rows are excluded everywhere except in `*_of_ads`."""

from collections import Counter
from collections.abc import Iterable

from sqlalchemy import BigInteger, ColumnElement, Select, bindparam, cast, delete, update
from sqlmodel import Session, col, func, or_, select

from marketplace.core.text import make_name_key
from marketplace.models import Ad, AdStatus, AdType, AdVersion, Category, FieldDefinition, ListingCount, Subcategory

_count = cast(func.sum(col(ListingCount.count)), BigInteger)
# Built once: every list runs these, and building a statement takes longer than running it.
_CATEGORIES = (
    select(Category).where(col(Category.archived_at).is_(None)).order_by(col(Category.position), col(Category.name))
)
_COUNTS = select(ListingCount.category_id, _count).group_by(col(ListingCount.category_id)).having(_count > 0)
_COUNTS_OF_ONE = _COUNTS.where(ListingCount.category_id == bindparam("id"))


def list_categories(db: Session) -> list[Category]:
    """List categories in display order."""
    return list(db.exec(_CATEGORIES))


def list_all(db: Session) -> tuple[list[Category], list[Subcategory], list[FieldDefinition]]:
    """List all categories, subcategories and fields, archived ones included, each by position."""
    return (
        list(db.exec(select(Category).order_by(col(Category.position), col(Category.name)))),
        list(db.exec(select(Subcategory).order_by(col(Subcategory.position), col(Subcategory.name)))),
        list(db.exec(select(FieldDefinition).order_by(col(FieldDefinition.position), col(FieldDefinition.id)))),
    )


def find_category(db: Session, category_id: str) -> Category | None:
    """Return a category that is not archived."""
    return db.exec(select(Category).where(Category.id == category_id, col(Category.archived_at).is_(None))).first()


def find_category_named(db: Session, name: str) -> Category | None:
    """Return the category with that name in any case or form, archived or not."""
    return db.exec(select(Category).where(_is_named(Category, name))).first()


def count_live(db: Session, category_id: str = "") -> dict[str, int]:
    """Count live ads by category; categories without any are omitted."""
    found = db.exec(_COUNTS_OF_ONE, params={"id": category_id}) if category_id else db.exec(_COUNTS)
    return dict(found.all())


def list_ids_with(db: Session, ad_type: AdType) -> set[str]:
    """Return ids of the categories that have a live ad of the type."""
    there = (
        select(ListingCount.category_id)
        .where(ListingCount.ad_type == ad_type)
        .group_by(col(ListingCount.category_id))
        .having(_count > 0)
    )
    return set(db.exec(there))


def add_up_counts(db: Session, min_rows: int) -> int:
    """Merge each subcategory's count rows if there are at least `min_rows`; returns the number of rows removed."""
    if (db.scalar(select(func.count()).select_from(ListingCount)) or 0) < min_rows:
        return 0
    removed = db.execute(
        delete(ListingCount).returning(
            col(ListingCount.category_id), col(ListingCount.ad_type), col(ListingCount.count)
        )
    ).all()
    sums: Counter[tuple[str, AdType]] = Counter()
    for category_id, ad_type, count in removed:
        sums[category_id, ad_type] += count
    db.add_all(
        ListingCount(category_id=category_id, ad_type=ad_type, count=count)
        for (category_id, ad_type), count in sums.items()
    )
    db.flush()
    return len(removed) - len(sums)


def list_subcategories(db: Session, category_id: str = "") -> list[Subcategory]:
    """List subcategories in display order, of one category or all."""
    statement = (
        select(Subcategory)
        .join(Category, col(Category.id) == Subcategory.category_id)
        .where(col(Subcategory.archived_at).is_(None), col(Category.archived_at).is_(None))
        .order_by(col(Category.position), col(Subcategory.position), col(Subcategory.name))
    )
    if category_id:
        statement = statement.where(Subcategory.category_id == category_id)
    return list(db.exec(statement))


def find_subcategory(db: Session, subcategory_id: str) -> Subcategory | None:
    """Return a subcategory that is not archived."""
    return db.exec(
        select(Subcategory).where(Subcategory.id == subcategory_id, col(Subcategory.archived_at).is_(None))
    ).first()


def find_subcategory_named(db: Session, category_id: str, name: str) -> Subcategory | None:
    """Return the category's subcategory with that name in any case or form, archived or not."""
    return db.exec(
        select(Subcategory).where(Subcategory.category_id == category_id, _is_named(Subcategory, name))
    ).first()


def _is_named(table: type[Category | Subcategory], name: str) -> ColumnElement[bool]:
    # Of two such names from before keys were unique, one has none.
    return or_(col(table.name_key) == make_name_key(name), func.lower(table.name) == func.lower(name))


def list_fields(db: Session, subcategory_ids: Iterable[str]) -> list[FieldDefinition]:
    """List the dynamic fields of the subcategories in form order."""
    return list(
        db.exec(
            select(FieldDefinition)
            .where(
                col(FieldDefinition.subcategory_id).in_(list(subcategory_ids)),
                col(FieldDefinition.archived_at).is_(None),
            )
            .order_by(col(FieldDefinition.position), col(FieldDefinition.id))
        )
    )


def list_ids_within(db: Session, removed_id: str) -> set[str]:
    """Return the id of a category, subcategory or field with those of all inside it, archived ones included."""
    within = select(Subcategory.id).where(or_(Subcategory.id == removed_id, Subcategory.category_id == removed_id))
    subcategory_ids = set(db.exec(within))
    fields = select(FieldDefinition.id).where(col(FieldDefinition.subcategory_id).in_(subcategory_ids))
    return {removed_id} | subcategory_ids | set(db.exec(fields))


def find_field(db: Session, field_id: str) -> FieldDefinition | None:
    """Return a dynamic field that is not archived."""
    return db.exec(
        select(FieldDefinition).where(FieldDefinition.id == field_id, col(FieldDefinition.archived_at).is_(None))
    ).first()


def _current_versions() -> Select:
    return (
        select(Ad.id)
        .join(AdVersion, col(AdVersion.ad_id) == Ad.id)
        .where(
            Ad.status != AdStatus.DELETED,
            or_(Ad.live_version_id == AdVersion.id, Ad.submitted_version_id == AdVersion.id),
        )
        .distinct()
    )


def list_ads_of_category(db: Session, category_id: str) -> list[str]:
    """Ids of ads whose live or submitted version is in the category."""
    return list(db.scalars(_current_versions().where(col(AdVersion.category_id) == category_id)))


def list_ads_of_subcategory(db: Session, subcategory_id: str) -> list[str]:
    """Ids of ads whose live or submitted version is in the subcategory."""
    return list(db.scalars(_current_versions().where(col(AdVersion.subcategory_id) == subcategory_id)))


def refile_category(db: Session, category_id: str, to_id: str, subcategory_id: str | None) -> None:
    """Move every version in the category elsewhere, old ones included, so that nothing refers to it."""
    db.execute(
        update(AdVersion)
        .where(col(AdVersion.category_id) == category_id)
        .values(category_id=to_id, subcategory_id=subcategory_id)
    )


def refile_subcategory(db: Session, subcategory_id: str, to_id: str | None) -> None:
    """Move every version in the subcategory to another one of the same category, or to none."""
    db.execute(update(AdVersion).where(col(AdVersion.subcategory_id) == subcategory_id).values(subcategory_id=to_id))
