"""/api/admin/subcategories and their dynamic fields, /api/admin/fields"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, OptionallyPaged, clean_param
from marketplace.api.operations import Operation
from marketplace.api.responses import (
    ArchiveFailure,
    Changed,
    MessageResponse,
    SubcategoriesResponse,
    ok,
    ok_page,
    returns,
)
from marketplace.domain import catalog
from marketplace.domain.catalog import FieldDraft
from marketplace.domain.paging import cut
from marketplace.i18n.texts import t

router = APIRouter(prefix="/admin", tags=["admin: catalogue"], route_class=Operation)


SubcategoryChangedResponse = Changed[schemas.SubcategoryOut]
FieldChangedResponse = Changed[schemas.DynamicFieldOut]


class NewSubcategory(schemas.Body):
    """A new subcategory."""

    category_id: str = Field("", examples=[schemas.EXAMPLE_ID])
    name: str = Field("", examples=["Sofas"])


class Renaming(schemas.Body):
    """The new name of a subcategory."""

    name: str = Field("", examples=["Sofas and armchairs"])


class FieldBody(schemas.Body):
    """The definition of a dynamic field."""

    label: str = Field("", examples=["Year"])
    input_type: str = Field("", examples=["number"], description="text, number, date, select or file")
    required: bool = False
    options: schemas.Items[str] = Field(
        default_factory=list, description="the choices of a select field", examples=[[]], max_length=1000
    )
    is_public: bool = Field(False, description="whether everyone who sees the ad may open the file; for file fields")

    unit: str = Field("", examples=["km"], description="of a number, shown after it")
    min: str = Field(
        "",
        examples=["1950"],
        description="least value of a number or date; also `this year` or `next year` of a number, `today` of a date",
    )
    max: str = Field("", examples=["next year"], description="greatest value, like `min`")

    def draft(self) -> FieldDraft:
        """Convert to the domain draft."""
        names = ("label", "input_type", "required", "options", "unit", "is_public")
        return FieldDraft(**{name: getattr(self, name) for name in names}, least=self.min, most=self.max)


@router.get(
    "/subcategories",
    summary="List subcategories for the admin",
    responses=returns(SubcategoriesResponse, 401, 403, 404, 422),
)
def list_subcategories(dispatcher: DispatcherDep, window: OptionallyPaged, category: str = "") -> JSONResponse:
    """Lists a category's subcategories with their fields in display order, or a page of them with `page` and `limit`."""
    dispatcher.get_actor().require_admin()
    page = cut(dispatcher.query(lambda db, _actor: catalog.list_subcategories(db, clean_param(category))), window)
    return ok_page(page, "data", [schemas.SubcategoryOut.dump(view) for view in page.items])


@router.post(
    "/subcategories",
    status_code=201,
    summary="Add a subcategory",
    dependencies=ONCE,
    responses=returns(SubcategoryChangedResponse, 401, 403, 404, 409, 422, status=201),
)
def create_subcategory(body: NewSubcategory, dispatcher: DispatcherDep) -> JSONResponse:
    """Adds a subcategory after the existing ones of its category."""
    subcategory = dispatcher.execute(catalog.create_subcategory, body.category_id, body.name)
    return ok(201, message=t("Subcategory added"), data=schemas.SubcategoryOut.dump(subcategory))


@router.put(
    "/categories/{category_id}/subcategories/order",
    summary="Reorder a category's subcategories",
    responses=returns(MessageResponse, 401, 403, 404, 422),
)
def reorder_subcategories(category_id: str, body: schemas.Order, dispatcher: DispatcherDep) -> JSONResponse:
    """Sets the display order of a category's subcategories."""
    dispatcher.execute(catalog.reorder_subcategories, category_id, body.order)
    return ok(message=t("Order saved"))


@router.put(
    "/subcategories/{subcategory_id}",
    summary="Rename a subcategory",
    responses=returns(SubcategoryChangedResponse, 401, 403, 404, 409, 422),
)
def rename_subcategory(subcategory_id: str, body: Renaming, dispatcher: DispatcherDep) -> JSONResponse:
    """Renames a subcategory."""
    subcategory = dispatcher.execute(catalog.rename_subcategory, subcategory_id, body.name)
    return ok(message=t("Subcategory saved"), data=schemas.SubcategoryOut.dump(subcategory))


@router.delete(
    "/subcategories/{subcategory_id}",
    summary="Archive a subcategory",
    responses=returns(MessageResponse, 401, 403, 404, 409, 422, models={409: ArchiveFailure}),
)
def archive_subcategory(
    subcategory_id: str, dispatcher: DispatcherDep, body: schemas.ArchiveBody | None = None
) -> JSONResponse:
    """Archives a subcategory. If it has ads, `moveTo` is required: another subcategory of the category, or the category.

    Without it, returns 409 with the number of ads.
    """
    dispatcher.execute(catalog.archive_subcategory, subcategory_id, move_to=body.move_to if body else "")
    return ok(message=t("Subcategory archived"))


@router.post(
    "/subcategories/{subcategory_id}/fields",
    status_code=201,
    summary="Add a dynamic field",
    dependencies=ONCE,
    responses=returns(FieldChangedResponse, 401, 403, 404, 422, status=201),
)
def create_field(subcategory_id: str, body: FieldBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Adds a field at the end of the form. Existing ads stay valid without it."""
    field = dispatcher.execute(catalog.create_field, subcategory_id, body.draft())
    return ok(201, message=t("Field added"), data=schemas.DynamicFieldOut.dump(field))


@router.put(
    "/subcategories/{subcategory_id}/fields/order",
    summary="Reorder the dynamic fields",
    responses=returns(MessageResponse, 401, 403, 404, 422),
)
def reorder_fields(subcategory_id: str, body: schemas.Order, dispatcher: DispatcherDep) -> JSONResponse:
    """Sets the order of the fields in the form."""
    dispatcher.execute(catalog.reorder_fields, subcategory_id, body.order)
    return ok(message=t("Order saved"))


@router.put(
    "/fields/{field_id}", summary="Change a dynamic field", responses=returns(FieldChangedResponse, 401, 403, 404, 422)
)
def update_field(field_id: str, body: FieldBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Changes the definition of a field. Existing values keep the label and type they were entered with."""
    field = dispatcher.execute(catalog.update_field, field_id, body.draft())
    return ok(message=t("Field saved"), data=schemas.DynamicFieldOut.dump(field))


@router.delete(
    "/fields/{field_id}", summary="Archive a dynamic field", responses=returns(MessageResponse, 401, 403, 404, 422)
)
def archive_field(field_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Removes a field from the form. Ads keep the values they have for it."""
    dispatcher.execute(catalog.archive_field, field_id)
    return ok(message=t("Field archived"))
