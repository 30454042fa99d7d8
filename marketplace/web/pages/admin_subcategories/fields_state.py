"""The State of the form of a dynamic field."""

import reflex as rx

from marketplace.domain import catalog
from marketplace.domain.catalog import FieldDraft
from marketplace.i18n.texts import t
from marketplace.models import InputType
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.admin.list_editor import NEW
from marketplace.web.pages.admin_subcategories.state import SubcategoriesState
from marketplace.web.widgets.delete_dialog import DeleteDialog


class FieldState(AdminState, DeleteDialog, rx.State):
    """The form of a field; `field_id` is an id, `new`, or empty while the form is closed."""

    field_id: str = ""
    subcategory_id: str = ""
    label: str = ""
    input_type: str = InputType.TEXT.value
    required: bool = False
    options: str = ""
    unit: str = ""
    least: str = ""
    most: str = ""
    is_public: bool = False
    error: str = ""

    @rx.event
    def add(self, subcategory_id: str) -> None:
        """Open the form for a new field."""
        self.field_id, self.subcategory_id, self.label, self.options, self.error = NEW, subcategory_id, "", "", ""
        self.unit = self.least = self.most = ""
        self.input_type, self.required, self.is_public = InputType.TEXT.value, False, False

    @rx.event
    async def edit(self, subcategory_id: str, field_id: str) -> None:
        """Open the form for a field."""
        category = (await self.get_state(SubcategoriesState)).category
        fields = [field for row in category.rows if row.id == subcategory_id for field in row.fields]
        chosen = next((field for field in fields if field.id == field_id), None)
        if chosen is not None:
            self.field_id, self.subcategory_id, self.error = field_id, subcategory_id, ""
            self.label, self.input_type, self.required = chosen.label, chosen.input_type, chosen.required
            self.options, self.is_public = "\n".join(chosen.options), chosen.is_public
            self.unit, self.least, self.most = chosen.unit, chosen.least, chosen.most

    @rx.event
    def close_form(self) -> None:
        """Close the form without saving."""
        self.field_id = ""

    @rx.event
    def choose_input_type(self, input_type: str) -> None:
        """Choose the input type; a select needs options, numbers and dates may have bounds."""
        self.input_type = input_type if input_type in list(InputType) else self.input_type

    @rx.event
    async def save(self, form: dict[str, str]):
        """Save the field."""
        draft = FieldDraft(
            label=str(form.get("label", "")),
            input_type=self.input_type,
            required=bool(form.get("required")),
            options=str(form.get("options", "")).splitlines(),
            **{name: str(form.get(name, "")) for name in ("unit", "least", "most")},
            is_public=bool(form.get("is_public")),
        )
        function, target = catalog.update_field, self.field_id
        if self.field_id == NEW:
            function, target = catalog.create_field, self.subcategory_id
        if not await self._execute_in_form(function, target, draft, done=t("Field saved")):
            return None
        self.field_id = ""
        return SubcategoriesState.open

    async def _delete(self, item_id: str):
        await self._execute_with_toast(catalog.archive_field, item_id, done=t("Field deleted"))
        return SubcategoriesState.open
