"""Statements on the catalogue. What is archived stays in the tables, and out of everything here but `*_of_ads`."""

from collections import Counter
from collections.abc import Iterable

from sqlalchemy import BigInteger, Select, cast, delete, or_, update
from sqlmodel import Session, col, func, select

from marketplace.models import Ad, AdStatus, AdType, AdVersion, Category, FieldDefinition, ListingCount, Subcategory

_count = cast(func.sum(col(ListingCount.count)), BigInteger)
# Every list asks these, and building a statement takes longer than running it.
_CATEGORIES = (
    select(Category).where(col(Category.archived_at).is_(None)).order_by(col(Category.position), col(Category.name))
)
_NAMES = (
    select(Category.id, Category.name)
    .where(col(Category.archived_at).is_(None))
    .order_by(col(Category.position), col(Category.name))
)
_COUNTS = select(ListingCount.category_id, _count).group_by(col(ListingCount.category_id)).having(_count > 0)


def list_categories(db: Session) -> list[Category]:
    """Categories in display order."""
    return list(db.exec(_CATEGORIES))


def list_names(db: Session) -> list[tuple[str, str]]:
    """(id, name) of the categories in display order."""
    return list(db.exec(_NAMES))


def find_category(db: Session, category_id: str) -> Category | None:
    """One category that is not archived."""
    return db.exec(select(Category).where(Category.id == category_id, col(Category.archived_at).is_(None))).first()


def find_category_named(db: Session, name: str) -> Category | None:
    """The category of that name, whatever its case, archived or not."""
    return db.exec(select(Category).where(func.lower(Category.name) == name.lower())).first()


def count_live(db: Session, category_id: str = "") -> dict[str, int]:
    """How many live ads each category has; categories without any are left out."""
    statement = _COUNTS.where(ListingCount.category_id == category_id) if category_id else _COUNTS
    return dict(db.exec(statement).all())


def list_names_with(db: Session, ad_type: AdType) -> list[tuple[str, str]]:
    """(id, name) of the categories that have a live ad of the type, in display order."""
    there = (
        select(ListingCount.category_id)
        .where(ListingCount.ad_type == ad_type)
        .group_by(col(ListingCount.category_id))
        .having(_count > 0)
    )
    return list(db.exec(_NAMES.where(col(Category.id).in_(there))))


def add_up_counts(db: Session, worth: int) -> int:
    """Make one row of each shelf's counts where there are at least so many rows; how many rows fewer that makes."""
    if (db.scalar(select(func.count()).select_from(ListingCount)) or 0) < worth:
        return 0
    taken = db.execute(
        delete(ListingCount).returning(
            col(ListingCount.category_id), col(ListingCount.ad_type), col(ListingCount.count)
        )
    ).all()
    sums: Counter[tuple[str, AdType]] = Counter()
    for category_id, ad_type, count in taken:
        sums[category_id, ad_type] += count
    db.add_all(ListingCount(category_id=shelf[0], ad_type=shelf[1], count=count) for shelf, count in sums.items())
    db.flush()
    return len(taken) - len(sums)


def list_subcategories(db: Session, category_id: str = "") -> list[Subcategory]:
    """Subcategories in display order, of one category or of all."""
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
    """One subcategory that is not archived."""
    return db.exec(
        select(Subcategory).where(Subcategory.id == subcategory_id, col(Subcategory.archived_at).is_(None))
    ).first()


def find_subcategory_named(db: Session, category_id: str, name: str) -> Subcategory | None:
    """The category's subcategory of that name, whatever its case, archived or not."""
    return db.exec(
        select(Subcategory).where(Subcategory.category_id == category_id, func.lower(Subcategory.name) == name.lower())
    ).first()


def list_fields(db: Session, subcategory_ids: Iterable[str]) -> list[FieldDefinition]:
    """The dynamic fields of the subcategories, in the order of the form."""
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


def find_field(db: Session, field_id: str) -> FieldDefinition | None:
    """One dynamic field that is not archived."""
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
    """Ids of the ads whose live or submitted version is filed in the category."""
    return list(db.scalars(_current_versions().where(AdVersion.category_id == category_id)))


def list_ads_of_subcategory(db: Session, subcategory_id: str) -> list[str]:
    """Ids of the ads whose live or submitted version is filed in the subcategory."""
    return list(db.scalars(_current_versions().where(AdVersion.subcategory_id == subcategory_id)))


def refile_category(db: Session, category_id: str, to_id: str, subcategory_id: str | None) -> None:
    """File every version of the category elsewhere, old ones too, so that nothing refers to it any more."""
    db.execute(
        update(AdVersion)
        .where(col(AdVersion.category_id) == category_id)
        .values(category_id=to_id, subcategory_id=subcategory_id)
    )


def refile_subcategory(db: Session, subcategory_id: str, to_id: str | None) -> None:
    """File every version of the subcategory under another of the same category, or under none."""
    db.execute(update(AdVersion).where(col(AdVersion.subcategory_id) == subcategory_id).values(subcategory_id=to_id))
