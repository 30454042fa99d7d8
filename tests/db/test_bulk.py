"""Tests of bulk loading: the result equals that of single inserts."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlmodel import Session, select

from marketplace.core import ids
from marketplace.db import bulk, database
from marketplace.models import Account, AccountKind, AdType, Notification, SavedSearch, metadata
from tests import factories

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)


def test_bulk_rows_equal_rows_of_the_orm(db: Session):
    account = factories.account(db)
    fields = {"name": "Émile 🛋 \x00", "password_hash": "", "created_at": NOON, "updated_at": NOON, "latitude": 18.5}
    rows = [
        {**account.model_dump(), **fields, "id": ids.new_id(), "email": f"{n}@example.org", "username": f"u{n}"}
        for n in range(3)
    ]
    rows = [
        {**row, "username_key": row["username"], "username_skeleton": None, "kind": AccountKind.SELLER} for row in rows
    ]
    bulk.insert(db.connection(), metadata.tables["accounts"], rows[:2])
    db.connection().execute(sa.insert(metadata.tables["accounts"]), [rows[2]])
    first, second, usual = (db.get_one(Account, row["id"]) for row in rows)
    alike = {"id", "email", "username", "username_key"}
    for row in (first, second):
        assert row.model_dump(exclude=alike) == usual.model_dump(exclude=alike)
    assert first.created_at == NOON
    assert first.name == "Émile 🛋 \ufffd"
    assert first.kind is AccountKind.SELLER


def test_json_and_reserved_column_names_are_supported(db: Session):
    account = factories.account(db)
    values = {"name": "Sofa \\ \t tab", "more": "\n"}
    row = Notification(account_id=account.id, kind="ad_approved", values=values, link="/", created_at=NOON)
    bulk.insert(db.connection(), metadata.tables["notices"], [row.model_dump()])
    assert db.exec(select(Notification.values).where(Notification.id == row.id)).one() == values
    saved = SavedSearch(account_id=account.id, name="x", query={"producttype": AdType.SELL})
    bulk.insert(db.connection(), metadata.tables["saved_searches"], [saved.model_dump()])
    assert db.get_one(SavedSearch, saved.id).query == {"producttype": "sell"}


def test_empty_list_inserts_nothing(db: Session):
    bulk.insert(db.connection(), metadata.tables["notices"], [])
    assert db.exec(select(Notification)).all() == []


def test_constraint_violations_are_refused(db: Session):
    account = factories.account(db)
    row = Notification(account_id=account.id, kind="ad_approved", created_at=NOON).model_dump()
    with pytest.raises(Exception, match=r"(?i)unique|duplicate"), db.begin_nested():
        bulk.insert(db.connection(), metadata.tables["notices"], [row, row])


def _indexes(connection: sa.Connection) -> dict[str, list[str]]:
    return {
        table: sorted(f"{index}" for index in sa.inspect(connection).get_indexes(table))
        for table in ("listings", "ads")
    }


def test_dropped_indexes_are_recreated(db: Session):
    connection = db.connection()
    before = _indexes(connection)
    built: list[int] = []
    with bulk.without_indexes(connection, "listings", progress=built.append):
        meanwhile = _indexes(connection)
        # Indexes that enforce constraints are kept.
        assert all("unique" in index or "duplicates" in index for index in meanwhile["listings"])
        assert meanwhile["ads"] == before["ads"]
        number = bulk.count_indexes(connection, "ads")
    assert _indexes(connection) == before
    assert len(built) == bulk.count_indexes(connection, "listings") > 10
    assert number == bulk.count_indexes(connection, "ads")


def _mode(engine: sa.Engine) -> str:
    with engine.connect() as connection:
        return connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()


def test_wal_is_off_only_while_no_other_process_has_the_file_open(tmp_path: Path):
    engine = database.make_engine(f"sqlite:///{tmp_path / 'a.db'}")
    assert _mode(engine) == "wal"
    with bulk.without_wal(engine):
        assert _mode(engine) == "delete"
    assert _mode(engine) == "wal"
    other = database.make_engine(f"sqlite:///{tmp_path / 'a.db'}")
    with other.connect() as reader:
        reader.exec_driver_sql("SELECT * FROM sqlite_master")
        with bulk.without_wal(engine):
            assert _mode(engine) == "wal"
    engine.dispose()
    other.dispose()
