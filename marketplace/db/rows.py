"""Reads of columns instead of objects."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Executable
from sqlmodel import Session


def read_rows(db: Session, statement: Executable, values: Mapping[str, Any]) -> Any:
    """Run a statement that selects columns, after writing what the session holds, as `Session.execute` does.

    `Session.execute` would also prepare for objects, which takes longer than the statement.
    The result has no type, so that callers can name the columns of their rows in their own return types.
    """
    db.flush()
    return db.connection().execute(statement, values)
