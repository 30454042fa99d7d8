"""What is tested of finding is tested twice: with the text index alone, and with posting lists beside it."""

import pytest
from sqlmodel import Session

from tests import factories
from tests.domain.search.ways import lists_are_read

TWICE = {
    "test_bands",
    "test_counting",
    "test_facets",
    "test_field_tokens",
    "test_implied",
    "test_joins",
    "test_keywords",
    "test_list_ads",
    "test_odd_keywords",
    "test_quality",
    "test_refresh",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] in TWICE:
        metafunc.parametrize("posting_lists", (False, True), indirect=True, ids=("index", "lists"))


@pytest.fixture(autouse=True)
def posting_lists(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where asked for, lists are read."""
    if getattr(request, "param", False):
        lists_are_read(monkeypatch)


@pytest.fixture
def shop(db: Session):
    """Publishes an ad, the newer the later."""
    seller, shelf = factories.seller(db), factories.category(db, "Things")

    def publish(name: str = "teak sofa", **fields):
        return factories.ad(db, seller, shelf, name=name, **fields)

    return publish
