"""Shared definitions of the tables: column types, key columns and constraint names."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import CheckConstraint, DateTime, Enum
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

from marketplace.core import clock, ids

# Stable names let migrations change a constraint on every database.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

ID_LENGTH = 26


class UtcDateTime(TypeDecorator[datetime]):
    """An aware datetime in UTC. SQLite stores it without a time zone.

    Raises:
        ValueError: a naive datetime is bound.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC; naive on SQLite."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a datetime without a time zone can't be stored")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return an aware datetime in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Table(SQLModel):
    """Base class of all tables."""


def id_field(**options: Any) -> Any:
    """Return a primary key that sorts by creation time."""
    return Field(default_factory=ids.new_id, primary_key=True, max_length=ID_LENGTH, **options)


def ref(target: str, **options: Any) -> Any:
    """Return a required foreign key, for example `ref("accounts.id", index=True)`."""
    return Field(foreign_key=target, max_length=ID_LENGTH, **options)


def optional_ref(target: str, **options: Any) -> Any:
    """Return a nullable foreign key."""
    return Field(default=None, foreign_key=target, max_length=ID_LENGTH, nullable=True, **options)


def created_field(**options: Any) -> Any:
    """Return a timestamp that defaults to now."""
    return Field(default_factory=clock.now, sa_type=UtcDateTime, **options)


def time_field(**options: Any) -> Any:
    """Return a required timestamp."""
    return Field(sa_type=UtcDateTime, **options)


def optional_time(**options: Any) -> Any:
    """Return a nullable timestamp."""
    return Field(default=None, sa_type=UtcDateTime, nullable=True, **options)


def withheld_field() -> Any:
    """Return the column for the account that never reads a text addressed to it; NULL if the text is not withheld."""
    return optional_ref(
        "accounts.id", description="who never reads the text, since one of the two had blocked the other"
    )


def enum_field(kind: type[StrEnum], default: StrEnum | None = None, **options: Any) -> Any:
    """Return an enumeration that is stored as text. Add `one_of` to the table to constrain it."""
    return Field(default=default if default is not None else ..., sa_type=_stored_as_text(kind), **options)


def optional_enum(kind: type[StrEnum], **options: Any) -> Any:
    """Return a nullable enumeration that is stored like that of `enum_field`."""
    return Field(default=None, sa_type=_stored_as_text(kind), nullable=True, **options)


def _stored_as_text(kind: type[StrEnum]) -> Enum:
    return Enum(
        kind, native_enum=False, create_constraint=False, length=24, values_callable=lambda e: [v.value for v in e]
    )


def one_of(column: str, values: type[StrEnum]) -> CheckConstraint:
    """Return a constraint that allows only the enumeration's values."""
    literals = ", ".join(f"'{value.value}'" for value in values)
    return CheckConstraint(f"{column} IN ({literals})", name=f"{column}_known")
