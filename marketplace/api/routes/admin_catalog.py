"""/api/admin/categories"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, OptionallyPaged
from marketplace.api.operations import Operation
from marketplace.api.responses import ArchiveFailure, CategoriesResponse, Changed, MessageResponse, ok, ok_page, returns
from marketplace.domain import catalog
from marketplace.domain.paging import cut
from marketplace.i18n.texts import t

router = APIRouter(prefix="/admin", tags=["admin: catalogue"], route_class=Operation)


CategoryChangedResponse = Changed[schemas.CategoryOut]


class NewCategory(schemas.Body):
    """A new category."""

    name: str = Field("", examples=["Furniture"])
    image: str = Field("", description="id or URL of your own upload")
    rental_price_unit: str = Field(
        "", examples=["day"], description="price unit of an ad for rent that names none; empty for day"
    )


class CategoryChange(schemas.Body):
    """Changes to a category. Fields that are left out keep their values."""

    name: str | None = Field(None, examples=["Furniture"])
    image: str | None = Field(None, description="id or URL of your own upload; an empty text removes the image")
    rental_price_unit: str | None = Field(
        None,
        examples=["day"],
        description="price unit of an ad for rent that names none: hour, day, week, month or year",
    )


@router.get(
    "/categories", summary="List categories for the admin", responses=returns(CategoriesResponse, 401, 403, 422)
)
def list_categories(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists all categories in display order, or a page of them with `page` and `limit`."""
    dispatcher.get_actor().require_admin()
    page = cut(dispatcher.query(lambda db, _actor: catalog.list_categories(db)), window)
    return ok_page(page, "data", [schemas.CategoryOut.dump(view) for view in page.items])


@router.post(
    "/categories",
    status_code=201,
    summary="Add a category",
    dependencies=ONCE,
    responses=returns(CategoryChangedResponse, 401, 403, 409, 422, status=201),
)
def create_category(body: NewCategory, dispatcher: DispatcherDep) -> JSONResponse:
    """Adds a category after the existing ones. If an archived category has this name, restores that one."""
    category = dispatcher.execute(
        catalog.create_category, body.name, image=body.image, rental_price_unit=body.rental_price_unit
    )
    return ok(201, message=t("Category added"), data=schemas.CategoryOut.dump(category))


@router.put("/categories/order", summary="Reorder the categories", responses=returns(MessageResponse, 401, 403, 422))
def reorder_categories(body: schemas.Order, dispatcher: DispatcherDep) -> JSONResponse:
    """Sets the display order of the categories."""
    dispatcher.execute(catalog.reorder_categories, body.order)
    return ok(message=t("Order saved"))


@router.put(
    "/categories/{category_id}",
    summary="Change a category",
    responses=returns(CategoryChangedResponse, 401, 403, 404, 409, 422),
)
def update_category(category_id: str, body: CategoryChange, dispatcher: DispatcherDep) -> JSONResponse:
    """Changes the name, image or default price unit of a category. Existing ads keep their price units."""
    category = dispatcher.execute(
        catalog.update_category,
        category_id,
        name=body.name,
        image=body.image,
        rental_price_unit=body.rental_price_unit,
    )
    return ok(message=t("Category saved"), data=schemas.CategoryOut.dump(category))


@router.delete(
    "/categories/{category_id}",
    summary="Archive a category",
    responses=returns(MessageResponse, 401, 403, 404, 409, 422, models={409: ArchiveFailure}),
)
def archive_category(
    category_id: str, dispatcher: DispatcherDep, body: schemas.ArchiveBody | None = None
) -> JSONResponse:
    """Archives a category. If it has ads, `moveTo` is required; without it, returns 409 with the number of ads."""
    dispatcher.execute(catalog.archive_category, category_id, move_to=body.move_to if body else "")
    return ok(message=t("Category archived"))
