"""Writing very many rows at once leaves what writing them one by one leaves."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlmodel import Session, select

from marketplace import bulk, database, ids
from marketplace.models import Account, AccountKind, AdType, Notice, SavedSearch, metadata
from tests import factories

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)


def test_rows_are_as_the_models_write_them(db: Session):
    account = factories.account(db)
    fields = {"name": "Émile 🛋 \x00", "password_hash": "", "created_at": NOON, "updated_at": NOON, "latitude": 18.5}
    rows = [
        {**account.model_dump(), **fields, "id": ids.new_id(), "email": f"{n}@example.org", "username": f"u{n}"}
        for n in range(3)
    ]
    rows = [{**row, "username_key": row["username"], "kind": AccountKind.SELLER} for row in rows]
    bulk.insert(db.connection(), metadata.tables["accounts"], rows[:2])
    db.connection().execute(sa.insert(metadata.tables["accounts"]), [rows[2]])
    first, second, usual = (db.get_one(Account, row["id"]) for row in rows)
    alike = {"id", "email", "username", "username_key"}
    for row in (first, second):
        assert row.model_dump(exclude=alike) == usual.model_dump(exclude=alike)
    assert first.created_at == NOON
    assert first.name == "Émile 🛋 \ufffd"
    assert first.kind is AccountKind.SELLER


def test_json_and_words_of_sql_are_columns_too(db: Session):
    account = factories.account(db)
    values = {"name": "Sofa \\ \t tab", "more": "\n"}
    row = Notice(account_id=account.id, kind="ad_approved", values=values, link="/", created_at=NOON)
    bulk.insert(db.connection(), metadata.tables["notices"], [row.model_dump()])
    assert db.exec(select(Notice.values).where(Notice.id == row.id)).one() == values
    saved = SavedSearch(account_id=account.id, name="x", query={"producttype": AdType.SELL})
    bulk.insert(db.connection(), metadata.tables["saved_searches"], [saved.model_dump()])
    assert db.get_one(SavedSearch, saved.id).query == {"producttype": "sell"}


def test_nothing_is_written_of_nothing(db: Session):
    bulk.insert(db.connection(), metadata.tables["notices"], [])
    assert db.exec(select(Notice)).all() == []


def test_what_contradicts_is_refused(db: Session):
    account = factories.account(db)
    row = Notice(account_id=account.id, kind="ad_approved", created_at=NOON).model_dump()
    with pytest.raises(Exception, match=r"(?i)unique|duplicate"), db.begin_nested():
        bulk.insert(db.connection(), metadata.tables["notices"], [row, row])


def _indexes(connection: sa.Connection) -> dict[str, list[str]]:
    return {
        table: sorted(f"{index}" for index in sa.inspect(connection).get_indexes(table))
        for table in ("listings", "listing_values", "ads")
    }


def test_indexes_come_back_as_they_were(db: Session):
    connection = db.connection()
    before = _indexes(connection)
    built: list[int] = []
    with bulk.without_indexes(connection, "listings", "listing_values", progress=built.append):
        meanwhile = _indexes(connection)
        # What keeps rows from contradicting each other is never taken away.
        assert all("unique" in index or "duplicates" in index for index in meanwhile["listings"])
        assert meanwhile["ads"] == before["ads"]
        number = bulk.count_indexes(connection, "ads")
    assert _indexes(connection) == before
    assert len(built) == bulk.count_indexes(connection, "listings", "listing_values") > 10
    assert number == bulk.count_indexes(connection, "ads")


def _mode(engine: sa.Engine) -> str:
    with engine.connect() as connection:
        return connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()


def test_a_load_goes_straight_into_a_file_nobody_else_has_open(tmp_path: Path):
    engine = database.make_engine(f"sqlite:///{tmp_path / 'a.db'}")
    assert _mode(engine) == "wal"
    with bulk.straight(engine):
        assert _mode(engine) == "delete"
    assert _mode(engine) == "wal"
    other = database.make_engine(f"sqlite:///{tmp_path / 'a.db'}")
    with other.connect() as reader:
        reader.exec_driver_sql("SELECT * FROM sqlite_master")
        with bulk.straight(engine):
            assert _mode(engine) == "wal"
    engine.dispose()
    other.dispose()
