"""What the catalogue looks like to its readers, and what its editors hand in."""

from pydantic import BaseModel, Field

from marketplace.domain.views import Photo, View
from marketplace.models import InputType


class Named(View):
    """A thing by id and name."""

    id: str
    name: str


class CategoryView(View):
    """A category; `count` is the number of live ads in it."""

    id: str
    name: str
    image: Photo | None = None
    position: int = 0
    count: int = 0


class FieldView(View):
    """The definition of a dynamic field."""

    id: str
    label: str
    input_type: str
    required: bool = False
    options: tuple[str, ...] = ()


class SubcategoryView(View):
    """A subcategory with its dynamic fields, in the order of the form."""

    id: str
    category_id: str
    name: str
    position: int = 0
    fields: tuple[FieldView, ...] = ()


class CheckedValue(View):
    """A dynamic field's value that passed the rules.

    Attributes:
        text: as typed; a date as YYYY-MM-DD; for a file what the client calls it (id or URL).
        number: for number fields.
    """

    field: FieldView
    text: str
    number: float | None = None

    @property
    def is_file(self) -> bool:
        """Whether `text` names an upload."""
        return self.field.input_type == InputType.FILE


class FieldDraft(BaseModel):
    """A dynamic field as an admin writes it."""

    label: str = ""
    input_type: str = ""
    required: bool = False
    options: list[str] = Field(default_factory=list, description="for select")
