"""What every table shares: column types, key columns and constraint names."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import CheckConstraint, DateTime, Enum
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

from marketplace import clock, ids

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
    """An aware UTC time; SQLite, which keeps no zone, gets it without one.

    Raises:
        ValueError: a time without a zone is bound, which would be ambiguous.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database: UTC, naive on SQLite."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone can't be stored")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """From the database: aware, UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Table(SQLModel):
    """Base of all tables; a place for what they share, never queried itself."""


def id_field(**options: Any) -> Any:
    """A primary key that sorts by creation time."""
    return Field(default_factory=ids.new_id, primary_key=True, max_length=ID_LENGTH, **options)


def ref(target: str, **options: Any) -> Any:
    """A required foreign key, e.g. `ref("accounts.id", index=True)`."""
    return Field(foreign_key=target, max_length=ID_LENGTH, **options)


def optional_ref(target: str, **options: Any) -> Any:
    """A foreign key that may be empty."""
    return Field(default=None, foreign_key=target, max_length=ID_LENGTH, nullable=True, **options)


def created_field(**options: Any) -> Any:
    """The moment a row was made."""
    return Field(default_factory=clock.now, sa_type=UtcDateTime, **options)


def time_field(**options: Any) -> Any:
    """A required moment."""
    return Field(sa_type=UtcDateTime, **options)


def optional_time(**options: Any) -> Any:
    """A moment that may not have come."""
    return Field(default=None, sa_type=UtcDateTime, nullable=True, **options)


def enum_field(kind: type[StrEnum], default: StrEnum | None = None, **options: Any) -> Any:
    """An enumeration stored as its text, kept in bounds by `one_of`."""
    stored = Enum(
        kind, native_enum=False, create_constraint=False, length=24, values_callable=lambda e: [v.value for v in e]
    )
    return Field(default=default if default is not None else ..., sa_type=stored, **options)


def one_of(column: str, values: type[StrEnum]) -> CheckConstraint:
    """The column holds one of the enumeration's values."""
    listed = ", ".join(f"'{value.value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_known")
