"""Arrays of PostgreSQL as parameters."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Dialect, literal
from sqlalchemy.types import UserDefinedType


class _Numbers(UserDefinedType[Sequence[int]]):
    """An array of numbers as a parameter. The driver writes a list of thousands eight times as slowly as it writes a text, and a
    text that is cast would be read anew for each row.
    """

    cache_ok = True
    render_bind_cast = True

    def get_col_spec(self, **_kw: Any) -> str:
        """The name of the type."""
        return "BIGINT[]"

    def bind_processor(self, dialect: Dialect) -> Callable[..., str]:
        """As the database's own notation."""

        def process(value: Sequence[int]) -> str:
            return f"{{{','.join(map(str, value))}}}"

        return process


def array(numbers: Sequence[int]) -> ColumnElement[Any]:
    """Numbers as one parameter."""
    return literal(numbers, _Numbers())
