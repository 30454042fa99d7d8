"""Complete installations, each with its own database and folders, for commands that read or replace all data."""

import dataclasses
import io
import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import text
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.db import database
from marketplace.domain import media, search
from marketplace.domain.paging import Window
from marketplace.integrations.storage import get_store
from marketplace.settings import get_settings
from tests import factories
from tests.api.permissions.world import World
from tests.conftest import REQUIRE_SERVICES, TEST_DATABASE_URL, migrate

POSTGRES = TEST_DATABASE_URL or "postgresql+psycopg://postgres@127.0.0.1/postgres"
_number = itertools.count(1)


@dataclasses.dataclass
class Installation:
    """The settings of one installation."""

    data: Path
    database_url: str = ""
    media_url: str = ""
    s3_endpoint: str = ""
    secret_key: str = ""

    @contextmanager
    def active(self) -> Iterator[None]:
        """Make this process use the installation during the block."""
        patch = pytest.MonkeyPatch()
        settings = get_settings()
        for name in ("database_url", "media_url", "s3_endpoint", "secret_key"):
            patch.setattr(settings, name, getattr(self, name))
        patch.setattr(settings, "data_dir", self.data)
        database.get_engine.cache_clear()
        get_store.cache_clear()
        try:
            yield
        finally:
            database.get_engine().dispose()
            patch.undo()
            database.get_engine.cache_clear()
            get_store.cache_clear()

    def migrate(self) -> None:
        """Migrate the database to the newest schema."""
        self.data.mkdir(exist_ok=True)
        with self.active():
            migrate(database.get_engine())

    def copy(self, data: Path, database_url: str) -> "Installation":
        """Return an equal installation with another data folder and database; the database must be a copy too."""
        shutil.copytree(self.data, data)
        return dataclasses.replace(self, data=data, database_url=database_url)


@contextmanager
def new_postgres(template: str = "") -> Iterator[str]:
    """Yield the URL of a PostgreSQL database, empty or a copy of the one with the URL `template`, and drop it at the end."""
    original = template.rpartition("/")[2] or "template1"
    name = f"marketplace_installation_{os.getpid()}_{next(_number)}"
    admin = database.make_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    try:
        with admin.connect() as connection:
            connection.execute(text(f'CREATE DATABASE "{name}" TEMPLATE "{original}"'))
    except Exception:
        if REQUIRE_SERVICES:
            raise
        pytest.skip("no PostgreSQL server")
    try:
        yield POSTGRES.rsplit("/", 1)[0] + "/" + name
    finally:
        with admin.connect() as connection:
            connection.execute(text(f'DROP DATABASE "{name}" WITH (FORCE)'))
        admin.dispose()


def fill() -> None:
    """Fill the active installation with accounts, ads, messages, a booking, an audit entry and photos."""
    with Session(database.get_engine(), expire_on_commit=False) as db:
        world = World(db, "user")
        for name in ("ad", "pending", "sold", "booked", "conversation_id", "report", "mail"):
            assert getattr(world, name)
        world.ad_of(world.seller, name="Pressure cooker", description="Whistles like new — “प्रेशर कुकर” 💥")
        world.save(world.ad)
        world.save_search(world.user)
        world.suspend(world.other_user)
        for colour in ("teal", "tomato"):
            media.store_image(db, factories.actor(world.seller), f"{colour}.jpg", photo(colour))
        db.commit()


def find(keyword: str) -> list[str]:
    """Return the names of the ads that a search in the active installation finds."""
    with Session(database.get_engine()) as db:
        page = search.list_ads(db, ANONYMOUS, search.parse_query({"keyword": keyword}), Window())
        return [card.name for card in page.items]


def photo(colour: str) -> bytes:
    """Return a JPEG that is large enough to be stored in several sizes."""
    file = io.BytesIO()
    Image.new("RGB", (900, 600), colour).save(file, "JPEG")
    return file.getvalue()
