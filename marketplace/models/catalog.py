"""Categories, subcategories and their dynamic fields."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, Index, UniqueConstraint
from sqlmodel import Field

from marketplace.models.ads import PriceUnit
from marketplace.models.base import Table, created_field, enum_field, id_field, one_of, optional_ref, optional_time, ref


class InputType(StrEnum):
    """The input types of a dynamic field."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    SELECT = "select"
    FILE = "file"


_NAME_KEY = "equal for names in any case or form; NULL of the younger of two from before it was checked"


class Category(Table, table=True):
    """A top-level category, shown in order of `position`."""

    __tablename__ = "categories"
    __table_args__ = (
        one_of("rental_price_unit", PriceUnit),
        Index("ix_categories_name_key", "name_key", unique=True),
    )

    id: str = id_field()
    name: str = Field(max_length=80, unique=True)
    name_key: str | None = Field(default=None, max_length=240, description=_NAME_KEY)
    position: int = 0
    image_id: str | None = optional_ref("uploads.id", index=True)
    rental_price_unit: PriceUnit = enum_field(
        PriceUnit, PriceUnit.DAY, description="price unit of an ad for rent that names none"
    )
    created_at: datetime = created_field()
    archived_at: datetime | None = optional_time(
        description="archived instead of deleted, because versions of ads refer to it"
    )


class Subcategory(Table, table=True):
    """A subcategory. It defines the dynamic fields of its ads."""

    __tablename__ = "subcategories"
    __table_args__ = (
        UniqueConstraint("category_id", "name"),
        Index("ix_subcategories_name_key", "category_id", "name_key", unique=True),
    )

    id: str = id_field()
    category_id: str = ref("categories.id", index=True)
    name: str = Field(max_length=80)
    name_key: str | None = Field(default=None, max_length=240, description=_NAME_KEY)
    position: int = 0
    created_at: datetime = created_field()
    archived_at: datetime | None = optional_time()


class FieldDefinition(Table, table=True):
    """A dynamic field of a subcategory."""

    __tablename__ = "field_definitions"
    __table_args__ = (one_of("input_type", InputType),)

    id: str = id_field()
    subcategory_id: str = ref("subcategories.id", index=True)
    label: str = Field(max_length=80)
    input_type: InputType = enum_field(InputType)
    required: bool = False
    options: list[str] = Field(default_factory=list, sa_type=JSON, description="for select")
    unit: str = Field(default="", max_length=20, description="of a number, shown after it")
    least: str = Field(
        default="", max_length=20, description="for number and date; see `catalog.bounds`; empty for none"
    )
    most: str = Field(default="", max_length=20)
    position: int = 0
    created_at: datetime = created_field()
    archived_at: datetime | None = optional_time()
    is_public: bool = Field(default=False, description="everyone who sees the ad may open the file; for file fields")
