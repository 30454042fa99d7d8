"""/api/category, /api/subcategory"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from marketplace.api import wire
from marketplace.api.answers import Listed, Success, failures, ok, ok_page
from marketplace.api.deps import KEPT_READY, OptionallyPaged, TheDoor, absent
from marketplace.domain import catalog
from marketplace.domain.paging import cut

router = APIRouter(tags=["catalogue"], dependencies=KEPT_READY)


class CategoriesOut(Listed):
    """Categories in display order."""

    data: list[wire.CategoryOut]


class OneCategoryOut(Success):
    """One category."""

    data: wire.CategoryOut


class SubcategoriesOut(Listed):
    """Subcategories in display order."""

    data: list[wire.SubcategoryOut]


class OneSubcategoryOut(Success):
    """One subcategory; its fields stand at top level too."""

    data: wire.SubcategoryOut
    dynamicFields: list[wire.DynamicFieldOut]


@router.get("/category", summary="Categories", responses={200: {"model": CategoriesOut}} | failures(422))
def list_categories(door: TheDoor, window: OptionallyPaged) -> JSONResponse:
    """All categories in display order, each with its number of live ads; `page` and `limit` cut them into pages."""
    page = cut(door.ask(lambda db, _actor: catalog.list_categories(db)), window)
    return ok_page(page, "data", [wire.category(view) for view in page.items])


@router.get(
    "/category/{category_id}", summary="One category", responses={200: {"model": OneCategoryOut}} | failures(404, 422)
)
def get_category(category_id: str, door: TheDoor) -> JSONResponse:
    """A category with its number of live ads."""
    return ok(data=wire.category(door.ask(lambda db, _actor: catalog.get_category(db, category_id))))


@router.get("/subcategory", summary="Subcategories", responses={200: {"model": SubcategoriesOut}} | failures(404, 422))
def list_subcategories(door: TheDoor, window: OptionallyPaged, category: str = "") -> JSONResponse:
    """The subcategories of a category, or all of them, with their dynamic fields; `page` and `limit` cut them into
    pages.
    """
    wanted = absent(category)
    if wanted:
        door.ask(lambda db, _actor: catalog.get_category(db, wanted))
    page = cut(door.ask(lambda db, _actor: catalog.list_subcategories(db, wanted)), window)
    return ok_page(page, "data", [wire.subcategory(view) for view in page.items])


@router.get(
    "/subcategory/{subcategory_id}",
    summary="One subcategory",
    responses={200: {"model": OneSubcategoryOut}} | failures(404, 422),
)
def get_subcategory(subcategory_id: str, door: TheDoor) -> JSONResponse:
    """A subcategory with its dynamic fields."""
    view = wire.subcategory(door.ask(lambda db, _actor: catalog.get_subcategory(db, subcategory_id)))
    return ok(data=view, dynamicFields=view["dynamicFields"])
