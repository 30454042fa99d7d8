"""/api/admin/categories"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Listed, Told, failures, ok, ok_page
from marketplace.api.deps import OptionallyPaged, TheDoor
from marketplace.domain import catalog
from marketplace.domain.paging import cut
from marketplace.models import AccountKind
from marketplace.texts import t

router = APIRouter(prefix="/admin", tags=["admin: catalogue"])


class CategoriesOut(Listed):
    """Categories in display order."""

    data: list[wire.CategoryOut]


class CategorySaved(Told):
    """A category as it is now."""

    data: wire.CategoryOut


class NewCategory(wire.Body):
    """A category to add."""

    name: str = Field("", examples=["Furniture"])
    image: str = Field("", description="id or URL of your own upload")


class CategoryChange(wire.Body):
    """What to change of a category; what is left out stays."""

    name: str | None = Field(None, examples=["Furniture"])
    image: str | None = Field(None, description="id or URL of your own upload; empty takes the image away")


@router.get(
    "/categories",
    summary="Categories, for their editor",
    responses={200: {"model": CategoriesOut}} | failures(401, 403, 422),
)
def list_categories(door: TheDoor, window: OptionallyPaged) -> JSONResponse:
    """All categories in display order, as ordering them needs each; `page` and `limit` cut them into pages."""
    door.who().require(AccountKind.ADMIN)
    page = cut(door.ask(lambda db, _actor: catalog.list_categories(db)), window)
    return ok_page(page, "data", [wire.category(view) for view in page.items])


@router.post(
    "/categories",
    status_code=201,
    summary="Add a category",
    responses={201: {"model": CategorySaved}} | failures(401, 403, 409, 422),
)
def create_category(body: NewCategory, door: TheDoor) -> JSONResponse:
    """Adds a category after the others; the name of an archived one brings that one back."""
    made = door.do(catalog.create_category, body.name, image=body.image)
    return ok(201, message=t("Category added"), data=wire.category(made))


@router.put(
    "/categories/order",
    summary="Order the categories",
    responses={200: {"model": Told}} | failures(401, 403, 422),
)
def reorder_categories(body: wire.Order, door: TheDoor) -> JSONResponse:
    """Shows the categories in this order."""
    door.do(catalog.reorder_categories, body.order)
    return ok(message=t("Order saved"))


@router.put(
    "/categories/{category_id}",
    summary="Change a category",
    responses={200: {"model": CategorySaved}} | failures(401, 403, 404, 409, 422),
)
def update_category(category_id: str, body: CategoryChange, door: TheDoor) -> JSONResponse:
    """Renames a category or changes its image."""
    saved = door.do(catalog.update_category, category_id, name=body.name, image=body.image)
    return ok(message=t("Category saved"), data=wire.category(saved))


@router.delete(
    "/categories/{category_id}",
    summary="Archive a category",
    responses={200: {"model": Told}} | failures(401, 403, 404, 409, 422),
)
def archive_category(category_id: str, door: TheDoor, body: wire.Leaving | None = None) -> JSONResponse:
    """Takes a category out of the catalogue. With ads in it, 409 and `ads` (how many) unless `moveTo` says where to."""
    door.do(catalog.archive_category, category_id, move_to=body.move_to if body else "")
    return ok(message=t("Category archived"))
