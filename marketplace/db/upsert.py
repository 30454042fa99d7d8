"""INSERT ... ON CONFLICT, for which SQLAlchemy has a function in each dialect."""

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel


def insert_or_update(db: Session, model: type[SQLModel]) -> postgresql.Insert | sqlite.Insert:
    """Return an INSERT of the session's database that has `on_conflict_do_update` and `on_conflict_do_nothing`."""
    insert = postgresql.insert if db.get_bind().dialect.name == "postgresql" else sqlite.insert
    return insert(model)
