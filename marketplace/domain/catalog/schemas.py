"""Input and read views of the catalog."""

from typing import NamedTuple

from pydantic import BaseModel, Field

from marketplace.domain.views import Photo, PhotoSizes, View
from marketplace.models import InputType, PriceUnit


class Move(NamedTuple):
    """Where the ads of what was archived went; empty for nowhere.

    Attributes:
        gone: ids of what was archived and of all inside it.
    """

    gone: frozenset[str]
    category_id: str
    subcategory_id: str


class Named(View):
    """An id with its name."""

    id: str
    name: str


class CategoryTile(View):
    """What the tile of a category shows."""

    id: str
    name: str
    image: PhotoSizes | None = None


class CategoryView(CategoryTile):
    """A category. A State var of type `CategoryTile` sends only the fields of a tile to the browser.

    Attributes:
        rental_price_unit: price unit of an ad for rent that names none.
        count: number of live ads.
    """

    image: Photo | None = None
    rental_price_unit: PriceUnit = PriceUnit.DAY
    position: int = 0
    count: int = 0


class FieldView(View):
    """Definition of a dynamic field.

    Attributes:
        unit: of a number, shown after it.
        least, most: bounds of a number or date; see `bounds.resolve`; empty for none.
    """

    id: str
    label: str
    input_type: str
    required: bool = False
    options: tuple[str, ...] = ()
    unit: str = ""
    least: str = ""
    most: str = ""
    is_public: bool = False


class SubcategoryView(View):
    """A subcategory with its dynamic fields in form order."""

    id: str
    category_id: str
    name: str
    position: int = 0
    fields: tuple[FieldView, ...] = ()


class CheckedValue(View):
    """A validated value of a dynamic field, as typed; a date is YYYY-MM-DD, a file its id or URL. Only number fields have a number."""

    field: FieldView
    text: str
    number: float | None = None

    @property
    def is_file(self) -> bool:
        """Whether `text` refers to an upload."""
        return self.field.input_type == InputType.FILE


class FieldDraft(BaseModel):
    """A dynamic field as submitted by an admin."""

    label: str = ""
    input_type: str = ""
    required: bool = False
    options: list[str] = Field(default_factory=list, description="for select")
    unit: str = Field("", description="for number")
    least: str = Field("", description="for number and date; empty for none")
    most: str = ""
    is_public: bool = Field(False, description="everyone who sees the ad may open the file; for file fields")
