"""The dynamic field that is edited."""

import reflex as rx

from marketplace.domain import catalog
from marketplace.domain.catalog import FieldDraft
from marketplace.errors import MarketplaceError
from marketplace.models import InputType
from marketplace.texts import t
from marketplace.web.admin.desk import Desk
from marketplace.web.admin.editor import NEW
from marketplace.web.pages.admin_shelves.state import ShelvesState


class FieldState(Desk, rx.State):
    """The field's form; `field_id` is an id, `new`, or empty while it is closed."""

    field_id: str = ""
    subcategory_id: str = ""
    label: str = ""
    input_type: str = InputType.TEXT.value
    required: bool = False
    options: str = ""
    error: str = ""
    deleting: str = ""
    deleting_label: str = ""

    @rx.event
    def add(self, subcategory_id: str) -> None:
        """A new field."""
        self.field_id, self.subcategory_id, self.label, self.options, self.error = NEW, subcategory_id, "", "", ""
        self.input_type, self.required = InputType.TEXT.value, False

    @rx.event
    async def edit(self, subcategory_id: str, field_id: str) -> None:
        """Change one."""
        shelves = (await self.get_state(ShelvesState)).shelves
        fields = [field for row in shelves.rows if row.id == subcategory_id for field in row.fields]
        chosen = next((field for field in fields if field.id == field_id), None)
        if chosen is not None:
            self.field_id, self.subcategory_id, self.error = field_id, subcategory_id, ""
            self.label, self.input_type, self.required = chosen.label, chosen.input_type, chosen.required
            self.options = "\n".join(chosen.options)

    @rx.event
    def close(self) -> None:
        """Leave it as it is."""
        self.field_id = ""

    @rx.event
    def choose_type(self, input_type: str) -> None:
        """Another kind of input; choices need options."""
        self.input_type = input_type if input_type in list(InputType) else self.input_type

    @rx.event
    async def save(self, form: dict[str, str]):
        """Store the definition."""
        draft = FieldDraft(
            label=str(form.get("label", "")),
            input_type=self.input_type,
            required=bool(form.get("required")),
            options=str(form.get("options", "")).splitlines(),
        )
        try:
            if self.field_id == NEW:
                await self._do(catalog.create_field, self.subcategory_id, draft)
            else:
                await self._do(catalog.update_field, self.field_id, draft)
        except MarketplaceError as error:
            self.error = error.errors[0]["message"] if error.errors else error.message
            return None
        self.field_id = ""
        await self._toast("success", t("Field saved"))
        return ShelvesState.open

    @rx.event
    def ask_delete(self, field_id: str, label: str) -> None:
        """Really?"""
        self.deleting, self.deleting_label = field_id, label

    @rx.event
    def keep(self) -> None:
        """No."""
        self.deleting = ""

    @rx.event
    async def delete(self):
        """Yes."""
        field_id, self.deleting = self.deleting, ""
        await self._decide(catalog.archive_field, field_id, done=t("Field deleted"))
        return ShelvesState.open
