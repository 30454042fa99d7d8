"""The demo without its pictures."""

import hashlib

import pytest
from sqlmodel import Session

from marketplace.demo import load as demo
from marketplace.demo.pictures import pool


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures by name only: drawing them all takes longer than every test here."""

    def load_pool(_progress: object = None) -> pool.Pool:
        names = [name for sets in pool.photo_sets().values() for one in sets for name in one]
        names += [name for name, _ in pool.portraits()]
        return {
            name: pool.Picture(name, hashlib.sha256(name.encode()).hexdigest(), 1000, 750, 20_000) for name in names
        }

    monkeypatch.setattr(pool, "load_pool", load_pool)


@pytest.fixture
def loaded(db: Session) -> Session:
    demo.load()
    return db
