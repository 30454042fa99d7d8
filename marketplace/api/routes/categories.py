"""/api/category, /api/subcategory"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Success, failures, ok
from marketplace.api.deps import TheDoor, absent
from marketplace.domain import catalog
from marketplace.domain.catalog import CategoryView, FieldView, SubcategoryView

router = APIRouter(tags=["catalogue"])


class CategoryOut(wire.Out):
    """A category with its number of live ads."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    name: str = Field(examples=["Furniture"])
    images: list[wire.ImageOut]
    count: int = Field(examples=[42])


class CategoriesOut(Success):
    """Categories in display order."""

    data: list[CategoryOut]


class OneCategoryOut(Success):
    """One category."""

    data: CategoryOut


class DynamicFieldOut(wire.Out):
    """The definition of a dynamic field."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    label: str = Field(examples=["Year"])
    input_type: str = Field(examples=["number"], description="text, number, date, select or file")
    required: bool
    options: list[str] = Field(description="for select")


class SubcategoryOut(wire.Out):
    """A subcategory with its dynamic fields, in the order of the form."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    name: str = Field(examples=["Sofas"])
    category: str = Field(examples=[wire.EXAMPLE_ID])
    dynamic_fields: list[DynamicFieldOut]


class SubcategoriesOut(Success):
    """Subcategories in display order."""

    data: list[SubcategoryOut]


class OneSubcategoryOut(Success):
    """One subcategory; its fields stand at top level too."""

    data: SubcategoryOut
    dynamicFields: list[DynamicFieldOut]


@router.get("/category", summary="Categories", responses={200: {"model": CategoriesOut}} | failures())
def list_categories(door: TheDoor) -> JSONResponse:
    """All categories in display order, each with its number of live ads."""
    return ok(data=[_category(view) for view in door.ask(lambda db, _actor: catalog.list_categories(db))])


@router.get(
    "/category/{category_id}", summary="One category", responses={200: {"model": OneCategoryOut}} | failures(404)
)
def get_category(category_id: str, door: TheDoor) -> JSONResponse:
    """A category with its number of live ads."""
    return ok(data=_category(door.ask(lambda db, _actor: catalog.get_category(db, category_id))))


@router.get("/subcategory", summary="Subcategories", responses={200: {"model": SubcategoriesOut}} | failures(404))
def list_subcategories(door: TheDoor, category: str = "") -> JSONResponse:
    """The subcategories of a category, or all of them, with their dynamic fields."""
    wanted = absent(category)
    if wanted:
        door.ask(lambda db, _actor: catalog.get_category(db, wanted))
    views = door.ask(lambda db, _actor: catalog.list_subcategories(db, wanted))
    return ok(data=[_subcategory(view) for view in views])


@router.get(
    "/subcategory/{subcategory_id}",
    summary="One subcategory",
    responses={200: {"model": OneSubcategoryOut}} | failures(404),
)
def get_subcategory(subcategory_id: str, door: TheDoor) -> JSONResponse:
    """A subcategory with its dynamic fields."""
    view = _subcategory(door.ask(lambda db, _actor: catalog.get_subcategory(db, subcategory_id)))
    return ok(data=view, dynamicFields=view["dynamicFields"])


def _category(view: CategoryView) -> dict[str, Any]:
    images = [wire.image(view.image)] if view.image else []
    return {"_id": view.id, "name": view.name, "images": images, "count": view.count}


def _subcategory(view: SubcategoryView) -> dict[str, Any]:
    return {
        "_id": view.id,
        "name": view.name,
        "category": view.category_id,
        "dynamicFields": [_field(field) for field in view.fields],
    }


def _field(view: FieldView) -> dict[str, Any]:
    return {
        "_id": view.id,
        "label": view.label,
        "inputType": view.input_type,
        "required": view.required,
        "options": list(view.options),
    }
