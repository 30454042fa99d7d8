"""Catalog: categories, subcategories and their dynamic fields."""

from marketplace.domain.catalog.bounds import describe as describe_bounds
from marketplace.domain.catalog.editing import (
    archive_category,
    archive_subcategory,
    create_category,
    create_subcategory,
    list_editable_categories,
    list_editable_subcategories,
    list_move_targets,
    rename_subcategory,
    reorder_categories,
    reorder_subcategories,
    trace_move,
    update_category,
)
from marketplace.domain.catalog.field_editing import archive_field, create_field, reorder_fields, update_field
from marketplace.domain.catalog.reference import Catalogue, get_catalogue
from marketplace.domain.catalog.rules import check_values
from marketplace.domain.catalog.schemas import (
    CategoryTile,
    CategoryView,
    FieldDraft,
    FieldView,
    Move,
    Named,
    SubcategoryView,
)
from marketplace.domain.catalog.service import (
    add_up_counts,
    get_category,
    get_subcategory,
    list_categories,
    list_categories_by_type,
    list_names,
    list_subcategories,
)
