"""/api/category, /api/subcategory"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from marketplace.api import wire
from marketplace.api.answers import Success, failures, ok
from marketplace.api.deps import KEPT_READY, TheDoor, absent
from marketplace.domain import catalog

router = APIRouter(tags=["catalogue"], dependencies=KEPT_READY)


class CategoriesOut(Success):
    """Categories in display order."""

    data: list[wire.CategoryOut]


class OneCategoryOut(Success):
    """One category."""

    data: wire.CategoryOut


class SubcategoriesOut(Success):
    """Subcategories in display order."""

    data: list[wire.SubcategoryOut]


class OneSubcategoryOut(Success):
    """One subcategory; its fields stand at top level too."""

    data: wire.SubcategoryOut
    dynamicFields: list[wire.DynamicFieldOut]


@router.get("/category", summary="Categories", responses={200: {"model": CategoriesOut}} | failures())
def list_categories(door: TheDoor) -> JSONResponse:
    """All categories in display order, each with its number of live ads."""
    return ok(data=[wire.category(view) for view in door.ask(lambda db, _actor: catalog.list_categories(db))])


@router.get(
    "/category/{category_id}", summary="One category", responses={200: {"model": OneCategoryOut}} | failures(404, 422)
)
def get_category(category_id: str, door: TheDoor) -> JSONResponse:
    """A category with its number of live ads."""
    return ok(data=wire.category(door.ask(lambda db, _actor: catalog.get_category(db, category_id))))


@router.get("/subcategory", summary="Subcategories", responses={200: {"model": SubcategoriesOut}} | failures(404, 422))
def list_subcategories(door: TheDoor, category: str = "") -> JSONResponse:
    """The subcategories of a category, or all of them, with their dynamic fields."""
    wanted = absent(category)
    if wanted:
        door.ask(lambda db, _actor: catalog.get_category(db, wanted))
    views = door.ask(lambda db, _actor: catalog.list_subcategories(db, wanted))
    return ok(data=[wire.subcategory(view) for view in views])


@router.get(
    "/subcategory/{subcategory_id}",
    summary="One subcategory",
    responses={200: {"model": OneSubcategoryOut}} | failures(404, 422),
)
def get_subcategory(subcategory_id: str, door: TheDoor) -> JSONResponse:
    """A subcategory with its dynamic fields."""
    view = wire.subcategory(door.ask(lambda db, _actor: catalog.get_subcategory(db, subcategory_id)))
    return ok(data=view, dynamicFields=view["dynamicFields"])
