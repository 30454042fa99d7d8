"""The schema is what the migrations make, on both databases, and they can be taken back."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, inspect, text
from sqlmodel import Session

from marketplace import database
from marketplace.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import Window
from marketplace.domain.search.engines import engine_of, segmenting, segments
from marketplace.models import AdVersionValue, InputType
from tests import factories
from tests.conftest import REQUIRE_SERVICES, ROOT, TEST_DATABASE_URL

POSTGRES = TEST_DATABASE_URL or "postgresql+psycopg://postgres@127.0.0.1/postgres"


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A database without anything in it."""
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


def _run(engine: Engine, verb, *args: str) -> None:
    config = Config(str(ROOT / "alembic.ini"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        verb(config, *args)
        connection.commit()


def test_head_is_what_the_models_say(empty: Engine):
    _run(empty, command.upgrade, "head")
    _run(empty, command.check)


def test_upgrading_twice_changes_nothing(empty: Engine):
    _run(empty, command.upgrade, "head")
    _run(empty, command.upgrade, "head")
    _run(empty, command.check)


def test_down_to_nothing_and_up_again(empty: Engine):
    _run(empty, command.upgrade, "head")
    _run(empty, command.downgrade, "base")
    left = set(inspect(empty).get_table_names())
    assert left == {"alembic_version"}
    _run(empty, command.upgrade, "head")
    _run(empty, command.check)


def test_text_index_is_there(empty: Engine):
    _run(empty, command.upgrade, "head")
    with empty.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM search_index")) == 0
        assert connection.scalar(text("SELECT count(*) FROM search_words")) == 0


def test_an_older_index_learns_type_and_town_as_one(empty: Engine):
    _run(empty, command.upgrade, "head")
    query = search.parse_query({"keyword": "sofa", "city": "New Delhi", "producttype": "sell"})

    def found() -> int:
        with Session(empty) as db:
            return search.list_ads(db, ANONYMOUS, query, Window(1, 10)).total

    with Session(empty) as db:
        seller, shelf = factories.seller(db), factories.category(db)
        for city in ("New Delhi", "new delhi", "Pune"):
            factories.ad(db, seller, shelf, name="Teak sofa", city=city)
        db.commit()
    assert found() == 2
    forget = {
        "sqlite": "UPDATE search_index SET filters = replace(filters, '_xsellnewdelhi', '')",
        "postgresql": "UPDATE search_index SET tokens = ts_delete(tokens, '_xsellnewdelhi')",
    }
    with empty.begin() as connection:
        connection.execute(text(forget[connection.dialect.name]))
    assert found() == 0
    _run(empty, command.downgrade, "0009")
    _run(empty, command.upgrade, "head")
    assert found() == 2


def test_an_older_index_learns_the_values_of_dynamic_fields(empty: Engine):
    _run(empty, command.upgrade, "head")
    with Session(empty) as db:
        shelf = factories.subcategory(db, category := factories.category(db))
        seats = factories.field(db, shelf, "Seats", InputType.NUMBER)
        for number in (4, 5, 5):
            ad = factories.ad(db, factories.seller(db), category, subcategory_id=shelf.id)
            value = {"label": "Seats", "input_type": "number", "text": f"{number}", "number": number}
            factories.save(db, AdVersionValue(version_id=ad.live_version_id, field_id=seats.id, **value))
            search.refresh(db, ad.id)
        db.commit()
        query = search.parse_query({f"field[{seats.id}]": "5"})

    def found() -> int:
        with Session(empty) as db:
            return search.list_ads(db, ANONYMOUS, query, Window(1, 10)).total

    assert found() == 2
    forget = {
        "sqlite": "UPDATE search_index SET filters = '_all'",
        "postgresql": "UPDATE search_index SET tokens = CAST('_all' AS tsvector)",
    }
    with empty.begin() as connection:
        connection.execute(text(forget[connection.dialect.name]))
    assert found() == 0
    _run(empty, command.downgrade, "0012")
    _run(empty, command.upgrade, "head")
    assert found() == 2


def test_an_older_index_learns_prices_and_places(empty: Engine):
    _run(empty, command.upgrade, "head")
    with Session(empty) as db:
        category = factories.category(db)
        for paise, latitude in ((900_00, 18.52), (None, 18.52), (900_00, None), (9_000_00, 18.52), (900_00, 28.61)):
            place = {"latitude": latitude, "longitude": None if latitude is None else 73.85}
            factories.ad(db, factories.seller(db), category, name="Teak sofa", price_paise=paise, **place)
        db.commit()
    near = {"keyword": "sofa", "lat": "18.52", "lng": "73.85", "radiusKm": "5"}
    asked = [search.parse_query(params) for params in ({"keyword": "sofa", "maxPrice": "1000"}, near)]

    def found() -> list[int]:
        with Session(empty) as db:
            return [search.list_ads(db, ANONYMOUS, query, Window(1, 10)).total for query in asked]

    assert found() == [3, 3]
    _run(empty, command.downgrade, "0014")
    _run(empty, command.upgrade, "head")
    assert found() == [3, 3]
    with Session(empty) as db:
        search.rebuild(db)
        db.commit()
    assert found() == [3, 3]


def test_an_older_index_takes_numbers_and_areas_apart_anew(empty: Engine):
    _run(empty, command.upgrade, "head")
    with Session(empty) as db:
        category = factories.category(db, "Things")
        for name, description in (
            ("Washing machine 6.5 kg", "कपड़े, 55″"),
            ("Plot 1000 sq. ft.", "A.C."),
            ("Shelves", ""),
        ):
            factories.ad(db, factories.seller(db), category, name=name, description=description, city="New Delhi")
        search.rebuild(db)
        db.commit()
    asked = [
        {"keyword": "6.5kg", "city": "New Delhi"},
        {"keyword": "5 kg"},
        {"keyword": "1000 sqft"},
        {"keyword": "shelf"},
    ]
    kept = {"sqlite": "name, title, shelf, body, filters", "postgresql": "name, title, shelf, CAST(tokens AS text)"}
    older = {
        "sqlite": ["UPDATE search_index SET name = replace(name, '6_5kg', '6 5kg'), body = '' WHERE name <> 'shelf'"],
        "postgresql": [
            "UPDATE search_index SET name = replace(name, '6_5kg', '6 5kg') WHERE name <> 'shelf'",
            "UPDATE search_index SET tokens = ts_delete(tokens, ARRAY['6_5kg', '_n6_5kg', '1000sqft']) || '_n5kg 5kg:2'",
        ],
    }

    def found() -> list[int]:
        with Session(empty) as db:
            return [search.list_ads(db, ANONYMOUS, search.parse_query(it), Window(1, 10)).total for it in asked]

    def rows() -> list[tuple[str, ...]]:
        with empty.connect() as connection:
            index = text(f"SELECT {kept[connection.dialect.name]} FROM search_index ORDER BY name")
            words = text("SELECT word, stem, CAST(uses AS text) FROM search_words ORDER BY word")
            return [tuple(row) for statement in (index, words) for row in connection.execute(statement)]

    assert found() == [1, 0, 1, 1]
    before = rows()
    _run(empty, command.downgrade, "0015")
    with empty.begin() as connection:
        for statement in older[connection.dialect.name]:
            connection.execute(text(statement))
        connection.execute(text("DELETE FROM search_words WHERE word = 'sqft'"))
        connection.execute(text("UPDATE search_words SET stem = 'shelv' WHERE word = 'shelves'"))
    assert rows() != before
    _run(empty, command.upgrade, "head")
    assert rows() == before
    assert found() == [1, 0, 1, 1]


def test_an_older_index_learns_what_names_say(empty: Engine):
    _run(empty, command.upgrade, "head")
    with Session(empty) as db:
        category = factories.category(db, "Things")
        # The newest ad says it outside its name, so it comes first where nothing is known of names.
        for name, description in (("Teak sofa", ""), ("Table", "Matches your sofa")):
            factories.ad(db, factories.seller(db), category, name=name, description=description)
        search.rebuild(db)
        db.commit()

    def marked() -> int:
        asked = {
            "sqlite": "SELECT count(*) FROM search_index WHERE search_index MATCH '\"_nsofa\"'",
            "postgresql": "SELECT count(*) FROM search_index WHERE tokens @@ CAST('_nsofa' AS tsquery)",
        }
        with empty.connect() as connection:
            return connection.scalar(text(asked[connection.dialect.name]))

    assert marked() == 1
    _run(empty, command.downgrade, "0018")
    if empty.dialect.name == "sqlite":
        assert marked() == 0
    _run(empty, command.upgrade, "head")
    assert marked() == 1


def test_whole_words_are_looked_up_in_the_index_that_has_them_whole(empty: Engine):
    if empty.dialect.name == "sqlite":
        pytest.skip("SQLite has no index of parts of words")
    _run(empty, command.upgrade, "head")
    with Session(empty) as db:
        factories.ad(db, factories.seller(db), factories.category(db, "Things"), name="Wooden sofa")
        db.commit()
    # As if there were so many words that going through them would take longer.
    asked = "EXPLAIN SELECT word FROM search_words WHERE word = ANY(CAST('{wooden,sofa}' AS text[]))"

    def used() -> str:
        with empty.connect() as connection:
            connection.execute(text("SET LOCAL enable_seqscan = off"))
            return str(connection.execute(text(asked)).all())

    def found() -> int:
        with Session(empty) as db:
            return search.list_ads(db, ANONYMOUS, search.parse_query({"keyword": "woden"}), Window(1, 10)).total

    assert "search_words_parts" not in used()
    assert found() == 1
    _run(empty, command.downgrade, "0019")
    with empty.connect() as connection:
        assert "(word gin_trgm_ops)" in connection.scalar(
            text("SELECT indexdef FROM pg_indexes WHERE indexname = 'search_words_parts'")
        )
    _run(empty, command.upgrade, "head")
    assert "search_words_parts" not in used()
    assert found() == 1


def test_ads_of_before_are_listed_by_their_tokens(empty: Engine, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(segmenting, "FEWEST_ADS", 1)
    _run(empty, command.upgrade, "head")
    with Session(empty) as db:
        factories.ad(db, factories.seller(db), factories.category(db, "Things"), name="Wooden sofa")
        db.commit()
    _run(empty, command.downgrade, "0020")
    _run(empty, command.upgrade, "head")

    def lists() -> segments.LookedUp | None:
        return segments.look_up(db.connection(), engine_of(db.connection()), ["wooden", "wooden sofa"])

    with Session(empty) as db:
        assert lists() is None
        segmenting.make_all(db.connection(), engine_of(db.connection()))
        found = lists()
    assert found
    assert [own.keys() for _, own in found.segments] == [{"wooden", "wooden sofa"}]
