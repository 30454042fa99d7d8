"""/api/category, /api/subcategory"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from marketplace.api import schemas
from marketplace.api.dependencies import CACHEABLE, DispatcherDep, OptionallyPaged, clean_param
from marketplace.api.operations import Operation
from marketplace.api.responses import CategoriesResponse, Data, SubcategoriesResponse, Success, ok, ok_page, returns
from marketplace.domain import catalog
from marketplace.domain.paging import cut

router = APIRouter(tags=["catalogue"], dependencies=CACHEABLE, route_class=Operation)


class SubcategoryResponse(Success):
    """One subcategory; `dynamicFields` repeats its fields."""

    data: schemas.SubcategoryOut
    dynamic_fields: list[schemas.DynamicFieldOut]


@router.get("/category", summary="List categories", responses=returns(CategoriesResponse, 422))
def list_categories(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists categories in display order with their numbers of live ads, or a page of them with `page` and `limit`."""
    page = cut(dispatcher.query(lambda db, _actor: catalog.list_categories(db)), window)
    return ok_page(page, "data", [schemas.CategoryOut.dump(view) for view in page.items])


@router.get("/category/{category_id}", summary="Get a category", responses=returns(Data[schemas.CategoryOut], 404, 422))
def get_category(category_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns a category with its number of live ads."""
    return ok(data=schemas.CategoryOut.dump(dispatcher.query(lambda db, _actor: catalog.get_category(db, category_id))))


@router.get("/subcategory", summary="List subcategories", responses=returns(SubcategoriesResponse, 404, 422))
def list_subcategories(dispatcher: DispatcherDep, window: OptionallyPaged, category: str = "") -> JSONResponse:
    """Lists the subcategories of a category, or of all categories, with their dynamic fields.

    Returns a page of them with `page` and `limit`.
    """
    wanted = clean_param(category)
    if wanted:
        dispatcher.query(lambda db, _actor: catalog.get_category(db, wanted))
    page = cut(dispatcher.query(lambda db, _actor: catalog.list_subcategories(db, wanted)), window)
    return ok_page(page, "data", [schemas.SubcategoryOut.dump(view) for view in page.items])


@router.get(
    "/subcategory/{subcategory_id}", summary="Get a subcategory", responses=returns(SubcategoryResponse, 404, 422)
)
def get_subcategory(subcategory_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns a subcategory with its dynamic fields."""
    view = schemas.SubcategoryOut.dump(dispatcher.query(lambda db, _actor: catalog.get_subcategory(db, subcategory_id)))
    return ok(data=view, dynamicFields=view["dynamicFields"])
