"""Makes the search take another way to the same answer."""

from collections.abc import Iterable

import pytest
from sqlalchemy import Connection

from marketplace.domain.search import listed
from marketplace.domain.search.engines import Engine, LookedUp, segmenting, segments
from marketplace.domain.search.engines.fts5 import Fts5
from marketplace.domain.search.engines.postgres import Postgres


def few_are(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """So many ads are read at once where a search finds no more; -1 for never."""
    for engine in (Fts5, Postgres):
        monkeypatch.setattr(engine, "few", number)


def lists_pay(monkeypatch: pytest.MonkeyPatch, *, due: int, most: int) -> None:
    """Posting lists are made of any number of ads, anew after so many changes, and hold no more ads than that."""
    monkeypatch.setattr(segmenting, "FEWEST_ADS", 1)
    monkeypatch.setattr(segmenting, "DUE", due)
    monkeypatch.setattr(segmenting, "MOST_ADS", most)


def lists_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Posting lists are made before each search, several segments of what a test publishes; some ads have always changed since."""

    def look_up(connection: Connection, engine: Engine, tokens: Iterable[str]) -> LookedUp | None:
        segmenting.make_all(connection, engine)
        return segments.look_up(connection, engine, tokens)

    lists_pay(monkeypatch, due=5, most=40)
    monkeypatch.setattr(listed, "look_up", look_up)
