"""Editing of categories and subcategories by admins. Every change is written to the audit log."""

from collections.abc import Iterable, Sequence

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Invalid, NotFound
from marketplace.core.text import clean_line, make_name_key
from marketplace.domain import audit, effects, listings, media
from marketplace.domain.catalog import messages, queries
from marketplace.domain.catalog.schemas import CategoryView, Move, Named, SubcategoryView
from marketplace.domain.catalog.service import get_category, get_subcategory, list_categories, list_subcategories
from marketplace.domain.effects import Event, Occasion
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t, tn
from marketplace.models import Category, FieldDefinition, PriceUnit, Subcategory

NAME_MAX_LENGTH = 80


def list_editable_categories(db: Session, actor: Actor) -> list[CategoryView]:
    """List the categories for their editor.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require_admin()
    return list_categories(db)


def list_editable_subcategories(
    db: Session, actor: Actor, category_id: str
) -> tuple[CategoryView, list[SubcategoryView]]:
    """Return a category and its subcategories for their editor. The ads of the category are not counted.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such category.
    """
    actor.require_admin()
    return get_category(db, category_id, counted=False), list_subcategories(db, category_id)


def list_move_targets(db: Session, actor: Actor, kind: str, removed_id: str) -> list[Named]:
    """List where the ads of a deleted category or subcategory can go; ads of a subcategory stay in their category.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such subcategory.
    """
    actor.require_admin()
    if kind != "category":
        category_id = get_subcategory(db, removed_id).category_id
        others = [each for each in list_subcategories(db, category_id) if each.id != removed_id]
        return [
            Named(id=category_id, name=t("No subcategory")),
            *(Named(id=each.id, name=each.name) for each in others),
        ]
    targets: list[Named] = []
    subcategories = list_subcategories(db)
    for category in list_categories(db):
        if category.id != removed_id:
            targets.append(Named(id=category.id, name=category.name))
            targets += [
                Named(id=each.id, name=f"{category.name} › {each.name}")
                for each in subcategories
                if each.category_id == category.id
            ]
    return targets


@stores_once
def create_category(
    db: Session, actor: Actor, name: str, *, image: str = "", rental_price_unit: str = ""
) -> CategoryView:
    """Create a category at the end of the order; the name of an archived one restores it.

    Args:
        image: one of the caller's uploads, by id or URL.
        rental_price_unit: price unit of an ad for rent that names none; empty for a day.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: invalid name, image or unit.
        Conflict: the name is in use.
    """
    actor.require_admin()
    name = check_name(name)
    found = queries.find_category_named(db, name)
    if found and found.archived_at is None:
        raise Conflict(t(messages.NAME_TAKEN))
    category = found or Category(name=name)
    category.name, category.archived_at = name, None
    category.position = max((row.position for row in queries.list_categories(db)), default=0) + 1
    if image:
        category.image_id = _own_image(db, actor, image)
    if rental_price_unit:
        category.rental_price_unit = _price_unit(rental_price_unit)
    _save(db, category)
    audit.write(db, actor, "category.create", "category", category.id, {}, _category_state(category))
    return get_category(db, category.id)


def update_category(
    db: Session,
    actor: Actor,
    category_id: str,
    *,
    name: str | None = None,
    image: str | None = None,
    rental_price_unit: str | None = None,
) -> CategoryView:
    """Change a category; None leaves a value unchanged, an empty image removes it. Existing ads keep their price units.

    Raises:
        NotSignedIn, Forbidden, NotFound, Invalid, Conflict: as for `create_category`.
    """
    actor.require_admin()
    category = _category(db, category_id)
    before = _category_state(category)
    if name is not None:
        name = check_name(name)
        found = queries.find_category_named(db, name)
        if found and found.id != category.id:
            raise Conflict(t(messages.NAME_TAKEN))
        category.name = name
    if image is not None:
        category.image_id = _own_image(db, actor, image) if image else None
    if rental_price_unit is not None:
        category.rental_price_unit = _price_unit(rental_price_unit)
    _save(db, category)
    audit.write(db, actor, "category.update", "category", category.id, before, _category_state(category))
    if before["name"] != category.name:
        _refresh(db, queries.list_ads_of_category(db, category.id))
        effects.fire(db, Occasion(Event.CATEGORY_RENAMED, category_id))
    return get_category(db, category.id)


def reorder_categories(db: Session, actor: Actor, category_ids: list[str]) -> None:
    """Set the order of the categories.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: the list must contain every category exactly once.
    """
    actor.require_admin()
    put_in_order(queries.list_categories(db), category_ids)
    db.flush()
    audit.write(db, actor, "category.reorder", "category", "", {}, {"order": category_ids})


def archive_category(db: Session, actor: Actor, category_id: str, *, move_to: str = "") -> None:
    """Archive a category with its subcategories.

    Args:
        move_to: id of another category, or a subcategory of one, that its ads move to; required if it has ads.

    Raises:
        NotSignedIn, Forbidden, NotFound: as for `update_category`.
        Conflict: it has ads, and `move_to` is empty.
        Invalid: the ads can't move there.
    """
    actor.require_admin()
    category = _category(db, category_id)
    ad_ids = queries.list_ads_of_category(db, category.id)
    if ad_ids and not move_to:
        raise Conflict(tn(messages.WHERE_TO_ONE, messages.WHERE_TO_MANY, len(ad_ids)), extra={"ads": len(ad_ids)})
    if move_to:
        to_id, subcategory_id = find_destination(db, move_to, leaving=category.id)
        queries.refile_category(db, category.id, to_id, subcategory_id)
    now = clock.now()
    for subcategory in queries.list_subcategories(db, category.id):
        subcategory.archived_at = now
    category.archived_at = now
    db.flush()
    audit.write(
        db, actor, "category.archive", "category", category.id,
        _category_state(category), {"moved_to": move_to, "ads": len(ad_ids)},
    )  # fmt: skip
    _refresh(db, ad_ids)
    effects.fire_later(db, Occasion(Event.CATEGORY_ARCHIVED, category_id, other_id=move_to))


@stores_once
def create_subcategory(db: Session, actor: Actor, category_id: str, name: str) -> SubcategoryView:
    """Create a subcategory at the end of its category; the name of an archived one restores it.

    Raises:
        NotSignedIn, Forbidden, NotFound, Invalid, Conflict: as for `create_category`.
    """
    actor.require_admin()
    category = _category(db, category_id)
    name = check_name(name)
    found = queries.find_subcategory_named(db, category.id, name)
    if found and found.archived_at is None:
        raise Conflict(t(messages.NAME_TAKEN))
    subcategory = found or Subcategory(category_id=category.id, name=name)
    subcategory.name, subcategory.archived_at = name, None
    subcategory.position = max((row.position for row in queries.list_subcategories(db, category.id)), default=0) + 1
    _save(db, subcategory)
    audit.write(db, actor, "subcategory.create", "subcategory", subcategory.id, {}, _subcategory_state(subcategory))
    return get_subcategory(db, subcategory.id)


def rename_subcategory(db: Session, actor: Actor, subcategory_id: str, name: str) -> SubcategoryView:
    """Rename a subcategory.

    Raises:
        NotSignedIn, Forbidden, NotFound, Invalid, Conflict: as for `create_category`.
    """
    actor.require_admin()
    subcategory = get_active_subcategory(db, subcategory_id)
    before = _subcategory_state(subcategory)
    name = check_name(name)
    found = queries.find_subcategory_named(db, subcategory.category_id, name)
    if found and found.id != subcategory.id:
        raise Conflict(t(messages.NAME_TAKEN))
    subcategory.name = name
    _save(db, subcategory)
    audit.write(db, actor, "subcategory.update", "subcategory", subcategory.id, before, _subcategory_state(subcategory))
    _refresh(db, queries.list_ads_of_subcategory(db, subcategory.id))
    effects.fire(db, Occasion(Event.SUBCATEGORY_RENAMED, subcategory_id))
    return get_subcategory(db, subcategory.id)


def reorder_subcategories(db: Session, actor: Actor, category_id: str, subcategory_ids: list[str]) -> None:
    """Set the order of a category's subcategories.

    Raises:
        NotSignedIn, Forbidden, NotFound: as for `update_category`.
        Invalid: the list must contain every one exactly once.
    """
    actor.require_admin()
    category = _category(db, category_id)
    put_in_order(queries.list_subcategories(db, category.id), subcategory_ids)
    db.flush()
    audit.write(db, actor, "subcategory.reorder", "category", category.id, {}, {"order": subcategory_ids})


def archive_subcategory(db: Session, actor: Actor, subcategory_id: str, *, move_to: str = "") -> None:
    """Archive a subcategory; its ads move to another one of its category, or to the category itself.

    Raises:
        NotSignedIn, Forbidden, NotFound, Conflict, Invalid: as for `archive_category`.
    """
    actor.require_admin()
    subcategory = get_active_subcategory(db, subcategory_id)
    ad_ids = queries.list_ads_of_subcategory(db, subcategory.id)
    if ad_ids and not move_to:
        raise Conflict(tn(messages.WHERE_TO_ONE, messages.WHERE_TO_MANY, len(ad_ids)), extra={"ads": len(ad_ids)})
    if move_to:
        to_id, other_id = find_destination(db, move_to)
        if to_id != subcategory.category_id or other_id == subcategory.id:
            raise Invalid(t(messages.NOT_THERE), "moveTo")
        queries.refile_subcategory(db, subcategory.id, other_id)
    subcategory.archived_at = clock.now()
    db.flush()
    audit.write(
        db, actor, "subcategory.archive", "subcategory", subcategory.id,
        _subcategory_state(subcategory), {"moved_to": move_to, "ads": len(ad_ids)},
    )  # fmt: skip
    _refresh(db, ad_ids)
    effects.fire_later(db, Occasion(Event.SUBCATEGORY_ARCHIVED, subcategory_id, other_id=move_to))


def check_name(name: str, *, field: str = "name") -> str:
    """Validate a name and strip whitespace.

    Raises:
        Invalid: empty, or too long.
    """
    name = clean_line(name)
    if not name:
        raise Invalid(t(messages.NAME_REQUIRED), field)
    if len(name) > NAME_MAX_LENGTH:
        raise Invalid(t(messages.NAME_TOO_LONG, most=NAME_MAX_LENGTH), field)
    return name


def put_in_order(rows: Sequence[Category | Subcategory | FieldDefinition], wanted: list[str]) -> None:
    """Set the rows' positions to the order of the ids.

    Raises:
        Invalid: the ids must be exactly those of the rows.
    """
    by_id = {row.id: row for row in rows}
    if len(wanted) != len(by_id) or set(wanted) != set(by_id):
        raise Invalid(t(messages.ORDER_INCOMPLETE), "order")
    for position, row_id in enumerate(wanted, start=1):
        by_id[row_id].position = position


def get_active_subcategory(db: Session, subcategory_id: str) -> Subcategory:
    """Load a subcategory that is not archived.

    Raises:
        NotFound: no such subcategory.
    """
    found = queries.find_subcategory(db, subcategory_id)
    if found is None:
        raise NotFound(t(messages.NO_SUBCATEGORY))
    return found


def _save(db: Session, row: Category | Subcategory) -> None:
    row.name_key = make_name_key(row.name)
    try:
        with db.begin_nested():
            db.add(row)
    except IntegrityError:
        # Another admin used the same name concurrently.
        raise Conflict(t(messages.NAME_TAKEN)) from None


def _category(db: Session, category_id: str) -> Category:
    found = queries.find_category(db, category_id)
    if found is None:
        raise NotFound(t(messages.NO_CATEGORY))
    return found


def find_destination(db: Session, move_to: str, *, leaving: str = "") -> tuple[str, str | None]:
    """Return the category and subcategory that ads move to.

    Args:
        leaving: the category that they leave.

    Raises:
        Invalid: they can't move there.
    """
    subcategory = queries.find_subcategory(db, move_to)
    category = queries.find_category(db, subcategory.category_id if subcategory else move_to)
    if category is None or category.id == leaving:
        raise Invalid(t(messages.NOT_THERE), "moveTo")
    return category.id, subcategory.id if subcategory else None


def trace_move(db: Session, removed_id: str, move_to: str) -> Move:
    """Say what is gone with an archived category, subcategory or field, and where its ads went.

    Args:
        move_to: as when it was archived.
    """
    try:
        category_id, subcategory_id = find_destination(db, move_to)
    except Invalid:
        # They stayed nowhere, or that place has been archived as well.
        category_id, subcategory_id = "", None
    return Move(frozenset(queries.list_ids_within(db, removed_id)), category_id, subcategory_id or "")


def _own_image(db: Session, actor: Actor, image: str) -> str:
    found = media.find_uploads(db, actor.require(), [image])
    if not found:
        raise Invalid(t(messages.UNKNOWN_IMAGE), "image")
    return found[0].id


def _price_unit(typed: str) -> PriceUnit:
    if typed not in list(PriceUnit):
        raise Invalid(t(messages.UNKNOWN_UNIT), "rentalPriceUnit")
    return PriceUnit(typed)


def _refresh(db: Session, ad_ids: Iterable[str]) -> None:
    # Bulk updates bypass objects loaded in this session.
    db.expire_all()
    listings.refile(db, list(ad_ids))


def _category_state(category: Category) -> dict[str, object]:
    return {
        "name": category.name,
        "image_id": category.image_id,
        "rental_price_unit": category.rental_price_unit.value,
        "position": category.position,
    }


def _subcategory_state(subcategory: Subcategory) -> dict[str, object]:
    return {
        "name": subcategory.name,
        "category_id": subcategory.category_id,
        "position": subcategory.position,
    }
