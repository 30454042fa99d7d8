"""Sections and dialogs of the subcategory editor."""

import reflex as rx

from marketplace.domain.catalog import FieldView, SubcategoryView
from marketplace.i18n.texts import t
from marketplace.web.admin import messages
from marketplace.web.admin.list_editor import NEW, editor_dialog, name_field
from marketplace.web.admin.reorder import edit_buttons, order_buttons
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, row_button
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import checkbox, option, select_field, text_area, text_field
from marketplace.web.pages.admin_subcategories.fields_state import FieldState
from marketplace.web.pages.admin_subcategories.state import SubcategoriesState


def _field(subcategory: rx.Var[SubcategoryView]):
    def draw(field: rx.Var[FieldView], index: rx.Var[int]) -> rx.Component:
        return rx.el.li(
            order_buttons(
                field.label,
                index,
                subcategory.fields.length(),
                lambda step: SubcategoriesState.move_field(subcategory.id, field.id, step),
            ),
            rx.el.div(
                rx.el.p(
                    rx.el.span(field.label, class_name="font-medium"),
                    " ",
                    badge(
                        rx.match(
                            field.input_type, *[(kind, t(name)) for kind, name in messages.INPUT_TYPES.items()], ""
                        )
                    ),
                    rx.cond(field.required, badge(t("Required"), look="accent", class_name="ml-1")),
                    rx.cond(field.is_public, badge(t("Public"), class_name="ml-1")),
                ),
                rx.cond(
                    field.unit + field.least + field.most != "",
                    rx.el.p(
                        rx.cond(field.least, t("From") + " " + field.least + " ", ""),
                        rx.cond(field.most, t("To") + " " + field.most + " ", ""),
                        field.unit,
                        class_name="text-sm text-muted",
                    ),
                ),
                rx.cond(
                    field.options.length() > 0,
                    rx.el.p(field.options.join(", "), class_name="text-sm text-muted [overflow-wrap:anywhere]"),
                ),
                class_name="min-w-0 flex-1",
            ),
            *edit_buttons(
                field.label,
                FieldState.edit(subcategory.id, field.id),
                FieldState.open_delete_dialog(field.id, field.label),
            ),
            class_name="flex items-center gap-2 py-1.5 sm:gap-3",
        )

    return draw


def subcategory_section(subcategory: rx.Var[SubcategoryView], index: rx.Var[int]) -> rx.Component:
    """A subcategory with its fields."""
    return rx.el.li(
        rx.el.div(
            order_buttons(
                subcategory.name,
                index,
                SubcategoriesState.category.rows.length(),
                lambda step: SubcategoriesState.move(subcategory.id, step),
            ),
            rx.el.h2(subcategory.name, class_name="min-w-0 flex-1 truncate text-lg font-semibold"),
            *edit_buttons(
                subcategory.name,
                SubcategoriesState.edit(subcategory.id, subcategory.name),
                SubcategoriesState.open_removal("subcategory", subcategory.id, subcategory.name),
            ),
            class_name="flex items-center gap-2 sm:gap-3",
        ),
        rx.el.ul(
            rx.foreach(subcategory.fields, _field(subcategory)), class_name="divide-y divide-line sm:pl-8 empty:hidden"
        ),
        rx.el.div(
            row_button(
                t("Add field"), subcategory.name, variant="soft", icon="plus", on_click=FieldState.add(subcategory.id)
            ),
            class_name="sm:pl-8",
        ),
        class_name="flex flex-col gap-2 rounded-box border border-line bg-raised p-3 sm:p-4",
    )


def subcategory_dialog() -> rx.Component:
    """Dialog with the name of a subcategory."""
    return editor_dialog(
        SubcategoriesState,
        name_field(SubcategoriesState, "subcategory", key=SubcategoriesState.editing),
        new=t("New subcategory"),
        change=t("Edit subcategory"),
        name="subcategory",
    )


def _detail(label: str, name: str, hint: str = "") -> rx.Component:
    return text_field(
        label,
        f"field-{name}",
        field_name=name,
        key=FieldState.field_id,
        default_value=getattr(FieldState, name),
        max_length=20,
        hint=hint,
    )


def field_dialog() -> rx.Component:
    """Dialog with the definition of a field."""
    return form_dialog(
        text_field(
            t("Label"),
            "field-label",
            field_name="label",
            key=FieldState.field_id,
            default_value=FieldState.label,
            max_length=80,
            required=True,
        ),
        select_field(
            t("Input"),
            "field-type",
            *[option(t(words), kind) for kind, words in messages.INPUT_TYPES.items()],
            value=FieldState.input_type,
            on_change=FieldState.choose_input_type,
        ),
        rx.cond(
            FieldState.input_type == "select",
            text_area(
                t("Options"),
                "field-options",
                field_name="options",
                key=FieldState.field_id,
                default_value=FieldState.options,
                hint=t("One per line."),
            ),
        ),
        rx.cond(FieldState.input_type == "number", _detail(t("Unit"), "unit", t("Shown after the value, such as km."))),
        rx.cond(
            (FieldState.input_type == "number") | (FieldState.input_type == "date"),
            rx.el.div(
                _detail(t("Least value"), "least"),
                _detail(t("Greatest value"), "most"),
                rx.el.p(
                    rx.cond(
                        FieldState.input_type == "date",
                        t("A date like 2026-12-31, or today."),
                        t("A number, this year or next year."),
                    ),
                    class_name="col-span-2 text-sm text-muted",
                ),
                class_name="grid grid-cols-2 gap-x-3 gap-y-1",
            ),
        ),
        rx.fragment(checkbox(t("Required"), "required", default_checked=FieldState.required), key=FieldState.field_id),
        rx.cond(
            FieldState.input_type == "file",
            rx.fragment(
                checkbox(t("Everyone may open the file"), "is_public", default_checked=FieldState.is_public),
                rx.el.p(t("Otherwise moderators may, and buyers after a deal."), class_name="text-sm text-muted"),
                key=FieldState.field_id,
            ),
        ),
        on_submit=FieldState.save,
        submit=button(t("Save"), type="submit"),
        error=FieldState.error,
        open=FieldState.field_id != "",
        on_close=FieldState.close_form,
        title=rx.cond(FieldState.field_id == NEW, t("New field"), t("Edit field")),
        name="field",
    )
