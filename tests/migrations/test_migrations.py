"""Tests of the migrations on both databases: they produce the models' schema and can be reverted."""

import json
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Column, Connection, Engine, MetaData, String, inspect, text
from sqlalchemy.exc import DBAPIError

from marketplace import models
from marketplace.db import database
from tests.conftest import REQUIRE_SERVICES, ROOT, TEST_DATABASE_URL

POSTGRES = TEST_DATABASE_URL or "postgresql+psycopg://postgres@127.0.0.1/postgres"


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database."""
    if request.param == "sqlite":
        engine = database.make_engine(f"sqlite:///{tmp_path / 'empty.db'}")
        yield engine
        engine.dispose()
        return
    admin = database.make_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    name = f"marketplace_migrations_{os.getpid()}"
    try:
        with admin.connect() as connection:
            connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
            connection.execute(text(f'CREATE DATABASE "{name}"'))
    except Exception:
        if REQUIRE_SERVICES:
            raise
        pytest.skip("no PostgreSQL server at hand")
    engine = database.make_engine(POSTGRES.rsplit("/", 1)[0] + "/" + name)
    yield engine
    engine.dispose()
    with admin.connect() as connection:
        connection.execute(text(f'DROP DATABASE "{name}" WITH (FORCE)'))
    admin.dispose()


# Added to database errors, whose own message does not name the cause.
_NO_BATCH = (
    "On SQLite, `batch_alter_table` copies a table and drops the old one. That fails while other rows refer to it, and a "
    "constraint of one column becomes one of the table, which keeps the column from being dropped later. Use op.add_column and "
    "op.drop_column, or op.execute for a column with a constraint, as in 0003_price_units.py."
)


def _run(engine: Engine, verb, *args: str, scripts: Path = ROOT / "alembic", **options: object) -> None:
    config = Config(str(ROOT / "alembic.ini"))
    config.set_main_option("script_location", str(scripts))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        try:
            verb(config, *args, **options)
        except DBAPIError as error:
            if "DROP" in str(error):
                error.add_note(_NO_BATCH)
            raise
        connection.commit()


def test_migrated_schema_matches_the_models(empty: Engine):
    _run(empty, command.upgrade, "head")
    _run(empty, command.check)


def test_revisions_are_numbered_without_gaps():
    # `make migration` gives the next one the number of files plus one.
    numbers = sorted(path.name[:4] for path in (ROOT / "alembic" / "versions").glob("[0-9]*.py"))
    assert numbers == [f"{number:04d}" for number in range(1, len(numbers) + 1)]


def test_a_written_migration_adds_a_column_and_drops_it(empty: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    scripts = tmp_path / "alembic"
    shutil.copytree(ROOT / "alembic", scripts)
    _run(empty, command.upgrade, "head", scripts=scripts)
    changed = MetaData(naming_convention=models.metadata.naming_convention)
    for table in models.metadata.tables.values():
        table.to_metadata(changed)
    changed.tables["ad_versions"].append_column(Column("warranty", String(80), nullable=False, default="", index=True))
    monkeypatch.setattr(models, "metadata", changed)
    _run(empty, command.revision, "add warranty", autogenerate=True, rev_id="next", scripts=scripts)
    with empty.begin() as connection:
        ids = {name: name.ljust(26, "0") for name in ("seller", "cars", "car")}
        _insert(connection, "accounts", id=ids["seller"], kind="seller", status="active", seller_type="person")
        _insert(connection, "categories", id=ids["cars"], name="Cars", position=0)
        own = {"ad_type": "sell", "category_id": ids["cars"], "name": "Car"}
        _insert(connection, "ads", id=ids["car"], seller_id=ids["seller"], status="approved", versions=1)
        _insert(connection, "ad_versions", id=ids["car"], ad_id=ids["car"], number=1, review="approved", **own)
        listed = {"ad_id": ids["car"], "version_id": ids["car"], "seller_id": ids["seller"], "price_up": 1}
        _insert(connection, "listings", number=1, **listed, price_down=-1, **own)
    _run(empty, command.upgrade, "head", scripts=scripts)
    _run(empty, command.check, scripts=scripts)
    with empty.connect() as connection:
        assert connection.scalar(text("SELECT warranty FROM ad_versions")) == ""
    _run(empty, command.downgrade, "-1", scripts=scripts)
    with empty.connect() as connection:
        assert connection.scalar(text("SELECT name FROM listings")) == "Car"


def test_second_upgrade_changes_nothing(empty: Engine):
    _run(empty, command.upgrade, "head")
    _run(empty, command.upgrade, "head")
    _run(empty, command.check)


def test_prices_get_the_unit_that_fits(empty: Engine):
    _run(empty, command.upgrade, "0002")
    with empty.begin() as connection:
        ids = {name: name.ljust(26, "0") for name in ("seller", "homes", "cameras", "flat", "camera", "villa", "sofa")}
        old = {"now": "2026-01-01 00:00:00"}
        _insert(connection, "accounts", id=ids["seller"], kind="seller", status="active", seller_type="person")
        for name in ("homes", "cameras"):
            _insert(connection, "categories", id=ids[name], name=name.title(), position=0, created_at=old["now"])
        for number, (name, ad_type, category, price) in enumerate(
            [
                ("flat", "rent", "homes", 300_000),
                ("camera", "rent", "cameras", 7_000),
                ("villa", "rent", "homes", 8_000),
                ("sofa", "sell", "homes", 9_000),
            ]
        ):
            _insert(connection, "ads", id=ids[name], seller_id=ids["seller"], status="approved", versions=1)
            own = {"ad_type": ad_type, "category_id": ids[category], "name": name, "price_paise": price}
            _insert(connection, "ad_versions", id=ids[name], ad_id=ids[name], number=1, review="approved", **own)
            listed = {"price_up": price, "price_down": -price, "published_at": old["now"], "seller_id": ids["seller"]}
            _insert(connection, "listings", number=number + 1, ad_id=ids[name], version_id=ids[name], **own, **listed)
        _insert(connection, "ad_calendars", ad_id=ids["villa"], timezone="Asia/Kolkata", weekdays="[]", day_paise=7_500)
    _run(empty, command.upgrade, "head")
    with empty.connect() as connection:
        found = connection.execute(text("SELECT name, price_unit, price_up, price_down FROM listings")).all()
        versions = connection.execute(text("SELECT name, price_unit FROM ad_versions")).all()
    assert {tuple(row) for row in found} == {
        ("flat", "month", 10_000, -10_000),
        ("camera", "day", 7_000, -7_000),
        # The price is near the calendar's price of a day.
        ("villa", "day", 8_000, -8_000),
        ("sofa", None, 9_000, -9_000),
    }
    assert {tuple(row) for row in versions} == {tuple(row[:2]) for row in found}
    _run(empty, command.downgrade, "0002")
    with empty.connect() as connection:
        assert set(connection.scalars(text("SELECT price_up FROM listings"))) == {300_000, 7_000, 8_000, 9_000}


def test_finished_deals_are_counted_and_bookings_end_later(empty: Engine):
    _run(empty, command.upgrade, "0009")
    with empty.begin() as connection:
        ids = {name: name.ljust(26, "0") for name in ("buyer", "seller", "ad", "done", "open", "over", "coming")}
        for kind in ("buyer", "seller"):
            _insert(connection, "accounts", id=ids[kind], kind=kind, status="active", seller_type="person", email=kind)
        parties = {"ad_id": ids["ad"], "buyer_id": ids["buyer"], "seller_id": ids["seller"]}
        _insert(connection, "ads", id=ids["ad"], seller_id=ids["seller"], status="sold")
        for name, status in (("done", "done"), ("open", "cancelled")):
            _insert(connection, "offers", id=ids[name], **parties, price_paise=1, status="accepted")
            _insert(connection, "deals", id=ids[name], offer_id=ids[name], **parties, price_paise=1, status=status)
        for name, year in (("over", 2020), ("coming", 2999)):
            dates = {"pickup_at": datetime(year, 1, 1), "drop_at": datetime(year, 1, 2)}
            _insert(connection, "enquiries", id=ids[name], **parties, **dates, status="accepted")
    _run(empty, command.upgrade, "head")
    with empty.connect() as connection:
        totals = connection.execute(text("SELECT account_id, deals, reviews FROM trade_totals ORDER BY 1")).all()
        jobs = connection.execute(text("SELECT kind, dedupe_key, due_at, payload FROM jobs")).all()
    assert [tuple(total) for total in totals] == [(ids["buyer"], 2, 0), (ids["seller"], 2, 0)]
    [(kind, key, due_at, payload)] = jobs
    assert (kind, key) == ("reviews.finish", f"reviews.finish:{ids['coming']}")
    assert str(due_at).startswith("2999-01-0")
    assert (json.loads(payload) if isinstance(payload, str) else payload) == {"enquiry_id": ids["coming"]}
    _run(empty, command.downgrade, "0009")
    with empty.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM jobs")) == 0


def test_listed_ads_get_their_line_of_facts(empty: Engine):
    _run(empty, command.upgrade, "0018")
    with empty.begin() as connection:
        ids = {name: name.ljust(26, "0") for name in ("seller", "cars", "subcategory", "field", "car", "bare")}
        _insert(connection, "accounts", id=ids["seller"], kind="seller", status="active", seller_type="person")
        _insert(connection, "categories", id=ids["cars"], name="Cars", position=0)
        for number, name in enumerate(("car", "bare")):
            own = {"ad_type": "sell", "category_id": ids["cars"], "name": f"Tata {name}"}
            _insert(connection, "ads", id=ids[name], seller_id=ids["seller"], status="approved", versions=1)
            _insert(connection, "ad_versions", id=ids[name], ad_id=ids[name], number=1, review="approved", **own)
            listed = {"ad_id": ids[name], "version_id": ids[name], "seller_id": ids["seller"], "price_up": 1}
            _insert(connection, "listings", number=number + 1, **listed, price_down=-1, **own)
        _insert(connection, "subcategories", id=ids["subcategory"], category_id=ids["cars"], name="Small")
        values = [
            ("Papers", "date", "2027-05-01"),
            ("Brand", "text", "Tata"),
            ("Driven (km)", "number", "145000"),
            ("Fuel", "select", "Petrol"),
            ("Seats", "number", "5"),
        ]
        for position, (label, input_type, value) in enumerate(values):
            field_id = f"{position}".ljust(26, "0")
            of_field = {"subcategory_id": ids["subcategory"], "label": label, "input_type": input_type}
            _insert(connection, "field_definitions", id=field_id, position=position, options="[]", **of_field)
            _insert(
                connection, "ad_version_values", version_id=ids["car"], field_id=field_id, position=position,
                label=label, input_type=input_type, text=value,
            )  # fmt: skip
    _run(empty, command.upgrade, "head")
    with empty.connect() as connection:
        lines = connection.execute(text("SELECT name, fact_line FROM listings")).all()
    assert {tuple(row) for row in lines} == {("Tata car", "Driven 1,45,000 km"), ("Tata bare", "")}
    _run(empty, command.downgrade, "0018")


def test_usernames_that_look_alike_stay(empty: Engine):
    _run(empty, command.upgrade, "0021")
    usernames = [("1", "buyer", "asha"), ("2", "buyer", "аsha"), ("3", "seller", "asha"), ("4", "buyer", "ravi")]
    with empty.begin() as connection:
        for number, kind, username in usernames:
            account = {"kind": kind, "status": "active", "seller_type": "person"}
            names = {"email": f"{number}@example.org", "username": username, "username_key": username}
            _insert(connection, "accounts", id=number.ljust(26, "0"), **account, **names)
        gone = {"kind": "buyer", "status": "deleted", "username": "asha", "username_key": "deleted", "email": "x"}
        _insert(connection, "accounts", id="0" * 26, seller_type="person", **gone)
    _run(empty, command.upgrade, "head")
    with empty.connect() as connection:
        found = connection.execute(text("SELECT username, username_skeleton FROM accounts ORDER BY id")).all()
    assert [skeleton for _, skeleton in found] == [None, "asha", None, "asha", "ravi"]
    assert [username for username, _ in found[1:]] == [username for _, _, username in usernames]
    _run(empty, command.downgrade, "0021")


def test_open_grievances_get_the_deadlines_in_force(empty: Engine):
    _run(empty, command.upgrade, "0021")
    filed, promised = datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 11, 16, tzinfo=UTC)
    with empty.begin() as connection:
        for kind, status in (("impersonation", "open"), ("copyright", "open"), ("other", "resolved")):
            _insert(
                connection,
                "grievances",
                id=f"{kind:0<26}",
                reference=kind,
                kind=kind,
                status=status,
                acknowledge_by=filed,
                resolve_by=promised,
                created_at=filed,
                **dict.fromkeys(("name", "email", "about", "text", "note"), ""),
            )
    _run(empty, command.upgrade, "head")
    with empty.begin() as connection:
        # The test's columns have no types, so SQLite returns texts.
        rows = {kind: str(by)[:13] for kind, by in connection.execute(text("SELECT kind, resolve_by FROM grievances"))}
        assert rows == {"impersonation": "2026-11-01 02", "copyright": "2026-11-08 00", "other": "2026-11-16 00"}
        connection.execute(text("UPDATE grievances SET kind = 'malware' WHERE kind = 'other'"))
    _run(empty, command.downgrade, "0021")
    with empty.begin() as connection:
        kinds = set(connection.execute(text("SELECT kind FROM grievances")).scalars())
        assert kinds == {"impersonation", "copyright", "unlawful_content"}


def test_files_of_fields_become_private(empty: Engine):
    _run(empty, command.upgrade, "0021")
    with empty.begin() as connection:
        ids = {name: name.ljust(26, "0") for name in ("seller", "cars", "subcategory", "ad", "photo", "pdf", "cover")}
        _insert(connection, "accounts", id=ids["seller"], kind="seller", status="active", seller_type="person")
        _insert(connection, "categories", id=ids["cars"], name="Cars", position=0)
        _insert(connection, "subcategories", id=ids["subcategory"], category_id=ids["cars"], name="Small")
        _insert(connection, "ads", id=ids["ad"], seller_id=ids["seller"], status="approved", versions=1)
        own = {"ad_type": "sell", "category_id": ids["cars"], "name": "Tata", "review": "approved"}
        _insert(connection, "ad_versions", id=ids["ad"], ad_id=ids["ad"], number=1, **own)
        for name, kind in (("photo", "image"), ("pdf", "document"), ("cover", "image")):
            _insert(connection, "uploads", id=ids[name], owner_id=ids["seller"], kind=kind, name=name, digest=name)
        _insert(connection, "ad_version_images", version_id=ids["ad"], position=0, upload_id=ids["cover"])
        for position, name in enumerate(("photo", "pdf")):
            field = {"subcategory_id": ids["subcategory"], "label": name, "input_type": "file", "position": position}
            _insert(connection, "field_definitions", id=ids[name], options="[]", **field)
            value = {"version_id": ids["ad"], "field_id": ids[name], "label": name, "input_type": "file"}
            _insert(connection, "ad_version_values", **value, upload_id=ids[name])
    _run(empty, command.upgrade, "head")
    with empty.connect() as connection:
        jobs = connection.execute(text("SELECT kind, payload, done_at FROM jobs")).all()
        assert connection.execute(text("SELECT DISTINCT is_public FROM field_definitions")).scalars().all() == [False]
    ((kind, payload, done_at),) = jobs
    payload = json.loads(payload) if isinstance(payload, str) else payload
    assert (kind, payload, done_at) == ("media.hide", {"upload_ids": [ids["photo"]]}, None)
    _run(empty, command.downgrade, "0021")


def _insert(connection: Connection, table: str, **values: object) -> None:
    """Insert a row; columns that are left out and may not be NULL get an empty value of their type."""
    for column in inspect(connection).get_columns(table):
        if column["name"] not in values and not column["nullable"] and column["default"] is None:
            kind = column["type"].python_type
            values[column["name"]] = datetime(2026, 1, 1) if kind is datetime else "[]" if kind is dict else kind()
    names = ", ".join(f'"{name}"' for name in values)
    marks = ", ".join(f":{name}" for name in values)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)


def test_downgrade_to_base_and_upgrade(empty: Engine):
    _run(empty, command.upgrade, "head")
    _run(empty, command.downgrade, "base")
    left = set(inspect(empty).get_table_names())
    assert left == {"alembic_version"}
    _run(empty, command.upgrade, "head")
    _run(empty, command.check)


def test_names_of_categories_that_differ_in_form_stay(empty: Engine):
    """The oldest gets the key; one that has it by its letters keeps it."""
    _run(empty, command.upgrade, "0029")
    with empty.begin() as connection:
        for number, name in enumerate(("Ｃａｒｓ", "ＣＡＲＳ", "cars", "oﬃce", "Ｔｅａｋ", "Other")):
            own = {"id": str(number).ljust(26, "0"), "name": name, "position": 0}
            own["name_key"] = None if number == 1 else name.casefold()
            _insert(connection, "categories", **own)
            _insert(connection, "subcategories", category_id="0" * 26, **own)
    _run(empty, command.upgrade, "head")
    with empty.connect() as connection:
        for table in ("categories", "subcategories"):
            found = connection.execute(text(f"SELECT name, name_key FROM {table} ORDER BY id")).all()
            assert [row.name_key for row in found] == [None, None, "cars", "office", "teak", "other"]


def test_names_of_categories_that_differ_in_case_stay(empty: Engine):
    _run(empty, command.upgrade, "0027")
    with empty.begin() as connection:
        for number, name in enumerate(("Élan", "élan", "Cars")):
            own = {"id": str(number).ljust(26, "0"), "name": name, "position": 0}
            _insert(connection, "categories", **own)
            _insert(connection, "subcategories", category_id="0" * 26, **own)
    _run(empty, command.upgrade, "head")
    with empty.connect() as connection:
        for table in ("categories", "subcategories"):
            found = connection.execute(text(f"SELECT name, name_key FROM {table} ORDER BY id")).all()
            assert [tuple(row) for row in found] == [("Élan", "élan"), ("élan", None), ("Cars", "cars")]
