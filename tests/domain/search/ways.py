"""Makes the search take another way to the same answer."""

import pytest

from marketplace.domain.search.engines.fts5 import Fts5
from marketplace.domain.search.engines.postgres import Postgres


def few_are(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """So many ads are read at once where a search finds no more; -1 for never."""
    for engine in (Fts5, Postgres):
        monkeypatch.setattr(engine, "few", number)
