"""/api/admin/subcategories and their dynamic fields, /api/admin/fields"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Listed, Told, failures, ok, ok_page
from marketplace.api.deps import OptionallyPaged, TheDoor, absent
from marketplace.domain import catalog
from marketplace.domain.catalog import FieldDraft
from marketplace.domain.paging import cut
from marketplace.models import AccountKind
from marketplace.texts import t

router = APIRouter(prefix="/admin", tags=["admin: catalogue"])


class SubcategoriesOut(Listed):
    """A category's subcategories in display order."""

    data: list[wire.SubcategoryOut]


class SubcategorySaved(Told):
    """A subcategory as it is now."""

    data: wire.SubcategoryOut


class FieldSaved(Told):
    """A field as it is now."""

    data: wire.DynamicFieldOut


class NewSubcategory(wire.Body):
    """A subcategory to add."""

    category_id: str = Field("", examples=[wire.EXAMPLE_ID])
    name: str = Field("", examples=["Sofas"])


class Renaming(wire.Body):
    """A new name."""

    name: str = Field("", examples=["Sofas and armchairs"])


class FieldBody(wire.Body):
    """A dynamic field as its editor writes it."""

    label: str = Field("", examples=["Year"])
    input_type: str = Field("", examples=["number"], description="text, number, date, select or file")
    required: bool = False
    options: list[str] = Field(default_factory=list, description="for select", examples=[[]])

    def draft(self) -> FieldDraft:
        """The same for the domain."""
        return FieldDraft(label=self.label, input_type=self.input_type, required=self.required, options=self.options)


@router.get(
    "/subcategories",
    summary="Subcategories of a category, for their editor",
    responses={200: {"model": SubcategoriesOut}} | failures(401, 403, 404, 422),
)
def list_subcategories(door: TheDoor, window: OptionallyPaged, category: str = "") -> JSONResponse:
    """All of a category's subcategories with their fields, in display order; `page` and `limit` cut them into pages."""
    door.who().require(AccountKind.ADMIN)
    page = cut(door.ask(lambda db, _actor: catalog.list_subcategories(db, absent(category))), window)
    return ok_page(page, "data", [wire.subcategory(view) for view in page.items])


@router.post(
    "/subcategories",
    status_code=201,
    summary="Add a subcategory",
    responses={201: {"model": SubcategorySaved}} | failures(401, 403, 404, 409, 422),
)
def create_subcategory(body: NewSubcategory, door: TheDoor) -> JSONResponse:
    """Adds a subcategory after the others of its category."""
    made = door.do(catalog.create_subcategory, body.category_id, body.name)
    return ok(201, message=t("Subcategory added"), data=wire.subcategory(made))


@router.put(
    "/categories/{category_id}/subcategories/order",
    summary="Order a category's subcategories",
    responses={200: {"model": Told}} | failures(401, 403, 404, 422),
)
def reorder_subcategories(category_id: str, body: wire.Order, door: TheDoor) -> JSONResponse:
    """Shows the subcategories in this order."""
    door.do(catalog.reorder_subcategories, category_id, body.order)
    return ok(message=t("Order saved"))


@router.put(
    "/subcategories/{subcategory_id}",
    summary="Rename a subcategory",
    responses={200: {"model": SubcategorySaved}} | failures(401, 403, 404, 409, 422),
)
def rename_subcategory(subcategory_id: str, body: Renaming, door: TheDoor) -> JSONResponse:
    """Gives a subcategory another name."""
    saved = door.do(catalog.rename_subcategory, subcategory_id, body.name)
    return ok(message=t("Subcategory saved"), data=wire.subcategory(saved))


@router.delete(
    "/subcategories/{subcategory_id}",
    summary="Archive a subcategory",
    responses={200: {"model": Told}} | failures(401, 403, 404, 409, 422),
)
def archive_subcategory(subcategory_id: str, door: TheDoor, body: wire.Leaving | None = None) -> JSONResponse:
    """Takes a subcategory away. With ads in it, 409 and `ads` unless `moveTo` names a sibling or the category."""
    door.do(catalog.archive_subcategory, subcategory_id, move_to=body.move_to if body else "")
    return ok(message=t("Subcategory archived"))


@router.post(
    "/subcategories/{subcategory_id}/fields",
    status_code=201,
    summary="Add a dynamic field",
    responses={201: {"model": FieldSaved}} | failures(401, 403, 404, 422),
)
def create_field(subcategory_id: str, body: FieldBody, door: TheDoor) -> JSONResponse:
    """Adds a field at the end of the form; ads that stand keep standing without it."""
    made = door.do(catalog.create_field, subcategory_id, body.draft())
    return ok(201, message=t("Field added"), data=wire.dynamic_field(made))


@router.put(
    "/subcategories/{subcategory_id}/fields/order",
    summary="Order the dynamic fields",
    responses={200: {"model": Told}} | failures(401, 403, 404, 422),
)
def reorder_fields(subcategory_id: str, body: wire.Order, door: TheDoor) -> JSONResponse:
    """Shows the fields in this order."""
    door.do(catalog.reorder_fields, subcategory_id, body.order)
    return ok(message=t("Order saved"))


@router.put(
    "/fields/{field_id}",
    summary="Define a field anew",
    responses={200: {"model": FieldSaved}} | failures(401, 403, 404, 422),
)
def update_field(field_id: str, body: FieldBody, door: TheDoor) -> JSONResponse:
    """Changes a field; values given before keep the label and type they had."""
    saved = door.do(catalog.update_field, field_id, body.draft())
    return ok(message=t("Field saved"), data=wire.dynamic_field(saved))


@router.delete(
    "/fields/{field_id}",
    summary="Archive a field",
    responses={200: {"model": Told}} | failures(401, 403, 404, 422),
)
def archive_field(field_id: str, door: TheDoor) -> JSONResponse:
    """Takes a field out of the form; values that ads have for it stay on their pages."""
    door.do(catalog.archive_field, field_id)
    return ok(message=t("Field archived"))
